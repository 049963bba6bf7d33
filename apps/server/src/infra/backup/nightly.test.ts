import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillEveryTable } from '../../../test/backups/filled-tables.ts';
import { openNightly } from '../../../test/backups/open-nightly.ts';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { onEachDatabase } from '../../../test/support/databases.ts';
import { backupName, backupState, writeRecord } from './backup-folder.ts';

onEachDatabase('nightly backups', (database) => {
  const open = (folder: string, clock: { now: Date }, image: Buffer | null = Buffer.from('image')) =>
    openNightly({ database: database(), folder, clock, image });
  const archivesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));

  test('one a night is made, verified, recorded, and old ones are deleted; two processes make one', async () => {
    await fillEveryTable(database().db);
    const folder = join(temporaryFolder(), 'backups');
    mkdirSync(folder);
    const old = Array.from({ length: 9 }, (_, day) =>
      backupName('nightly', new Date(Date.UTC(2026, 10, 1 + day, 3))),
    );
    const record = {
      bytes: 1,
      rows: 1,
      missingImages: 0,
      version: '0.1.0',
      verifiedAt: '2026-11-01T03:00:00Z',
      problem: null,
    };
    for (const name of old) {
      writeFileSync(join(folder, name), '');
      await writeRecord(folder, name, record);
    }
    const update = backupName('before-update', new Date(0));
    for (const name of [update, '.boathouse-nightly.tar.gz.1.part']) writeFileSync(join(folder, name), '');
    utimesSync(join(folder, '.boathouse-nightly.tar.gz.1.part'), 0, 0);

    const clock = { now: new Date('2026-11-23T03:05:00Z') };
    const [one, other] = [open(folder, clock), open(folder, clock)];
    await Promise.all([one.nightly.run(), other.nightly.run()]);
    await one.nightly.run();
    const made = backupName('nightly', clock.now);
    // With PGlite there is one process, which never runs it twice at once.
    expect([...one.lines, ...other.lines]).toContain('the nightly backup is made and verified');
    const { backups, lastAttempt } = await backupState(folder);
    expect(backups[0]).toMatchObject({ name: made, kind: 'nightly' });
    expect(backups[0]?.record).toMatchObject({
      verifiedAt: '2026-11-23T03:05:00.000Z',
      problem: null,
      missingImages: 0,
    });
    expect(lastAttempt).toEqual({ at: '2026-11-23T03:05:00.000Z', problem: null });
    // The newest six of the nine stay as daily ones, and the first as a weekly one.
    const kept = [made, update, ...old.slice(-6), ...old.slice(0, 1)];
    expect(archivesIn(folder).toSorted()).toEqual(kept.toSorted());
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    const lines = [one, other].map(({ lines: said }) => said.length);
    if (database().kind === 'postgresql') expect(lines.toSorted()).toEqual([0, 1]);

    clock.now = new Date('2026-11-24T02:59:00Z');
    await one.nightly.run();
    expect(archivesIn(folder)).toHaveLength(kept.length);
    clock.now = new Date('2026-11-24T03:00:00Z');
    const late = open(folder, clock, null);
    await late.nightly.run();
    expect(late.lines).toEqual([
      'the nightly backup is made and verified',
      '1 images are lost: they have no file',
    ]);
  }, 90_000);

  test('a night that fails deletes nothing, reports the reason, and is retried after an hour', async () => {
    const folder = join(temporaryFolder(), 'backups');
    // A file at the folder's path: nothing can be written.
    writeFileSync(folder, '');
    const clock = { now: new Date('2026-11-23T03:05:00Z') };
    const { nightly, lines } = open(folder, clock);
    await nightly.run();
    await nightly.run();
    expect(lines).toEqual([
      expect.stringMatching(/^the nightly backup failed and is tried again in an hour: .*(EEXIST|ENOTDIR)/),
    ]);
    expect(readFileSync(folder, 'utf8')).toBe('');
    clock.now = new Date('2026-11-23T04:06:00Z');
    await nightly.run();
    expect(lines).toHaveLength(2);
  });
});
