import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const check = join(import.meta.dirname, 'check-boundaries.ts');
let root = '';

/** A small tree that keeps every rule. */
const soundTree: Record<string, string> = {
  'package.json': '{ "devDependencies": { "vitest": "1" } }',
  'packages/contract/package.json': '{ "dependencies": { "zod": "1" } }',
  'packages/contract/src/clubs.ts': "import * as z from 'zod/mini';\nexport const clubMax = z;\n",
  'packages/pm5/package.json': '{}',
  'packages/pm5/src/decode.ts': 'export function decode(): void {}\n',
  'apps/server/package.json': '{ "dependencies": { "@boathouse/contract": "*", "drizzle-orm": "1" } }',
  'apps/server/src/config.ts': 'export const home = process.env.HOME;\n',
  'apps/server/src/serve.ts': "import { readConfig } from './config.ts';\nreadConfig(process.env);\n",
  'apps/server/src/db/tables.ts': "import { pgTable } from 'drizzle-orm/pg-core';\nexport { pgTable };\n",
  'apps/server/src/features/clubs/clubs/index.ts': "export { clubs } from './store.ts';\n",
  'apps/server/src/features/clubs/clubs/store.ts':
    "import { eq } from 'drizzle-orm';\nimport { clubs } from '../../../db/tables.ts';\nexport { clubs, eq };\n",
  'apps/web/package.json': '{ "dependencies": { "@boathouse/contract": "*", "@boathouse/pm5": "*" } }',
  'apps/web/src/ui/button.tsx': 'export function Button(): null {\n  return null;\n}\n',
  'apps/web/src/features/rowing/erg/bluetooth.ts':
    "import { decode } from '@boathouse/pm5/decode';\nexport const radio = [navigator.bluetooth, decode];\n",
  'apps/web/src/features/clubs/clubs/club-page.tsx':
    'export function ClubPage(): null {\n  return null;\n}\n',
};

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** The check's output for the tree, and whether it passes. */
function run(): { passes: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [check], { cwd: root, encoding: 'utf8' });
  return { passes: status === 0, output: stdout + stderr };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  execFileSync('git', ['init', '-q'], { cwd: root });
  write(soundTree);
});
afterEach(() => rmSync(root, { recursive: true }));

test('the check passes a tree that keeps every rule', () => {
  expect(run()).toEqual({ passes: true, output: expect.stringContaining('files keep the boundaries') });
});

test('a long file passes with a notice', () => {
  write({ 'packages/pm5/src/long.ts': '\n'.repeat(450) });
  expect(run()).toEqual({
    passes: true,
    output: expect.stringContaining('long.ts has more than 450 lines'),
  });
});

test('a folder of a server feature has its own rules and store', () => {
  write({
    'apps/server/src/features/clubs/clubs/invitations/rules.ts': '',
    'apps/server/src/features/clubs/clubs/invitations/store.ts':
      "import { eq } from 'drizzle-orm';\nexport { eq };\n",
  });
  expect(run().passes).toBe(true);
});

test('a dynamic import closes no circle', () => {
  write({
    'apps/web/src/ui/menu.tsx': "export const items = import('./menu-items.tsx');\n",
    'apps/web/src/ui/menu-items.tsx': "import { items } from './menu.tsx';\nexport { items };\n",
  });
  expect(run().output).toContain('files keep the boundaries');
});

