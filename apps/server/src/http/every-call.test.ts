import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '@boathouse/contract/api';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { clubs, sessions, users } from '../db/tables.ts';
import { buildActivity } from '../features/training/activities/factory.ts';
import { buildClub } from '../features/clubs/clubs/factory.ts';
import { buildComment } from '../../test/support/comments.ts';
import { buildSession } from '../features/sessions/sessions/factory.ts';
import { onOneDatabase } from '../../test/support/databases.ts';
import { problemOf, useTestApp, type Person } from '../../test/support/test-app.ts';
import { nowMs } from '../../test/support/now.ts';

const endpoints: Array<[string, Endpoint]> = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint]),
);

/** Callers stay signed in for the calls that follow. */
const endsLogin = new Set(['auth.signOut', 'devices.logOutEveryone']);
const nobodysId = '019a0000-0000-7000-8000-000000000000';

/** Requests to each call on each database; to make over 10,000 by hand: FUZZ_RUNS=100. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 5);

/** The parts of JSON Schema that the contract's requests use. */
const ShapeSchema = z.object({
  properties: z.optional(z.record(z.string(), z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  items: z.optional(z.unknown()),
  prefixItems: z.optional(z.array(z.unknown())),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  pattern: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
});

/** The caller and the existing records: ids by the field that takes them, and all ids. */
type World = { caller: string; uid: string; idsOf: Record<string, string[]>; ids: string[] };

/** Values that no schema describes. */
const knownTexts: Record<string, string[]> = {
  timeZone: ['UTC', 'Europe/Berlin', 'Pacific/Apia', 'SystemV/AST4'],
  year: ['2026', '1900', '9999'],
  currentYear: ['2026', '1900', '9999'],
  yearOffset: ['0', '-1', '100'],
  month: ['1', '12'],
  day: ['1', '31'],
  page: ['1', '2', '10000'],
  pagesize: ['1', '100'],
  email: ['ann@rowers.example', 'nobody@rowers.example'],
  newEmail: ['new@rowers.example'],
  callbackURL: ['/settings'],
  errorCallbackURL: ['/login'],
  customURL: ['crew', 'free-url'],
  url: ['crew', 'CREW', 'nobody'],
};

/** Generates mostly valid values; ids are mostly existing ones, and claimed ids mostly the caller's. */
function rightFor(schema: unknown, name: string, world: World, isClaim: boolean): fc.Arbitrary<unknown> {
  const shape = ShapeSchema.parse(schema);
  if (name === 'uid') return fc.constant(world.uid);
  if (Array.isArray(shape.type)) {
    const kinds = shape.type.map((type) => rightFor({ ...shape, type }, name, world, isClaim));
    return fc.oneof(...kinds);
  }
  if (isClaim) return fc.constant(world.caller);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => rightFor(one, name, world, false)));
  if (shape.properties) return objectOf(shape.properties, world, () => false);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.format === 'uuid') {
    const fitting = world.idsOf[name] ?? world.ids;
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fitting) }, fc.constantFrom(...world.ids));
  }
  if (shape.format === 'date-time')
    return fc.constantFrom('2026-05-01T06:00:00Z', '2030-12-31T23:59:59+14:00');
  const known = knownTexts[name];
  if (shape.type === 'string' && known) return fc.constantFrom(...known);
  // Unicode properties and look-ahead cannot be generated: such a text is any string, which may be refused.
  if (shape.pattern !== undefined && !/\\p\{|\(\?[=!]/.test(shape.pattern)) {
    return fc.stringMatching(new RegExp(shape.pattern));
  }
  switch (shape.type) {
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: 30 });
    case 'array':
      if (shape.prefixItems)
        return fc.tuple(...shape.prefixItems.map((item) => rightFor(item, name, world, false)));
      return fc.array(rightFor(shape.items, name, world, false), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: 0, max: 3 });
    case 'number':
      return fc.constantFrom(0, 0.1, 2_000);
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objectOf(
  properties: Record<string, unknown>,
  world: World,
  isClaim: (name: string) => boolean,
): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => [
    name,
    rightFor(schema, name, world, isClaim(name)),
  ]);
  return fc.record(Object.fromEntries(values));
}

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e🚣🏽‍♀️e\u0301',
  'İıſK',
  '%',
  '_\\',
  "'; drop table users; --",
  '-1',
  '-0',
  '1e309',
  '9'.repeat(400),
  '٣',
  'null',
  '__proto__',
  '../../etc/passwd',
  '/files/usericons/../x.webp',
  '2026-02-30T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'x'.repeat(10_000),
];
const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' }));
const hostileValue = fc.oneof(
  hostileText,
  fc.jsonValue(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, true, -0, -1, 1e308, 2 ** 53, [], {}, [[]], { _id: 1 }, undefined),
);

type Part = Record<string, unknown>;
type Request = { params: Part; query: Part; body: unknown };

