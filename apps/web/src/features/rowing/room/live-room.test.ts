import { liveEvents, type Answer, type LiveSample, type Refusal } from '@boathouse/contract/live';
import { decodeAcknowledgement, decodeSample } from '@boathouse/contract/live/messages';
import { liveLimits } from '@boathouse/contract/limits';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildActivity, buildUserRef } from '../../../../test/sessions/factory.ts';
import { createFakeLiveSocket, frameBytes } from '../../../../test/room/fake-live-socket.ts';
import { LiveRoom } from './live-room.ts';

const id = '018f0000-0000-7000-8000-00000000aaaa';
const otherId = '018f0000-0000-7000-8000-00000000bbbb';
const me = '018f0000-0000-7000-8000-00000000cccc';
const anna = '018f0000-0000-7000-8000-0000000000a1';
const bea = '018f0000-0000-7000-8000-0000000000b2';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const sample = (seq: number, parts: Partial<LiveSample> = {}): LiveSample => ({
  phase: 'rowing',
  elapsedTime: seq,
  distance: seq * 4,
  currentPace: 120,
  averagePace: 121,
  strokeRate: 24,
  heartRate: null,
  isSimulated: false,
  ...parts,
});

const ok: Answer = { ok: true };
const refused = (code: Refusal['code'], message = 'No such session'): Answer => ({
  ok: false,
  refusal: { event: liveEvents.joinRoom, code, message },
});

function setUp() {
  const fake = createFakeLiveSocket();
  const room = new LiveRoom({ id, userId: me, socket: fake.socket });
  const statuses: string[] = [];
  room.subscribe(() => {
    const { state } = room.getStatus();
    if (statuses.at(-1) !== state) statuses.push(state);
  });
  type Parts = Partial<Parameters<typeof frameBytes>[0]>;
  const frame = (parts: Parts) => fake.sayPacked(frameBytes({ room: id, ...parts }));
  const keyframe = (parts: Parts) => frame({ isKeyframe: true, ...parts });
  const connect = () => fake.become({ state: 'connected' });
  const lose = () => fake.become({ state: 'lost', sinceMs: performance.now(), isBlocked: false });
  const sentOf = (event: string) =>
    fake.sent.filter((message) => message.event === event).map(({ message }) => message);
  const acknowledged = () =>
    fake.sentPacked.flatMap((bytes) => decodeAcknowledgement(bytes) ?? []).map(({ acknowledged: at }) => at);
  const samples = () => fake.sentPacked.flatMap((bytes) => decodeSample(bytes) ?? []);
  return { fake, room, statuses, frame, keyframe, connect, lose, sentOf, acknowledged, samples };
}

async function joined() {
  const setting = setUp();
  const leave = setting.room.enter();
  setting.connect();
  await setting.fake.questions[0]?.answer(ok);
  expect(setting.room.getStatus()).toEqual({ state: 'connected' });
  return { ...setting, leave };
}

