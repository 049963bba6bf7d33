import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { Build } from '../src/worker/builds.ts';

const worker = (file: string) => fileURLToPath(new URL(`../src/worker/${file}`, import.meta.url));

/** Files with fixed names that the app also shows without the server. */
const alwaysNeeded = ['/favicon.svg', '/icons/192.png', '/manifest.webmanifest'];

/** Other alphabets, and polyfills that a browser with Temporal never loads, are stored at their first use. */
const isLeftOut = (name: string) => /\/(temporal-polyfill|global)-|\.woff2$|\.(png|webp|jpg|svg)$/.test(name);

/**
 * Builds the service worker, which knows the files and pages of this build, as `worker.js`, and its remover as
 * `no-worker.js`: the server sends one of the two at `/sw.js`.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const html = textOf(bundle['index.html']);
      const { pages, fonts } = readPages(textOf(bundle['pages.json']));
      const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
      if (entry === undefined) throw new Error('index.html starts no script');
      const hashed = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && !isLeftOut(name))
        .map((name) => `/${name}`);
      const files = [...new Set([...alwaysNeeded, ...fonts, ...hashed])].sort();
      const id = createHash('sha256')
        .update(files.join())
        .update(html)
        .update(pages.join())
        .digest('hex')
        .slice(0, 16);
      const theBuild: Build = { id, entry, files, pages };
      for (const [name, file] of [
        ['worker.js', 'service-worker.ts'],
        ['no-worker.js', 'no-worker.ts'],
      ] as const) {
        this.emitFile({ type: 'asset', fileName: name, source: await bundled(worker(file), theBuild) });
      }
    },
  };
}

/** Returns the code of a worker in one file without imports. */
async function bundled(file: string, theBuild: Build): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { theBuild: JSON.stringify(theBuild) },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: file,
        output: { format: 'iife' },
        treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
      },
    },
  });
  const [chunk, ...more] = [made].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${file} is not one file`);
  return chunk.code;
}

function textOf(file: { type: string; source?: string | Uint8Array } | undefined): string {
  if (typeof file?.source !== 'string') throw new Error('The build has no index.html or pages.json');
  return file.source;
}

function readPages(json: string): { pages: string[]; fonts: string[] } {
  const read: { pages: object; fonts: string[] } = JSON.parse(json);
  return { pages: Object.keys(read.pages).filter((pattern) => pattern !== '/*'), fonts: read.fonts };
}
