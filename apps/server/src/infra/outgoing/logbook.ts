import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import {
  checkAnswer,
  CredentialsRefused,
  NotNow,
  refusalOf,
  textOf,
  type UploadOutcome,
} from './exchange.ts';
import type { FixedHost, HostAnswer, HostCall } from './fixed-host.ts';

const IdSchema = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,18}$/)), z.int()]),
  z.transform((id: string | number) => String(id)),
);

const UserSchema = z.looseObject({
  data: z.looseObject({ id: IdSchema, username: z.optional(z.nullable(z.string())) }),
});

/**
 * Unreadable values count as missing: only the time, the distance and the date decide whether a result is
 * understood.
 */
const orMissing = <S extends z.ZodMiniType>(schema: S) => otherwise(z.optional(z.nullable(schema)), null);
const figure = orMissing(z.number());
const text = orMissing(z.string());
/** An empty list if the Logbook has none. */
const HeartRateSchema = orMissing(z.looseObject({ average: figure }));

const PartSchema = z.looseObject({
  /** For an interval: the figure that ends it. */
  type: text,
  distance: figure,
  time: figure,
  rest_time: figure,
  rest_distance: figure,
  stroke_rate: figure,
  calories_total: figure,
  heart_rate: HeartRateSchema,
});
const PartsSchema = orMissing(z.array(PartSchema));
const PartedSchema = z.looseObject({ splits: PartsSchema, intervals: PartsSchema });

/** A result in the Logbook's form: times in tenths of a second, distances in meters, the date of its end. */
const ResultSchema = z.looseObject({
  id: IdSchema,
  date: z.string(),
  date_utc: text,
  timezone: text,
  type: z.string(),
  workout_type: text,
  distance: z.number(),
  time: z.number(),
  /** The app that stored it. */
  source: text,
  comments: text,
  calories_total: figure,
  drag_factor: figure,
  stroke_count: figure,
  stroke_rate: figure,
  heart_rate: HeartRateSchema,
  rest_time: figure,
  rest_distance: figure,
  stroke_data: orMissing(z.boolean()),
  // Documented as a list, and an object in fact.
  workout: orMissing(z.union([z.array(PartedSchema), PartedSchema])),
});
export type LogbookResult = z.infer<typeof ResultSchema>;

const OneSchema = z.looseObject({ data: ResultSchema });

const PageSchema = z.looseObject({
  data: z.array(z.unknown()),
  meta: z.optional(
    z.looseObject({ pagination: z.optional(z.looseObject({ total_pages: z.optional(z.int()) })) }),
  ),
});

/** `t` in tenths of a second, `d` in tenths of a meter, `p` in tenths of a second per 500 m (1000 m of a BikeErg). */
const StrokeSchema = z.looseObject({ t: z.number(), d: z.number(), p: figure, spm: figure, hr: figure });
export type LogbookStroke = z.infer<typeof StrokeSchema>;
const StrokesSchema = z.looseObject({ data: z.array(z.unknown()) });

const DuplicateSchema = z.looseObject({ id: IdSchema });

const AddedSchema = z.looseObject({ data: z.looseObject({ id: IdSchema }) });

const TokensSchema = z.looseObject({
  access_token: z.string().check(z.minLength(1), z.maxLength(4_000)),
  refresh_token: z.string().check(z.minLength(1), z.maxLength(4_000)),
  expires_in: z.int().check(z.positive()),
});

type LogbookTokens = { access: string; refresh: string; expiresAtMs: number };

/** The outcome of changing a result. */
type UpdateOutcome =
  | { kind: 'changed' | 'gone' }
  /** It would be refused again; the reason as a text. */
  | { kind: 'refused'; problem: string };

/** The operator's client, registered at the Logbook. */
export type LogbookClient = { id: string; secret: string };

/** Requested at the login and at each refresh: without them the Logbook gives others. `write` includes reading. */
const scope = 'user:read,results:write';
const accept = 'application/vnd.c2logbook.v1+json';

