import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, TestProcess } from '../../../test/support/processes/child-process.ts';
import { finishRestore } from './restored-folder.ts';

const module = new URL('./restored-folder.ts', import.meta.url).href;

/** Commits a restore in a process that is killed at its n-th change of the file system. */
const commitUntil = (dataDir: string, calls: number, keepAs: string | null) =>
  new TestProcess([
    '--input-type=module',
    '--eval',
    `import fs from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     let left = ${calls};
     const real = { ...fs };
     for (const name of ['renameSync', 'rmSync', 'writeFileSync', 'copyFileSync', 'mkdirSync']) {
       fs[name] = (...args) => {
         if (left-- === 0) process.kill(process.pid, 'SIGKILL');
         return real[name](...args);
       };
     }
     syncBuiltinESMExports();
     const { commitRestore } = await import(${JSON.stringify(module)});
     await commitRestore(${JSON.stringify(dataDir)}, { authSecret: 'new', keepAs: ${JSON.stringify(keepAs)} });`,
  ]);

const prepare = () => {
  const dataDir = temporaryFolder();
  for (const [folder, text] of [
    ['database', 'old'],
    ['restore-draft/database', 'new'],
  ] as const) {
    mkdirSync(join(dataDir, folder), { recursive: true });
    writeFileSync(join(dataDir, folder, 'rows'), text);
  }
  writeFileSync(join(dataDir, 'auth-secret'), 'old');
  return dataDir;
};

const read = (...path: string[]) => {
  const file = join(...path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

test.each([null, 'before-restore-2026-11-23T12-00-00-000Z'])(
  'killed at any change of a restore, database and secret are both old or both new (kept as %s)',
  async (keepAs) => {
    const outcomes = new Set<string | null>();
    for (let calls = 0; ; calls += 1) {
      const dataDir = prepare();
      const ended = await commitUntil(dataDir, calls, keepAs).exit();
      // Finishing is interrupted as well, and repeated.
      finishRestore(dataDir);
      finishRestore(dataDir);
      const rows = read(dataDir, 'database/rows');
      expect([calls, read(dataDir, 'auth-secret')]).toEqual([calls, rows]);
      const isKept = keepAs !== null && rows === 'new';
      const left = ['auth-secret', 'database', ...(isKept ? [keepAs] : [])];
      expect(readdirSync(dataDir).toSorted()).toEqual(left.toSorted());
      if (isKept) {
        expect(read(dataDir, keepAs, 'database/rows')).toBe('old');
        expect(read(dataDir, keepAs, 'auth-secret')).toBe('old');
      }
      outcomes.add(rows);
      rmSync(dataDir, { recursive: true });
      if (ended === 0) break;
      expect(ended).toBe('SIGKILL');
      expect(calls).toBeLessThan(30);
    }
    expect(outcomes).toEqual(new Set(['old', 'new']));
  },
  60_000,
);

test('copies that a backup has left are deleted at the start', () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'backup-copy-1/base'), { recursive: true });
  mkdirSync(join(dataDir, 'backups'));
  finishRestore(dataDir);
  expect(readdirSync(dataDir)).toEqual(['backups']);
});
