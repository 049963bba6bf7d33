/** When the pages of the app were last read, by their paths, for the one login whose data this device stores. */
const key = 'read-pages';
const pagesMax = 200;

type ReadPages = { login: string; pages: Record<string, number> };

function readPages(login: string): ReadPages {
  const none = { login, pages: {} };
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof read !== 'object' || read === null || !('login' in read) || !('pages' in read)) return none;
    if (read.login !== login || typeof read.pages !== 'object' || read.pages === null) return none;
    const pages = Object.entries(read.pages).flatMap(([path, atMs]: [string, unknown]) =>
      typeof atMs === 'number' ? [[path, atMs] as const] : [],
    );
    return { login, pages: Object.fromEntries(pages) };
  } catch {
    return none;
  }
}

export function notePageRead(login: string, path: string, nowMs: number): void {
  const pages = Object.entries({ ...readPages(login).pages, [path]: nowMs })
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, pagesMax);
  localStorage.setItem(key, JSON.stringify({ login, pages: Object.fromEntries(pages) }));
}

/** Returns when the login last read a page here, in ms since 1970; null if never. */
export function pageLastReadMs(login: string, path: string): number | null {
  return readPages(login).pages[path] ?? null;
}

export function forgetReadPages(): void {
  localStorage.removeItem(key);
}
