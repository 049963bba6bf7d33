import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adviceFor, findTool, installTools, toolVariables, tools, type Machine } from './test-tools.ts';

const debian = 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n';
const ubuntu = 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n';
const fedora = 'NAME="Fedora Linux"\nID=fedora\n';

let root = '';
let printed: string[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tools-'));
  mkdirSync(join(root, 'bin'));
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const write = (name: string, lines: string) =>
  writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
const machine = (fields: Partial<Machine> = {}): Machine => ({
  env: { PATH: join(root, 'bin') },
  platform: 'linux',
  isRoot: true,
  osRelease: debian,
  ...fields,
});
const programs = tools.map((tool) => tool.programs[0] ?? '');
const calls = () => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n');

/** An apt-get that "installs" a package by writing the programs it has. */
function writeAptGet(missingPackages: string[] = []) {
  const cases = tools.map(
    ({ packages, programs: names }) =>
      `*" ${packages[0]}"*) printf '#!/bin/sh\\n' > ${root}/bin/${names[0]}; /bin/chmod 755 ${root}/bin/${names[0]};;`,
  );
  write(
    'apt-get',
    [
      `echo "apt-get $*" >> ${root}/calls`,
      ...missingPackages.map((name) => `case " $* " in *" ${name} "*) exit 100;; esac`),
      `case " $* " in ${cases.join(' ')} esac`,
    ].join('\n'),
  );
}

describe('the tools of the tests', () => {
  test('are left alone when all are installed', () => {
    for (const program of programs) write(program, '');
    writeAptGet();
    expect(installTools(machine())).toEqual([]);
    expect(printed).toEqual([]);
  });

  test.each([
    ['Debian', debian],
    ['Ubuntu', ubuntu],
  ])('are installed on %s by root, after a message that names them and the reason', (_name, osRelease) => {
    writeAptGet();
    expect(installTools(machine({ osRelease }))).toEqual([]);
    expect(printed).toContain(
      'Installing haproxy with apt-get: the tests of several processes run behind it.',
    );
    expect(printed).toHaveLength(tools.length);
    expect(calls()[0]).toMatch(/^apt-get update /);
    expect(calls()).toContainEqual(expect.stringMatching(/ install .*redis-server/));
  });

  test('are installed with sudo for another user', () => {
    writeAptGet();
    write('sudo', `echo "sudo $1" >> ${root}/calls\nexec "$@"`);
    expect(installTools(machine({ isRoot: false }))).toEqual([]);
    expect(printed[0]).toMatch(/^Installing chromium, fonts-liberation with sudo apt-get: /);
    expect(calls()[0]).toBe(`sudo ${root}/bin/apt-get`);
  });

  test('are only named without sudo', () => {
    writeAptGet();
    const problems = installTools(machine({ isRoot: false }));
    expect(problems).toEqual([
      "Installing packages needs root, and sudo isn't there.",
      ...tools.map(adviceFor),
    ]);
  });

  test.each([
    ['Fedora', { osRelease: fedora }],
    ['a Linux without a name', { osRelease: '' }],
    ['macOS', { platform: 'darwin' as const, osRelease: '' }],
  ])('are named in a sentence each on %s, and nothing is installed', (_name, fields) => {
    writeAptGet();
    const problems = installTools(machine(fields));
    const wanted = tools.filter(({ onlyOnLinux }) => fields.platform !== 'darwin' || !onlyOnLinux);
    expect(problems).toEqual(wanted.map(adviceFor));
    expect(problems[0]).toBe(
      'Chromium is missing (the browser tests run in it): install chromium, or set CHROMIUM_PATH to its path.',
    );
    expect(printed).toEqual([]);
  });

  test('are named when apt-get has no network', () => {
    write('apt-get', 'exit 100');
    expect(installTools(machine())).toEqual([
      'apt-get update failed: see its message above.',
      ...tools.map(adviceFor),
    ]);
  });

  test('are installed except those that the release does not have, which are named', () => {
    writeAptGet(['chromium', 'chromium-headless-shell']);
    const chromium = tools.find(({ name }) => name === 'Chromium');
    if (chromium === undefined) throw new Error('There is no Chromium');
    expect(installTools(machine())).toEqual([
      'apt-get could not install chromium, fonts-liberation.',
      adviceFor(chromium),
    ]);
    const redis = tools.find(({ name }) => name === 'Redis');
    expect(redis && findTool(redis, machine())).toBe(join(root, 'bin/redis-server'));
  });

  test('may lack the headless browser, which only makes tests faster', () => {
    writeAptGet(['chromium-headless-shell']);
    expect(installTools(machine())).toEqual([]);
    expect(toolVariables(machine())).toEqual({ CHROMIUM_PATH: join(root, 'bin/chromium') });
  });

  test('are found by their variable and by their other names', () => {
    const [chromium] = tools;
    if (chromium === undefined) throw new Error('There is no tool');
    write('google-chrome', '');
    expect(findTool(chromium, machine())).toBe(join(root, 'bin/google-chrome'));
    const named = machine({ env: { PATH: '', CHROMIUM_PATH: '/opt/chromium' } });
    expect(findTool(chromium, named)).toBe('/opt/chromium');
  });
});

test('npm test stops with a sentence for each tool before any step, with an empty PATH', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts')], {
    env: { PATH: '' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  const wanted = tools.filter(({ onlyOnLinux }) => !onlyOnLinux || process.platform === 'linux');
  expect(stderr.trim().split('\n')).toEqual(['The tests did not start.', ...wanted.map(adviceFor)]);
  expect(stdout).toBe('');
});
