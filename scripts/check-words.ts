// Checks the English of comments, titles of tests, documents, and subjects of commits after this check:
//   node scripts/check-words.ts [FOLDER…]
// With folders, it reads only those. `--count` prints how often each fault is found.
import { subjectsSince } from './commit-subjects.ts';
import { listFiles, tryRead } from './source-imports.ts';
import { faults, findFaults, proseOf } from './words.ts';

/** Older decisions, and files that quote the faults, are not checked. */
const left = /^docs\/decisions\/0([0-8]\d|9[0-3])-|^scripts\/words(\.test)?\.ts$|^docs\/writing\.md$/;

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const counts = process.argv.includes('--count') ? new Map<string, number>() : null;

function isRead(file: string): boolean {
  if (left.test(file)) return false;
  return folders.length === 0 || folders.some((folder) => file.startsWith(folder));
}

const problems: string[] = [];
for (const file of listFiles(/\.(ts|tsx|mts|mjs|css|md)$/).filter(isRead)) {
  const read = tryRead(file);
  if (read === null) continue;
  // Sections of released versions are not checked.
  const text = file === 'CHANGELOG.md' ? read.slice(0, Math.max(0, read.search(/^## /m))) : read;
  for (const { at, words, fault } of findFaults(proseOf(file, text))) {
    const line = text.slice(0, at).split('\n').length;
    problems.push(`${file}:${line} "${words}": ${fault.instead}`);
    counts?.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
  }
}
for (const subject of subjectsSince('scripts/check-words.ts') ?? []) {
  for (const { words, fault } of findFaults(subject)) {
    problems.push(`The subject "${subject}" has "${words}": ${fault.instead}`);
  }
}
if (counts !== null) {
  for (const { name } of faults) console.log(`${String(counts.get(name) ?? 0).padStart(5)} ${name}`);
  console.log(`${String(problems.length).padStart(5)} together`);
} else if (problems.length > 0) {
  console.error(`${problems.join('\n')}\n${problems.length} places; docs/writing.md says how to write.`);
  process.exitCode = 1;
}
