import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { filesWith } from './files-with.ts';

/** The files of one page, as URLs from the origin's root; files needed earlier come first. */
type PageFiles = { scripts: string[]; styles: string[] };

/** `dist/pages.json`, from which the server links a page's files into its HTML (`apps/server/src/http/pages/page-files.ts`). */
type Pages = {
  /** By path pattern (`/clubs/:clubURL/general`). */
  pages: Record<string, PageFiles>;
  /** Fonts that every page uses. */
  fonts: string[];
};

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Returns the literals of all `import()` below a node. */
function importsBelow(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(importsBelow);
  if (!isNode(value)) return [];
  if (value.type === 'ImportExpression' && isNode(value['source'])) return [String(value['source']['value'])];
  return Object.values(value).flatMap(importsBelow);
}

/** Returns the modules that each path of a route tree loads: those of its own `lazy` and of the layouts around it. */
function modulesByPath(value: unknown, outer: readonly string[] = []): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (more: Map<string, string[]>) => more.forEach((modules, path) => found.set(path, modules));
  if (Array.isArray(value)) for (const each of value) add(modulesByPath(each, outer));
  else if (isNode(value) && value.type === 'ObjectExpression' && Array.isArray(value['properties'])) {
    const properties = new Map<string, unknown>();
    for (const property of value['properties']) {
      if (isNode(property) && isNode(property['key']))
        properties.set(String(property['key']['name']), property['value']);
    }
    const modules = [...outer, ...importsBelow(properties.get('lazy'))];
    const path = properties.get('path');
    if (isNode(path)) found.set(`/${String(path['value'])}`, modules);
    if (properties.has('index')) found.set('/', modules);
    add(modulesByPath(properties.get('children'), modules));
  } else if (isNode(value)) for (const each of Object.values(value)) add(modulesByPath(each, outer));
  return found;
}

/**
 * Writes `pages.json`: for each path of the routes, the scripts and style sheets that it loads, with all their imports.
 * @param start module that starts the app on every page
 */
export function pageFiles(routes: string, start: string): Plugin {
  let modules = new Map<string, string[]>();
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (id === routes) modules = modulesByPath(this.parse(code));
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunkOf = (module: string) => {
        const found =
          chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
          chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (!found) throw new Error(`No file has the module ${module}`);
        return found;
      };
      const filesOf = (wanted: readonly string[]): PageFiles => {
        const { scripts, styles } = filesWith(
          bundle,
          wanted.map((module) => chunkOf(module).fileName),
        );
        const url = (name: string) => `/${name}`;
        return { scripts: [...scripts].map(url), styles: [...styles].map(url) };
      };
      const pages: Pages = {
        pages: Object.fromEntries(
          [...modules].map(([path, names]) => [
            path,
            filesOf([start, ...names.map((name) => join(dirname(routes), name))]),
          ]),
        ),
        fonts: Object.keys(bundle)
          .filter((name) => /latin-wdth-normal.*\.woff2$/.test(name) && !name.includes('latin-ext'))
          .map((name) => `/${name}`),
      };
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
    },
  };
}