/** A request of the right shape with up to two mistakes in it. */
function requestsOf(endpoint: Endpoint, world: World): fc.Arbitrary<Request> {
  const partOf = (part: 'params' | 'query' | 'body') => {
    const schema = endpoint[part];
    if (!schema) return objectOf({}, world, () => false);
    const shape = ShapeSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    const properties = [shape, ...(shape.anyOf ?? []).map((one) => ShapeSchema.parse(one))]
      .map((one) => one.properties)
      .find((found) => found !== undefined);
    return objectOf(
      properties ?? {},
      world,
      (name) => endpoint.caller?.some((claim) => claim === `${part}.${name}`) ?? false,
    );
  };
  const wrongs = fc.array(
    fc.record({
      part: fc.constantFrom('params', 'query', 'body'),
      which: fc.nat(30),
      kind: fc.constantFrom('value', 'value', 'value', 'missing', 'unknown', 'whole'),
      text: hostileText,
      value: hostileValue,
    }),
    { maxLength: 2 },
  );
  return fc
    .record({ params: partOf('params'), query: partOf('query'), body: partOf('body'), wrongs })
    .map(({ wrongs: all, params, query, body }) => {
      // Copies, because fast-check may reuse the generated value.
      const request: Request = { params: { ...params }, query: { ...query }, body: { ...body } };
      for (const { part, which, kind, text, value } of all) {
        const given = request[part === 'params' || part === 'query' ? part : 'body'];
        if (part === 'body' && kind === 'whole') request.body = structuredClone(value);
        if (typeof given !== 'object' || given === null) continue;
        const names = Object.keys(given);
        const name = kind === 'unknown' ? text : names[which % Math.max(names.length, 1)];
        if (name === undefined || (part === 'params' && kind !== 'value')) continue;
        const wrong = part === 'body' ? structuredClone(value) : kind === 'whole' ? [text, text] : text;
        Reflect.set(given, name, kind === 'missing' ? undefined : wrong);
      }
      return request;
    });
}

/** Half a surrogate pair has no UTF-8: a client that sends one sends U+FFFD. */
const inAddress = (text: unknown) => encodeURIComponent(String(text).toWellFormed());

function addressOf({ path }: Endpoint, { params, query }: Request): string {
  const inPath = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => inAddress(params[name]).slice(0, 600));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(
      (one) => `${inAddress(name)}=${inAddress(one)}`,
    ),
  );
  return `/api${inPath}?${pairs.join('&')}`;
}

onOneDatabase('a request with something wrong in it', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;
  /** An administrator, and a user whom her calls may delete. */
  let ines: Person;
  let expendable = '';
  let world: World;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
    ines = await app().signUp('Ines');
    await database().db.update(users).set({ isAdministrator: true }).where(eq(users.id, ines.user._id));
    const { _id: carl } = (await app().signUp('Carl')).user;
    expendable = carl;
  });

  beforeEach(async () => {
    const { db } = database();
    const userId = ann.user._id;
    await db.delete(clubs);
    await db.delete(sessions);
    const club = await buildClub(db, { ownerId: userId, customUrl: 'crew' });
    const session = await buildSession(db, { hostUserId: userId });
    const begun = await buildActivity(db, { userId, sessionId: session });
    const result = await buildActivity(db, {
      userId,
      sessionId: session,
      workoutItemIndex: 1,
      completedAt: new Date(nowMs()),
    });
    const comment = await buildComment(db, { activityId: result, userId });
    const reply = await buildComment(db, { activityId: result, userId, commentId: comment });
    const other = ben.user._id;
    world = {
      caller: userId,
      uid: ann.uid,
      idsOf: {
        user: [userId, other],
        toUser: [other],
        followee: [other],
        trainingPartner: [other],
        club: [club],
        session: [session],
        parentId: [result],
        parent: [result, comment],
        comment: [comment],
        reply: [reply],
      },
      ids: [userId, other, club, session, begun, result, comment, reply, nobodysId],
    };
  });

  const callerOf = ({ auth }: Endpoint) => (auth === 'administrator' ? ines : ann);
  /** An administrator's calls end logins and accounts, but not those of the test's callers. */
  const worldOf = ({ auth }: Endpoint): World => {
    if (auth !== 'administrator') return world;
    const people = new Set([ann.user._id, ben.user._id]);
    const ids = [...world.ids.filter((id) => !people.has(id)), expendable];
    return { ...world, idsOf: { ...world.idsOf, user: [expendable] }, ids };
  };

  test.for(endpoints)(
    'is never an error of the server, and is refused as a problem that names the field: %s',
    async ([key, endpoint]) => {
      const as = endsLogin.has(key) ? null : callerOf(endpoint);
      await fc.assert(
        fc.asyncProperty(requestsOf(endpoint, worldOf(endpoint)), async (request) => {
          const answer = await app().call(endpoint.method, addressOf(endpoint, request), {
            as,
            ...(endpoint.method === 'GET' || endpoint.body === undefined ? {} : { body: request.body }),
          });
          expect(answer.status).toBeLessThan(500);
          if (answer.status < 400) return;
          const { status, fields } = problemOf(answer);
          if (status === 400) expect(fields?.length).toBeGreaterThan(0);
        }),
        { numRuns: runs },
      );
    },
  );

  test.for(endpoints.filter(([, { method, consumes }]) => method !== 'GET' && consumes === undefined))(
    'is refused before anything recurses over it when its body is nested deeply: %s',
    async ([, endpoint]) => {
      const [request] = fc.sample(requestsOf(endpoint, worldOf(endpoint)), { numRuns: 1, seed: 1 });
      if (!request) throw new Error('No request was made');
      for (const nested of [
        '['.repeat(10_000) + ']'.repeat(10_000),
        '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000),
      ]) {
        const answer = await app().call(endpoint.method, addressOf(endpoint, request), {
          as: callerOf(endpoint),
          body: nested,
          headers: { 'content-type': 'application/json' },
        });
        const { status, fields } = problemOf(answer);
        // An upload takes bytes, and these are not an image.
        if (endpoint.path.startsWith('/files')) expect(status).toBeLessThan(500);
        else expect({ status, fields }).toEqual({ status: 400, fields: ['body'] });
      }
    },
  );
});
