import { apiVersion, apiVersionHeader } from '@boathouse/contract/endpoint';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, UnexpectedAnswerError } from '../../../../lib/api.ts';
import { forgetVersionSkew, getVersionSkew, noteVersion } from '../../../../lib/server/version-skew.ts';
import { step } from '@boathouse/row/life/life';
import { resumedOf } from './row-look.ts';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { nowMs } from '../../../../../test/now.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { createRowRequests, refusalOf } from './row-requests.ts';
import { getToasts } from '../../../../ui/toast-store.ts';
import { rower } from '../../../../../test/rowing/fake-row-page.ts';

afterEach(() => {
  forgetVersionSkew();
  vi.unstubAllGlobals();
});

const refused = (field: string) =>
  new ApiError(400, { code: 'bad_request', message: 'No', errorId: 'e', fields: [{ field, message: 'No' }] });

describe('a refusal of the request’s shape', () => {
  test('is final between a page and a server of one version', () => {
    noteVersion(String(apiVersion));
    expect(refusalOf(refused('strokes'))).toMatchObject({ class: 'bad' });
  });

  test.each([1, -1])(
    'is missing between versions that differ by %d: the row waits for the other one',
    (by) => {
      noteVersion(String(apiVersion + by));
      expect(refusalOf(refused('strokes'))).toMatchObject({ class: 'later' });
    },
  );

  test('is missing for fields that a server before the first version does not know', () => {
    expect(refusalOf(refused('begunAgoMs'))).toMatchObject({ class: 'later' });
  });
});

test('a response of another shape leaves the row to be sent again, and counts as another version', async () => {
  const headers = { [apiVersionHeader]: String(apiVersion) };
  vi.stubGlobal('fetch', async () => Response.json({ nothing: 'known' }, { headers }));
  const asked = createRowRequests(rower).inProgress();
  await expect(asked).rejects.toThrow(UnexpectedAnswerError);
  expect(refusalOf(await asked.catch((error: unknown) => error))).toMatchObject({ class: 'later' });
  expect(getVersionSkew()).toBe('differs');
});

describe('the completion of a row without figures on this page', () => {
  const id = '018f0000-0000-7000-8000-000000000001';
  const activity = { ...buildActivity({ _id: id, isCompleted: false }), owner: null };
  const { life } = step(
    null,
    { ...resumedOf(activity), key: id, owner: 'device', timeZone: 'UTC' },
    { wallMs: nowMs(), monoMs: 0 },
  );
  /** Completes it, the server having this distance, and returns the body. */
  async function complete(distance: number) {
    if (life === null) throw new Error('Nothing is taken up');
    let body: unknown = null;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.includes('/strokes')) {
        const strokes = [makeStroke({ distance: 21.4, elapsedTime: 6.4 })];
        return Response.json({ isComplete: false, strokes, next: null });
      }
      if (typeof init.body === 'string') body = JSON.parse(init.body);
      return Response.json({ ...activity, distance });
    });
    const { progress, timeZone, isLeft } = life.kept;
    const request = { kind: 'complete', progress, timeZone, isLeft, isFenced: false } as const;
    await createRowRequests(rower).send(request, { ...life, kept: { ...life.kept, serverNext: 1 } });
    return body;
  }

  test("has the last stroke's if they are ahead of the server’s", async () => {
    expect(await complete(0)).toMatchObject({ distance: 21.4, elapsedTime: 6.4, averagePace: 149.53 });
  });

  test('leaves the result to the server if it has them', async () => {
    expect(await complete(21.4)).not.toHaveProperty('distance');
  });
});

describe('a row that is moved into a session after it is stored', () => {
  const id = '018f0000-0000-7000-8000-000000000001';
  const session = '018f0000-0000-7000-8000-00000000cccc';
  const done = { ...buildActivity({ _id: id, session: null }), owner: null };
  const moved = buildActivity({ _id: id, isCompleted: true, workout: '2000m' });
  const begun = step(
    null,
    {
      kind: 'start',
      id,
      place: {
        sessionId: null,
        workoutItemIndex: null,
        title: 'Just row',
        workout: 'Just row',
        beside: { sessionId: session, workoutItemIndex: 1 },
      },
      owner: 'device',
      isSimulated: false,
      timeZone: 'UTC',
      isWaiting: false,
    },
    { wallMs: nowMs(), monoMs: 0 },
  );
  async function send(kind: 'begin' | 'complete', answerToMove: () => Response) {
    const { life } = begun;
    if (life === null) throw new Error('Nothing has begun');
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (typeof init.body === 'string') bodies.push(JSON.parse(init.body));
      return url.endsWith('/session') ? answerToMove() : Response.json(done);
    });
    const { progress, timeZone, isLeft } = life.kept;
    const request =
      kind === 'begin'
        ? ({ kind, begunAgoMs: 0, machine: null } as const)
        : ({ kind, progress, timeZone, isLeft, isFenced: false } as const);
    return { bodies, answer: createRowRequests(rower).send(request, life) };
  }
  const refusal = (status: number, code: string) => () =>
    Response.json({ code, message: 'No', errorId: 'e' }, { status });

  test('is begun without one, and names the session on whose page it was rowed', async () => {
    const { bodies, answer } = await send('begin', () => Response.json(moved));
    await answer;
    expect(bodies).toMatchObject([{ title: 'Just row', beside: session }]);
  });

  test('is moved after its result is stored', async () => {
    const { bodies, answer } = await send('complete', () => Response.json(moved));
    expect((await answer).activity).toMatchObject({ _id: id, workout: '2000m', owner: null });
    expect(bodies.at(-1)).toEqual({ session, workoutItemIndex: 1 });
  });

  test('stays its athlete’s own if the server refuses the item, with a message', async () => {
    const { answer } = await send('complete', refusal(409, 'activity_completed'));
    expect((await answer).activity).toMatchObject({ _id: id, session: null });
    expect(getToasts().map(({ title }) => title)).toEqual([
      'Your workout is saved, but not in the session. No',
    ]);
  });

  test('is sent again if the server is unavailable between the two', async () => {
    const { answer } = await send('complete', refusal(503, 'unavailable'));
    await expect(answer).rejects.toThrow();
    expect(refusalOf(await answer.catch((error: unknown) => error))).toMatchObject({ class: 'later' });
  });
});
