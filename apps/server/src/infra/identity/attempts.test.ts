import { describe, expect, test } from 'vitest';
import { authAttempts } from '../../db/tables.ts';
import { onEachDatabase } from '../../../test/support/databases.ts';
import { Attempts, countedAddress, waitMaxSec } from './attempts.ts';
import { KeyedQueue } from '../keyed-queue.ts';

onEachDatabase('tries', (database) => {
  const open = () => {
    const clock = { ms: Date.UTC(2026, 4, 1, 6) };
    const attempts = new Attempts(database().db, () => clock.ms, new KeyedQueue());
    const passSec = (sec: number) => void (clock.ms += sec * 1000);
    /** Waits, enters a wrong password, and returns the next wait in seconds. */
    const guess = async (account: string, address: string) => {
      passSec(await attempts.waitFor(account, address));
      await attempts.noteWrong(account, address);
      return attempts.waitFor(account, address);
    };
    return { attempts, passSec, guess };
  };

  test('attempts of an address are limited in a window, and allowed again in the next', async () => {
    const { attempts, passSec } = open();
    const waits: number[] = [];
    for (let i = 0; i < 4; i += 1) waits.push(await attempts.count('sign-up', '10.0.0.1', 3, 60));
    expect(waits).toEqual([0, 0, 0, 60]);
    expect(await attempts.count('sign-up', '10.0.0.2', 3, 60)).toBe(0);
    expect(await attempts.count('sign-in', '10.0.0.1', 3, 60)).toBe(0);
    passSec(59);
    expect(await attempts.count('sign-up', '10.0.0.1', 3, 60)).toBe(1);
    passSec(1);
    expect(await attempts.count('sign-up', '10.0.0.1', 3, 60)).toBe(0);
  });

  test('attempts of an address are counted together by two processes', async () => {
    const [one, two] = [open().attempts, open().attempts];
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).count('shared', '10.0.0.3', 10, 60)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  test('attempts on one account wait longer and longer after a few wrong ones, up to a limit', async () => {
    const { guess } = open();
    const waits: number[] = [];
    for (let i = 0; i < 15; i += 1) waits.push(await guess('slow', '10.0.1.1'));
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, waitMaxSec, waitMaxSec]);
  });

  test('attempts on one account delay neither other addresses nor other accounts', async () => {
    const { attempts, guess } = open();
    for (let i = 0; i < 12; i += 1) await guess('victim', '10.0.2.1');
    expect(await attempts.waitFor('victim', '10.0.2.1')).toBe(128);
    expect(await attempts.waitFor('victim', '10.0.2.2')).toBe(0);
    expect(await attempts.waitFor('neighbor', '10.0.2.1')).toBe(0);
  });

  test('attempts on one account from many addresses wait from the first wrong one on, and the owner still has a first attempt', async () => {
    const { attempts } = open();
    for (let i = 0; i < 100; i += 1) await attempts.noteWrong('hunted', `10.0.3.${i}`);
    // The first guess came before the account was under attack, the last after 100 wrong ones.
    expect(await attempts.waitFor('hunted', '10.0.3.0')).toBe(0);
    expect(await attempts.waitFor('hunted', '10.0.3.20')).toBe(2);
    expect(await attempts.waitFor('hunted', '10.0.3.99')).toBe(32);
    expect(await attempts.waitFor('hunted', '192.0.2.1')).toBe(0);
  });

  test('are reset for the address that entered the right password, and for no other', async () => {
    const { attempts, guess } = open();
    for (let i = 0; i < 8; i += 1) await guess('mine', '10.0.4.1');
    for (let i = 0; i < 8; i += 1) await guess('mine', '10.0.4.2');
    await attempts.noteRight('mine', '10.0.4.1');
    expect(await attempts.waitFor('mine', '10.0.4.1')).toBe(0);
    expect(await attempts.waitFor('mine', '10.0.4.2')).toBeGreaterThan(0);
    expect(await guess('mine', '10.0.4.1')).toBe(0);
  });

  test('are forgotten after an hour', async () => {
    const { passSec, guess } = open();
    for (let i = 0; i < 8; i += 1) await guess('old', '10.0.5.1');
    passSec(3600);
    expect(await guess('old', '10.0.5.1')).toBe(0);
  });

  test('attempts of one address on one account run one after the other, and those of other addresses in parallel', async () => {
    const { attempts } = open();
    const order: string[] = [];
    const end = await attempts.takeTurn('turn', '10.0.6.1');
    const second = attempts.takeTurn('turn', '10.0.6.1').then((endSecond) => {
      order.push('second');
      endSecond();
    });
    (await attempts.takeTurn('turn', '10.0.6.2'))();
    order.push('other address');
    end();
    await second;
    expect(order).toEqual(['other address', 'second']);
  });

  test('store no email or IP address, and their rows are finally deleted', async () => {
    const { db } = database();
    await db.delete(authAttempts);
    const { attempts, passSec } = open();
    await attempts.noteWrong('ann@athletes.example', '192.0.2.77');
    const rows = await db.select().from(authAttempts);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/athletes|192\.0\.2/);
    passSec(3 * 3600);
    for (let i = 0; i < 500; i += 1) await attempts.count('late', '10.0.7.1', 1000, 60);
    expect(await db.select().from(authAttempts)).toHaveLength(1);
  });
});

describe('an address counts', () => {
  test.for([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'not an address'],
  ] as const)('%s as %s', ([address, counted]) => {
    expect(countedAddress(address)).toBe(counted);
  });
});