describe('joining', () => {
  test('is requested as soon as the page is connected, with the user’s own id', async () => {
    const { fake, room, statuses, connect } = setUp();
    room.enter();
    expect(fake.questions).toEqual([]);
    connect();
    expect(fake.questions).toMatchObject([{ event: 'join_room', message: { user: me, room: id } }]);
    // The status is connected only in the room.
    expect(room.getStatus().state).toBe('connecting');
    await fake.questions[0]?.answer(ok);
    expect(statuses).toEqual(['connecting', 'connected']);
  });

  test('is requested again after each loss, and missed changes are fetched', async () => {
    const { fake, room, connect, lose } = await joined();
    const changed = vi.fn();
    room.onChange(changed);
    for (const time of [1, 2]) {
      lose();
      expect(room.getStatus()).toMatchObject({ state: 'lost' });
      connect();
      expect(fake.questions).toHaveLength(time + 1);
      expect(changed).toHaveBeenCalledTimes(time - 1);
      await fake.questions[time]?.answer(ok);
      expect(room.getStatus().state).toBe('connected');
      expect(changed).toHaveBeenCalledTimes(time);
    }
  });

  test('after a refusal of the connection missed changes are fetched', async () => {
    const { fake, room, connect } = await joined();
    const changed = vi.fn();
    room.onChange(changed);
    fake.become({ state: 'refused', reason: 'server_too_old' });
    connect();
    await fake.questions[1]?.answer(ok);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test('a refusal is shown until there is a new connection', async () => {
    const { fake, room, connect, lose } = setUp();
    room.enter();
    connect();
    await fake.questions[0]?.answer(refused('not_found'));
    expect(room.getStatus()).toEqual({
      state: 'notAllowed',
      refusal: { code: 'not_found', message: 'No such session' },
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.questions).toHaveLength(1);
    lose();
    connect();
    expect(fake.questions).toHaveLength(2);
  });

  test('[SESS-11] after removal from the room the page joins again, shows the refusal and fetches its data again', async () => {
    const { fake, room } = await joined();
    const changed = vi.fn();
    room.onChange(changed);
    const putOut = refused('not_found', 'You no longer have access to this room');
    fake.say(liveEvents.refused, putOut.ok ? null : putOut.refusal);
    expect(fake.questions).toHaveLength(2);
    await fake.questions[1]?.answer(refused('not_found'));
    expect(room.getStatus()).toEqual({
      state: 'notAllowed',
      refusal: { code: 'not_found', message: 'No such session' },
    });
    expect(changed).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.questions).toHaveLength(2);
  });

  test.each(['internal', 'too_many_events'] as const)('%s is a temporary refusal', async (code) => {
    const { fake, room, connect } = setUp();
    room.enter();
    connect();
    await fake.questions[0]?.answer(refused(code, 'Later'));
    expect(room.getStatus()).toEqual({ state: 'notAllowed', refusal: { code, message: 'Later' } });
    await vi.advanceTimersByTimeAsync(1_000);
    await fake.questions[1]?.answer(ok);
    expect(room.getStatus().state).toBe('connected');
  });

  test('is requested again, without a refusal on the page, while the session waits to be sent', async () => {
    vi.stubGlobal('localStorage', { getItem: () => `{"${id}":"The workout"}` });
    const { fake, room, connect } = setUp();
    room.enter();
    connect();
    await fake.questions[0]?.answer(refused('not_found'));
    expect(room.getStatus().state).not.toBe('notAllowed');
    await vi.advanceTimersByTimeAsync(1_000);
    await fake.questions[1]?.answer(ok);
    expect(room.getStatus().state).toBe('connected');
    vi.unstubAllGlobals();
  });

  test('a request without a response is repeated', async () => {
    const { fake, room, connect } = setUp();
    room.enter();
    connect();
    await fake.questions[0]?.fail();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fake.questions).toHaveLength(2);
    await fake.questions[1]?.answer(ok);
    expect(room.getStatus().state).toBe('connected');
  });

  test.each([
    ['yes', ok],
    ['no', refused('not_found')],
  ])('a late %s of an older connection does not count', async (_, late) => {
    const { fake, room, connect, lose } = setUp();
    room.enter();
    connect();
    lose();
    await fake.questions[0]?.answer(late);
    expect(room.getStatus().state).toBe('lost');
    connect();
    await fake.questions[0]?.answer(late);
    expect(room.getStatus().state).toBe('lost');
    await fake.questions[1]?.answer(ok);
    expect(room.getStatus().state).toBe('connected');
  });

  test('a request that failed with its connection is not repeated in addition to the next one', async () => {
    const { fake, room, connect, lose } = setUp();
    room.enter();
    connect();
    lose();
    await fake.questions[0]?.fail();
    connect();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fake.questions).toHaveLength(2);
    expect(room.getStatus().state).toBe('lost');
  });
});

