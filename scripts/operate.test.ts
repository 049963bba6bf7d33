import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { commandBlocks } from './documented-commands.ts';
import { productionPackages, type Lock } from './production-packages.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const documents = globSync('docs/operate/*.md', { cwd: repository }).sort();

test('a block is run only if it is marked', () => {
  const document = '```sh run\none\ntwo\n```\n\ntext\n\n```sh\nthree\n```\n\n```text\nfour\n```\n';
  expect(commandBlocks(document)).toEqual([
    { text: 'one\ntwo\n', isRun: true },
    { text: 'three\n', isRun: false },
  ]);
});

describe.each(documents)('the commands in %s', (document) => {
  const text = commandBlocks(read(document))
    .map((block) => block.text)
    .join('\n');

  test('are read by a shell without an error', () => {
    expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr).toBe('');
  });

  test('name scripts and files that the repository has', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    const named = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const files = [...text.matchAll(/(?<![\w./-])deploy\/[\w.-]+/g)].map(([name]) => name);
    expect(files.filter((name) => !existsSync(join(repository, name)))).toEqual([]);
  });
});

/**
 * Imitates systemctl for the unit as far as possible here: starts its command with its settings, and returns when the
 * server is ready. The unit's limits are tested in deploy.test.ts.
 */
const systemctl = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { existsSync, openSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { setTimeout: delay } = require('node:timers/promises');
const root = process.env.ROOT;
const place = (text) => text.replace(/\\/(opt|etc|var)\\//g, root + '/$1/');
const isGone = (pid) => { try { process.kill(pid, 0); return false; } catch { return true; } };
async function main() {
  if (process.argv[2] === 'daemon-reload') return;
  const pidFile = root + '/pid';
  if (existsSync(pidFile)) {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    process.kill(pid, 'SIGTERM');
    while (!isGone(pid)) await delay(20);
  }
  const unit = place(readFileSync(root + '/etc/systemd/system/boathouse.service', 'utf8'));
  const valueOf = (name) => unit.match(new RegExp('^' + name + '=-?(.*)$', 'm'))[1];
  const env = { PATH: '/usr/bin:/bin', PORT: process.env.PRODUCT_PORT };
  const settings = readFileSync(valueOf('EnvironmentFile'), 'utf8').split('\\n').filter((line) => /^\\w/.test(line));
  for (const setting of [...valueOf('Environment').split(' '), ...settings]) {
    env[setting.split('=')[0]] = setting.slice(setting.indexOf('=') + 1);
  }
  rmSync(root + '/log', { force: true });
  const log = openSync(root + '/log', 'w');
  const [command, ...args] = valueOf('ExecStart').split(' ');
  const child = spawn(command, args, { cwd: valueOf('WorkingDirectory'), env, detached: true, stdio: ['ignore', log, log] });
  writeFileSync(pidFile, String(child.pid));
  let exit = null;
  child.on('exit', (code) => { exit = code ?? 1; });
  while (!readFileSync(root + '/log', 'utf8').includes(' is ready at ')) {
    if (exit !== null) { console.error(readFileSync(root + '/log', 'utf8')); process.exit(1); }
    await delay(50);
  }
  process.exit(0);
}
void main();
`;

/**
 * Replaces `npm ci`, which takes a minute to fetch everything, by links to the packages that a server needs and that
 * are installed here, and the built web app. With REAL_INSTALL=1 it runs the real one.
 */
const npm = `#!/bin/sh
if [ "$1" = ci ] && [ -z "$REAL_INSTALL" ]; then
  here=$PWD
  # Links, unless the folder is on another disk.
  (cd "$REPOSITORY" && { xargs cp -al --parents -t "$here" < "$ROOT/packages" 2>/dev/null || xargs cp -a --parents -t "$here" < "$ROOT/packages"; } &&
    cp -a --parents -t "$here" apps/server/dist)
  [ -e apps/web/dist ] || cp -a "$REPOSITORY/apps/web/dist" apps/web/
else
  exec "$REAL_NPM" "$@"
fi
`;

/** Returns what \`npm\` above links: the outermost folders of the packages, and the workspaces. */
function packagesToLink(): string[] {
  const lock: Lock = JSON.parse(read('package-lock.json'));
  const paths = productionPackages(lock).filter((path) => existsSync(join(repository, path)));
  const outermost = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
  return [...outermost, 'node_modules/@boathouse', 'node_modules/.bin/node'];
}

/** Creates a place for the folders /opt, /etc and /var, and runs documented commands in it. */
async function newMachine() {
  const root = mkdtempSync(join(tmpdir(), 'boathouse-operate-'));
  const bin = join(root, 'bin');
  for (const folder of [bin, 'downloads', 'opt', 'etc/systemd/system', 'var/lib']) {
    mkdirSync(folder === bin ? bin : join(root, folder), { recursive: true });
  }
  const commands = {
    systemctl,
    npm,
    sudo: '#!/bin/sh\nexec "$@"\n',
    useradd: '#!/bin/sh\nfor user; do :; done\nmkdir -p "$ROOT/var/lib/$user"\n',
  };
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  }
  writeFileSync(join(root, 'packages'), packagesToLink().join('\n'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = z.object({ port: z.number() }).parse(server.address());
  server.close();
  onTestFinished(() => {
    const pid = Number(spawnSync('cat', [join(root, 'pid')], { encoding: 'utf8' }).stdout);
    if (pid > 0) spawnSync('kill', ['-KILL', String(pid)]);
    rmSync(root, { recursive: true, force: true });
    // Thousands of files.
  }, 60_000);
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    ROOT: root,
    REPOSITORY: repository,
    REAL_NPM: execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim(),
    PRODUCT_PORT: String(address.port),
  };
  return {
    root,
    url: `http://127.0.0.1:${address.port}`,
    /** Runs each block as if it were typed after the download. */
    run: (document: string) =>
      commandBlocks(read(document))
        .filter(({ isRun }) => isRun)
        .map(({ text }) => {
          const here = text
            .replaceAll(/\/(opt|etc|var)\//g, `${root}/$1/`)
            .replaceAll('127.0.0.1:3000', `127.0.0.1:${address.port}`);
          const { status, stdout, stderr } = spawnSync('bash', ['-euc', here], {
            cwd: join(
              root,
              here.startsWith('sha256sum')
                ? 'downloads'
                : document.endsWith('install.md')
                  ? 'opt/boathouse'
                  : '',
            ),
            env,
            encoding: 'utf8',
          });
          if (status !== 0) throw new Error(`${text}\nended with ${status}:\n${stdout}\n${stderr}`);
          return stdout;
        }),
  };
}

/** Packs the files of the repository as a release does. */
function download(folder: string): void {
  const name = /boathouse-[\d.]+(?=\.tar\.gz)/.exec(read('docs/operate/install.md'))?.[0] ?? '';
  execFileSync(
    'bash',
    [
      '-euc',
      `git -C "$0" ls-files --cached --others --exclude-standard -z | tar -czf ${name}.tar.gz -C "$0" --null --files-from - --ignore-failed-read --transform 's,^,${name}/,'
      sha256sum ${name}.tar.gz > SHA256SUMS`,
      repository,
    ],
    { cwd: folder },
  );
}

async function post(url: string, body: object): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
}

