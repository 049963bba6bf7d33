import type { Rolldown } from 'vite';

/**
 * Returns the given scripts of a build with everything that they import, and their style sheets; files needed earlier
 * come first.
 */
export function filesWith(bundle: Rolldown.OutputBundle, wanted: readonly string[]) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || scripts.has(name)) return;
    scripts.add(name);
    for (const imported of file.imports) add(imported);
    for (const style of file.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const name of wanted) add(name);
  return { scripts, styles };
}