describe('leaving', () => {
  test('sends one message, ignores later events, and shows no members', async () => {
    const { fake, room, leave, sentOf, keyframe } = await joined();
    fake.say(liveEvents.roomMembers, { room: id, seq: 1, members: [buildUserRef('Mara')] });
    leave();
    expect(sentOf(liveEvents.leaveRoom)).toEqual([{ room: id }]);
    expect(fake.listenerCount()).toBe(0);
    expect(room.getStatus()).toEqual({ state: 'idle' });
    expect(room.getMembers()).toEqual([]);
    keyframe({ rows: [{ activity: anna, ageMs: 0, sample: sample(1) }] });
    expect(room.getLane(anna)).toBeUndefined();
    expect(room.sendSample(anna, sample(1))).toBe(false);
  });

  test('leaving before the response to joining is not undone by that response or its failure', async () => {
    for (const end of ['answer', 'fail'] as const) {
      const { fake, room, connect } = setUp();
      const leave = room.enter();
      connect();
      leave();
      await fake.questions[0]?.[end](ok);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(room.getStatus()).toEqual({ state: 'idle' });
      expect(fake.questions).toHaveLength(1);
    }
  });

  test('cancels the next try', async () => {
    const { fake, room, connect } = setUp();
    const leave = room.enter();
    connect();
    await fake.questions[0]?.fail();
    leave();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fake.questions).toHaveLength(1);
  });

  test('allows joining again', async () => {
    const { fake, room, leave } = await joined();
    leave();
    room.enter();
    expect(fake.questions).toHaveLength(2);
    await fake.questions[1]?.answer(ok);
    expect(room.getStatus().state).toBe('connected');
  });
});

describe('the list of members', () => {
  test('is the server’s list of this room, and empty while the connection is lost', async () => {
    const { fake, room, lose } = await joined();
    const mara = buildUserRef('Mara');
    fake.say(liveEvents.roomMembers, { room: id, seq: 1, members: [mara] });
    fake.say(liveEvents.roomMembers, { room: otherId, seq: 1, members: [] });
    fake.say(liveEvents.roomMembers, { room: id, seq: 1, members: 'all' });
    expect(room.getMembers()).toEqual([mara]);
    lose();
    expect(room.getMembers()).toEqual([]);
  });

  test('is continued by the differences of this room, in the server’s order', async () => {
    const { fake, room } = await joined();
    const [cas, eva, ole] = ['Cas', 'eva', 'Öle'].map((name) => buildUserRef(name));
    fake.say(liveEvents.roomMembers, { room: id, seq: 4, members: [cas, ole] });
    fake.say(liveEvents.roomPresence, { room: otherId, seq: 5, joined: [], left: [cas?._id] });
    fake.say(liveEvents.roomPresence, { room: id, seq: 5, joined: [eva], left: [] });
    expect(room.getMembers()).toEqual([cas, eva, ole]);
    const renamed = { ...eva, displayName: 'Zita' };
    fake.say(liveEvents.roomPresence, { room: id, seq: 6, joined: [renamed], left: [cas?._id] });
    expect(room.getMembers()).toEqual([ole, renamed]);
    expect(fake.questions).toHaveLength(1);
  });

  test('is requested again, by joining again, if a difference is missing', async () => {
    const { fake, room } = await joined();
    const [ann, ben] = ['Ann', 'Ben'].map((name) => buildUserRef(name));
    fake.say(liveEvents.roomMembers, { room: id, seq: 1, members: [ann] });
    for (const seq of [3, 4])
      fake.say(liveEvents.roomPresence, { room: id, seq, joined: [], left: [ann?._id] });
    expect(fake.questions).toHaveLength(2);
    expect(fake.questions[1]).toMatchObject({ event: liveEvents.joinRoom });
    expect(room.getMembers()).toEqual([ann]);
    await fake.questions[1]?.answer(ok);
    expect(room.getStatus().state).toBe('connected');
    fake.say(liveEvents.roomMembers, { room: id, seq: 4, members: [ben] });
    fake.say(liveEvents.roomPresence, { room: id, seq: 5, joined: [ann], left: [] });
    expect(room.getMembers()).toEqual([ann, ben]);
  });

  test('changed activities of this room reach the listeners, those of other rooms do not', async () => {
    const { fake, room } = await joined();
    const changed: unknown[] = [];
    const stop = room.onActivities((given) => changed.push(given));
    const changes = { activities: [buildActivity()], discarded: [anna] };
    fake.say(liveEvents.activityChanged, { room: otherId, ...changes });
    fake.say(liveEvents.activityChanged, { room: id, ...changes });
    stop();
    fake.say(liveEvents.activityChanged, { room: id, ...changes });
    expect(changed).toEqual([changes]);
  });
});

