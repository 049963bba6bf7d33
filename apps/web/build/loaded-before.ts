import type { Plugin } from 'vite';

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
        for (const { fileName } of Object.values(bundle)) {
          const all = new Set([fileName]);
          for (const each of all) {
            const file = bundle[each];
            if (file?.type === 'chunk') for (const imported of file.imports) all.add(imported);
          }
          loaded.set(fileName, all);
        }
      },
    },
  };
  const resolveDependencies = (_: string, scripts: string[], { hostId }: { hostId: string }) =>
    scripts.filter((script) => loaded.get(hostId)?.has(script) !== true);
  return { plugin, resolveDependencies };
}
