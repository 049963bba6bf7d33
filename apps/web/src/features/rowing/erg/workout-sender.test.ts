import { programWorkout, terminateWorkout, type WorkoutProgram } from '@boathouse/pm5/csafe-workouts';
import { buildCsafeFrame, createCsafeAssembler } from '@boathouse/pm5/csafe';
import { encodeRecord } from '@boathouse/pm5/encode';
import type { PlannedPiece, WorkoutPlan } from '@boathouse/pm5/plan';
import type { GeneralStatus } from '@boathouse/pm5/records';
import { Characteristic } from '@boathouse/pm5/uuids';
import { programOf } from '@boathouse/row/plan/program';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBluetoothDevice } from './bluetooth-device.ts';
import { createFakeMonitor } from '../../../../test/erg/fake-bluetooth.ts';
import { nowMs } from '../../../../test/now.ts';
import { createMonitorConnection } from './monitor-connection.ts';
import { createSimulatedDevice } from './simulated-device.ts';
import { confirmTimeoutMs, replyTimeoutMs, type PushResult, type PushStage } from './workout-sender.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const hexOf = (bytes: Iterable<number>): string => Buffer.from([...bytes]).toString('hex');
const meters = (distanceM: number, restSec: number | null = 0): PlannedPiece => ({
  kind: 'distance',
  distanceM,
  restSec,
});
const seconds = (durationSec: number, restSec: number | null = 0): PlannedPiece => ({
  kind: 'time',
  durationSec,
  restSec,
});
const times = (count: number, piece: PlannedPiece): WorkoutPlan => ({
  pieces: Array.from({ length: count }, () => piece),
});
const twoK: WorkoutPlan = { pieces: [meters(2000)] };
/** Four frames long. */
const long = times(20, meters(500, 60));

function programmed(plan: WorkoutPlan): WorkoutProgram {
  const read = programOf(plan);
  if ('refusal' in read) throw new Error(read.refusal);
  return read.program;
}
const framesOf = (plan: WorkoutPlan): string[] => programWorkout(programmed(plan)).map(hexOf);
const terminate = hexOf(terminateWorkout());

const status = (fields: Partial<GeneralStatus> = {}): GeneralStatus => ({
  kind: 'generalStatus',
  elapsedSec: 0,
  distanceM: 0,
  workoutType: 0,
  intervalType: 1,
  workoutState: 0,
  rowingState: 0,
  strokeState: 0,
  totalWorkDistanceM: 0,
  workoutDuration: 0,
  workoutDurationType: 0x80,
  dragFactor: 0,
  ...fields,
});
const twoKSet = status({ workoutType: 3, workoutDuration: 2000 });
const longSet = status({ workoutType: 8, workoutDuration: 500 });

/** The monitor's reply to the frame with this index, counted over all its frames. */
type Answer =
  | 'ok'
  | 'rejected'
  | 'bad'
  | 'notReady'
  | 'silence'
  | 'garbage'
  | 'noise'
  | 'drop'
  | 'repeated'
  | 'refused';
type Answers = (index: number, frame: string) => Answer;

const statusByte = { ok: 0x01, rejected: 0x11, bad: 0x21, notReady: 0x31 } as const;

/**
 * A monitor with real GATT semantics and given replies. Reports `shows` from the first accepted prepare-to-row on, and
 * an empty menu before and after a termination; reports nothing before `firstStatusAtMs`.
 */
