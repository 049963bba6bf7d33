import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { EmulatedService, type EmulatedAnswer, type EmulatedRequest } from './emulated-service.ts';

type Grant = { userId: number; scopes: ReadonlySet<string>; expiresAtMs: number };
type Stored = {
  id: number;
  userId: number;
  updatedAtMs: number;
  strokes: unknown[];
  fields: Record<string, unknown>;
};

const int = z.int().check(z.minimum(0));
const HeartRate = z.optional(z.strictObject({ average: z.optional(int), recovery: z.optional(int) }));
const Part = z.strictObject({
  type: z.enum(['time', 'distance', 'calorie', 'wattminute']),
  distance: int,
  time: int,
  rest_time: z.optional(int),
  rest_distance: z.optional(int),
  stroke_rate: z.optional(int),
  heart_rate: HeartRate,
});
const Stroke = z.strictObject({
  t: int,
  d: int,
  p: z.optional(int),
  spm: z.optional(int),
  hr: z.optional(int),
});
/** What may be sent: whole numbers alone. */
const NewResult = z.strictObject({
  type: z.enum([
    'rower',
    'skierg',
    'bike',
    'dynamic',
    'slides',
    'paddle',
    'water',
    'snow',
    'rollerski',
    'multierg',
  ]),
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
  timezone: z.optional(z.string()),
  distance: int.check(z.positive()),
  time: int.check(z.positive()),
  weight_class: z.optional(z.enum(['H', 'L'])),
  workout_type: z.optional(
    z.enum([
      'unknown',
      'JustRow',
      'FixedDistanceSplits',
      'FixedTimeSplits',
      'FixedCalorie',
      'FixedWattMinute',
      'FixedTimeInterval',
      'FixedDistanceInterval',
      'FixedCalorieInterval',
      'FixedWattMinuteInterval',
      'VariableInterval',
      'VariableIntervalUndefinedRest',
    ]),
  ),
  stroke_rate: z.optional(int),
  stroke_count: z.optional(int),
  calories_total: z.optional(int),
  drag_factor: z.optional(int),
  heart_rate: HeartRate,
  rest_time: z.optional(int),
  workout: z.optional(
    z.strictObject({ splits: z.optional(z.array(Part)), intervals: z.optional(z.array(Part)) }),
  ),
  stroke_data: z.optional(z.array(Stroke)),
});

const accept = 'application/vnd.c2logbook.v1+json';
const weekSec = 604_800;
const granted: Readonly<Record<string, readonly string[]>> = {
  'user:read': ['user:read'],
  'results:read': ['results:read'],
  // Includes reading.
  'results:write': ['results:read', 'results:write'],
};

