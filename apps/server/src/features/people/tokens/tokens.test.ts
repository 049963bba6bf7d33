import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokens as contract, type TokenScope } from '@boathouse/contract/auth/tokens';
import { accessTokens, users } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { TestPage } from '../../../../test/support/test-page.ts';
import { nowMs as clockMs } from '../../../../test/support/now.ts';

const password = 'a good password';
const clock = { nowMs: Date.parse('2026-03-29T23:59:00Z') };

onEachDatabase('an access token', (database) => {
  const lines: string[] = [];
  const app = useTestApp(database, { onLog: (line) => void lines.push(line) }, undefined, {
    nowMs: () => clock.nowMs,
  });
  let ann: Person;
  let ben: Person;
  let address: string;
  const pages: TestPage[] = [];

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
    address = await app().listen();
  });
  beforeEach(() => database().db.delete(accessTokens));
  afterEach(() => void lines.splice(0));
  afterAll(() => {
    for (const page of pages) page.close();
  });

  const create = (scopes: readonly TokenScope[], more: object = {}, as = ann) =>
    app().call('POST', '/api/tokens', { as, body: { name: 'Erg screen', scopes, password, ...more } });
  const make = async (scopes: readonly TokenScope[] = ['read']) =>
    contract.create.response.parse((await create(scopes)).body);
  const holder = (token: string): Person => ({ ...ann, token });
  const current = (token: string) => app().call('GET', '/api/tokens/current', { as: holder(token) });
  const stored = () => database().db.select().from(accessTokens);
  const events = () => lines.flatMap((line) => /"event":"(access token[^"]*)"/.exec(line)?.[1] ?? []);

  test('is shown once, and only its digest is stored', async () => {
    const { token, made } = await make(['read', 'write']);
    expect(token).toMatch(/^boathouse_[\w-]{43}$/);
    expect(JSON.stringify(await stored())).not.toContain(token.slice(10));
    const list = await app().call('GET', '/api/tokens', { as: ann });
    expect(list.body).toEqual({ confirmBy: 'password', tokens: [made] });
    expect(JSON.stringify(list.body)).not.toContain(token);
    expect(lines.join('')).not.toContain(token);
  });

  test('returns its name, its scopes and its owner', async () => {
    const { token, made } = await make(['host']);
    expect((await current(token)).body).toEqual({ ...made, user: ann.user });
  });

  test('has the day of its last use, which is stored once a day', async () => {
    const { token } = await make();
    await current(token);
    await app().services.identity.whenIdle();
    expect(await stored()).toMatchObject([{ lastUsedOn: '2026-03-29' }]);
    clock.nowMs += 60_000;
    app().services.noteAccountChange(ann.uid);
    await current(token);
    await app().services.identity.whenIdle();
    expect(await stored()).toMatchObject([{ lastUsedOn: '2026-03-30' }]);
    clock.nowMs -= 60_000;
  });

  test('needs the password, a name and at least one right', async () => {
    expect(problemOf(await create(['read'], { password: 'wrong password' }))).toMatchObject({
      status: 400,
      code: 'wrong_password',
    });
    expect(problemOf(await create(['read'], { password: undefined })).fields).toEqual(['password']);
    expect(problemOf(await create(['read'], { name: ' ' })).fields).toEqual(['name']);
    expect(problemOf(await create([])).fields).toEqual(['scopes']);
    expect(problemOf(await create(['read', 'read'])).fields).toEqual(['scopes']);
    expect(await stored()).toEqual([]);
  });

  test('is refused with a sentence after its days, and one without an end is not', async () => {
    const withDays = async (days: number | null) =>
      contract.create.response.parse((await create(['read'], { days })).body);
    const month = await withDays(30);
    const year = await withDays(365);
    const never = await withDays(null);
    expect([month, year, never].map(({ made }) => made.endsAt)).toEqual([
      '2026-04-28T23:59:00.000Z',
      '2027-03-29T23:59:00.000Z',
      null,
    ]);
    const list = await app().call('GET', '/api/tokens', { as: ann });
    expect(list.body).toMatchObject({ tokens: [never.made, year.made, month.made] });
    expect((await current(month.token)).body).toMatchObject({ endsAt: month.made.endsAt });
    const before = clock.nowMs;
    try {
      clock.nowMs += 30 * 86_400_000;
      app().services.noteAccountChange(ann.uid);
      const refused = await current(month.token);
      expect(problemOf(refused)).toMatchObject({ status: 401, code: 'not_signed_in' });
      expect(JSON.stringify(refused.body)).toContain(
        'This access token was valid until 2026-04-28. Make a new one in Settings.',
      );
      expect((await current(year.token)).status).toBe(200);
      expect((await current(never.token)).status).toBe(200);
    } finally {
      clock.nowMs = before;
      app().services.noteAccountChange(ann.uid);
    }
    expect(problemOf(await create(['read'], { days: 31 })).fields).toEqual(['days']);
  });

  test('is one of at most 20', async () => {
    const row = {
      userId: ann.user._id,
      name: 'x',
      scopes: ['read' as const],
      createdAt: new Date(clockMs()),
    };
    await database()
      .db.insert(accessTokens)
      .values(
        Array.from({ length: 19 }, (_, index) => ({
          ...row,
          id: `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
          digest: String(index),
        })),
      );
    const outcomes = await Promise.all([create(['read']), create(['read'])]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 402]);
    expect(await stored()).toHaveLength(20);
  });

  test('ends at once, with its live connections, and only its owner can end it', async () => {
    const { token, made } = await make();
    const other = await make();
    const page = await TestPage.open(address, { as: holder(token) });
    const staying = await TestPage.open(address, { as: holder(other.token) });
    pages.push(page, staying);
    const ended = new Promise((resolve) => void page.socket.once('disconnect', resolve));
    expect((await app().call('DELETE', `/api/tokens/${made._id}`, { as: ben })).status).toBe(404);
    expect((await current(token)).status).toBe(200);
    expect((await app().call('DELETE', `/api/tokens/${made._id}`, { as: ann })).status).toBe(200);
    await ended;
    expect((await current(token)).status).toBe(401);
    expect((await current(other.token)).status).toBe(200);
    expect(staying.socket.connected).toBe(true);
    expect(events()).toEqual(['access token made', 'access token made', 'access token ended']);
  });

  test('ends when its owner ends all of them', async () => {
    const made = [await make(), await make()];
    expect((await app().call('DELETE', '/api/tokens', { as: ann })).status).toBe(200);
    for (const { token } of made) expect((await current(token)).status).toBe(401);
    expect(events().at(-1)).toBe('access tokens ended');
  });

  test('stays when its owner logs out everywhere else', async () => {
    const { token } = await make();
    await app().call('POST', '/api/auth/revoke-other-sessions', { as: ann });
    expect((await current(token)).status).toBe(200);
  });

  test('ends when an administrator logs its owner out', async () => {
    const ines = await app().signUp('Ines');
    await database().db.update(users).set({ isAdministrator: true }).where(eq(users.id, ines.user._id));
    const carl = await app().signUp('Carl');
    const { token } = contract.create.response.parse((await create(['read'], {}, carl)).body);
    await app().call('DELETE', `/api/administration/users/${carl.user._id}/logins`, { as: ines });
    expect((await current(token)).status).toBe(401);
  });

  test('ends with the account', async () => {
    const dora = await app().signUp('Dora');
    const { token } = contract.create.response.parse((await create(['read'], {}, dora)).body);
    const body = { clubResults: 'remove', password };
    await app().call('POST', `/api/users/${dora.user._id}/deletion`, { as: dora, body });
    expect((await current(token)).status).toBe(401);
    expect(await stored()).toEqual([]);
  });

  test('never falls back to the cookie sent with it', async () => {
    const headers = { cookie: `boathouse.session_token=${ann.token}` };
    const answer = await app().call('GET', '/api/clubs', {
      as: holder(`boathouse_${'x'.repeat(43)}`),
      headers,
    });
    expect(answer.status).toBe(401);
  });

  test('cannot make or end tokens, and its try is a security event', async () => {
    const { token, made } = await make(['read', 'write', 'host']);
    const as = holder(token);
    for (const answer of [
      await create(['read'], {}, as),
      await app().call('DELETE', `/api/tokens/${made._id}`, { as }),
      await app().call('DELETE', '/api/tokens', { as }),
    ]) {
      expect(problemOf(answer)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    }
    expect(events().filter((event) => event === 'access token refused')).toHaveLength(3);
    expect(await stored()).toHaveLength(1);
  });
});
