import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { clubCalls } from '../../test/support/club-calls.ts';
import { onEachDatabase } from '../../test/support/databases.ts';
import { useTestApp, type Person } from '../../test/support/test-app.ts';
import { nowMs as clockMs } from '../../test/support/now.ts';
import { buildClub, buildMembership } from '../features/clubs/clubs/factory.ts';
import { buildSession } from '../features/sessions/sessions/factory.ts';
import { usualRateLimits } from './rate-limits.ts';

const EventSchema = z.object({
  msg: z.literal('security'),
  event: z.string(),
  by: z.nullable(z.string()),
  address: z.string(),
  account: z.optional(z.nullable(z.string())),
  ids: z.optional(z.record(z.string(), z.string())),
  notLogged: z.optional(z.int()),
});

onEachDatabase('the log of security events', (database) => {
  const clock = { ms: clockMs() };
  const lines: string[] = [];
  const app = useTestApp(
    database,
    {
      onLog: (line) => void lines.push(line),
      limits: { rates: { ...usualRateLimits, perAddress: 20 } },
    },
    undefined,
    { nowMs: () => clock.ms },
  );
  const { leave, revoke, change, transfer } = clubCalls(app);
  const events = () =>
    lines.flatMap((line) => {
      const read = EventSchema.safeParse(JSON.parse(line));
      return read.success ? [read.data] : [];
    });
  beforeEach(() => {
    // Each test has its own minute.
    clock.ms += 120_000;
  });
  const signIn = (email: string, password: string, from: string) =>
    app().call('POST', '/api/auth/sign-in/email', { body: { email, password }, from });

  test('names the account of a wrong password only by its user, and nothing that was typed', async () => {
    const email = `${randomUUID()}@athletes.example`;
    const signedUp = await app().call('POST', '/api/auth/sign-up/email', {
      body: { email, password: 'rows at dawn', name: 'Ann' },
      from: '10.9.0.1',
    });
    const { token, user } = z
      .object({ token: z.string(), user: z.object({ id: z.string() }) })
      .parse(signedUp.body);
    const made = await app().call('POST', '/api/users', {
      headers: { authorization: `Bearer ${token}` },
      body: { displayName: 'Ann', uid: user.id, iconURL: null },
    });
    const { _id } = z.object({ _id: z.string() }).parse(made.body);
    lines.length = 0;
    await signIn(email, 'typed in vain', '10.9.0.2');
    await signIn('nobody@athletes.example', 'typed in vain', '10.9.0.3');
    await signIn(email, 'rows at dawn', '10.9.0.4');
    // Written after the response.
    await expect.poll(events).toMatchObject([
      { event: 'wrong password', by: null, address: '10.9.0.2', account: _id },
      { event: 'wrong password', by: null, address: '10.9.0.3', account: null },
      { event: 'signed in', address: '10.9.0.4', account: _id },
    ]);
    for (const secret of ['typed in vain', 'rows at dawn', email, 'nobody@']) {
      expect(lines.join('')).not.toContain(secret);
    }
  });

  test('records who changed roles, memberships, sessions and boards, and who deleted their account', async () => {
    const { db } = database();
    const [olga, ann, ben]: Person[] = [
      await app().signUp('Olga'),
      await app().signUp('Ann'),
      await app().signUp('Ben'),
    ];
    if (!olga || !ann || !ben) throw new Error('Three sign up');
    const clubId = await buildClub(db, { ownerId: olga.user._id });
    for (const { user } of [ann, ben]) await buildMembership(db, { clubId, userId: user._id, role: 0 });
    const id = await buildSession(db, { hostUserId: olga.user._id, clubId });
    const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      app().call(method, `/api/sessions/${id}${path}`, { as: olga, ...(body ? { body } : {}) });
    lines.length = 0;
    await change('makeAdmin', olga, ann.user._id, clubId);
    await change('revokeAdmin', olga, ann.user._id, clubId);
    const board = await call('POST', '/board');
    await call('DELETE', '/board');
    await call('PUT', '/host', { toUser: ann.user._id });
    await call('DELETE', '');
    await revoke(olga, ben.user._id, clubId);
    await transfer(olga, ann.user._id, clubId);
    await leave(olga, clubId);
    const path = `/api/users/${ben.user._id}/deletion`;
    await app().call('POST', path, { as: ben, body: { password: 'not it', clubResults: 'keep' } });
    await app().call('POST', path, { as: ben, body: { password: 'a good password', clubResults: 'keep' } });
    await expect
      .poll(() => events().map(({ event, by, ids }) => [event, by, ids]))
      .toEqual([
        ['admin made', olga.user._id, { requestingUser: olga.user._id, user: ann.user._id, club: clubId }],
        ['admin revoked', olga.user._id, { requestingUser: olga.user._id, user: ann.user._id, club: clubId }],
        ['board published', olga.user._id, { id }],
        ['board revoked', olga.user._id, { id }],
        ['session handed over', olga.user._id, { id, toUser: ann.user._id }],
        ['session deleted', olga.user._id, { id }],
        [
          'member removed',
          olga.user._id,
          { requestingUser: olga.user._id, user: ben.user._id, club: clubId },
        ],
        ['club transferred', olga.user._id, { fromUser: olga.user._id, toUser: ann.user._id, club: clubId }],
        ['member left', olga.user._id, { user: olga.user._id, club: clubId }],
        ['wrong password', ben.user._id, { id: ben.user._id }],
        ['account deleted', ben.user._id, { id: ben.user._id }],
      ]);
    const { key } = z.object({ key: z.string() }).parse(board.body);
    for (const secret of [key, ben.token, 'a good password', 'not it']) {
      expect(lines.join('')).not.toContain(secret);
    }
  });

  test('records who changed a second factor and ended logins, and no code, secret or token', async () => {
    const email = `${randomUUID()}@athletes.example`;
    const password = 'rows at dawn';
    const post = (path: string, body: object, token?: string) =>
      app().call('POST', `/api/auth/${path}`, {
        body,
        ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      });
    const SignedInSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
    const signedUp = await post('sign-up/email', { email, password, name: 'Ann' });
    const { token, user } = SignedInSchema.parse(signedUp.body);
    const made = await app().call('POST', '/api/users', {
      headers: { authorization: `Bearer ${token}` },
      body: { displayName: 'Ann', uid: user.id, iconURL: null },
    });
    const { _id } = z.object({ _id: z.string() }).parse(made.body);
    const { token: other } = SignedInSchema.parse((await post('sign-in/email', { email, password })).body);
    lines.length = 0;
    const begun = await post('second-factor/begin', { password }, token);
    const { secret } = z.object({ secret: z.string() }).parse(begun.body);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clockMs() });
    const CodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
    const first = CodesSchema.parse(
      (await post('second-factor/confirm', { code }, token)).body,
    ).recoveryCodes;
    const renewed = await post('second-factor/recovery-codes', { password }, token);
    const { recoveryCodes } = CodesSchema.parse(renewed.body);
    await post('sign-in/email', { email, password, code: first[0] });
    const last = await post('sign-in/email', { email, password, code: recoveryCodes[0] });
    const { token: third } = SignedInSchema.parse(last.body);
    const logins = await app().call('GET', '/api/auth/list-sessions', {
      headers: { authorization: `Bearer ${token}` },
    });
    const listed = z.array(z.object({ id: z.string(), isCurrent: z.boolean() })).parse(logins.body);
    const id = listed.find(({ isCurrent }) => !isCurrent)?.id;
    await post('revoke-session', { id }, token);
    await post('revoke-other-sessions', {}, token);
    await post('second-factor/remove', { password }, token);
    // Written after the responses, in no order.
    const told = (event: string, by: string | null) =>
      expect.objectContaining({ event, by, ...(by === null ? { account: _id } : {}) });
    await expect
      .poll(() =>
        events()
          .filter(({ event }) => !event.startsWith('signed'))
          .toSorted((one, next) => one.event.localeCompare(next.event)),
      )
      .toEqual([
        told('login ended', _id),
        told('other logins ended', _id),
        told('recovery code used', null),
        told('recovery codes renewed', _id),
        told('second factor off', _id),
        told('second factor on', _id),
        told('second factor refused', null),
      ]);
    const secrets = [secret, code, password, email, token, other, third, ...first, ...recoveryCodes];
    for (const each of secrets) expect(lines.join('')).not.toContain(each);
  });

  test('records who signed out, and nothing for a request without a login', async () => {
    const ann = await app().signUp('Ann');
    lines.length = 0;
    const signOut = (token: string, from: string) =>
      app().call('POST', '/api/auth/sign-out', { headers: { authorization: `Bearer ${token}` }, from });
    await signOut('unknown', '10.9.2.1');
    await signOut(ann.token, '10.9.2.2');
    await expect
      .poll(events)
      .toEqual([{ msg: 'security', event: 'signed out', by: ann.user._id, address: '10.9.2.2' }]);
    expect(lines.join('')).not.toContain(ann.token);
  });

  test('writes at most 60 lines of a kind in a minute, and then how many it has left out', async () => {
    lines.length = 0;
    const flood = async (count: number) => {
      const calls = Array.from({ length: count }, () =>
        app().call('GET', '/api/product', { from: '10.9.1.1' }),
      );
      return (await Promise.all(calls)).filter(({ status }) => status === 429).length;
    };
    const refused = await flood(120);
    expect(refused).toBeGreaterThan(90);
    await expect.poll(events).toHaveLength(60);
    expect(events()[0]).toMatchObject({ event: 'refused by a limit', by: null, address: '10.9.1.1' });
    clock.ms += 60_000;
    await flood(40);
    await expect
      .poll(() => events()[60])
      .toMatchObject({
        event: 'refused by a limit',
        notLogged: refused - 60,
      });
  });
});
