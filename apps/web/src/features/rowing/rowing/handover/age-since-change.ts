/** Another device stores its values every 10 s, and this one reads them as often. */
export const quietAloneMs = 30_000;

/** Returns a function that returns how long a value has not changed. */
export function ageSinceChange() {
  let seen: { value: string | undefined; atMs: number } | null = null;
  return (value: string | undefined, nowMs: number): number => {
    if (seen?.value !== value || seen === null) seen = { value, atMs: nowMs };
    return nowMs - seen.atMs;
  };
}
