/**
 * Notes in local storage which rows the journal has: browsers that delete the databases of a site to make room leave it, and
 * rows that are gone must be said. It is written after the journal and removed before: it never names more than there was.
 */
const keyOf = (userId: string) => `rows-of-${userId}`;
/** Of rows that were found to be gone, until the user has read it. */
const lostKeyOf = (userId: string) => `rows-of-${userId}-lost`;

/** Returns when the noted rows began, in ms since 1970, by their keys in the journal. */
export function notedRows(userId: string): Record<string, number> {
  return read(keyOf(userId));
}

/** Returns the same of rows that the journal did not have when it was opened. */
export function lostRows(userId: string): Record<string, number> {
  return read(lostKeyOf(userId));
}

function read(key: string): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).flatMap(([key, value]: [string, unknown]) =>
        typeof value === 'number' ? [[key, value]] : [],
      ),
    );
  } catch {
    return {};
  }
}

export function noteRow(userId: string, key: string, begunAtMs: number): void {
  const noted = notedRows(userId);
  if (noted[key] !== undefined) return;
  write(keyOf(userId), { ...noted, [key]: begunAtMs });
}

export function unnoteRow(userId: string, key: string): void {
  const { [key]: _, ...others } = notedRows(userId);
  write(keyOf(userId), others);
}

/** Keeps which of the noted rows the journal does not have, before another row takes the place of one. */
export function compareNotes(userId: string, keys: readonly string[]): void {
  const gone = Object.entries(notedRows(userId)).filter(([key]) => !keys.includes(key));
  if (gone.length === 0) return;
  write(lostKeyOf(userId), { ...lostRows(userId), ...Object.fromEntries(gone) });
  for (const [key] of gone) unnoteRow(userId, key);
}

export function forgetNotes(userId: string): void {
  write(keyOf(userId), {});
  write(lostKeyOf(userId), {});
}

function write(key: string, rows: Record<string, number>): void {
  try {
    if (Object.keys(rows).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(rows));
  } catch (error) {
    console.info('Local storage is not available', error);
  }
}
