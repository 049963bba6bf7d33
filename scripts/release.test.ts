import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

const script = join(import.meta.dirname, 'release.ts');
const lock = {
  name: 'boathouse',
  version: '1.2.0',
  lockfileVersion: 3,
  packages: {
    '': { name: 'boathouse', version: '1.2.0', workspaces: ['apps/*'], devDependencies: { tool: '1.0.0' } },
    'apps/server': { name: '@boathouse/server', version: '1.2.0', dependencies: { served: '2.0.0' } },
    'apps/web': { name: '@boathouse/web', version: '1.2.0', dependencies: { shown: '3.0.0' } },
    'node_modules/@boathouse/server': { resolved: 'apps/server', link: true },
    'node_modules/@boathouse/web': { resolved: 'apps/web', link: true },
    'node_modules/served': { version: '2.0.0', license: 'MIT' },
    'apps/server/node_modules/nested': { version: '1.2.0', license: 'MIT' },
    'node_modules/shown': { version: '3.0.0', license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', dev: true, license: 'MIT' },
  },
};

let root: string;
const write = (file: string, text: string) => writeFileSync(join(root, file), text);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@a.example', ...args], { cwd: root });
const release = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8' });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boathouse-release-'));
  const made = root;
  onTestFinished(() => rmSync(made, { recursive: true }));
  for (const [path, manifest] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/')) continue;
    mkdirSync(join(root, path), { recursive: true });
    write(join(path, 'package.json'), JSON.stringify(manifest, null, 2));
  }
  write('package-lock.json', JSON.stringify(lock));
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.0 - 2026-11-23\n\n- News.\n');
  write('.gitignore', 'dist-*/\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
});

test('a release has the source, the packages that run, and their checksums', () => {
  const { status, stderr } = release('1.2.0');
  expect([status, stderr]).toEqual([0, '']);
  const made = join(root, 'dist-release');
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: made }).toString()).toBe(
    'boathouse-1.2.0.cdx.json: OK\nboathouse-1.2.0.tar.gz: OK\n',
  );
  const listed = execFileSync('tar', ['-tzf', 'boathouse-1.2.0.tar.gz'], { cwd: made }).toString();
  expect(listed).toContain('boathouse-1.2.0/apps/server/package.json\n');
  const { metadata, components, dependencies } = z
    .object({
      metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
      components: z.array(z.object({ 'bom-ref': z.string() })),
      dependencies: z.array(z.object({ ref: z.string() })),
    })
    .parse(JSON.parse(readFileSync(join(made, 'boathouse-1.2.0.cdx.json'), 'utf8')));
  expect(metadata.component).toEqual({ name: 'boathouse', version: '1.2.0' });
  const shipped = ['@boathouse/server@1.2.0', '@boathouse/web@1.2.0', 'served@2.0.0', 'shown@3.0.0'];
  expect(components.map((each) => each['bom-ref']).sort()).toEqual(shipped);
  expect(dependencies.map(({ ref }) => ref).sort()).toEqual([...shipped, 'boathouse@1.2.0'].sort());
}, 30_000);

test('the first run joins the changes and sets the version, the second makes the release', () => {
  mkdirSync(join(root, 'changes.d'));
  mkdirSync(join(root, 'docs/operate'), { recursive: true });
  write('changes.d/board.md', 'Added: The board has a clock.\n');
  write('docs/operate/install.md', 'Download `boathouse-1.2.0.tar.gz`.\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'second');
  const joined = release('1.3.0');
  expect([joined.status, joined.stderr]).toEqual([0, '']);
  expect(joined.stdout).toBe('CHANGELOG.md has the section of 1.3.0. Read it, commit, and run this again.\n');
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## 1\.3\.0 - \d{4}-\d\d-\d\d\n\n### Added\n\n- The board has a clock\.\n\n## 1\.2\.0/,
  );
  expect(read('docs/operate/install.md')).toBe('Download `boathouse-1.3.0.tar.gz`.\n');
  for (const file of ['package.json', 'apps/server/package.json', 'apps/web/package.json']) {
    expect(JSON.parse(read(file))).toMatchObject({ version: '1.3.0' });
  }
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '1.3.0',
    packages: {
      'apps/server': { version: '1.3.0' },
      'apps/server/node_modules/nested': { version: '1.2.0' },
    },
  });
  expect(existsSync(join(root, 'changes.d/board.md'))).toBe(false);
  git('add', '.');
  git('commit', '--quiet', '-m', 'third');
  const made = release('1.3.0');
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(existsSync(join(root, 'dist-release/boathouse-1.3.0.tar.gz'))).toBe(true);
}, 60_000);

test('a change that is not a sentence is refused before anything is changed', () => {
  mkdirSync(join(root, 'changes.d'));
  write('changes.d/board.md', 'Added: the board\n');
  expect(release('1.3.0').stderr).toContain('changes.d/board.md is not a sentence with a full stop.');
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).toMatchObject({ version: '1.2.0' });
}, 30_000);

test('a version that package.json or the changelog does not have, and changes that no commit has, are refused', () => {
  expect(release().stderr).toContain('Usage: npm run release -- VERSION');
  const other = release('1.3.0');
  expect(other.status).toBe(1);
  expect(other.stderr).toContain('package.json has version 1.2.0.');
  expect(other.stderr).toContain('CHANGELOG.md has no section "## 1.3.0 - YEAR-MONTH-DAY".');
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.0 - 2026-11-24\n');
  expect(release('1.2.0').stderr).toContain('Commit these changes first:\n M CHANGELOG.md');
}, 30_000);