async function connectMonitor(answer: Answers, shows: GeneralStatus = twoKSet, firstStatusAtMs = 0) {
  const fake = createFakeMonitor();
  const connection = createMonitorConnection({ log: () => {} });
  const frames: string[] = [];
  const framedAtMs: number[] = [];
  const assembler = createCsafeAssembler();
  let shown = status();
  let toggle = 0;

  const reply = (previous: keyof typeof statusByte, keepsToggle = false): void => {
    if (!keepsToggle) toggle ^= 0x80;
    const bytes = buildCsafeFrame(Uint8Array.of(toggle | statusByte[previous]));
    // In two notifications, as monitors sometimes do.
    fake.notify(Characteristic.csafeTransmit, bytes.subarray(0, 2));
    fake.notify(Characteristic.csafeTransmit, bytes.subarray(2));
  };

  fake.onWritten((characteristic, bytes) => {
    if (characteristic !== Characteristic.csafeReceive) return;
    for (const whole of assembler.push(bytes)) {
      const frame = hexOf(whole);
      frames.push(frame);
      framedAtMs.push(nowMs());
      const how = answer(frames.length - 1, frame);
      switch (how) {
        case 'silence':
          break;
        case 'drop':
          fake.drop();
          break;
        case 'garbage':
          fake.notify(Characteristic.csafeTransmit, Uint8Array.of(0xf1, 0x81, 0x99, 0xf2));
          break;
        case 'noise':
          fake.notify(Characteristic.csafeTransmit, Uint8Array.of(1, 2, 3));
          break;
        case 'repeated':
          reply('ok', true);
          break;
        case 'refused':
          reply('rejected', true);
          break;
        default:
          reply(how);
          if (how === 'ok' && frame === terminate) shown = status({ workoutState: 11 });
          else if (how === 'ok' && frame.includes('13020101')) shown = shows;
      }
    }
  });
  connection.connect(createBluetoothDevice(fake.device));
  setInterval(() => {
    if (nowMs() < firstStatusAtMs) return;
    const { characteristic, bytes } = encodeRecord(shown, 'individual');
    fake.notify(characteristic, bytes);
  }, 250);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(connection.getSnapshot().state).toBe('connected');

  async function push(
    plan: WorkoutPlan,
  ): Promise<{ result: PushResult; stages: PushStage[]; tookMs: number }> {
    const stages: PushStage[] = [];
    const startedAtMs = nowMs();
    const ended: { result: PushResult; tookMs: number }[] = [];
    void connection
      .pushWorkout(plan, (stage) => stages.push(stage))
      .then((result) => ended.push({ result, tookMs: nowMs() - startedAtMs }));
    await vi.advanceTimersByTimeAsync(30_000);
    const [end] = ended;
    if (end === undefined) throw new Error('The push has not ended');
    return { ...end, stages };
  }
  const show = (next: GeneralStatus): void => void (shown = next);
  return { fake, connection, frames, framedAtMs, push, show };
}

