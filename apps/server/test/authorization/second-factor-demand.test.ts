import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { security } from '@boathouse/contract/auth/security';
import { ProblemSchema } from '@boathouse/contract/errors';
import { buildClub, buildMembership } from '../../src/features/clubs/clubs/factory.ts';
import { clubCalls } from '../support/club-calls.ts';
import { onOneDatabase, usePglite } from '../support/databases.ts';
import { problemOf, useTestApp, type Person } from '../support/test-app.ts';
import { administrationAttempts } from './attempts-administration.ts';
import { clubsAttempts } from './attempts-clubs.ts';
import { entryAttempts } from './attempts-entries.ts';
import { raceAttemptsOf } from './attempts-races.ts';
import { reportsAttempts } from './attempts-reports.ts';
import { sessionsAttempts } from './attempts-sessions.ts';
import { testAttempts } from './attempts-tests.ts';
import { useAuthorizationFixture, type Attempt } from './authorization-fixture.ts';
import { demandRows } from './demand-matrix.ts';

onOneDatabase('where admins need a second factor', (database) => {
  const fixture = useAuthorizationFixture(database, { adminsNeedSecondFactor: true });
  const attempts = new Map<string, Attempt>(
    Object.entries({
      ...clubsAttempts(fixture),
      ...sessionsAttempts(fixture),
      ...administrationAttempts(fixture),
      ...entryAttempts(fixture),
      ...reportsAttempts(fixture),
      ...raceAttemptsOf(fixture),
      ...testAttempts(fixture),
    }),
  );

  test.each(demandRows)(
    '[API-AUTHZ] %s, %s: every persona gets the outcome',
    async (key, situation, cells) => {
      const attempt = attempts.get(key);
      if (!attempt) throw new Error(`No attempt makes ${key}`);
      expect(await fixture.outcomesOf(key, situation, cells, attempt)).toEqual(cells);
    },
  );
});

describe('an admin without a second factor', () => {
  const database = usePglite();
  const strict = useTestApp(database, { adminsNeedSecondFactor: true });
  const relaxed = useTestApp(database);
  const { change } = clubCalls(strict);
  const password = 'a good password';
  let olga: Person;
  let ann: Person;
  let club = '';

  beforeAll(async () => {
    olga = await strict().signUp('Olga');
    ann = await strict().signUp('Ann');
    club = await buildClub(database().db, { ownerId: olga.user._id });
    await buildMembership(database().db, { clubId: club, userId: ann.user._id, role: 0 });
  });

  const promote = () => change('makeAdmin', olga, ann.user._id, club);
  const post = (path: string, body: object) =>
    strict().call('POST', `/api/auth/second-factor/${path}`, { as: olga, body });
  const stateOf = async (app = strict) =>
    (await app().call('GET', '/api/auth/second-factor', { as: olga })).body;

  test('reads the reason in a sentence, and manages the club only while it is on', async () => {
    const refused = await promote();
    expect(problemOf(refused)).toMatchObject({ status: 403, code: 'second_factor_demanded' });
    expect(ProblemSchema.parse(refused.body).message).toBe(
      'On this server, the admins of clubs need a second factor. Turn it on in Settings, Security.',
    );
    expect(await stateOf()).toMatchObject({ state: 'off', isDemandedOfAdmins: true });
    const begun = security.beginSecondFactor.response.parse((await post('begin', { password })).body);
    // A secret that is not confirmed protects nothing yet.
    expect((await promote()).status).toBe(403);
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
    expect((await post('confirm', { code })).status).toBe(200);
    expect(await stateOf()).toEqual({ state: 'on', recoveryCodesLeft: 10 });
    expect((await promote()).status).toBe(200);
    expect((await post('remove', { password })).status).toBe(200);
    expect((await promote()).status).toBe(403);
  });

  test('sees it in their own membership of a club, which does not show it to others', async () => {
    const check = async (as: Person, user: Person) => {
      const query = new URLSearchParams({ user: user.user._id, club });
      return (await strict().call('GET', `/api/clubmemberships/ismember?${query.toString()}`, { as })).body;
    };
    expect(await check(olga, olga)).toEqual({ isMember: true, role: 2, needsSecondFactor: true });
    expect(await check(ann, olga)).toEqual({ isMember: true, role: 2 });
  });

  test('manages the club if it is not required', async () => {
    expect(await stateOf(relaxed)).toEqual({ state: 'off', recoveryCodesLeft: 0 });
    const { change: changeRelaxed } = clubCalls(relaxed);
    expect((await changeRelaxed('revokeAdmin', olga, ann.user._id, club)).status).toBe(200);
  });
});
