/** Longer texts are cut: an attribute has up to 512 bytes, but monitors send fewer than 30. */
const textMax = 64;
const nameMax = 40;

/**
 * Returns the name of a Bluetooth device for display: without control and direction marks, lone surrogates and
 * meaningless characters, on one line, at most 40 characters long. An empty rest is replaced by `fallback`.
 */
export function shownDeviceName(name: string | null | undefined, fallback: string): string {
  const text = (name ?? '')
    .replaceAll(/[\p{Cs}\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  return Array.from(text).slice(0, nameMax).join('').trimEnd() || fallback;
}

/**
 * Decodes text of the device information service (serial number, revisions, manufacturer): ASCII in a field of fixed
 * length. Ends at the first NUL after the text, or after 64 characters; surrounding blanks and bytes that are not printable ASCII are
 * dropped.
 */
export function decodeText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (byte === 0 && text.trim() !== '') break;
    if (byte >= 0x20 && byte <= 0x7e) text += String.fromCharCode(byte);
  }
  return text.trim().slice(0, textMax);
}

/** Encodes ASCII bytes, cut or NUL padded to `length` if given; a character outside printable ASCII becomes '?'. */
export function encodeText(text: string, length?: number): Uint8Array {
  const codes = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0x20 && code <= 0x7e ? code : 0x3f;
  });
  const bytes = new Uint8Array(length ?? codes.length);
  bytes.set(codes.slice(0, bytes.length));
  return bytes;
}
