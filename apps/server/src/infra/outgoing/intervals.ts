import * as z from 'zod/mini';
import { checkAnswer, CredentialsRefused, NotNow, refusalOf, type UploadOutcome } from './exchange.ts';
import type { FixedHost, HostCall } from './fixed-host.ts';

/** An athlete of the service, with the id for their addresses. */
const AthleteSchema = z.looseObject({
  id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  name: z.optional(z.nullable(z.string())),
});

const IdSchema = z.pipe(
  z.union([z.string(), z.int()]),
  z.transform((id: string | number) => String(id).slice(0, 80)),
);
const UploadedSchema = z.looseObject({ id: z.optional(IdSchema) });
const ListedSchema = z.array(
  z.looseObject({ id: IdSchema, external_id: z.optional(z.nullable(z.string())) }),
);

type IntervalsFile = {
  bytes: Uint8Array<ArrayBuffer>;
  fileName: string;
  name: string;
  /** Our own id, which identifies a repeated upload. */
  externalId: string;
  startedAt: Date;
};

const dayMs = 86_400_000;

/**
 * The API of intervals.icu with an athlete's own key: HTTP Basic, the user is `API_KEY`
 * (https://intervals.icu/api/v1/docs, forum.intervals.icu/t/609).
 */
export class Intervals {
  readonly #host: FixedHost;

  constructor(host: FixedHost) {
    this.#host = host;
  }

  get origin(): string {
    return this.#host.origin;
  }

  /** Returns the owner of the key. @throws CredentialsRefused, NotNow, OutsideError */
  async athleteOf(key: string): Promise<{ id: string; name: string | null }> {
    // The athlete 0 is the key's own.
    const { status, body } = await this.#call(key, { method: 'GET', path: '/api/v1/athlete/0' });
    const parsed = z.safeParse(AthleteSchema, body);
    if (status !== 200 || !parsed.success) throw new NotNow(`It answered with the status ${status}`);
    return { id: parsed.data.id, name: parsed.data.name?.slice(0, 80) ?? null };
  }

  /** @throws CredentialsRefused, NotNow, OutsideError */
  async upload(key: string, athleteId: string, file: IntervalsFile): Promise<UploadOutcome> {
    const { bytes, fileName, name, externalId } = file;
    const body = new FormData();
    body.set('file', new Blob([bytes], { type: 'application/octet-stream' }), fileName);
    const answer = await this.#call(key, {
      method: 'POST',
      path: `/api/v1/athlete/${encodeURIComponent(athleteId)}/activities`,
      query: { name, external_id: externalId },
      body,
    });
    if (answer.status < 200 || answer.status >= 300) return refusalOf(answer);
    const remoteId = z.safeParse(UploadedSchema, answer.body).data?.id ?? null;
    // 200 instead of 201 means that the activity was already there.
    return { kind: answer.status === 200 ? 'there' : 'sent', remoteId };
  }

  /** Returns the service's id of an activity that an earlier attempt may have sent; null if it is not there. */
  async find(
    key: string,
    athleteId: string,
    { externalId, startedAt }: Pick<IntervalsFile, 'externalId' | 'startedAt'>,
  ): Promise<string | null> {
    const day = (offsetMs: number) => new Date(startedAt.getTime() + offsetMs).toISOString().slice(0, 10);
    const { status, body } = await this.#call(key, {
      method: 'GET',
      path: `/api/v1/athlete/${encodeURIComponent(athleteId)}/activities`,
      // Days are the athlete's local ones.
      query: { oldest: day(-dayMs), newest: day(dayMs) },
    });
    const parsed = z.safeParse(ListedSchema, body);
    if (status !== 200 || !parsed.success) throw new NotNow(`It answered with the status ${status}`);
    return parsed.data.find(({ external_id: id }) => id === externalId)?.id ?? null;
  }

  async #call(key: string, call: HostCall) {
    const authorization = `Basic ${Buffer.from(`API_KEY:${key}`).toString('base64')}`;
    const answer = await this.#host.call({
      ...call,
      headers: { authorization, accept: 'application/json' },
    });
    // A wrong key gets either status.
    if (answer.status === 403) throw new CredentialsRefused('The key was refused');
    checkAnswer(answer);
    return answer;
  }
}