describe('frames', () => {
  test('the room has its lanes from the first keyframe on, even if no one rows', async () => {
    const { room, keyframe } = await joined();
    expect(room.hasLanes()).toBe(false);
    keyframe({ seq: 4, rows: [] });
    expect(room.hasLanes()).toBe(true);
  });

  test('frames before the first keyframe are not shown', async () => {
    const { room, frame, keyframe, sentOf } = await joined();
    frame({ seq: 4, rows: [{ activity: anna, ageMs: 0, sample: sample(1) }] });
    expect(room.getLane(anna)).toBeUndefined();
    keyframe({ seq: 4, rows: [{ activity: anna, ageMs: 0, sample: sample(1) }] });
    frame({ seq: 5, rows: [{ activity: anna, ageMs: 0, sample: sample(2) }] });
    expect(room.getLane(anna)?.sample.elapsedTime).toBe(2);
    // The server sends a keyframe to every joining page without a request.
    expect(sentOf(liveEvents.keyframeRequest)).toEqual([]);
  });

  test('are acknowledged every third time, whether they can be shown or not', async () => {
    const { frame, keyframe, acknowledged } = await joined();
    keyframe({ seq: 1 });
    for (const seq of [2, 3, 4, 6, 7]) frame({ seq });
    expect(acknowledged()).toEqual([3, 7].map((seq) => ({ epoch: 1, seq })));
  });

  test('are acknowledged by the samples of a page that rows, and again without them when it stops', async () => {
    const { room, frame, keyframe, acknowledged, samples } = await joined();
    keyframe({ seq: 1 });
    for (let seq = 2; seq < 12; seq += 1) {
      frame({ seq });
      room.sendSample(anna, sample(seq));
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(acknowledged()).toEqual([]);
    expect(samples().map((message) => message.acknowledged?.seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    await vi.advanceTimersByTimeAsync(1_000);
    for (const seq of [12, 13, 14]) frame({ seq });
    expect(acknowledged()).toEqual([{ epoch: 1, seq: 14 }]);
  });

  test('are acknowledged when many arrive at once after the last sample, because no other follows', async () => {
    const { room, frame, keyframe, acknowledged } = await joined();
    keyframe({ seq: 1 });
    room.sendSample(anna, sample(1));
    for (let seq = 2; seq < 2 + liveLimits.unacknowledgedMax; seq += 1) frame({ seq });
    expect(acknowledged().map(({ seq }) => seq)).toEqual([5, 9]);
  });

  test('frames after a gap wait for a keyframe, which is requested once', async () => {
    const { room, frame, keyframe, sentOf } = await joined();
    keyframe({ seq: 1, rows: [{ activity: anna, ageMs: 0, sample: sample(1) }] });
    for (const seq of [3, 4, 5]) frame({ seq, rows: [{ activity: anna, ageMs: 0, sample: sample(seq) }] });
    expect(sentOf(liveEvents.keyframeRequest)).toEqual([{ room: id }]);
    expect(room.getLane(anna)?.sample.elapsedTime).toBe(1);
    keyframe({ seq: 5, rows: [{ activity: anna, ageMs: 0, sample: sample(5) }] });
    frame({ seq: 6, rows: [{ activity: anna, ageMs: 0, sample: sample(6) }] });
    expect(room.getLane(anna)?.sample.elapsedTime).toBe(6);
    expect(sentOf(liveEvents.keyframeRequest)).toHaveLength(1);
  });

  test('request a keyframe again when it has not arrived for two seconds', async () => {
    const { frame, keyframe, sentOf } = await joined();
    keyframe({ seq: 1 });
    for (let seq = 3; seq < 43; seq += 1) {
      frame({ seq });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(sentOf(liveEvents.keyframeRequest)).toHaveLength(2);
  });

  test('frames of a restarted server are not mixed with earlier ones', async () => {
    const { room, frame, keyframe, sentOf } = await joined();
    keyframe({ seq: 1, rows: [{ activity: anna, ageMs: 0, sample: sample(1) }] });
    frame({ epoch: 2, seq: 2, rows: [{ activity: anna, ageMs: 0, sample: sample(9) }] });
    expect(room.getLane(anna)?.sample.elapsedTime).toBe(1);
    expect(sentOf(liveEvents.keyframeRequest)).toHaveLength(1);
    keyframe({ epoch: 2, seq: 3, rows: [{ activity: anna, ageMs: 0, sample: sample(10) }] });
    expect(room.getLane(anna)?.sample.elapsedTime).toBe(10);
  });

  test('frames of another room, or malformed ones, are ignored', async () => {
    const { fake, room, keyframe } = await joined();
    keyframe({ room: otherId, rows: [{ activity: anna, ageMs: 0, sample: sample(1) }] });
    for (let count = 0; count < 10; count += 1) {
      keyframe({ room: otherId });
      fake.sayPacked(Uint8Array.of(1, 2, 3));
      fake.sayPacked(new Uint8Array());
    }
    expect(room.getLane(anna)).toBeUndefined();
    expect(fake.sentPacked).toEqual([]);
  });

  test('contain the age of each sample; a rower missing in them keeps the last values, whose age increases', async () => {
    const { room, frame, keyframe } = await joined();
    await vi.advanceTimersByTimeAsync(10_000);
    const nowMs = performance.now();
    keyframe({
      seq: 1,
      rows: [
        { activity: anna, ageMs: 40, sample: sample(1) },
        { activity: bea, ageMs: 9_000, sample: sample(1) },
      ],
    });
    expect(room.getLane(bea)).toEqual({ sample: sample(1), freshAtMs: nowMs - 9_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    frame({ seq: 2, rows: [{ activity: anna, ageMs: 10, sample: sample(2) }] });
    keyframe({ seq: 3, rows: [{ activity: anna, ageMs: 10, sample: sample(3) }] });
    expect(room.getLane(anna)?.freshAtMs).toBe(nowMs + 990);
    expect(room.getLane(bea)).toEqual({ sample: sample(1), freshAtMs: nowMs - 9_000 });
  });

  test('call the listeners of the rows that changed, and no others', async () => {
    const { room, frame, keyframe } = await joined();
    const heard: string[] = [];
    const stop = room.subscribeLane(anna, () => heard.push('anna'));
    room.subscribeLane(bea, () => heard.push('bea'));
    const whole = vi.fn();
    room.subscribe(whole);
    keyframe({
      seq: 1,
      rows: [
        { activity: anna, ageMs: 0, sample: sample(1) },
        { activity: bea, ageMs: 0, sample: sample(1) },
      ],
    });
    expect(heard.splice(0)).toEqual(['anna', 'bea']);
    frame({ seq: 2, rows: [{ activity: bea, ageMs: 0, sample: sample(2) }] });
    expect(heard.splice(0)).toEqual(['bea']);
    keyframe({
      seq: 3,
      rows: [
        { activity: anna, ageMs: 200, sample: sample(1) },
        { activity: bea, ageMs: 0, sample: sample(3) },
      ],
    });
    expect(heard.splice(0)).toEqual(['bea']);
    stop();
    frame({ seq: 4, rows: [{ activity: anna, ageMs: 0, sample: sample(2) }] });
    expect(heard).toEqual([]);
    expect(whole).not.toHaveBeenCalled();
  });
});

describe('the user’s own samples', () => {
  test('are sent while the page is in the room, and never queued', async () => {
    const { fake, room, connect, lose, samples } = setUp();
    room.enter();
    connect();
    expect(room.sendSample(anna, sample(1))).toBe(false);
    await fake.questions[0]?.answer(ok);
    expect(room.sendSample(anna, sample(2))).toBe(true);
    lose();
    expect(room.sendSample(anna, sample(3))).toBe(false);
    connect();
    expect(room.sendSample(anna, sample(4))).toBe(false);
    await fake.questions[1]?.answer(ok);
    expect(samples()).toEqual([{ activity: anna, acknowledged: null, sample: sample(2) }]);
  });
});

/** The server's side of a room, for one member. */
class ModelServer {
  rows = new Map<string, LiveSample>();
  #epoch = 0;
  #seq = 0;
  #changed = new Set<string>();
  #needsKeyframe = false;

  publish(activity: string, seq: number): void {
    this.rows.set(activity, sample(seq));
    this.#changed.add(activity);
  }

  needKeyframe(): void {
    this.#needsKeyframe = true;
  }

  restart(): void {
    this.#epoch += 1;
    this.#seq = 0;
    this.rows.clear();
    this.#changed.clear();
  }

  frame(): Parameters<typeof frameBytes>[0] | null {
    const isKeyframe = this.#needsKeyframe;
    if (this.#changed.size === 0 && !isKeyframe) return null;
    if (this.#changed.size > 0) this.#seq += 1;
    const rows = [...this.rows]
      .filter(([activity]) => isKeyframe || this.#changed.has(activity))
      .map(([activity, newest]) => ({ activity, ageMs: 0, sample: newest }));
    this.#changed.clear();
    this.#needsKeyframe = false;
    return { room: id, epoch: this.#epoch, seq: this.#seq, isKeyframe, rows };
  }
}

type Happening =
  | { what: 'sample'; of: string }
  | { what: 'frame' | 'frameLost' | 'lost' | 'restart' | 'reentered' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('sample' as const), of: fc.constantFrom(anna, bea) }),
  },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('frame' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('frameLost', 'lost', 'restart', 'reentered') }),
  },
);

describe('with random message loss', () => {
  test('the page never goes back to an older sample, and ends with the server’s samples', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 60 }), async (happenings) => {
        const { fake, room, frame, connect, lose } = setUp();
        const server = new ModelServer();
        let heardRequests = 0;
        let leave = room.enter();
        const join = async () => {
          if (fake.socket.getStatus().state !== 'connected') connect();
          await fake.questions.at(-1)?.answer(ok);
          server.needKeyframe();
        };
        const deliver = () => {
          const next = server.frame();
          if (next) frame(next);
          const requests = fake.sent.filter(({ event }) => event === liveEvents.keyframeRequest).length;
          if (requests > heardRequests) server.needKeyframe();
          heardRequests = requests;
        };
        await join();
        let seq = 0;
        const shown = new Map<string, number>();
        for (const [index, now] of happenings.entries()) {
          if (now.what === 'sample') server.publish(now.of, (seq += 1));
          if (now.what === 'frame') deliver();
          if (now.what === 'frameLost') server.frame();
          if (now.what === 'lost' || now.what === 'restart') {
            lose();
            if (now.what === 'restart') server.restart();
            await join();
          }
          if (now.what === 'reentered') {
            leave();
            leave = room.enter();
            await join();
          }
          await vi.advanceTimersByTimeAsync(100 + index);
          for (const activity of [anna, bea]) {
            const seen = room.getLane(activity)?.sample.elapsedTime ?? -1;
            expect(seen).toBeGreaterThanOrEqual(shown.get(activity) ?? -1);
            shown.set(activity, seen);
          }
        }
        // After two seconds, every lost request has been repeated.
        for (const _ of [1, 2, 3]) {
          await vi.advanceTimersByTimeAsync(2_000);
          server.publish(anna, (seq += 1));
          deliver();
          deliver();
        }
        for (const [activity, newest] of server.rows) expect(room.getLane(activity)?.sample).toEqual(newest);
      }),
      { numRuns: 200 },
    );
  });
});