/** The rules of the Logbook's API as documented on 2026-09-17. */
export class EmulatedLogbook extends EmulatedService {
  readonly client = { id: 'our client', secret: 'its secret' };
  readonly users = new Map<number, string>();
  readonly tokens = new Map<string, Grant>();
  results: Stored[] = [];
  /** Refresh tokens, each for one use. */
  readonly #refresh = new Map<string, { userId: number; scopes: string }>();
  readonly #codes = new Map<string, { userId: number; scopes: string; redirectUri: string }>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    super();
    this.#nowMs = nowMs;
  }

  /** Makes a token of a person's profile, which does not end. */
  personalToken(userId: number, scopes = 'user:read,results:write'): string {
    const token = `personal-${randomBytes(8).toString('hex')}`;
    this.tokens.set(token, { userId, scopes: scopesOf(scopes), expiresAtMs: Infinity });
    return token;
  }

  /** Stores a result as another app does; the moment is that of its storing. */
  put(
    userId: number,
    fields: Record<string, unknown>,
    { strokes = [] as unknown[], updatedAtMs = this.#nowMs() } = {},
  ): number {
    const id = 80_000 + this.results.length;
    this.results.push({ id, userId, updatedAtMs, strokes, fields });
    return id;
  }

  /** Changes fields of all results, as their athlete does in the Logbook. */
  editAll(fields: Record<string, unknown>): void {
    for (const result of this.results) {
      Object.assign(result.fields, fields);
      result.updatedAtMs = this.#nowMs();
    }
  }

  /** Stores strokes of all results, which came late. */
  addStrokes(strokes: unknown[]): void {
    for (const result of this.results) {
      result.strokes = strokes;
      result.updatedAtMs = this.#nowMs();
    }
  }

  /** What the person's browser does on the page of the login: returns where it is sent. */
  logIn(authorizationUrl: string, userId: number): URL {
    const url = new URL(authorizationUrl);
    const asked = url.searchParams;
    if (url.pathname !== '/oauth/authorize' || asked.get('client_id') !== this.client.id)
      throw new Error('No such client');
    if (asked.get('response_type') !== 'code') throw new Error('Only codes are given');
    const redirectUri = asked.get('redirect_uri') ?? '';
    const code = randomBytes(8).toString('hex');
    this.#codes.set(code, { userId, scopes: asked.get('scope') ?? '', redirectUri });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    return back;
  }

  protected override answer(request: EmulatedRequest): EmulatedAnswer {
    if (request.path === '/oauth/access_token') return this.#grant(request);
    if (request.headers.get('accept') !== accept) return problem(406, 'The version is missing');
    const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    const grant = this.tokens.get(token);
    if (grant === undefined || grant.expiresAtMs <= this.#nowMs())
      return problem(401, 'The token is not valid');
    const { method, path } = request;
    const needs = (scope: string, answer: () => EmulatedAnswer) =>
      grant.scopes.has(scope) ? answer() : problem(403, `The scope ${scope} is missing`);
    if (method === 'GET' && path === '/api/users/me') {
      const data = { id: grant.userId, username: this.users.get(grant.userId) };
      return needs('user:read', () => ({ status: 200, body: { data } }));
    }
    if (path === '/api/users/me/results') {
      return method === 'POST'
        ? needs('results:write', () => this.#add(request, grant.userId))
        : needs('results:read', () => this.#list(request.query, grant.userId));
    }
    const [, single] = /^\/api\/users\/me\/results\/(\d+)$/.exec(path) ?? [];
    const one = this.results.find((each) => each.id === Number(single) && each.userId === grant.userId);
    if (method === 'GET' && one !== undefined) {
      const data = { id: one.id, user_id: one.userId, stroke_data: one.strokes.length > 0, ...one.fields };
      return needs('results:read', () => ({ status: 200, body: { data } }));
    }
    const [, id] = /^\/api\/users\/me\/results\/(\d+)\/strokes$/.exec(path) ?? [];
    const result = this.results.find((each) => each.id === Number(id) && each.userId === grant.userId);
    if (method !== 'GET' || result === undefined) return problem(404, 'Not found');
    return needs('results:read', () => ({ status: 200, body: { data: result.strokes } }));
  }

  #list(query: URLSearchParams, userId: number): EmulatedAnswer {
    const number = Number(query.get('number') ?? 50);
    const page = Number(query.get('page') ?? 1);
    const after = query.get('updated_after');
    if (!(number >= 1 && number <= 250) || !(page >= 1)) return problem(422, 'The page is not valid');
    if (after !== null && !/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(after))
      return problem(422, 'updated_after is no date');
    const afterMs = after === null ? -Infinity : Date.parse(`${after.replace(' ', 'T')}Z`);
    const found = this.results
      .filter((each) => each.userId === userId && each.updatedAtMs >= afterMs)
      .toReversed();
    const data = found.slice((page - 1) * number, page * number).map(({ id, strokes, fields }) => ({
      id,
      user_id: userId,
      stroke_data: strokes.length > 0,
      ...fields,
    }));
    const pagination = { total: found.length, count: data.length, per_page: number, current_page: page };
    const meta = {
      pagination: { ...pagination, total_pages: Math.max(1, Math.ceil(found.length / number)) },
    };
    const date = new Date(this.#nowMs()).toUTCString();
    return { status: 200, body: { data, meta }, headers: { date } };
  }

  #add({ body, headers }: EmulatedRequest, userId: number): EmulatedAnswer {
    if (headers.get('content-type') !== 'application/json') return problem(415, 'JSON is needed');
    const parsed = z.safeParse(NewResult, JSON.parse(body.toString()));
    if (!parsed.success) {
      const errors = Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [path.join('.'), [message]]),
      );
      return { status: 422, body: { message: 'The given data was invalid.', errors } };
    }
    const { stroke_data: strokes = [], ...fields } = parsed.data;
    if (['rower', 'dynamic', 'slides'].includes(fields.type) && fields.weight_class === undefined) {
      return {
        status: 422,
        body: { message: 'The given data was invalid.', errors: { weight_class: ['is required'] } },
      };
    }
    const isThere = this.results.some(
      ({ userId: of, fields: there }) =>
        of === userId &&
        ['date', 'time', 'distance'].every((name) => there[name] === Reflect.get(fields, name)),
    );
    if (isThere) return problem(409, 'Duplicate result');
    const id = this.put(userId, fields, { strokes });
    return { status: 201, body: { data: { id, ...fields } } };
  }

  #grant({ method, headers, body }: EmulatedRequest): EmulatedAnswer {
    const type = headers.get('content-type') ?? '';
    if (method !== 'POST' || !type.startsWith('application/x-www-form-urlencoded'))
      return problem(415, 'A form is needed');
    const form = new URLSearchParams(body.toString());
    if (form.get('client_id') !== this.client.id || form.get('client_secret') !== this.client.secret) {
      return problem(401, 'The client is not valid');
    }
    const [scopes, code, refresh] = ['scope', 'code', 'refresh_token'].map((name) => form.get(name) ?? '');
    if (form.get('grant_type') === 'authorization_code') {
      const begun = this.#codes.get(code ?? '');
      this.#codes.delete(code ?? '');
      const isValid = begun !== undefined && begun.redirectUri === form.get('redirect_uri');
      return isValid ? this.#tokensFor(begun.userId, scopes ?? '') : problem(400, 'The code is not valid');
    }
    const before = this.#refresh.get(refresh ?? '');
    this.#refresh.delete(refresh ?? '');
    return before === undefined
      ? problem(400, 'The refresh token is not valid')
      : this.#tokensFor(before.userId, scopes ?? '');
  }

  #tokensFor(userId: number, scopes: string): EmulatedAnswer {
    // Without scopes the Logbook chooses its own.
    const given = scopes === '' ? 'user:read' : scopes;
    const [access, refresh] = [
      `access-${randomBytes(8).toString('hex')}`,
      `refresh-${randomBytes(8).toString('hex')}`,
    ];
    this.tokens.set(access, {
      userId,
      scopes: scopesOf(given),
      expiresAtMs: this.#nowMs() + weekSec * 1_000,
    });
    this.#refresh.set(refresh, { userId, scopes: given });
    const body = { access_token: access, refresh_token: refresh, expires_in: weekSec, token_type: 'Bearer' };
    return { status: 200, body };
  }
}

const scopesOf = (text: string) => new Set(text.split(',').flatMap((scope) => granted[scope] ?? []));
const problem = (status: number, message: string): EmulatedAnswer => ({ status, body: { message } });
