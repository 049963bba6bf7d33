// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { sessions } from '@boathouse/contract/sessions';
import { step, type RowPlace } from '@boathouse/row/life/life';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rower } from '../../../../../test/rowing/fake-row-page.ts';
import { nowMs } from '../../../../../test/now.ts';
import { buildActivity, buildSession } from '../../../../../test/sessions/factory.ts';
import { NetworkError } from '../../../../lib/api.ts';
import { callOrKeep } from '../../../../lib/outbox/call-or-keep.ts';
import { forgetEntriesOf } from '../../../../lib/outbox/outbox.ts';
import { actAs } from '../../../../lib/server/login-state.ts';
import { createRowRequests } from './row-requests.ts';

const session = buildSession({ _id: '018f0000-0000-7000-8000-00000000cccc' });
const id = '018f0000-0000-7000-8000-000000000001';

let isAway: boolean;
/** The requests to the server, with the session that each body names. */
let asked: Array<[string, unknown]>;

beforeEach(async () => {
  actAs('ann');
  isAway = true;
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (isAway) throw new TypeError('Failed to fetch');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    asked.push([url, body]);
    const answer = url.endsWith('/sessions') ? session : { ...buildActivity({ _id: id }), owner: null };
    return Response.json(answer, { headers: { 'api-version': '7' } });
  });
  const { title, startAt, isAccessibleByLink, workoutItems, _id } = session;
  const body = { _id, title, startAt, isAccessibleByLink, workoutItems, hostUser: session.hostUser._id };
  await callOrKeep(sessions.create, { body }, { key: _id, words: 'The workout', makes: session });
});
afterEach(async () => {
  await forgetEntriesOf('ann');
  actAs(null);
  localStorage.clear();
  vi.unstubAllGlobals();
});

function begin(place: Pick<RowPlace, 'sessionId' | 'workoutItemIndex' | 'beside'>) {
  const { life } = step(
    null,
    {
      kind: 'start',
      id,
      place: { title: 'Just row', workout: 'Just row', ...place },
      owner: 'device',
      isSimulated: false,
      timeZone: 'UTC',
      isWaiting: false,
    },
    { wallMs: nowMs(), monoMs: 0 },
  );
  if (life === null) throw new Error('Nothing has begun');
  return createRowRequests(rower).send({ kind: 'begin', begunAgoMs: 0, machine: null }, life);
}

describe('a session that was made without the server is sent before a row', () => {
  test.each([
    ['in it', { sessionId: session._id, workoutItemIndex: 0 }, { session: session._id }],
    [
      'that was rowed on its page without an item',
      { sessionId: null, workoutItemIndex: null, beside: { sessionId: session._id, workoutItemIndex: null } },
      { beside: session._id },
    ],
  ])('%s', async (_, place, named) => {
    await expect(begin(place)).rejects.toThrow(NetworkError);
    isAway = false;
    await begin(place);
    expect(asked).toMatchObject([
      ['/api/sessions', { _id: session._id }],
      ['/api/activities', named],
    ]);
  });
});