describe('pushing a workout to a monitor', () => {
  test('[SESS-7] sends the frames in chunks of 20 bytes, and is set once the monitor reports it', async () => {
    const { fake, frames, push } = await connectMonitor(() => 'ok');
    const { result, stages } = await push(twoK);
    expect(result).toEqual({ kind: 'set' });
    expect(frames).toEqual(['f17618010103030580000007d0050580000001f4140101130201014cf2']);
    const chunks = fake.written.filter(
      ({ characteristic }) => characteristic === Characteristic.csafeReceive,
    );
    expect(chunks.map(({ bytes }) => bytes.length)).toEqual([20, 9]);
    expect(stages).toEqual(['sending', 'confirming']);
    expect(fake.notifying()).not.toContain(Characteristic.csafeTransmit);
  });

  test('sends a long workout frame by frame, at least 50 ms apart, each after the reply to the last', async () => {
    const { frames, framedAtMs, push } = await connectMonitor(() => 'ok', longSet);
    expect((await push(long)).result).toEqual({ kind: 'set' });
    expect(frames).toEqual(framesOf(long));
    expect(frames.length).toBeGreaterThan(3);
    for (const [index, atMs] of framedAtMs.entries()) {
      if (index > 0) expect(atMs - (framedAtMs[index - 1] ?? 0)).toBeGreaterThanOrEqual(50);
    }
  });

  test.each<[string, Answer, number, PushResult['kind']]>([
    ['rejects the first frame', 'rejected', 0, 'rejected'],
    ['rejects the last frame', 'rejected', 3, 'rejected'],
    ['rejects a frame without a change of the toggle', 'refused', 2, 'rejected'],
    ['calls a frame bad', 'bad', 1, 'rejected'],
    ['is not ready', 'notReady', 0, 'rejected'],
    ['says nothing', 'silence', 0, 'noAnswer'],
    ['falls silent in the middle', 'silence', 2, 'noAnswer'],
    ['answers with a wrong checksum', 'garbage', 0, 'garbage'],
    ['answers with bytes that are no frame', 'noise', 1, 'garbage'],
    ['repeats its last reply', 'repeated', 2, 'garbage'],
  ])(
    'a monitor that %s gets the workout a second time, and then keeps no part of it',
    async (_name, how, at, kind) => {
      const whole = framesOf(long);
      const { frames, push } = await connectMonitor(
        (_, frame) => (frame === whole[at] ? how : 'ok'),
        longSet,
      );
      const { result, stages, tookMs } = await push(long);
      expect(result).toEqual({ kind });
      const sent = whole.slice(0, at + 1);
      // A program that is rejected from its first frame on has set nothing.
      const end = how === 'rejected' || how === 'notReady' ? (at === 0 ? [] : [terminate]) : [terminate];
      expect(frames).toEqual([...sent, ...end, ...sent, ...end]);
      expect(stages).toEqual(['sending', 'tryingAgain']);
      expect(tookMs).toBeLessThan(10_000);
    },
  );

  test('a monitor that fails once is set by the second try', async () => {
    const whole = framesOf(long);
    const { frames, push } = await connectMonitor((index) => (index === 2 ? 'silence' : 'ok'), longSet);
    const { result, stages } = await push(long);
    expect(result).toEqual({ kind: 'set' });
    expect(frames).toEqual([...whole.slice(0, 3), terminate, ...whole]);
    expect(stages).toEqual(['sending', 'tryingAgain', 'confirming']);
  });

  test('a monitor that never responds ends in time', async () => {
    const { push } = await connectMonitor(() => 'silence');
    const { result, tookMs } = await push(twoK);
    expect(result).toEqual({ kind: 'noAnswer' });
    expect(tookMs).toBeLessThan(5 * replyTimeoutMs);
  });

  test.each([
    ['another length', status({ workoutType: 3, workoutDuration: 500 })],
    ['another type', status({ workoutType: 5, workoutDuration: 2000, workoutDurationType: 0 })],
    ['its menu', status({ workoutType: 13, intervalType: 255 })],
    ['the end of a workout', status({ workoutType: 3, workoutDuration: 2000, workoutState: 12 })],
  ])('a monitor that takes everything and reports %s is not called set', async (_name, shows) => {
    const { frames, push } = await connectMonitor(() => 'ok', shows);
    const { result, tookMs } = await push(twoK);
    expect(result).toEqual({ kind: 'notConfirmed' });
    expect(frames).toEqual([...framesOf(twoK), terminate, ...framesOf(twoK)]);
    expect(tookMs).toBeLessThan(3 * confirmTimeoutMs);
  });

  test.each([0, 2, 3])('a link that drops at frame %i ends the push at once', async (at) => {
    const { frames, push } = await connectMonitor((index) => (index === at ? 'drop' : 'ok'), longSet);
    const { result, tookMs } = await push(long);
    expect(result).toEqual({ kind: 'dropped' });
    expect(frames).toHaveLength(at + 1);
    expect(tookMs).toBeLessThan(2_000);
  });

  test('disconnecting ends the push', async () => {
    const { connection, push } = await connectMonitor(() => 'silence');
    setTimeout(() => connection.disconnect(), 500);
    const { result, tookMs } = await push(twoK);
    expect(result).toEqual({ kind: 'dropped' });
    expect(tookMs).toBeLessThan(1_000);
  });

  test('sends nothing while the athlete rows, and stops when the athlete starts', async () => {
    const rowed = await connectMonitor(() => 'ok');
    rowed.show(status({ workoutState: 1, distanceM: 20, elapsedSec: 5 }));
    await vi.advanceTimersByTimeAsync(500);
    expect((await rowed.push(twoK)).result).toMatchObject({ kind: 'refused' });
    expect(rowed.frames).toEqual([]);

    const begun = await connectMonitor((index) => (index === 1 ? 'silence' : 'ok'), longSet);
    setTimeout(() => begun.show(status({ workoutState: 1, distanceM: 5, elapsedSec: 1 })), 500);
    expect((await begun.push(long)).result).toEqual({ kind: 'noAnswer' });
    expect(begun.frames).toEqual(framesOf(long).slice(0, 2));
  });

  test('ends nothing that the athlete began to row before it was confirmed', async () => {
    const { frames, push } = await connectMonitor(() => 'ok', status({ ...twoKSet, workoutState: 1 }));
    expect((await push(twoK)).result).toEqual({ kind: 'begun' });
    expect(frames).toEqual(framesOf(twoK));

    const early = await connectMonitor(() => 'ok', longSet);
    setTimeout(() => early.show(status({ workoutState: 1, distanceM: 5, elapsedSec: 1 })), 20);
    expect((await early.push(long)).result).toEqual({ kind: 'begun' });
    expect(early.frames).not.toContain(terminate);
  });

  test('sends nothing before the monitor has reported its state', async () => {
    const rowed = await connectMonitor(() => 'ok', twoKSet, 2_500);
    rowed.show(status({ workoutState: 1, distanceM: 20, elapsedSec: 5 }));
    expect((await rowed.push(twoK)).result).toMatchObject({ kind: 'refused' });
    expect(rowed.frames).toEqual([]);

    const waiting = await connectMonitor(() => 'ok', twoKSet, nowMs() + 2_500);
    expect((await waiting.push(twoK)).result).toEqual({ kind: 'set' });

    const silent = await connectMonitor(() => 'ok', twoKSet, Infinity);
    expect((await silent.push(twoK)).result).toEqual({
      kind: 'refused',
      reason: 'The monitor does not report its state. Connect it again.',
    });
    expect(silent.frames).toEqual([]);
  });

  test('waits for the summary of a workout that has just ended', async () => {
    const { frames, framedAtMs, push, show } = await connectMonitor(() => 'ok');
    show(status({ workoutState: 10, workoutType: 3, workoutDuration: 500, distanceM: 500 }));
    await vi.advanceTimersByTimeAsync(500);
    const startedAtMs = nowMs();
    setTimeout(() => show(status({ workoutState: 12 })), 1_200);
    expect((await push(twoK)).result).toEqual({ kind: 'set' });
    expect(frames).toEqual(framesOf(twoK));
    expect((framedAtMs[0] ?? 0) - startedAtMs).toBeGreaterThan(1_200);
  });

  test('sends nothing that the monitor would refuse, without a monitor, or twice at once', async () => {
    const { connection, frames, push } = await connectMonitor(() => 'silence');
    expect(await connection.pushWorkout(times(51, meters(500)))).toEqual({
      kind: 'refused',
      reason: 'The monitor takes 50 intervals at most; this workout has 51.',
    });
    expect(frames).toEqual([]);
    const both = push(twoK);
    expect(await connection.pushWorkout(twoK)).toMatchObject({ kind: 'refused' });
    await both;
    connection.disconnect();
    expect(await connection.pushWorkout(twoK)).toMatchObject({ kind: 'refused' });
  });

  test.each<[string, WorkoutPlan]>([
    ['Just Row', { pieces: [] }],
    ['2000 m', twoK],
    ['20 min', { pieces: [seconds(1200)] }],
    ['calories', times(10, { kind: 'calories', calories: 20, restSec: 60 })],
    ['a target pace', times(2, { ...meters(1000, 120), target: { paceSec: 115 } })],
    ['undefined rest', { pieces: [meters(500, null), seconds(60, 30)] }],
    ['fifty intervals', times(50, seconds(60, 30))],
  ])('sets the simulated erg over the same link: %s', async (_name, plan) => {
    const connection = createMonitorConnection({ log: () => {} });
    connection.connect(createSimulatedDevice({ rower: { paceSec: 120, strokeRateSpm: 24 } }));
    await vi.advanceTimersByTimeAsync(500);
    const results: PushResult[] = [];
    void connection.pushWorkout(plan).then((result) => results.push(result));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(results).toEqual([{ kind: 'set' }]);
    connection.disconnect();
  });
});

