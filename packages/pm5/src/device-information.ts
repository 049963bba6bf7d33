/**
 * Decodes text of the device information service (serial number, revisions, manufacturer): ASCII in a field of fixed
 * length. Ends at the first NUL after the text; surrounding blanks and bytes that are not printable ASCII are dropped.
 */
export function decodeText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (byte === 0 && text.trim() !== '') break;
    if (byte >= 0x20 && byte <= 0x7e) text += String.fromCharCode(byte);
  }
  return text.trim();
}

/** Encodes ASCII bytes, cut or NUL padded to `length` where given; a character outside printable ASCII becomes '?'. */
export function encodeText(text: string, length?: number): Uint8Array {
  const codes = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0x20 && code <= 0x7e ? code : 0x3f;
  });
  const bytes = new Uint8Array(length ?? codes.length);
  bytes.set(codes.slice(0, bytes.length));
  return bytes;
}
