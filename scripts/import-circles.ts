/** Returns circles among imports, each from a name back to the same name: at least one if any exists. */
export function findCircles(importsOf: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (name: string, path: string[]): void => {
    const at = path.indexOf(name);
    if (at !== -1) circles.push([...path.slice(at), name]);
    if (at !== -1 || done.has(name)) return;
    for (const next of importsOf.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of importsOf.keys()) visit(name, []);
  return circles;
}
