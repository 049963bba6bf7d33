// Loaded before the server: resolves imports with less work than Node, which looks for each file, and reads the
// package.json of its folder, at each of the 4,000 imports of a server (docs/decisions/075).
import { registerHooks } from 'node:module';

type Found = { url: string; format?: string | null | undefined };

/** Node 26.10 parses the whole package.json of a package for each of its modules, and Drizzle's has 179 kB. */
const largePackage = new URL('./', import.meta.resolve('drizzle-orm')).href;
/** By folder and extension: one package.json decides the formats of all files of a folder. */
const formats = new Map<string, string>();
/** By package and name: all files of a package resolve a name in the same way. */
const byName = new Map<string, Found>();

/** Returns the folder of the package or workspace that a file is in. */
function packageOf(url: string): string | undefined {
  return /^.*\/(?:node_modules\/(?:@[^/]+\/)?|apps\/|packages\/)[^/]+\//.exec(url)?.[0];
}

function findFile(url: string, find: () => Found): Found {
  if (url.startsWith(largePackage)) return { url, format: 'module' };
  const kind = url.replace(/[^/]*(?=\.\w+$)/, '');
  const format = formats.get(kind);
  if (format !== undefined) return { url, format };
  const found = find();
  if (found.url === url && found.format) formats.set(kind, found.format);
  return found;
}

function findByName(name: string, home: string, find: () => Found): Found {
  const key = `${home} ${name}`;
  const found = byName.get(key) ?? find();
  byName.set(key, found);
  return found;
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context;
    const find = () => next(specifier, context);
    // `require` finds other files than an import does.
    if (!parentURL?.startsWith('file:') || conditions.includes('require')) return find();
    if (/^\.{1,2}\//.test(specifier)) {
      return { ...findFile(new URL(specifier, parentURL).href, find), shortCircuit: true };
    }
    const home = /^@?\w[^:]*$/.test(specifier) ? packageOf(parentURL) : undefined;
    return home === undefined ? find() : { ...findByName(specifier, home, find), shortCircuit: true };
  },
});