test(
  'the documents install a server, update it, and restore the version before, with its accounts',
  { timeout: 300_000 },
  async () => {
    const { root, url, run } = await newMachine();
    download(join(root, 'downloads'));
    expect(run('docs/operate/install.md').join('')).toContain('{"status":"ok"}');
    const account = { email: 'ann@athletes.example', password: 'a good password' };
    expect(await post(`${url}/api/auth/sign-up/email`, { ...account, name: 'Ann' })).toBe(200);
    expect(statSync(join(root, 'etc/boathouse.env')).mode & 0o777).toBe(0o600);
    const settings = join(root, 'opt/boathouse/deploy/.env');
    expect(statSync(settings).mode & 0o777).toBe(0o600);
    expect(readFileSync(settings, 'utf8')).toMatch(
      /^SITE_ADDRESS=row\.example\.org\nPOSTGRES_PASSWORD=[0-9a-f]{64}\nHTTP_PORT=8080\nHTTPS_PORT=8443\n$/,
    );
    expect(existsSync(join(root, 'opt/boathouse/node_modules/vite'))).toBe(false);

    expect(
      run('docs/operate/update.md')
        .join('')
        .match(/\{"status":"ok"\}/g),
    ).toHaveLength(2);
    expect(existsSync(join(root, 'opt/boathouse-failed'))).toBe(true);
    expect(await post(`${url}/api/auth/sign-in/email`, account)).toBe(200);
  },
);
