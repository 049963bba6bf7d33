import { documentedAnswers } from './documented-answers.ts';
import { EmulatedService, type EmulatedAnswer, type EmulatedRequest } from './emulated-service.ts';

type Stored = {
  id: string;
  athlete: string;
  externalId: string | null;
  name: string | null;
  bytes: Buffer;
  day: string;
};

const documented = documentedAnswers('intervals');
/** Limits of a key: requests in 15 minutes and a day. */
const limits = { quarterHour: 2_500, day: 5_000 };

/**
 * The rules of intervals.icu's API as documented: HTTP Basic with the user `API_KEY`, a multipart field `file`, `oldest` is
 * needed in lists. The responses, their source and the assumptions are in answers/intervals.json.
 */
export class EmulatedIntervals extends EmulatedService {
  /** Athletes by their key. */
  readonly athletes = new Map<string, { id: string; name: string }>();
  activities: Stored[] = [];
  /** Whether an `external_id` that is already there makes no second activity. */
  recognizes = true;
  /** The days of the activities, in order of their uploads. */
  day = '2026-11-25';

  protected override answer(request: EmulatedRequest): EmulatedAnswer {
    const { quarterHour, day } = limits;
    const left = [quarterHour - this.requests.length, day - this.requests.length].map((each) =>
      Math.max(0, each),
    );
    const headers = { 'x-ratelimit-limit': `${quarterHour},${day}`, 'x-ratelimit-remaining': left.join(',') };
    const answer =
      this.requests.length > quarterHour
        ? { ...documented('limited'), headers: { 'retry-after': '900' } }
        : this.#answered(request);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }

  #answered(request: EmulatedRequest): EmulatedAnswer {
    const { method, path, query } = request;
    const authorization = request.headers.get('authorization') ?? '';
    if (authorization === '') return documented('unauthorized');
    if (authorization.startsWith('Bearer ')) return documented('forbidden');
    const [user, key = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':');
    const athlete = user === 'API_KEY' ? this.athletes.get(key) : undefined;
    if (athlete === undefined) return documented('unauthorized');
    const [, id, rest] = /^\/api\/v1\/athlete\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (id === undefined) return documented('notFound');
    if (id !== '0' && id !== athlete.id) return documented('forbidden');
    if (rest === undefined) return method === 'GET' ? { status: 200, body: athlete } : documented('noMethod');
    if (rest !== '/activities') return documented('notFound');
    if (method === 'POST') return this.#upload(request, athlete.id);
    return method === 'GET' ? this.#list(query, athlete.id) : documented('noMethod');
  }

  #upload({ headers, body, query }: EmulatedRequest, athlete: string): EmulatedAnswer {
    const type = headers.get('content-type') ?? '';
    if (!type.startsWith('multipart/form-data'))
      return documented('invalid', { error: 'Multipart is needed' });
    const bytes = fieldOf(body, /boundary=(\S+)/.exec(type)?.[1] ?? '', 'file');
    if (bytes === null) return documented('invalid', { error: 'file is required' });
    if (bytes.subarray(8, 12).toString('latin1') !== '.FIT') {
      return documented('invalid', { error: 'Unable to read the file' });
    }
    const externalId = query.get('external_id');
    const there = this.activities.find((each) => each.athlete === athlete && each.externalId === externalId);
    if (this.recognizes && there !== undefined) return documented('there', { id: there.id });
    const id = `i${1_000 + this.activities.length}`;
    this.activities.push({ id, athlete, externalId, name: query.get('name'), bytes, day: this.day });
    return documented('uploaded', { id, icu_athlete_id: athlete });
  }

  #list(query: URLSearchParams, athlete: string): EmulatedAnswer {
    const oldest = query.get('oldest');
    if (oldest === null) return documented('invalid', { error: 'oldest is required' });
    const newest = query.get('newest') ?? '9999-12-31';
    const found = this.activities.filter(
      (each) => each.athlete === athlete && each.day >= oldest && each.day <= newest,
    );
    return { status: 200, body: found.map(({ id, externalId }) => ({ id, external_id: externalId })) };
  }
}

/** Returns the content of a field of a multipart body (RFC 7578); null without it. */
function fieldOf(body: Buffer, boundary: string, name: string): Buffer | null {
  const text = body.toString('latin1');
  for (const part of text.split(`--${boundary}`)) {
    const at = part.indexOf('\r\n\r\n');
    if (part.slice(0, at).includes(`name="${name}"`)) return Buffer.from(part.slice(at + 4, -2), 'latin1');
  }
  return null;
}
