/** Kinds of files that are no workouts, by their first bytes in Latin 1; `?` stands for any byte. */
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

/** Decodes UTF-8, with or without its mark; text of old Windows programs, where it is no UTF-8, as Windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const zeros = countZeros(bytes.subarray(0, 4096));
  if (isMarked || looksWide(bytes, zeros)) {
    const [kind, wanted] = isWideXml(bytes) ? ['XML', 'Save it'] : ['text', 'Save it as CSV'];
    return { reason: `It is ${kind} in UTF-16. ${wanted} in UTF-8, and choose it again.` };
  }
  if (zeros > 0 || bytes.includes(0)) return { reason: 'It is neither a workout nor text.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

function countZeros(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return zeros;
}

/** XML begins with `<`, also that of TCX: no program saves it as CSV. */
function isWideXml(bytes: Uint8Array): boolean {
  const [first] = bytes.filter((byte) => byte !== 0 && byte < 0xfe && byte > 0x20);
  return first === '<'.charCodeAt(0);
}

/** English text in UTF-16 has a zero in every second byte. */
function looksWide(bytes: Uint8Array, zeros: number): boolean {
  const size = Math.min(bytes.length, 4096);
  if (size < 8 || zeros < size * 0.35) return false;
  const odd = countZeros(bytes.subarray(0, size).filter((_, at) => at % 2 === 1));
  return odd > zeros * 0.95 || odd < zeros * 0.05;
}
