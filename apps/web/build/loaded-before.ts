import type { Plugin } from 'vite';
import { filesWith } from './files-with.ts';

/**
 * Leaves out of what a lazy import loads first the scripts that the importing one has loaded itself: the page looks for each file
 * of the list when a press loads a part, and the lists are in every page's scripts.
 */
export function loadedBefore() {
  /** By a script's name: itself and what it imports. */
  const loaded = new Map<string, ReadonlySet<string>>();
  const plugin: Plugin = {
    name: 'loaded-before',
    apply: 'build',
    generateBundle: {
      // Before Vite writes the lists.
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
