import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { tokens, tokenScopes } from '@boathouse/contract/auth/tokens';
import { signatureOf } from '../../src/features/news/webhooks/rules.ts';
import { usePglite } from '../support/databases.ts';
import { TestProcess } from '../support/processes/child-process.ts';
import { useTestApp, type Person } from '../support/test-app.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const clientFolder = join(repository, 'packages/api-client');
const document = readFileSync(join(repository, 'docs/api.md'), 'utf8');
const run = promisify(execFile);

/** Returns the blocks of the document that a test runs, such as those that begin with ```sh run. */
const blocksOf = (language: string, mark = 'run') =>
  [...document.matchAll(new RegExp(`^\`\`\`${language} ${mark}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text,
  );

describe('docs/api.md', () => {
  const app = useTestApp(usePglite());
  let mara: Person;
  let env: Record<string, string>;
  let address: string;

  beforeAll(async () => {
    address = await app().listen();
  });
  beforeEach(async () => {
    mara = await app().signUp('Mara Vogt');
    const body = { name: 'Program', scopes: tokenScopes, password: 'a good password' };
    const { token } = tokens.create.response.parse(
      (await app().call('POST', '/api/tokens', { as: mara, body })).body,
    );
    env = { PATH: process.env['PATH'] ?? '', BOATHOUSE: address, TOKEN: token };
  });

  test('has commands and a live program that work as described', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boathouse-api-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const script = ['set -euo pipefail', ...blocksOf('sh'), 'echo "session $SESSION"'].join('\n');
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, env });
    expect(stdout).toContain('"name":"Program"');
    expect(stdout).toContain('{"next":1}');
    expect(stdout).toContain('Mara Vogt: 99.4 s, 500 m\n');
    expect(stdout).toContain('\nduplicate\n');
    const session = /^session (\S+)$/m.exec(stdout)?.[1] ?? '';

    const [program = ''] = blocksOf('js');
    const user = mara.user._id;
    const watching = new TestProcess(['--input-type=module', '-e', program], {
      ...env,
      ME: user,
      SESSION: session,
    });
    await watching.line(/\{ ok: true \}/);
    await watching.line(/\[ 'Mara Vogt' \]/);
    const started = { user, session, workoutItemIndex: 1 };
    expect((await app().call('POST', '/api/activities', { as: mara, body: started })).status).toBe(200);
    await watching.line(/workout: '1000m'/);
  });

  test('has a signature check that accepts the real requests, and nothing else', async () => {
    const [check = ''] = blocksOf('js', 'verify');
    const folder = mkdtempSync(join(tmpdir(), 'boathouse-api-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const now = new Date('2026-11-24T19:00:12Z');
    const body = '{"event":"test","club":{"name":"Zoë"}}';
    const tries = [
      ['key', signatureOf('key', body, now), body],
      ['other', signatureOf('key', body, now), body],
      ['key', signatureOf('key', body, now), `${body} `],
      ['key', signatureOf('key', body, new Date(now.getTime() - 301_000)), body],
      ['key', 'nonsense', body],
    ];
    const calls = `for (const given of ${JSON.stringify(tries)}) console.log(isGenuine(...given, ${now.getTime()}));`;
    writeFileSync(join(folder, 'check.mjs'), `${check}\n${calls}\n`);
    const { stdout } = await run(process.execPath, ['check.mjs'], { cwd: folder, env });
    expect(stdout).toBe('true\nfalse\nfalse\nfalse\nfalse\n');
  });

  test('has a program that a client generated from the API document runs', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(clientFolder, 'made-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const api = await app().call('GET', '/api/openapi.json');
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(api.body));
    const [program = ''] = blocksOf('ts');
    writeFileSync(join(folder, 'program.ts'), program);
    const openapi = createRequire(join(clientFolder, 'package.json')).resolve('openapi-typescript');
    const generate = [join(openapi, '../../bin/cli.js'), 'openapi.json', '--output', 'boathouse.d.ts'];
    await run(process.execPath, generate, { cwd: folder });
    const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions'];
    const modules = ['--module', 'nodenext', '--target', 'esnext', '--types', 'node', '--skipLibCheck'];
    const compile = run(join(repository, 'node_modules/.bin/tsc'), [...options, ...modules, 'program.ts'], {
      cwd: folder,
    });
    await compile.catch((error: unknown) => expect.fail(String(Object(error).stdout)));
    const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env });
    expect(stdout).toBe('Mara Vogt 98.7\n');
  });
});
