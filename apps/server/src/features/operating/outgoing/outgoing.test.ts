import { beforeAll, beforeEach, expect, test } from 'vitest';
import { administration } from '@boathouse/contract/administration/calls';
import { outgoing as contract, type Outgoing } from '@boathouse/contract/administration/outgoing';
import { eq } from 'drizzle-orm';
import { outgoingDestinations, outgoingMessages, users } from '../../../db/tables.ts';
import type { Outcome } from '../../../infra/outgoing/queue/transport.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';

const minuteMs = 60_000;
const startMs = Date.parse('2026-11-24T18:00:00Z');

onEachDatabase('the outgoing messages of the administration', (database) => {
  const clock = { nowMs: startMs };
  const app = useTestApp(database, {}, undefined, { nowMs: () => clock.nowMs });
  let ada: Person;
  let ben: Person;
  let answer: Outcome;

  beforeAll(async () => {
    ada = await app().signUp('Ada Administrator');
    ben = await app().signUp('Ben');
    await database().db.update(users).set({ isAdministrator: true }).where(eq(users.id, ada.user._id));
    app().services.outgoing.use('mail', {
      placesMax: 3,
      atOnceMax: 3,
      pauseMaxMs: minuteMs,
      isKept: ({ content }) => !content.includes('a link'),
      send: async () => answer,
    });
  });
  beforeEach(async () => {
    clock.nowMs = startMs;
    await database().db.delete(outgoingMessages);
    await database().db.delete(outgoingDestinations);
  });

  const state = async () =>
    contract.state.response.parse(
      (await app().call('GET', '/api/administration/outgoing', { as: ada })).body,
    );
  const change = async (action: 'retry' | 'discard', messages: string[]): Promise<Outgoing> => {
    const path = `/api/administration/outgoing/${action}`;
    return contract.retry.response.parse(
      (await app().call('POST', path, { as: ada, body: { messages } })).body,
    );
  };
  /** Adds a mail to Ben with this text. */
  async function add(text: string): Promise<string> {
    const content = JSON.stringify({ to: 'ben@club.example', subject: '', text, isLink: false });
    const { outgoing } = app().services;
    const expiresAt = new Date(startMs + 3 * 24 * 60 * minuteMs);
    const userId = ben.user._id;
    const id = await outgoing.add(database().db, {
      kind: 'mail',
      destination: 'mail.example:587',
      content,
      expiresAt,
      userId,
    });
    await outgoing.whenIdle();
    return id;
  }

  test('are none at first', async () => {
    expect(await state()).toMatchObject({ waiting: [], failing: [], givenUp: { count: 0, messages: [] } });
  });

  test('messages that wait are counted by kind, and an unreachable destination is named with its problem', async () => {
    answer = { kind: 'failed', problem: 'The connection was refused', isReached: false };
    await add('1');
    expect(await state()).toMatchObject({
      waiting: [{ kind: 'mail', count: 1, oldestAt: new Date(startMs).toISOString() }],
      failing: [
        { kind: 'mail', name: 'mail.example:587', waiting: 1, problem: 'The connection was refused' },
      ],
    });
    const { body } = await app().services.metrics.text();
    expect(body).toContain('boathouse_outgoing_waiting{kind="mail"} 1');
    expect(body).toContain('boathouse_outgoing_total{kind="mail",outcome="failed"} 1');
  });

  test('messages that were abandoned name their recipients, and are sent again on request', async () => {
    answer = { kind: 'refused', problem: '550 no such mailbox' };
    const id = await add('1');
    const given = await state();
    expect(given.givenUp).toMatchObject({
      count: 1,
      messages: [
        { _id: id, user: 'Ben', club: null, problem: '550 no such mailbox', attempts: 1, canRetry: true },
      ],
    });
    answer = { kind: 'sent' };
    await change('retry', [id]);
    await app().services.outgoing.whenIdle();
    expect((await state()).givenUp.count).toBe(0);
    expect(await database().db.select().from(outgoingMessages)).toEqual([]);
    const log = await app().call('GET', '/api/administration/log', { as: ada });
    expect(administration.log.response.parse(log.body).entries[0]).toMatchObject({
      actor: 'Ada Administrator',
      action: 'retriedOutgoing',
      detail: '1',
    });
  });

  test('mails that the mail server refused are reported to the user with that address', async () => {
    answer = { kind: 'refused', problem: '550 no such mailbox' };
    await add('1');
    const bell = await app().call('GET', '/api/notifications', { as: ben });
    expect(bell.body).toMatchObject([{ kind: 'mailRefused', actors: [], club: null }]);
  });

  test('can only be discarded when its link has ended', async () => {
    answer = { kind: 'refused', problem: '550 no such mailbox' };
    const id = await add('a link');
    expect((await state()).givenUp.messages).toMatchObject([{ canRetry: false }]);
    expect((await change('retry', [id])).givenUp.count).toBe(1);
    expect((await change('discard', [id])).givenUp.count).toBe(0);
    expect((await change('discard', [id])).givenUp.count).toBe(0);
  });

  test('messages that still wait are neither sent twice nor deleted by their ids', async () => {
    answer = { kind: 'failed', problem: 'Come back later', isReached: true };
    const id = await add('1');
    await change('retry', [id]);
    const after = await change('discard', [id]);
    expect(after.waiting).toMatchObject([{ count: 1 }]);
  });

  test('messages that were abandoned are deleted after 14 days', async () => {
    answer = { kind: 'refused', problem: '550 no such mailbox' };
    await add('1');
    clock.nowMs += 13 * 24 * 60 * minuteMs;
    await app().services.outgoing.sweep();
    expect((await state()).givenUp.count).toBe(1);
    clock.nowMs += 2 * 24 * 60 * minuteMs;
    await app().services.outgoing.sweep();
    expect((await state()).givenUp.count).toBe(0);
    expect(await database().db.select().from(outgoingDestinations)).toEqual([]);
  });
});
