/** Returns a UUID of version 7 (RFC 9562, 5.7) for a time in ms: the page makes the ids of its activities. */
export function newActivityId(
  atMs: number,
  random: Uint8Array = crypto.getRandomValues(new Uint8Array(10)),
): string {
  const time = Math.trunc(atMs).toString(16).padStart(12, '0');
  const rest = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((random[2] ?? 0) & 0x3f) | 0x80;
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${rest.slice(1, 4)}`,
    `${variant.toString(16)}${rest.slice(6, 8)}`,
    rest.slice(8, 20),
  ].join('-');
}
