/** Kinds of files that are not workouts, by their first bytes in Latin 1; `?` matches any byte. */
const otherKinds: readonly [start: string, words: string][] = [
  ['\u0089PNG', 'a picture (PNG)'],
  ['\u00ff\u00d8\u00ff', 'a picture (JPEG)'],
  ['GIF8', 'a picture (GIF)'],
  ['RIFF????WEBP', 'a picture (WebP)'],
  ['????ftyphei', 'a picture (HEIC)'],
  ['????ftypmif', 'a picture (HEIC)'],
  ['????ftypavif', 'a picture (AVIF)'],
  ['????ftyp', 'a video'],
  ['%PDF', 'a PDF document'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Excel or Word document (save the table as CSV)'],
  ['7z\u00bc\u00af', 'a 7-Zip archive (only ZIP and gz are read)'],
  ['Rar!', 'a RAR archive (only ZIP and gz are read)'],
  ['SQLite format 3', 'a database'],
  ['\u007fELF', 'a program'],
  ['MZ\u0090', 'a program'],
];

/** Returns the words for a kind of file that holds no workout, or null. */
export function otherKindOf(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const isStart = (start: string) => [...start].every((char, at) => char === '?' || char === head[at]);
  return otherKinds.find(([start]) => isStart(start))?.[1] ?? null;
}

type DecodedText = { text: string } | { reason: string };

/** Bytes of text that show its encoding. */
const headBytes = 4096;

/**
 * Decodes UTF-8 and UTF-16, with or without their byte order mark; text that isn't UTF-8 as Windows-1252, for old
 * Windows programs. Zero bytes at the end, which devices write, are dropped; zero bytes within the text become a
 * separate line.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) {
    const text = new TextDecoder(wide).decode(bytes).replace(/\0+$/, '');
    return { text: text.replace(/\0+/g, '\n') };
  }
  const text = withoutZerosAtEnd(bytes);
  if (text.subarray(0, headBytes).includes(0)) return { reason: 'It is neither a workout nor text.' };
  return { text: decodeNarrow(text).replace(/\0+/g, '\n') };
}

/** Decodes only the ASCII characters of a text, which is faster: all others may be wrong. */
export function decodeAscii(bytes: Uint8Array): string {
  return new TextDecoder(wideEncodingOf(bytes) ?? 'latin1').decode(bytes);
}

/**
 * Decodes UTF-8, and each invalid byte as Windows-1252: a program may write one name in Windows-1252 into a UTF-8 file,
 * and a cut file may end within a character.
 */
export function decodeNarrow(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder().decode(asUtf8(bytes));
  }
}

/** Rewrites the bytes that aren't UTF-8 as UTF-8. */
function asUtf8(bytes: Uint8Array): Uint8Array {
  // A character of Windows-1252 has up to three bytes.
  const all = new Uint8Array(bytes.length * 3);
  let length = 0;
  const add = (part: Uint8Array) => {
    all.set(part, length);
    length += part.length;
  };
  let begin = 0;
  for (let at = 0; at < bytes.length;) {
    const size = utf8SizeAt(bytes, at);
    if (size === 0) {
      add(bytes.subarray(begin, at));
      add(windows1252[(bytes[at] ?? 0) - 0x80] ?? new Uint8Array());
      begin = at + 1;
    }
    at += Math.max(size, 1);
  }
  add(bytes.subarray(begin));
  return all.subarray(0, length);
}

/** The characters from byte 0x80 on, in UTF-8. */
const windows1252 = Array.from({ length: 0x80 }, (_, at) =>
  new TextEncoder().encode(new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + at))),
);

/** Returns the number of bytes of the UTF-8 character that begins at a place, 0 if none does (RFC 3629, section 4). */
function utf8SizeAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  const isTooLong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
  const isNoCharacter = (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f);
  if (isTooLong || isNoCharacter) return 0;
  for (let next = at + 1; next < at + size; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return size;
}

function withoutZerosAtEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

/**
 * Returns the byte order of UTF-16, by its mark or by the zeros that English text has in every second byte; otherwise
 * null.
 */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, headBytes);
  const zeros = countZeros(head);
  if (head.length < 8 || zeros < head.length * 0.35) return null;
  const odd = countZeros(head.filter((_, at) => at % 2 === 1));
  if (odd > zeros * 0.95) return 'utf-16le';
  return odd < zeros * 0.05 ? 'utf-16be' : null;
}

function countZeros(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return zeros;
}
