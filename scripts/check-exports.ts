// Finds exports that no other file imports. Runs in the root of the repository; `--fix` removes the word `export`
// where the name is still used in its own file.
import { writeFileSync } from 'node:fs';
import { importsOf, listSourceFiles, resolveImport, tryRead } from './source-imports.ts';

/** Programs, and files whose exports a tool reads. */
const isEntry =
  /(\.(test|spec)\.tsx?|\.config\.ts|\/vitest\.setup\.ts|\/drizzle\.config\.ts|\.d\.ts|\/tables\.ts)$/;

const texts = new Map<string, string>();
for (const file of listSourceFiles()) {
  const text = tryRead(file);
  if (text !== null) texts.set(file, text);
}

/**
 * Exports that later code will import: sending a workout to the monitor needs the gap. Only remove names from this
 * list.
 */
const awaited = new Set(['packages/pm5/src/csafe.ts csafeFrameGapMs']);

/** Names that are imported, by file; `*` stands for every name. */
const imported = new Map<string, Set<string>>();
for (const [file, text] of texts) {
  for (const { wanted, clause, isDynamic } of importsOf(text)) {
    const target = resolveImport(file, wanted);
    if (target === null) continue;
    const names = imported.get(target) ?? new Set();
    imported.set(target, names);
    if (isDynamic || clause.includes('*')) names.add('*');
    for (const [, name = ''] of clause.matchAll(/(?:\{|,)\s*(?:type\s+)?(\w+)/g)) names.add(name);
    if (/^\s*(?:type\s+)?\w+/.test(clause.split('{')[0] ?? '')) names.add('default');
  }
}

const problems: string[] = [];
const isFixing = process.argv.includes('--fix');
for (const [file, text] of texts) {
  if (isEntry.test(file)) continue;
  const names = imported.get(file) ?? new Set();
  if (names.has('*')) continue;
  let fixed = text;
  for (const name of exportsOf(text)) {
    if (names.has(name) || awaited.has(`${file} ${name}`)) continue;
    problems.push(`${file}: no other file imports ${name}: delete it, or remove its \`export\``);
    const isUsedHere = (text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) > 1;
    if (isUsedHere) {
      fixed = fixed.replace(
        new RegExp(`^export ((?:async )?(?:function\\*?|const|class|type|interface) ${name}\\b)`, 'm'),
        '$1',
      );
    }
  }
  if (isFixing && fixed !== text) writeFileSync(file, fixed);
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} exports that nothing imports.`);
  process.exit(1);
}
console.log(`every export of ${texts.size} files is imported`);

/** The names that a file exports, including re-exports. */
function* exportsOf(text: string): Iterable<string> {
  const declared = /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm;
  for (const [, name = ''] of text.matchAll(declared)) yield name;
  for (const [, list = ''] of text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)) {
    for (const [, name = '', alias] of list.matchAll(/(\w+)(?:\s+as\s+(\w+))?\s*(?:,|$)/g))
      yield alias ?? name;
  }
}
