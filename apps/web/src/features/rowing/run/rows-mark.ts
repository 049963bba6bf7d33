/**
 * Notes in local storage which rows the journal has: browsers that delete the databases of a site to make room leave it, and
 * rows that are gone must be said. It is written after the journal and removed before: it never names more than there was.
 */
const keyOf = (userId: string) => `rows-of-${userId}`;

/** Returns when the noted rows began, in ms since 1970, by their keys in the journal. */
export function notedRows(userId: string): Record<string, number> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(
      Object.entries(read).flatMap(([key, value]: [string, unknown]) =>
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
  write(userId, { ...noted, [key]: begunAtMs });
}

export function unnoteRow(userId: string, key: string): void {
  const { [key]: _, ...others } = notedRows(userId);
  write(userId, others);
}

export function forgetNotes(userId: string): void {
  write(userId, {});
}

function write(userId: string, rows: Record<string, number>): void {
  try {
    if (Object.keys(rows).length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(rows));
  } catch (error) {
    console.info('Local storage is not available', error);
  }
}
