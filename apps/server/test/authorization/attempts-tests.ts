import { randomUUID } from 'node:crypto';
import { newId } from '../../src/db/ids.ts';
import { recordsByHand, squads, tests } from '../../src/db/tables.ts';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import type { Answer, Person } from '../support/test-app.ts';
import type { Attempts, Fixture } from './authorization-fixture.ts';

type Method = 'GET' | 'PUT' | 'DELETE';

const test = {
  title: 'Autumn 2k',
  piece: { kind: 'distance', amount: 2_000 },
  machine: 'rower',
  opensAt: '2026-10-01T06:00:00.000Z',
  closesAt: '2026-10-08T06:00:00.000Z',
  counts: 'best',
  rateMax: null,
  squad: null,
  session: null,
} as const;

const record = {
  piece: test.piece,
  machine: 'rower',
  score: 3_900,
  sex: null,
  ageGroup: null,
  holder: 'Erna Erst',
  day: '1999-05-01',
  note: '',
} as const;

/** Valid calls about the squads, tests, records and attendance of `Matrix-Crew`. */
export function testAttempts(fixture: Fixture) {
  const call = (as: Person | null, method: Method, path: string, body?: object): Promise<Answer> =>
    fixture.app().call(method, `/api/clubs/${path}`, { as, ...(body === undefined ? {} : { body }) });
  const clubOf = (situation: string) => (situation === 'ofNoClub' ? randomUUID() : fixture.clubId());

  const newTest = async () => {
    const id = newId();
    const { piece, session: _session, squad: _squad, ...rest } = test;
    const times = { opensAt: new Date(test.opensAt), closesAt: new Date(test.closesAt) };
    await fixture
      .db()
      .insert(tests)
      .values({ id, clubId: fixture.clubId(), ...rest, ...piece, ...times });
    return id;
  };
  const sharedTests = fixture.shared<string>();
  const testPath = async (situation: string) => {
    const id = await sharedTests('test', newTest);
    return `${situation === 'ofAnotherClub' ? randomUUID() : clubOf(situation)}/tests/${id}`;
  };
  const month = 'from=2026-10&to=2026-10';

  return {
    'squads.ofClub': async (as, situation) => {
      await fixture.db().insert(squads).values({ id: newId(), clubId: fixture.clubId(), name: 'Masters' });
      return call(as, 'GET', `${clubOf(situation)}/squads`);
    },
    'squads.save': async (as, situation) => {
      await fixture.db().delete(squads);
      const body = { name: 'Juniors', members: [] };
      return call(as, 'PUT', `${clubOf(situation)}/squads/${newId()}`, body);
    },
    'squads.remove': async (as, situation) => {
      const id = newId();
      await fixture.db().insert(squads).values({ id, clubId: fixture.clubId(), name: 'Masters' });
      return call(as, 'DELETE', `${clubOf(situation)}/squads/${id}`);
    },
    'tests.ofClub': async (as, situation) => {
      await testPath(situation);
      return call(as, 'GET', `${clubOf(situation)}/tests`);
    },
    'tests.save': async (as, situation) => call(as, 'PUT', await testPath(situation), test),
    'tests.remove': async (as, situation) => call(as, 'DELETE', await testPath(situation)),
    'tests.board': async (as, situation) => call(as, 'GET', `${await testPath(situation)}/board`),
    'tests.sheet': async (as, situation) => call(as, 'GET', `${await testPath(situation)}/board.csv`),
    'tests.line': async (as, situation) => {
      const { member, self } = fixture.people();
      const whose = situation === 'ofSelf' ? self : member;
      const path = `${await testPath(situation)}/athletes/${whose.user._id}`;
      await buildTwoKilometers(fixture, member);
      return call(as, 'GET', path);
    },
    'tests.setOwn': async (as, situation) =>
      call(as, 'PUT', `${await testPath(situation)}/own`, { weightKg: 72.5, sex: 'female', birthYear: 1990 }),
    'records.ofClub': async (as, situation) => {
      await fixture.db().insert(recordsByHand).values(recordRow(fixture));
      return call(as, 'GET', `${clubOf(situation)}/records?kind=distance&amount=2000`);
    },
    'records.sheet': (as, situation) => call(as, 'GET', `${clubOf(situation)}/records.csv`),
    'records.save': async (as, situation) => {
      await fixture.db().delete(recordsByHand);
      return call(as, 'PUT', `${clubOf(situation)}/records/${newId()}`, record);
    },
    'records.remove': async (as, situation) => {
      const row = recordRow(fixture);
      await fixture.db().insert(recordsByHand).values(row);
      return call(as, 'DELETE', `${clubOf(situation)}/records/${row.id}`);
    },
    'turnout.ofClub': (as, situation) => call(as, 'GET', `${clubOf(situation)}/turnout?${month}`),
    'turnout.sheet': (as, situation) => call(as, 'GET', `${clubOf(situation)}/turnout.csv?${month}`),
  } satisfies Attempts<'squads' | 'tests' | 'records' | 'turnout'>;
}

function recordRow(fixture: Fixture) {
  const { piece, ...rest } = record;
  return { id: newId(), clubId: fixture.clubId(), ...piece, ...rest };
}

async function buildTwoKilometers(fixture: Fixture, { user }: Person) {
  await fixture.forgetActivities();
  await buildActivity(fixture.db(), {
    userId: user._id,
    workout: '2000 m',
    visibility: 'profile',
    distance: 2_000,
    elapsedTime: 420,
    completedAt: new Date('2026-10-02T06:00:00.000Z'),
    createdAt: new Date('2026-10-02T05:50:00.000Z'),
  });
}
