import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { documentedAnswers } from './documented-answers.ts';
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
const HeartRate = z.optional(
  z.strictObject({
    average: z.optional(int),
    min: z.optional(int),
    max: z.optional(int),
    ending: z.optional(int),
    recovery: z.optional(int),
  }),
);
const Split = z.strictObject({
  distance: int,
  time: int,
  stroke_rate: z.optional(int),
  calories_total: z.optional(int),
  wattminutes_total: z.optional(int),
  heart_rate: z.optional(
    z.strictObject({
      average: z.optional(int),
      min: z.optional(int),
      max: z.optional(int),
      ending: z.optional(int),
      rest: z.optional(int),
      recovery: z.optional(int),
    }),
  ),
});
const IntervalPart = z.extend(Split, {
  type: z.enum(['time', 'distance', 'calorie', 'wattminute']),
  rest_time: int,
  rest_distance: z.optional(int),
  machine: z.optional(z.enum(['skierg', 'rower', 'bike'])),
});
const Stroke = z.strictObject({
  t: z.optional(int),
  d: z.optional(int),
  p: z.optional(int),
  spm: z.optional(int),
  hr: z.optional(int),
});
const isZone = (zone: string) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC';
const fields = {
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
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/)),
  timezone: z.optional(z.string().check(z.refine(isZone))),
  distance: int.check(z.positive()),
  time: int.check(z.positive()),
  weight_class: z.optional(z.enum(['H', 'L'])),
  comments: z.optional(z.nullable(z.string())),
  privacy: z.optional(z.enum(['private', 'partners', 'logged_in', 'everyone'])),
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
  wattminutes_total: z.optional(int),
  drag_factor: z.optional(int),
  heart_rate: HeartRate,
  rest_distance: z.optional(int),
  rest_time: z.optional(int),
  workout: z.optional(
    z.strictObject({ splits: z.optional(z.array(Split)), intervals: z.optional(z.array(IntervalPart)) }),
  ),
};
/**
 * The accepted fields: only whole numbers. The documentation names the refusals for splits and intervals, and the
 * emulator applies them to all.
 */
const NewResult = z.strictObject({ ...fields, stroke_data: z.optional(z.array(Stroke)) });
/** Edit Result: all or some of the fields; the documentation shows no strokes. */
const ChangedResult = z.partial(z.strictObject(fields));
const haveWeightClass = new Set(['rower', 'dynamic', 'slides']);

const accept = 'application/vnd.c2logbook.v1+json';
const weekSec = 604_800;
/** Results of two days ahead are stored, those of three are not. */
const futureMostMs = 2.5 * 24 * 3_600_000;
const granted: Readonly<Record<string, readonly string[]>> = {
  'user:read': ['user:read'],
  'results:read': ['results:read'],
  // Includes reading.
  'results:write': ['results:read', 'results:write'],
};

const documented = documentedAnswers('logbook');

