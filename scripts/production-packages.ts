/** The fields read of package-lock.json, version 3. */
type LockedPackage = {
  version?: string;
  /** Of a link: the folder of the workspace. */
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Lock = { packages: Record<string, LockedPackage> };

/** Where the server's packages begin. The root has Node itself. */
const server = 'apps/server';

/** Optional dependencies for stores of unfinished uploads that we do not use; the server's own ioredis stays. */
const unused = new Map([
  ['node_modules/@tus/server', ['@redis/client', 'ioredis']],
  ['node_modules/@tus/file-store', ['@redis/client']],
]);

/**
 * Returns the folders of the packages that a workspace needs, by default the running server, without optional peers:
 * npm keeps those of better-auth (vitest, drizzle-kit, react) in an installation without development packages, too,
 * because the lock file has them.
 */
export function productionPackages({ packages }: Lock, workspace = server): string[] {
  const found = new Set<string>();
  const waiting = [workspace];
  const follow = (from: string, names: Iterable<string>) => {
    for (const name of names) {
      const path = resolvePackage(packages, from, name);
      // Missing because it is for another platform, or optional.
      if (path === null || found.has(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  };
  follow('', Object.keys(packages['']?.optionalDependencies ?? {}));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const here = packages[folder];
    if (here === undefined) continue;
    if (here.link && here.resolved !== undefined) {
      waiting.push(here.resolved);
      continue;
    }
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta,
    } = here;
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    const optional = Object.keys(optionalDependencies).filter((name) => !unused.get(folder)?.includes(name));
    follow(folder, [...Object.keys(dependencies), ...optional, ...peers]);
  }
  return [...found].filter((path) => !packages[path]?.link).sort();
}

/** Finds a package as Node does: in the folder's own node_modules, then in those above. */
function resolvePackage(packages: Lock['packages'], from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}