const logbookPageSize = 250;

/** The API of the Concept2 Logbook (https://log.concept2.com/developers/documentation), as of 2026-09-17. */
export class Logbook {
  readonly #host: FixedHost;
  readonly #client: LogbookClient | null;

  constructor(host: FixedHost, client: LogbookClient | null) {
    this.#host = host;
    this.#client = client;
  }

  get origin(): string {
    return this.#host.origin;
  }

  get offersLogin(): boolean {
    return this.#client !== null;
  }

  /** Returns the owner of the token. @throws CredentialsRefused, NotNow, OutsideError */
  async userOf(token: string): Promise<{ id: string; name: string | null }> {
    const { data } = this.#parsed(
      UserSchema,
      await this.#call(token, { method: 'GET', path: '/api/users/me' }),
    );
    return { id: data.id, name: data.username?.slice(0, 80) ?? null };
  }

  /**
   * Returns a page of the results that changed after a moment, and how many of them are not understood.
   * @param page from 1
   * @throws CredentialsRefused, NotNow, OutsideError
   */
  async results(
    token: string,
    { updatedAfter, page }: { updatedAfter: Date | null; page: number },
  ): Promise<{ results: LogbookResult[]; unread: number; isLast: boolean; date: Date | null }> {
    const answer = await this.#call(token, {
      method: 'GET',
      path: '/api/users/me/results',
      query: {
        number: String(logbookPageSize),
        page: String(page),
        ...(updatedAfter === null ? {} : { updated_after: gmtOf(updatedAfter) }),
      },
    });
    const { data, meta } = this.#parsed(PageSchema, answer);
    const results = data.flatMap((each) => z.safeParse(ResultSchema, each).data ?? []);
    const isLast = page >= (meta?.pagination?.total_pages ?? 1);
    return { results, unread: data.length - results.length, isLast, date: answer.date };
  }

  /**
   * Returns the strokes of a result, whose times and distances restart at each interval, and how many are not
   * understood; none if the Logbook has or gives none. @throws CredentialsRefused, NotNow, OutsideError
   */
  async strokes(token: string, resultId: string): Promise<{ strokes: LogbookStroke[]; unread: number }> {
    const path = `/api/users/me/results/${encodeURIComponent(resultId)}/strokes`;
    const { status, body } = await this.#call(token, { method: 'GET', path });
    const data = status === 200 ? (z.safeParse(StrokesSchema, body).data?.data ?? []) : [];
    const strokes = data.flatMap((each) => z.safeParse(StrokeSchema, each).data ?? []);
    return { strokes, unread: data.length - strokes.length };
  }

  /**
   * Returns a result; null if it does not exist, or was deleted.
   * @throws CredentialsRefused, NotNow, OutsideError
   */
  async result(token: string, resultId: string): Promise<LogbookResult | null> {
    const path = `/api/users/me/results/${encodeURIComponent(resultId)}`;
    const answer = await this.#call(token, { method: 'GET', path });
    return answer.status === 404 ? null : this.#parsed(OneSchema, answer).data;
  }

  /** Stores a result. @throws CredentialsRefused, NotNow, OutsideError */
  async add(token: string, result: object): Promise<UploadOutcome> {
    const answer = await this.#call(token, { method: 'POST', path: '/api/users/me/results', body: result });
    // The same date, time and distance: from an earlier attempt, or another app. The response contains its number.
    if (answer.status === 409) {
      return { kind: 'there', remoteId: z.safeParse(DuplicateSchema, answer.body).data?.id ?? null };
    }
    const remoteId = z.safeParse(AddedSchema, answer.body).data?.data.id ?? null;
    if (answer.status === 403) {
      return { kind: 'refused', problem: textOf(answer.body) ?? 'The token does not allow to send results' };
    }
    return answer.status === 200 || answer.status === 201 ? { kind: 'sent', remoteId } : refusalOf(answer);
  }

  /**
   * Changes fields of a result; omitted fields stay. Strokes are not among them: the documentation has no way to change
   * them.
   * @throws CredentialsRefused, NotNow, OutsideError
   */
  async update(token: string, resultId: string, fields: object): Promise<UpdateOutcome> {
    const path = `/api/users/me/results/${encodeURIComponent(resultId)}`;
    const { status, body } = await this.#call(token, { method: 'PATCH', path, body: fields });
    if (status === 200) return { kind: 'changed' };
    if (status === 404) return { kind: 'gone' };
    return { kind: 'refused', problem: textOf(body) ?? `It answered with the status ${status}` };
  }

  /**
   * Returns the existing result that makes the Logbook refuse another as a duplicate: it has the same date, time and
   * distance. Null if there is none.
   * @throws CredentialsRefused, NotNow, OutsideError
   */
  async find(
    token: string,
    { date, time, distance }: { date: string; time: number; distance: number },
  ): Promise<LogbookResult | null> {
    const query = { from: date, to: date, number: String(logbookPageSize) };
    const answer = await this.#call(token, { method: 'GET', path: '/api/users/me/results', query });
    const { data } = this.#parsed(PageSchema, answer);
    const results = data.flatMap((each) => z.safeParse(ResultSchema, each).data ?? []);
    return results.find((each) => each.time === time && each.distance === distance) ?? null;
  }

  /** Returns the address where the athlete logs in. */
  authorizationUrl({ state, redirectUri }: { state: string; redirectUri: string }): string {
    const url = new URL(`${this.#host.origin}/oauth/authorize`);
    url.search = new URLSearchParams({
      client_id: this.#requireClient().id,
      scope,
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
    }).toString();
    return url.href;
  }

  /** @throws CredentialsRefused for a code that is not valid, NotNow, OutsideError */
  tokensOf(code: string, redirectUri: string, nowMs: number): Promise<LogbookTokens> {
    return this.#tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, nowMs);
  }

  /** Invalidates the given token: store the returned ones before using them. */
  refreshed(refreshToken: string, nowMs: number): Promise<LogbookTokens> {
    return this.#tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }, nowMs);
  }

  async #tokens(grant: Record<string, string>, nowMs: number): Promise<LogbookTokens> {
    const { id, secret } = this.#requireClient();
    const answer = await this.#host.call({
      method: 'POST',
      path: '/oauth/access_token',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ ...grant, client_id: id, client_secret: secret, scope }),
    });
    if (answer.status === 400 || answer.status === 403) {
      throw new CredentialsRefused(textOf(answer.body) ?? 'The login was refused');
    }
    checkAnswer(answer);
    const {
      access_token: access,
      refresh_token: refresh,
      expires_in: sec,
    } = this.#parsed(TokensSchema, answer);
    return { access, refresh, expiresAtMs: nowMs + sec * 1_000 };
  }

  async #call(token: string, call: HostCall): Promise<HostAnswer> {
    const answer = await this.#host.call({ ...call, headers: { authorization: `Bearer ${token}`, accept } });
    checkAnswer(answer);
    return answer;
  }

  #parsed<S extends z.ZodMiniType>(schema: S, { status, body }: HostAnswer): z.output<S> {
    // A token without the scope.
    if (status === 403) throw new CredentialsRefused(textOf(body) ?? 'The token does not allow it');
    if (status !== 200) throw new NotNow(textOf(body) ?? `It answered with the status ${status}`);
    const parsed = z.safeParse(schema, body);
    if (!parsed.success) throw new NotNow('Its answer was not understood');
    return parsed.data;
  }

  #requireClient(): LogbookClient {
    if (this.#client === null) throw new Error('The operator has no client at the Logbook');
    return this.#client;
  }
}

/** `yyyy-mm-dd hh:mm:ss`, in GMT. */
function gmtOf(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
