const two = (value: number) => String(value).padStart(2, '0');

/** Formats tenths of a second as `7:05.3`, from an hour on as `1:17:05.3`: tenths decide a race of any length. */
export function formatTenths(tenths: number): string {
  const sec = Math.floor(tenths / 10);
  const clock = `${Math.floor(sec / 60) % 60}:${two(sec % 60)}.${tenths % 10}`;
  return sec < 3_600 ? clock : `${Math.floor(sec / 3_600)}:${clock.padStart(7, '0')}`;
}
