// Changes one operator or constant at a time, in a copy, and runs the tests that use the file: a change that no test
// notices is a gap in the tests. npm run mutants -- [--package row] [--count 40] [--seed 7] [--only REGEX] Not part of
// npm test, because each change takes some seconds.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, sampleOf, type Mutant } from './find-mutants.ts';

const root = join(import.meta.dirname, '..');
/** The longest run of the tests without a change. */
const longestRunMs = 300_000;
/** Most changes are noticed without the slow tests. */
const withoutSlow = ['--exclude', '**/test/model/**', '--passWithNoTests'];

const { values } = parseArgs({
  options: {
    package: { type: 'string', default: 'row' },
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
  },
});
const only = new RegExp(values.only);

/** Copies the files that git has, with the packages that are installed here. */
function copyOfRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'boathouse-mutants-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const file of listed('.')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function listed(folder: string): string[] {
  const files = execFileSync('git', ['ls-files', '-z', folder], { cwd: root, encoding: 'utf8' });
  return files.split('\0').filter((file) => file !== '');
}

/** The used part of the report of vitest's JSON reporter. */
type Report = {
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/**
 * Runs the tests that use the files. Returns the report, null if they do not end in time.
 * @throws if vitest does not start
 */
function reportOf(
  copy: string,
  files: readonly string[],
  timeoutMs: number,
  options: readonly string[] = [],
): Report | null {
  const outputFile = join(copy, 'mutants-report.json');
  rmSync(outputFile, { force: true });
  const args = ['related', '--run', '--project', values.package, '--bail', '1'];
  const output = ['--reporter', 'json', '--outputFile', outputFile];
  const { error, status, stderr } = spawnSync(
    join(copy, 'node_modules/.bin/vitest'),
    [...args, ...output, ...options, ...files],
    {
      cwd: copy,
      env: { ...process.env, CI: 'true' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: timeoutMs,
    },
  );
  if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT') return null;
  if (error !== undefined) throw error;
  if (!existsSync(outputFile))
    throw new Error(`vitest ended with ${status} and without a report:\n${stderr}`);
  const report: Report = JSON.parse(readFileSync(outputFile, 'utf8'));
  return report;
}

/** A file of tests that does not load is a failed suite without tests. */
function isPassed({ numFailedTests, numFailedTestSuites }: Report): boolean {
  return numFailedTests + numFailedTestSuites === 0;
}

/** Returns the failed tests with their messages, and the files that do not load. */
function failuresIn({ testResults }: Report): string {
  const failed = testResults.filter(({ status }) => status === 'failed');
  return failed
    .flatMap(({ name, message, assertionResults }) => [
      `${name} ${message}`,
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`),
    ])
    .join('\n');
}

/**
 * Runs the tests without a change: if they failed, each change would look noticed.
 * @returns how long they take
 * @throws with the failed tests
 */
function checkUnchanged(copy: string, files: readonly string[]): number {
  const begin = performance.now();
  const report = reportOf(copy, files, longestRunMs);
  if (report === null)
    throw new Error(`Without a change, the tests do not end within ${longestRunMs / 1000} s.`);
  if (!isPassed(report))
    throw new Error(`The tests do not pass without a change either:\n${failuresIn(report)}`);
  return performance.now() - begin;
}

/** Whether a test that uses the file fails on the change. */
function isNoticed(copy: string, { file, start, end, text }: Mutant, timeoutMs: number): boolean {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.slice(0, start) + text + before.slice(end));
  const isFailed = (options?: readonly string[]) => {
    const report = reportOf(copy, [file], timeoutMs, options);
    return report === null || !isPassed(report);
  };
  const isKilled = isFailed(withoutSlow) || isFailed();
  writeFileSync(path, before);
  return isKilled;
}

const sources = listed(`packages/${values.package}/src`).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && only.test(file),
);
const found = sources.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
const tried = sampleOf(found, Number(values.count), Number(values.seed));
const copy = copyOfRepository();
const unchangedMs = checkUnchanged(copy, [...new Set(tried.map(({ file }) => file))]);
// A changed condition can make an endless loop. Other work on the machine makes a run slower.
const timeoutMs = Math.ceil(30_000 + 3 * unchangedMs);
const survivors = tried.filter((mutant) => {
  const isKilled = isNoticed(copy, mutant, timeoutMs);
  const { file, line, was, text, source } = mutant;
  console.log(
    `${isKilled ? 'noticed ' : 'SURVIVED'} ${file}:${line} "${was.trim()}" to "${text.trim()}" | ${source}`,
  );
  return !isKilled;
});
console.log(
  `${survivors.length} of ${tried.length} changes were noticed by no test (${found.length} are possible, seed ${values.seed}).`,
);
