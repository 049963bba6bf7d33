import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { brotliCompressSync } from 'node:zlib';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { publishBuild } from './web-builds.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boathouse-builds-'));
  const made = root;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

const served = () => join(root, 'dist');

/** Publishes a build of these files, whose content is the build's name. */
function publish(build: string, files: readonly string[]): void {
  const draft = join(root, 'dist-draft');
  for (const file of ['index.html', ...files]) {
    mkdirSync(dirname(join(draft, file)), { recursive: true });
    writeFileSync(join(draft, file), build);
  }
  publishBuild(draft, served());
}

const files = () =>
  globSync('**/*.*', { cwd: served() })
    .filter((file) => file !== '.builds.json')
    .sort();

test('the hashed files of three builds stay, with their compressed copies, and older ones go', () => {
  publish('one', ['assets/row-1.js', 'assets/row-1.js.br', 'assets/fonts/a.woff2', 'old-logo.png']);
  publish('two', ['assets/row-2.js', 'assets/row-2.js.br', 'assets/fonts/a.woff2']);
  publish('three', ['assets/row-3.js', 'assets/fonts/a.woff2']);
  expect(files()).toEqual([
    'assets/fonts/a.woff2',
    'assets/row-1.js',
    'assets/row-1.js.br',
    'assets/row-2.js',
    'assets/row-2.js.br',
    'assets/row-3.js',
    'index.html',
  ]);
  publish('four', ['assets/row-4.js']);
  expect(files()).toEqual([
    'assets/fonts/a.woff2',
    'assets/row-2.js',
    'assets/row-2.js.br',
    'assets/row-3.js',
    'assets/row-4.js',
    'index.html',
  ]);
});

test('the page and a file of the same name are those of the newest build', () => {
  publish('one', ['assets/same.js']);
  publish('two', ['assets/same.js', 'assets/new.js']);
  expect(readFileSync(join(served(), 'index.html'), 'utf8')).toBe('two');
  expect(readFileSync(join(served(), 'assets/same.js'), 'utf8')).toBe('two');
});

test('a build of the same files counts once', () => {
  publish('one', ['assets/row-1.js']);
  for (const build of ['two', 'two again', 'and again']) publish(build, ['assets/row-2.js']);
  expect(files()).toContain('assets/row-1.js');
});

test('a file that returns in a later build stays as long as that build', () => {
  publish('one', ['assets/row-1.js']);
  publish('two', ['assets/row-2.js']);
  publish('one again', ['assets/row-1.js']);
  publish('three', ['assets/row-3.js']);
  publish('four', ['assets/row-4.js']);
  expect(files().filter((file) => file.startsWith('assets'))).toEqual([
    'assets/row-1.js',
    'assets/row-3.js',
    'assets/row-4.js',
  ]);
});

test('a folder from before builds were listed is the previous build', () => {
  mkdirSync(join(served(), 'assets'), { recursive: true });
  writeFileSync(join(served(), 'assets/row-0.js'), 'zero');
  publish('one', ['assets/row-1.js']);
  expect(files()).toEqual(['assets/row-0.js', 'assets/row-1.js', 'index.html']);
});

test(
  'the server sends a part of an earlier build as before, compressed and cacheable',
  { timeout: 60_000 },
  async () => {
    const files = ['assets/row-1.js', 'assets/row-1.js.br', 'assets/row-1.css', 'pages.json'];
    publish('one', files);
    writeFileSync(join(served(), 'pages.json'), '{"pages":{},"fonts":[]}');
    writeFileSync(join(served(), 'assets/row-1.js.br'), brotliCompressSync('start()'));
    publish('two', ['assets/row-2.js']);
    const main = join(import.meta.dirname, '../apps/server/src/main.ts');
    const server = spawn(process.execPath, [main], {
      env: {
        PATH: process.env['PATH'],
        WEB_DIR: served(),
        DATA_DIR: join(root, 'data'),
        PORT: '0',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    });
    let address = '';
    for await (const line of createInterface({ input: server.stdout })) {
      address = / is ready at (http\S+)$/.exec(line)?.[1] ?? '';
      if (address !== '') break;
    }
    const headersOf = async (path: string) => {
      const answer = await fetch(address + path, { headers: { 'accept-encoding': 'br' } });
      const names = ['content-type', 'content-encoding', 'cache-control'];
      return [answer.status, ...names.map((name) => answer.headers.get(name)), await answer.text()];
    };
    const kept = 'public, max-age=31536000, immutable';
    const script = 'application/javascript; charset=utf-8';
    expect(await headersOf('/assets/row-1.js')).toEqual([200, script, 'br', kept, 'start()']);
    expect(await headersOf('/assets/row-1.css')).toEqual([200, 'text/css; charset=utf-8', null, kept, 'one']);
    expect(await headersOf('/assets/row-2.js')).toEqual([200, script, null, kept, 'two']);
    expect((await headersOf('/assets/row-3.js'))[0]).toBe(404);
  },
);
