import { beforeAll, describe, expect, test } from 'vitest';
import { apiVersion, apiVersionHeader } from '@boathouse/contract/endpoint';
import { activities } from '../db/tables.ts';
import { buildActivity } from '../features/training/activities/factory.ts';
import { buildSession } from '../features/sessions/sessions/factory.ts';
import { usePglite } from '../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../test/support/test-app.ts';

const database = usePglite();
const app = useTestApp(database);

const nobodysId = '019a0000-0000-7000-8000-000000000000';
let ann: Person;

beforeAll(async () => {
  ann = await app().signUp('Ann');
});

const badRequest = (...fields: string[]) => ({ status: 400, code: 'bad_request', fields });

const newSession = () => ({
  title: 'Steady state',
  hostUser: ann.user._id,
  startAt: '2026-05-01T06:00:00Z',
  isAccessibleByLink: true,
  workoutItems: ['10000m'],
});

test('each response has the version of the API, even a refusal', async () => {
  for (const path of ['/api/product', '/api/sessions/none', '/api/no-such-call']) {
    expect((await app().call('GET', path)).headers[apiVersionHeader], path).toBe(String(apiVersion));
  }
});

describe('a malformed body', () => {
  const wrong: Array<[string, object, string[]]> = [
    ['a missing title', { title: undefined }, ['title']],
    ['an empty title', { title: '   ' }, ['title']],
    ['a title of 121 characters', { title: 'x'.repeat(121) }, ['title']],
    ['a title that is a number', { title: 7 }, ['title']],
    ['a title with U+0000, which no text of the database can hold', { title: 'a\0b' }, ['title']],
    ['a host that is no id', { hostUser: 'ann' }, ['hostUser']],
    ['a start that is no time', { startAt: 'tomorrow' }, ['startAt']],
    ['a start without a zone', { startAt: '2026-05-01T06:00:00' }, ['startAt']],
    ['a start on a day that is not', { startAt: '2026-02-30T06:00:00Z' }, ['startAt']],
    ['a start before 1900', { startAt: '1899-12-31T23:59:59Z' }, ['startAt']],
    ['a start after 9999', { startAt: '9999-12-31T23:59:59-12:00' }, ['startAt']],
    ['a visibility that is a text', { isAccessibleByLink: 'true' }, ['isAccessibleByLink']],
    ['a club that is no id', { club: 'crew' }, ['club']],
    ['a club of null', { club: null }, ['club']],
    ['no workout item', { workoutItems: [] }, ['workoutItems']],
    ['five workout items', { workoutItems: ['1', '2', '3', '4', '5'] }, ['workoutItems']],
    ['an empty workout item', { workoutItems: ['2000m', ' '] }, ['workoutItems.1']],
    ['a workout item of 201 characters', { workoutItems: ['x'.repeat(201)] }, ['workoutItems.0']],
    ['a workout item with U+0000', { workoutItems: ['2000m', '\0'] }, ['workoutItems.1']],
    ['an unknown key', { color: 'blue', size: 1 }, ['color', 'size']],
    ['an id that is no UUID', { _id: 'mine' }, ['_id']],
    ['two wrong fields at once', { title: 7, startAt: 'soon' }, ['title', 'startAt']],
  ];

  test.for(wrong)('is rejected with the name of the field: %s', async ([, change, fields]) => {
    const answer = await app().call('POST', '/api/sessions', {
      as: ann,
      body: { ...newSession(), ...change },
    });
    expect(problemOf(answer)).toEqual(badRequest(...fields));
  });

  test.for([
    ['invalid JSON', '{"title": '],
    ['an empty text', ''],
    ['an array', '[]'],
    ['a bare text', '"title"'],
    ['null', 'null'],
    ['a prototype', '{"__proto__": {"isAdmin": true}}'],
    ['100,000 nested arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('is refused as a whole: %s', async ([, body]) => {
    const answer = await app().call('POST', '/api/sessions', {
      as: ann,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(problemOf(answer)).toEqual(badRequest('body'));
  });

  test('is rejected when it is missing', async () => {
    expect(problemOf(await app().call('POST', '/api/sessions', { as: ann }))).toEqual(badRequest('body'));
  });

  test('is rejected with 413 above 256 KiB, before it is read', async () => {
    const answer = await app().call('POST', '/api/sessions', {
      as: ann,
      body: { ...newSession(), title: 'x'.repeat(300_000) },
    });
    expect(problemOf(answer)).toMatchObject({ status: 413, code: 'too_large' });
  });

  test.for(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'is rejected when it is %s and not JSON',
    async (type) => {
      const answer = await app().call('POST', '/api/sessions', {
        as: ann,
        body: JSON.stringify(newSession()),
        headers: { 'content-type': type },
      });
      expect(problemOf(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    },
  );

  test.for([
    ['elapsedTime', -1],
    ['elapsedTime', 1_800_001],
    ['distance', 2_500_001],
    ['distance', '100'],
    ['strokeRate', 256],
    ['strokeRate', 24.5],
    ['heartRate', -1],
    ['currentPace', 65_536],
    ['averagePower', 1.5],
    ['workoutType', 1000],
    ['dragFactor', null],
    ['totalCalories', 70_000],
    ['isSimulated', 'no'],
    ['workoutItemIndex', 1.5],
    ['role', 2],
  ] as const)('is refused when %s of an activity is %s', async ([field, value]) => {
    const sessionId = await buildSession(database().db, { hostUserId: ann.user._id });
    const activity = await buildActivity(database().db, { userId: ann.user._id, sessionId });
    const answer = await app().call('PATCH', `/api/activities/${activity}`, {
      as: ann,
      body: { [field]: value },
    });
    await database().db.delete(activities);
    expect(problemOf(answer)).toEqual(badRequest(field));
  });

  test.for([
    ['themeColor', 3],
    ['themeColor', -1],
    ['themeColor', 0.5],
    ['themeColor', '1'],
    ['tintColor', 4],
    ['tintColor', null],
  ] as const)('is refused when %s is %s', async ([field, value]) => {
    const answer = await app().call('PATCH', `/api/users/${ann.user._id}/${field}`, {
      as: ann,
      body: { [field]: value },
    });
    expect(problemOf(answer)).toEqual(badRequest(field));
  });

  test.for([
    ['displayName', ''],
    ['displayName', 'x'.repeat(81)],
    ['displayName', 'a\0b'],
    ['iconURL', 'https://elsewhere.example/me.png'],
    ['iconURL', '//elsewhere.example/me.png'],
    ['iconURL', undefined],
    ['uid', ''],
  ] as const)('is refused when %s of a new user is %j', async ([field, value]) => {
    const answer = await app().call('POST', '/api/users', {
      as: ann,
      body: { displayName: 'Ann', uid: ann.uid, iconURL: null, [field]: value },
    });
    expect(problemOf(answer)).toEqual(badRequest(field));
  });
});

describe('a call that takes no body', () => {
  const unlike = () => `/api/likes?user=${ann.user._id}&parent=${nobodysId}`;
  const send = (body: string) =>
    app().call('DELETE', unlike(), { as: ann, body, headers: { 'content-type': 'application/json' } });

  test.for([
    ['an object', '{"parent": 1}'],
    ['an array', '[]'],
    ['a text', '"a\\u0000b"'],
    ['10,000 nested arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
  ] as const)('refuses %s', async ([, body]) => {
    expect(problemOf(await send(body))).toEqual(badRequest('body'));
  });

  test.for(['', '{}', ' { } '])('accepts %j, which some clients send with every request', async (body) => {
    expect(problemOf(await send(body))).toMatchObject({ status: 404 });
  });
});

describe('a malformed query or path', () => {
  const month = (query: string) => `/api/sessions/user/${ann.user._id}?${query}`;

  test.for([
    ['', ['year', 'month']],
    ['year=2026', ['month']],
    ['year=2026&month=0', ['month']],
    ['year=2026&month=13', ['month']],
    ['year=2026&month=1.5', ['month']],
    ['year=2026&month=1&month=2', ['month']],
    ['year=1899&month=1', ['year']],
    ['year=20260&month=1', ['year']],
    ['year=-2026&month=1', ['year']],
    ['year=2026&month=5&day=0', ['day']],
    ['year=2026&month=5&day=32', ['day']],
    ['year=2026&month=2&day=29', ['day']],
    ['year=2026&month=2&day=31', ['day']],
    ['year=2026&month=4&day=31', ['day']],
    ['year=2026&month=5&sparse=2', ['sparse']],
    ['year=2026&month=5&timeZone=Mars%20Base', ['timeZone']],
    ['year=2026&month=5&timeZone=', ['timeZone']],
    [`year=2026&month=5&timeZone=${'x'.repeat(65)}`, ['timeZone']],
    ['year=2026&month=5&pagesize=15', ['pagesize']],
  ] as const)('[API-SESSIONS] is refused with the field named: ?%s', async ([query, fields]) => {
    expect(problemOf(await app().call('GET', month(query), { as: ann }))).toEqual(badRequest(...fields));
  });

  test('[API-SESSIONS] does not include the leap day of a leap year', async () => {
    const answer = await app().call('GET', month('year=2028&month=2&day=29'), { as: ann });
    expect(answer).toMatchObject({ status: 200, body: [] });
  });

  test('[API-SESSIONS] does not include the first and the last month of the calendar', async () => {
    for (const query of ['year=9999&month=12', 'year=9999&month=12&day=31', 'year=1900&month=1']) {
      for (const zone of ['UTC', 'Pacific/Apia', 'Pacific/Pago_Pago']) {
        const answer = await app().call('GET', month(`${query}&timeZone=${zone}`), { as: ann });
        expect(answer, `${query} in ${zone}`).toMatchObject({ status: 200, body: [] });
      }
    }
  });

  test('[API-SESSIONS] does not include the time zones of this runtime', async () => {
    const odd = ['utc', 'EST5EDT', 'GMT0', '+05:30', '-0330', 'europe/berlin'];
    // A sample: all of about 400 take seconds and prove nothing more.
    const some = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 8 === 0);
    for (const zone of [...some, ...odd]) {
      const query = `year=2026&month=5&day=1&timeZone=${encodeURIComponent(zone)}`;
      expect(await app().call('GET', month(query), { as: ann }), zone).toMatchObject({ status: 200 });
    }
  });

  test('is rejected for a call without query parameters', async () => {
    expect(problemOf(await app().call('GET', '/api/product?verbose=1'))).toEqual(badRequest('verbose'));
  });

  test.for(['', '1', 'me', `${nobodysId}0`, '%00', '..%2F..%2Fetc'])(
    'is rejected when the id in the path is %s',
    async (id) => {
      expect(problemOf(await app().call('GET', `/api/sessions/${id}`, { as: ann }))).toEqual(
        badRequest('id'),
      );
    },
  );

  test('is a problem response when the path cannot be decoded or is too long', async () => {
    expect(problemOf(await app().call('GET', '/api/sessions/%zz', { as: ann }))).toMatchObject({
      status: 400,
      code: 'bad_request',
    });
    expect(problemOf(await app().call('GET', `/api/sessions/${'x'.repeat(500)}`))).toMatchObject({
      status: 414,
      code: 'bad_request',
    });
  });
});
