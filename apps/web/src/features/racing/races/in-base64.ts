/** A file of 128 kB takes some seconds on the network of a boathouse. */
export const transferWithinMs = 30_000;

/** Encodes a file for a call, in parts, because the number of a function's arguments is limited. */
export async function inBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(text);
}
