/** The data that the build of the web app gives its worker (`apps/web/build/service-worker.ts`). */
export type Build = {
  /** Of its content. */
  id: string;
  /** The script that starts the app: the page of this build names it. */
  entry: string;
  /** Paths of files that are stored at once; files below `/assets/` are named by their content. */
  files: readonly string[];
  /** Patterns of the paths that show a page, as `/clubs/:clubURL/general`. */
  pages: readonly string[];
};

/** Answered by the server with the page without data. */
const shellPath = '/shell';

/** As many as the server keeps (`scripts/web-builds.mjs`). */
const keptBuilds = 3;
const prefix = 'build-';
const fetchesAtOnce = 4;

const isHashed = (path: string) => path.startsWith('/assets/');
const cacheOf = (build: Build) => `${prefix}${build.id}`;

/** The server returns another build than the worker's: it is being updated. */
export class OtherBuildError extends Error {
  override name = 'OtherBuildError';
}

/**
 * Stores the files of a build; files that an older one shares are copied without a request. Files of an interrupted
 * attempt stay.
 * @throws TypeError without the server, OtherBuildError, DOMException (QuotaExceededError) on a full disk
 */
export async function keepBuild(build: Build, caches: CacheStorage, ask: typeof fetch): Promise<void> {
  const cache = await caches.open(cacheOf(build));
  const answered = async (path: string, options: RequestInit) => {
    const response = await ask(path, options);
    if (!response.ok) throw new TypeError(`${path} is answered with ${response.status}`);
    return response;
  };
  const left = [...build.files];
  async function keepNext(): Promise<void> {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (await cache.match(path)) continue;
      const known = isHashed(path) ? await caches.match(path, { ignoreVary: true }) : undefined;
      await cache.put(
        path,
        known ?? (await answered(path, { cache: isHashed(path) ? 'default' : 'reload' })),
      );
    }
  }
  await Promise.all(Array.from({ length: fetchesAtOnce }, keepNext));
  const shell = await answered(shellPath, { cache: 'reload', credentials: 'omit' });
  if (!(await shell.clone().text()).includes(build.entry)) {
    throw new OtherBuildError('The server answers with the page of another build');
  }
  await cache.put(shellPath, shell);
}

/** Removes all builds except this one and the newest others, whose pages may be open. */
export async function forgetOlderBuilds(build: Build, caches: CacheStorage): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheOf(build));
  const older = others.slice(0, Math.max(0, others.length - (keptBuilds - 1)));
  await Promise.all(older.map((name) => caches.delete(name)));
}

export async function forgetEveryBuild(caches: CacheStorage): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Returns the shell of this build, undefined if it is not stored. */
export async function shellOf(build: Build, caches: CacheStorage): Promise<Response | undefined> {
  return (await caches.open(cacheOf(build))).match(shellPath, { ignoreVary: true });
}

/** Whether the worker answers for a path that is not a page. */
export function isFileOf(build: Build, path: string): boolean {
  return isHashed(path) || build.files.includes(path);
}

/**
 * Answers a file of any build. A stored hashed file is always right; any other is requested first. Hashed files that
 * installing omits, such as pictures and other alphabets, are stored after their first use.
 * @throws TypeError without the server, for a file that is not stored
 */
export async function answerFile(
  build: Build,
  path: string,
  caches: CacheStorage,
  ask: () => Promise<Response>,
): Promise<Response> {
  const known = await caches.match(path, { ignoreVary: true });
  if (!isHashed(path)) {
    try {
      return await ask();
    } catch (error) {
      if (known === undefined) throw error;
      return known;
    }
  }
  if (known !== undefined) return known;
  const response = await ask();
  if (response.status === 200) {
    const copy = response.clone();
    // A full disk must not fail the answer.
    await (await caches.open(cacheOf(build))).put(path, copy).catch(() => undefined);
  }
  return response;
}
