import * as z from 'zod/mini';
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

const figure = z.optional(z.nullable(z.number()));
const HeartRateSchema = z.optional(z.nullable(z.looseObject({ average: figure })));

const PartSchema = z.looseObject({
  distance: figure,
  time: figure,
  rest_time: figure,
  stroke_rate: figure,
  calories_total: figure,
  heart_rate: HeartRateSchema,
});
const PartsSchema = z.optional(z.nullable(z.array(PartSchema)));
const PartedSchema = z.looseObject({ splits: PartsSchema, intervals: PartsSchema });

const text = z.optional(z.nullable(z.string()));

/** A result as the Logbook has it: times in tenths of a second, distances in meters, the date of its end. */
const ResultSchema = z.looseObject({
  id: IdSchema,
  date: z.string(),
  date_utc: text,
  timezone: text,
  type: z.string(),
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
  stroke_data: z.optional(z.nullable(z.boolean())),
  // Documented as a list, and an object in fact.
  workout: z.optional(z.nullable(z.union([z.array(PartedSchema), PartedSchema]))),
});
export type LogbookResult = z.infer<typeof ResultSchema>;
export type LogbookPart = z.infer<typeof PartSchema>;

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
const StrokesSchema = z.looseObject({ data: z.array(StrokeSchema) });

const AddedSchema = z.looseObject({ data: z.looseObject({ id: IdSchema }) });

const TokensSchema = z.looseObject({
  access_token: z.string().check(z.minLength(1), z.maxLength(4_000)),
  refresh_token: z.string().check(z.minLength(1), z.maxLength(4_000)),
  expires_in: z.int().check(z.positive()),
});

type LogbookTokens = { access: string; refresh: string; expiresAtMs: number };

/** The operator's client, registered at the Logbook. */
export type LogbookClient = { id: string; secret: string };

/** Asked for at the login and repeated at each refresh: without them the Logbook gives others. `write` includes reading. */
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

  get offersLogin(): boolean {
    return this.#client !== null;
  }

  /** Returns whose token it is. @throws CredentialsRefused, NotNow, OutsideError */
  async userOf(token: string): Promise<{ id: string; name: string | null }> {
    const { data } = this.#parsed(
      UserSchema,
      await this.#call(token, { method: 'GET', path: '/api/users/me' }),
    );
    return { id: data.id, name: data.username?.slice(0, 80) ?? null };
  }

  /**
   * Returns a page of the results that changed after a moment, and how many of it are not understood.
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

  /** Returns the strokes of a result; times and distances begin again at each interval. */
  async strokes(token: string, resultId: string): Promise<LogbookStroke[]> {
    const path = `/api/users/me/results/${encodeURIComponent(resultId)}/strokes`;
    const answer = await this.#call(token, { method: 'GET', path });
    return answer.status === 404 ? [] : this.#parsed(StrokesSchema, answer).data;
  }

  /** Returns a result; null if it is not there (any more). @throws CredentialsRefused, NotNow, OutsideError */
  async result(token: string, resultId: string): Promise<LogbookResult | null> {
    const path = `/api/users/me/results/${encodeURIComponent(resultId)}`;
    const answer = await this.#call(token, { method: 'GET', path });
    return answer.status === 404 ? null : this.#parsed(OneSchema, answer).data;
  }

  /** Stores a result. @throws CredentialsRefused, NotNow, OutsideError */
  async add(token: string, result: object): Promise<UploadOutcome> {
    const answer = await this.#call(token, { method: 'POST', path: '/api/users/me/results', body: result });
    const remoteId = z.safeParse(AddedSchema, answer.body).data?.data.id ?? null;
    // The same date, time and distance: an earlier try, or another app.
    if (answer.status === 409) return { kind: 'there', remoteId };
    if (answer.status === 403) {
      return { kind: 'refused', problem: textOf(answer.body) ?? 'The token does not allow to send results' };
    }
    return answer.status === 200 || answer.status === 201 ? { kind: 'sent', remoteId } : refusalOf(answer);
  }

  /** Returns where the athlete logs in. */
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

  /** The token given is not valid any more afterwards: store what is returned before using it. */
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