test.each<[rule: string, files: Record<string, string>, message: string]>([
  [
    'an exported arrow function',
    {
      'apps/web/src/ui/button.tsx':
        'export const Button = async (\n  size = (1),\n): Promise<null> => null;\n',
    },
    'Button is a function: write `export function Button()`',
  ],
  [
    "a test that reads the machine's clock",
    { 'apps/server/src/db/ids.test.ts': 'export const atMs = Date.now();\n' },
    "ids.test.ts reads the machine's clock",
  ],
  [
    "a sentence by the device's clock",
    { 'apps/web/src/features/clubs/clubs/age.ts': 'export const age = (ms: number) => Date.now() - ms;\n' },
    "age.ts reads the device's clock",
  ],
  [
    'a test that sleeps',
    {
      'apps/server/src/db/ids.test.ts': 'await new Promise((resolve) => setTimeout(resolve, 50));\n',
      'e2e/feed.spec.ts': 'await page.waitForTimeout(1_000);\n',
    },
    'feed.spec.ts sleeps',
  ],
  [
    'a layer that imports what it may not',
    { 'apps/web/src/ui/menu.tsx': "import { ClubPage } from '../features/clubs/clubs/club-page.tsx';\n" },
    'web/ui may import lib/store.ts, React, fonts, uPlot and QR codes only',
  ],
  [
    'a web feature outside erg that imports pm5',
    { 'apps/web/src/features/clubs/clubs/boat.ts': "import { decode } from '@boathouse/pm5/decode';\n" },
    'imports @boathouse/pm5/decode',
  ],
  [
    'a link to a file that does not exist',
    { 'docs/guide.md': 'See [the start](../README.md) and [its pictures](pictures/start.png).\n' },
    'links to pictures/start.png, which does not exist',
  ],
  [
    'a document whose table of layers is old',
    {
      'ARCHITECTURE.md':
        '<!-- wings -->\n\n<!-- /wings -->\n<!-- layers -->\n\n| from | may import |\n\n<!-- /layers -->\n',
    },
    'ARCHITECTURE.md: a table is old',
  ],
  [
    'a document without the table of wings',
    { 'ARCHITECTURE.md': '<!-- layers -->\n\n<!-- /layers -->\n' },
    'no table between <!-- wings --> and <!-- /wings -->',
  ],
  [
    'a feature on the list that a side does not have',
    { 'ARCHITECTURE.md': '<!-- wings -->\n\n<!-- /wings -->\n<!-- layers -->\n\n<!-- /layers -->\n' },
    'server has no feature "auth" in the wing people',
  ],
  [
    'a package that is not allowed in its layer',
    { 'packages/contract/src/users.ts': "import * as z from 'zod';\n" },
    'packages/contract may import zod/mini only',
  ],
  [
    'a package that its workspace does not declare',
    { 'apps/server/src/http/reply.ts': "import { z } from 'zod';\n" },
    'declare it in apps/server/package.json',
  ],
  [
    'a relative import of another workspace',
    {
      'apps/web/src/features/rowing/erg/raw.ts':
        "import { decode } from '../../../../../../packages/pm5/src/decode.ts';\n",
    },
    'import another workspace by its package name',
  ],
  [
    'a benchmark that imports what it measures',
    { 'bench/live/rooms.ts': "import { readConfig } from '../../apps/server/src/config.ts';\n" },
    'import another workspace by its package name',
  ],
  [
    'a benchmark that imports more than the contract and pm5',
    {
      'bench/live/pace.ts': "import { pace } from '@boathouse/workout/pace';\n",
      'packages/workout/src/pace.ts': '',
    },
    'it measures the running product',
  ],
  [
    'a benchmark whose package is not declared',
    { 'bench/live/rooms.ts': "import { Server } from 'socket.io';\n" },
    'declare it in bench/package.json',
  ],
  ['an import of a missing file', { 'apps/server/src/app.ts': "import './gone.ts';\n" }, 'does not exist'],
  [
    'a read of the environment outside config.ts',
    { 'apps/server/src/infra/mail.ts': 'export const host = process.env.SMTP;\n' },
    'reads the environment',
  ],
  [
    'a read of one variable in serve.ts',
    { 'apps/server/src/serve.ts': 'export const port = process.env.PORT;\n' },
    'reads the environment',
  ],
  [
    'a second user of navigator.bluetooth',
    { 'apps/web/src/features/rowing/erg/radio.ts': 'export const radio = navigator.bluetooth;\n' },
    'uses navigator.bluetooth',
  ],
  [
    'a query builder outside a store',
    { 'apps/server/src/features/clubs/clubs/service.ts': "import { eq } from 'drizzle-orm';\n" },
    "SQL belongs in a feature's store.ts",
  ],
  [
    'the tables outside a store',
    { 'apps/server/src/features/clubs/clubs/rules.ts': "import { clubs } from '../../../db/tables.ts';\n" },
    "SQL belongs in a feature's store.ts",
  ],
  [
    'a file that a server feature does not have',
    { 'apps/server/src/features/clubs/clubs/manager.ts': '' },
    'a server feature, and each of its folders, has routes, service',
  ],
  [
    'a folder in a folder of a server feature',
    { 'apps/server/src/features/clubs/clubs/invitations/links/rules.ts': '' },
    'a server feature, and each of its folders, has routes',
  ],
  [
    'a page in a file that is not named after a page',
    {
      'apps/web/src/features/clubs/clubs/members.tsx':
        'export function MembersPage(): null {\n  return null;\n}\n',
    },
    'pages are in <name>-page.tsx',
  ],
  ['an unknown wing', { 'apps/web/src/features/shop/goods/api.ts': '' }, '"shop" is not a wing'],
  ['a feature without a wing', { 'apps/web/src/features/shop/api.ts': '' }, '"shop" is not a wing'],
  [
    'an unknown feature',
    { 'apps/web/src/features/clubs/shop/api.ts': '' },
    '"shop" is not a feature of the wing clubs',
  ],
  [
    'a feature in the wing of another side',
    { 'apps/web/src/features/people/tokens/api.ts': '' },
    '"tokens" is not a feature of the wing people',
  ],
  [
    'an import of a later wing',
    {
      'apps/server/src/features/people/users/service.ts':
        "import { clubs } from '../../clubs/clubs/index.ts';\n",
    },
    'the wing people comes before clubs and imports none after it',
  ],
  [
    'a type of a later wing',
    {
      'apps/web/src/features/training/goals/goal.ts':
        "import type { Comment } from '../../news/comments/index.ts';\n",
      'apps/web/src/features/news/comments/index.ts': 'export type Comment = string;\n',
    },
    'the wing training comes before news',
  ],
  ['a folder of leftovers', { 'apps/server/src/utils/text.ts': '' }, 'name the folder by its content'],
  ['a file that is not in kebab-case', { 'apps/web/src/ui/bigButton.tsx': '' }, 'kebab-case'],
  [
    'a constant in capitals',
    { 'packages/pm5/src/clock.ts': 'export const TICK_MS = 50;\n' },
    'constants are lowerCamelCase',
  ],
  [
    'features that import each other',
    {
      'apps/server/src/features/people/auth/service.ts': "import { users } from '../users/index.ts';\n",
      'apps/server/src/features/people/auth/index.ts': "import './service.ts';\n",
      'apps/server/src/features/people/users/index.ts': "import { auth } from '../auth/index.ts';\n",
    },
    'in a circle',
  ],
  [
    'files of which one imports only a type of the other',
    {
      'packages/pm5/src/clock.ts': "import type { Tick } from './tick.ts';\nexport type Clock = Tick;\n",
      'packages/pm5/src/tick.ts': "import { type Clock } from './clock.ts';\nexport type Tick = Clock;\n",
    },
    'files import each other in a circle, types included: packages/pm5/src/clock.ts → packages/pm5/src/tick.ts → packages/pm5/src/clock.ts',
  ],
  [
    'a part of a row that imports a type of a later part',
    {
      'packages/row/src/life/life.ts': 'export type Life = null;\n',
      'packages/row/src/reduce/state.ts': "import type { Life } from '../life/life.ts';\n",
    },
    'packages/row/src/reduce/state.ts imports ../life/life.ts: packages/row/reduce may import',
  ],
  [
    'a file beside the parts of a row',
    { 'packages/row/src/gaps.ts': 'export type Gap = null;\n' },
    'packages/row/src/gaps.ts is in no layer',
  ],
  [
    'a test double in production code',
    {
      'apps/web/test/clubs/fake-club-server.ts': '',
      'apps/web/src/features/clubs/clubs/club-list.tsx':
        "import '../../../../test/clubs/fake-club-server.ts';\n",
    },
    'which only tests may',
  ],
  [
    'a factory in production code',
    {
      'apps/server/src/features/clubs/clubs/factory.ts': '',
      'apps/server/src/features/clubs/clubs/service.ts': "import './factory.ts';\n",
    },
    'which only tests may',
  ],
  [
    'a test double beside production code',
    { 'apps/web/src/features/clubs/clubs/fake-club-server.ts': '' },
    'test doubles are in apps/web/test/clubs',
  ],
])('the check reports %s', (_, files, message) => {
  write(files);
  expect(run()).toEqual({ passes: false, output: expect.stringContaining(message) });
});
