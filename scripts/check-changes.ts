// Checks the files of changes.d, and the subjects of the commits that came after this check:
//   node scripts/check-changes.ts
import { join } from 'node:path';
import { readChanges } from './changes.ts';
import { problemOfSubject, subjectsSince } from './commit-subjects.ts';

const { problems } = readChanges(join(import.meta.dirname, '..'));
const subjects = subjectsSince('scripts/check-changes.ts');
if (subjects === null) console.log('No git repository: the subjects of commits are not checked.');
for (const subject of subjects ?? []) {
  const problem = problemOfSubject(subject);
  if (problem !== null) problems.push(`The subject "${subject}" ${problem}.`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
