import type { Plugin } from 'vite';
import { filesWith } from './files-with.ts';

/**
 * Removes from a lazy import's list of preloads the scripts that the importing script has already loaded: the page
 * looks for each file of the list when a press loads a part, and the lists are in every page's scripts.
 */
export function loadedBefore() {
  /** By a script's name: itself and its imports. */
  const loaded = new Map<string, ReadonlySet<string>>();
  const plugin: Plugin = {
    name: 'loaded-before',
    apply: 'build',
    generateBundle: {
      // Runs before Vite writes the lists.
      order: 'pre',
      handler(_, bundle) {
        for (const name of Object.keys(bundle)) loaded.set(name, filesWith(bundle, [name]).scripts);
      },
    },
  };
  const resolveDependencies = (_: string, scripts: string[], { hostId }: { hostId: string }) =>
    scripts.filter((script) => loaded.get(hostId)?.has(script) !== true);
  return { plugin, resolveDependencies };
}