/**
 * The rules of the Logbook's API as documented and recorded: the responses, their sources and the assumptions are in
 * answers/logbook.md.
 */
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

  /** Makes a token of a user's profile that does not expire. */
  personalToken(userId: number, scopes = 'user:read,results:write'): string {
    const token = `personal-${randomBytes(8).toString('hex')}`;
    this.tokens.set(token, { userId, scopes: scopesOf(scopes), expiresAtMs: Infinity });
    return token;
  }

  /** Stores a result like another app; the moment is the time of storing. */
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

  /** Stores late strokes of all results. */
  addStrokes(strokes: unknown[]): void {
    for (const result of this.results) {
      result.strokes = strokes;
      result.updatedAtMs = this.#nowMs();
    }
  }

  /** The steps of the user's browser on the login page: returns the redirect address. */
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
    // Optional there; this product always names the version that it understands.
    if (request.headers.get('accept') !== accept) throw new Error('The version is missing');
    const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    const grant = this.tokens.get(token);
    if (grant === undefined || grant.expiresAtMs <= this.#nowMs()) return documented('unauthorized');
    const needs = (scope: string, answer: () => EmulatedAnswer) =>
      grant.scopes.has(scope) ? answer() : documented('noRights');
    const { userId } = grant;
    const [, id, strokes] = /^\/api\/users\/me\/results\/(\d+)(\/strokes)?$/.exec(request.path) ?? [];
    const one = this.results.find((each) => each.id === Number(id) && each.userId === userId);
    const missing = () => documented('noResult');
    const methods: Partial<Record<string, () => EmulatedAnswer>> | undefined =
      request.path === '/api/users/me'
        ? { GET: () => needs('user:read', () => ({ status: 200, body: { data: this.#user(userId) } })) }
        : request.path === '/api/users/me/results'
          ? {
              GET: () => needs('results:read', () => this.#list(request.query, userId)),
              POST: () => needs('results:write', () => this.#add(request, userId)),
            }
          : id === undefined
            ? undefined
            : strokes !== undefined
              ? { GET: () => needs('results:read', () => (one ? strokesOf(one) : missing())) }
              : {
                  GET: () =>
                    needs('results:read', () =>
                      one ? { status: 200, body: { data: shownOf(one) } } : missing(),
                    ),
                  PATCH: () => needs('results:write', () => (one ? this.#change(request, one) : missing())),
                };
    if (methods === undefined) return documented('noEndpoint');
    return methods[request.method]?.() ?? documented('noMethod');
  }

  #user(id: number) {
    return { id, username: this.users.get(id) };
  }

  #list(query: URLSearchParams, userId: number): EmulatedAnswer {
    const number = Math.min(Number(query.get('number') ?? 50), 250);
    const page = Number(query.get('page') ?? 1);
    if (!(number >= 1) || !(page >= 1)) return invalid('notCreated', { page: ['The page is not valid.'] });
    for (const name of ['from', 'to', 'updated_after']) {
      const given = query.get(name);
      if (given !== null && !/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(given)) {
        return invalid('notCreated', { [name]: [`The ${name} is not a valid date.`] });
      }
    }
    const after = query.get('updated_after');
    const afterMs = after === null ? -Infinity : Date.parse(`${after.replace(' ', 'T')}Z`);
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999-12-31'];
    const isBetween = ({ fields: { date } }: Stored) =>
      typeof date === 'string' && date >= from && date <= (to.length === 10 ? `${to} 23:59:59` : to);
    const found = this.results
      .filter((each) => each.userId === userId && each.updatedAtMs >= afterMs && isBetween(each))
      .toReversed();
    const data = found.slice((page - 1) * number, page * number).map(shownOf);
    const pagination = { total: found.length, count: data.length, per_page: number, current_page: page };
    const meta = {
      pagination: {
        ...pagination,
        total_pages: Math.max(1, Math.ceil(found.length / number)),
        links: [],
      },
    };
    const date = new Date(this.#nowMs()).toUTCString();
    return { status: 200, body: { data, meta }, headers: { date } };
  }

  #add({ body, headers }: EmulatedRequest, userId: number): EmulatedAnswer {
    if (headers.get('content-type') !== 'application/json') return invalid('notCreated', {});
    const parsed = z.safeParse(NewResult, JSON.parse(body.toString()));
    if (!parsed.success) return invalid('notCreated', errorsOf(parsed.error.issues));
    const { stroke_data: strokes = [], ...given } = parsed.data;
    if (haveWeightClass.has(given.type) && given.weight_class === undefined) {
      return invalid('notCreated', { weight_class: ['The weight class field is required.'] });
    }
    if (Date.parse(`${given.date.replace(' ', 'T')}Z`) > this.#nowMs() + futureMostMs) {
      return invalid('notCreated', { date: ['The date of the workout is too far in the future.'] });
    }
    const duplicate = this.#duplicateOf(userId, given);
    if (duplicate !== null) return documented('duplicate', { id: duplicate.id });
    const id = this.put(userId, { ...given, source: 'Boathouse', verified: false }, { strokes });
    return documented('created', { data: { id, user_id: userId, ...given } });
  }

  #change({ body, headers }: EmulatedRequest, one: Stored): EmulatedAnswer {
    if (headers.get('content-type') !== 'application/json') return invalid('notChanged', {});
    const parsed = z.safeParse(ChangedResult, JSON.parse(body.toString()));
    if (!parsed.success) return invalid('notChanged', errorsOf(parsed.error.issues));
    if (one.fields['isLocked'] === true) return documented('noRights');
    const next = { ...one.fields, ...parsed.data };
    const duplicate = this.#duplicateOf(one.userId, next);
    if (duplicate !== null && duplicate.id !== one.id) return documented('duplicate', { id: duplicate.id });
    one.fields = next;
    one.updatedAtMs = this.#nowMs();
    return { status: 200, body: { data: shownOf(one) } };
  }

  #duplicateOf(userId: number, given: object): Stored | null {
    const names = ['date', 'time', 'distance'];
    const isSame = (each: Stored) => names.every((name) => each.fields[name] === Reflect.get(given, name));
    return this.results.find((each) => each.userId === userId && isSame(each)) ?? null;
  }

  #grant({ method, headers, body }: EmulatedRequest): EmulatedAnswer {
    const type = headers.get('content-type') ?? '';
    if (method !== 'POST') return documented('noMethod');
    if (!type.startsWith('application/x-www-form-urlencoded')) return documented('badGrant');
    const form = new URLSearchParams(body.toString());
    if (form.get('client_id') !== this.client.id || form.get('client_secret') !== this.client.secret) {
      return documented('badCredentials');
    }
    const [scopes, code, refresh] = ['scope', 'code', 'refresh_token'].map((name) => form.get(name) ?? '');
    if (form.get('grant_type') === 'authorization_code') {
      const begun = this.#codes.get(code ?? '');
      this.#codes.delete(code ?? '');
      const isValid = begun !== undefined && begun.redirectUri === form.get('redirect_uri');
      return isValid ? this.#tokensFor(begun.userId, scopes ?? '') : documented('badGrant');
    }
    if (form.get('grant_type') !== 'refresh_token') return documented('badGrant');
    const before = this.#refresh.get(refresh ?? '');
    this.#refresh.delete(refresh ?? '');
    return before === undefined ? documented('badRefresh') : this.#tokensFor(before.userId, scopes ?? '');
  }

  #tokensFor(userId: number, scopes: string): EmulatedAnswer {
    // "Do not rely on passing nothing as a scope."
    const given = scopes === '' ? 'user:read,results:write' : scopes;
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
    return documented('tokens', { access_token: access, refresh_token: refresh, expires_in: weekSec });
  }
}

function shownOf({ id, userId, strokes, fields: { isLocked: _isLocked, ...shown } }: Stored) {
  return { id, user_id: userId, stroke_data: strokes.length > 0, ...shown };
}

function strokesOf({ strokes }: Stored): EmulatedAnswer {
  return strokes.length === 0 ? documented('noStrokes') : documented('strokes', { data: strokes });
}

function errorsOf(issues: ReadonlyArray<{ path: PropertyKey[]; message: string }>) {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'workout', [message]]));
}

function invalid(name: 'notCreated' | 'notChanged', errors: object): EmulatedAnswer {
  return documented(name, { errors });
}

const scopesOf = (text: string) => new Set(text.split(',').flatMap((scope) => granted[scope] ?? []));
