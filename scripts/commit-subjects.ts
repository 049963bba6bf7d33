import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Returns what git prints; null without git, or outside a repository, such as in a release's archive. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Returns the subjects after the commit that added a file, for example the check that reads them; null without a
 * repository. A shallow clone may lack that commit: then there is nothing to check.
 */
export function subjectsSince(file: string): string[] | null {
  const first = git('log', '--diff-filter=A', '-1', '--format=%H', '--', file);
  if (first === null) return null;
  if (first === '' || git('rev-parse', '--is-shallow-repository') === 'true') return [];
  const log = git('log', '--no-merges', '--format=%s', `${first}..HEAD`);
  return log === null ? null : log.split('\n').filter((line) => line !== '');
}

const subjectMax = 72;

/** Returns why a commit's subject breaks the rule of CONTRIBUTING.md; null if it does not. */
export function problemOfSubject(subject: string): string | null {
  if (subject.length > subjectMax) return `has ${subject.length} characters; ${subjectMax} are the limit`;
  const [, area, thought = ''] = /^([a-z\d][a-z\d.-]*(?:, [a-z\d][a-z\d.-]*)?): (.+)$/.exec(subject) ?? [];
  if (area === undefined) return 'does not begin with its area, such as "live: "';
  if (!/^[a-z]/.test(thought)) return 'does not go on in small letters after its area';
  if (thought.includes(';')) return 'has more than one thought';
  if (thought.endsWith('.')) return 'ends with a full stop';
  // A statement about the change begins with "a", "the" or "an"; an imperative begins with its verb.
  if (/^(a|an|the|what|who|where|which|no|also|it|is|are)\b/.test(thought))
    return 'does not begin with its verb';
  return null;
}