describe('a monitor that waits with intervals', () => {
  const [four, eight] = [times(4, meters(500, 120)), times(8, meters(500, 60))];

  test('is set to the sent items, and not to others that begin with the same piece', async () => {
    const { connection, push } = await connectMonitor(() => 'ok', longSet);
    expect((await push(four)).result).toEqual({ kind: 'set' });
    expect([connection.isSetTo(four), connection.isSetTo(eight)]).toEqual([true, false]);
    expect((await push(eight)).result).toEqual({ kind: 'set' });
    expect([connection.isSetTo(four), connection.isSetTo(eight)]).toEqual([false, true]);
  });

  test('is not known to be set to unsent items, or after it has left them or its link', async () => {
    const { connection, fake, push, show } = await connectMonitor(() => 'ok', longSet);
    show(longSet);
    await vi.advanceTimersByTimeAsync(500);
    expect(connection.isSetTo(four)).toBe(false);
    await push(four);
    for (const shown of [status(), longSet]) {
      const { characteristic, bytes } = encodeRecord(shown, 'individual');
      fake.notify(characteristic, bytes);
    }
    expect(connection.isSetTo(four)).toBe(false);
    await push(four);
    fake.drop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.getSnapshot().state).toBe('connected');
    expect(connection.isSetTo(four)).toBe(false);
  });
});
