import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { programWorkout, terminateWorkout } from '../csafe-workouts.ts';
import type { WorkoutProgram } from '../csafe-workouts.ts';
import { buildCsafeFrame, createCsafeAssembler, parseCsafeReply, sliceForWriting } from '../csafe.ts';
import { lengthOf } from '../plan.ts';
import type { PlannedPiece, Work } from '../plan.ts';
import { WorkoutState } from '../records.ts';
import { createSimulatedControl } from './simulated-control.ts';
import { createSimulatedErg } from '../simulated-erg.ts';
import type { SimulatedErg } from '../simulated-erg.ts';
import { calm, meters, seconds, timedOf } from './simulated-row.ts';
import { Characteristic } from '../uuids.ts';

/** Writes frames to a separate control; returns the opened workout, and the replies. */
function send(frames: ReadonlyArray<Uint8Array>, isRowing = false) {
  const programs: WorkoutProgram[] = [];
  const replies: string[] = [];
  const assembler = createCsafeAssembler();
  const control = createSimulatedControl({
    isRowing: () => isRowing,
    programmed: (program) => programs.push(program),
    terminated: () => programs.splice(0),
    sampleRateChanged: () => {},
    replied: (chunk) => {
      for (const frame of assembler.push(chunk)) {
        const reply = parseCsafeReply(frame);
        replies.push(reply.ok ? reply.status.previousFrame : reply.reason);
      }
    },
  });
  for (const frame of frames) {
    for (const chunk of sliceForWriting(frame)) control.write(Characteristic.csafeReceive, chunk);
  }
  return { programs, replies };
}

const work = fc.oneof(
  fc.integer({ min: 100, max: 50_000 }).map((distanceM): Work => ({ kind: 'distance', distanceM })),
  fc.integer({ min: 20, max: 35_999 }).map((durationSec): Work => ({ kind: 'time', durationSec })),
);
const target = fc.option(
  fc.integer({ min: 1, max: 3600 }).map((paceSec) => ({ target: { paceSec } })),
  { nil: {} },
);
const rest = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 0xffff }));
const piece = fc
  .tuple(work, fc.option(rest, { nil: null }), target)
  .map(([one, restSec, aim]): PlannedPiece => ({ ...one, restSec, ...aim }));

const program: fc.Arbitrary<WorkoutProgram> = fc.oneof(
  fc.constant({ kind: 'justRow' } as const),
  work.map((one): WorkoutProgram => ({
    kind: 'single',
    work: one,
    split: lengthOf(one),
  })),
  fc
    .tuple(work, rest, target)
    .map(([one, restSec, aim]): WorkoutProgram => ({ kind: 'repeat', piece: { ...one, restSec, ...aim } })),
  fc
    .array(piece, { minLength: 1, maxLength: 50 })
    .map((pieces): WorkoutProgram => ({ kind: 'variable', pieces })),
);

describe('the simulated monitor', () => {
  it('reads back every program that can be sent, in any number of frames', () => {
    fc.assert(
      fc.property(program, (wanted) => {
        const { programs, replies } = send(programWorkout(wanted));
        expect(programs).toEqual([wanted]);
        expect(new Set(replies)).toEqual(new Set(['ok']));
      }),
      { numRuns: 300 },
    );
  });

  it('opens nothing when a frame of a program is missing or late, and only one program when a frame arrives twice', () => {
    const wanted: WorkoutProgram = {
      kind: 'variable',
      pieces: Array.from({ length: 20 }, (_, index) => meters(500 + index, 60)),
    };
    const frames = programWorkout(wanted);
    expect(frames.length).toBeGreaterThan(3);
    for (const [index, frame] of frames.entries()) {
      expect(send(frames.toSpliced(index, 1)).programs).toEqual([]);
      if (index < frames.length - 1) {
        const twice = send(frames.toSpliced(index, 0, frame)).programs;
        if (twice.length > 0) expect(twice).toEqual([wanted]);
        expect(send([...frames.toSpliced(index, 1), frame]).programs).toEqual([]);
      }
    }
  });

  it('accepts a complete program after a partial one, even if that was not ended', () => {
    const half = programWorkout({
      kind: 'variable',
      pieces: Array.from({ length: 20 }, () => meters(500, 60)),
    }).slice(0, 2);
    const wanted: WorkoutProgram = { kind: 'variable', pieces: [seconds(60, 30), meters(500)] };
    expect(send([...half, ...programWorkout(wanted)]).programs).toEqual([wanted]);
    expect(send([...half, terminateWorkout(), ...programWorkout(wanted)]).programs).toEqual([wanted]);
  });

  const wrapped = (...commands: number[]): Uint8Array =>
    buildCsafeFrame(Uint8Array.of(0x76, commands.length, ...commands));
  const type = (value: number): number[] => [0x01, 1, value];
  const length = (unit: number, value: number): number[] => [0x03, 5, unit, 0, 0, value >> 8, value & 0xff];
  const split = (unit: number, value: number): number[] => [0x05, 5, unit, 0, 0, value >> 8, value & 0xff];
  const configure = [0x14, 1, 1];
  const open = [0x13, 2, 1, 1];
  const interval = (index: number, kind: number): number[] => [0x18, 1, index, 0x17, 1, kind];
  it.each([
    ['99 m', wrapped(...type(3), ...length(0x80, 99), ...split(0x80, 99), ...configure, ...open)],
    ['51 splits', wrapped(...type(3), ...length(0x80, 5100), ...split(0x80, 100), ...configure, ...open)],
    ['19 s', wrapped(...type(5), ...length(0, 1900), ...split(0, 1900), ...configure, ...open)],
    [
      'meters for a time',
      wrapped(...type(5), ...length(0x80, 500), ...split(0x80, 100), ...configure, ...open),
    ],
    ['no configuration', wrapped(...type(3), ...length(0x80, 500), ...split(0x80, 100), ...open)],
    ['an unknown type', wrapped(...type(99), ...length(0x80, 500), ...configure, ...open)],
    ['an unknown command', wrapped(0x44, 1, 1)],
    ['a command of the wrong length', wrapped(0x01, 2, 3, 3)],
    [
      'calories in a variable workout',
      wrapped(...interval(0, 6), ...type(8), ...length(0x40, 20), ...configure, ...open),
    ],
    [
      'undefined rest that would be a biathlon',
      wrapped(...interval(0, 4), ...type(8), ...length(0x80, 500), ...configure, ...open),
    ],
    ['nothing to open', wrapped(...open)],
  ])('rejects %s', (_what, frame) => {
    expect(send([frame])).toEqual({ programs: [], replies: ['rejected'] });
  });

  it('rejects a frame longer than a monitor takes, and programming during a row', () => {
    const pieces = Array.from({ length: 5 }, (_, index) => [
      ...interval(index, 1),
      ...(index === 0 ? type(8) : []),
      ...length(0x80, 500),
      4,
      2,
      0,
      60,
      ...configure,
    ]);
    const long = wrapped(...pieces.flat(), ...open);
    expect(long.length).toBeGreaterThan(105);
    expect(
      send([buildCsafeFrame(Uint8Array.from([...long.slice(1, -2), ...long.slice(1, -2)]))]).replies,
    ).toEqual(['bad']);
    expect(send(programWorkout({ kind: 'justRow' }), true)).toEqual({ programs: [], replies: ['rejected'] });
  });
});

describe('a workout programmed on the simulated erg', () => {
  function erg(): SimulatedErg {
    return createSimulatedErg({
      plan: { ...calm, pieces: [] },
      startDate: { year: 2026, month: 3, day: 14 },
      startTime: { hour: 18, minute: 5 },
    });
  }

  function rowed(wanted: WorkoutProgram, untilSec = 2000, one = erg()) {
    const idle = one.advanceTo(0);
    for (const frame of programWorkout(wanted)) {
      for (const chunk of sliceForWriting(frame)) one.write(Characteristic.csafeReceive, chunk);
    }
    const set = one.advanceTo(1);
    one.startRowing();
    return { idle, set, sent: one.advanceTo(untilSec) };
  }

  it('is reported at once, waiting to begin', () => {
    const { idle, set } = rowed({ kind: 'single', work: meters(2000), split: 500 });
    expect(timedOf(idle, 'generalStatus').at(-1)?.record).toMatchObject({
      workoutType: 1,
      workoutDuration: 0,
    });
    expect(timedOf(set, 'generalStatus')[0]?.record).toMatchObject({
      workoutType: 3,
      workoutState: WorkoutState.waitToBegin,
      workoutDuration: 2000,
      workoutDurationType: 0x80,
    });
  });

  it('is rowed with its own splits', () => {
    const { sent } = rowed({ kind: 'single', work: meters(1000), split: 250 });
    const splits = timedOf(sent, 'splitIntervalData').map(({ record }) => record);
    expect(splits.map(({ splitDistanceM }) => splitDistanceM)).toEqual([250, 250, 250, 250]);
    expect(timedOf(sent, 'additionalEndOfWorkoutSummary')[0]?.record.splitIntervalSize).toBe(250);
  });

  it('ends when its calories are reached, with splits by calories', () => {
    const { sent } = rowed({ kind: 'single', work: { kind: 'calories', calories: 20 }, split: 5 });
    const last = timedOf(sent, 'additionalEndOfWorkoutSummary')[0]?.record;
    expect(last).toMatchObject({ totalCalories: 20, splitIntervalCount: 4, splitIntervalType: 6 });
    expect(timedOf(sent, 'endOfWorkoutSummary')[0]?.record.workoutType).toBe(10);
    expect(timedOf(sent, 'generalStatus')[0]?.record).toMatchObject({
      workoutDuration: 20,
      workoutDurationType: 0x40,
    });
    const endSec = timedOf(sent, 'splitIntervalData').at(-1)?.record.elapsedSec ?? 0;
    const projected = timedOf(sent, 'additionalStrokeData').at(-1)?.record.projectedWorkTimeSec ?? 0;
    expect(Math.abs(projected - endSec)).toBeLessThan(2);
  });

  it('has a rest of undefined length until the rower continues after 20 s', () => {
    const { sent } = rowed({
      kind: 'variable',
      pieces: [
        { ...meters(100), restSec: null },
        { ...seconds(30), restSec: null },
      ],
    });
    const statuses = timedOf(sent, 'generalStatus');
    expect(statuses.at(-1)?.record.workoutType).toBe(9);
    const rest = statuses.filter(({ record }) => record.intervalType === 2);
    expect((rest.at(-1)?.atSec ?? 0) - (rest[0]?.atSec ?? 0)).toBeCloseTo(20, 1);
    const intervals = timedOf(sent, 'splitIntervalData').map(({ record }) => record);
    expect(intervals.map(({ splitType, restTimeSec }) => [splitType, restTimeSec])).toEqual([
      [4, 20],
      [3, 0],
    ]);
    expect(timedOf(sent, 'endOfWorkoutSummary')).toHaveLength(2);
  });

  it('repeats a fixed interval until it is ended', () => {
    const one = erg();
    const { sent } = rowed(
      { kind: 'repeat', piece: { kind: 'calories', calories: 5, restSec: 10 } },
      300,
      one,
    );
    expect(timedOf(sent, 'generalStatus').at(-1)?.record.workoutType).toBe(12);
    const count = timedOf(sent, 'splitIntervalData').length;
    expect(count).toBeGreaterThan(5);
    one.write(Characteristic.csafeReceive, terminateWorkout());
    const closing = one.advanceTo(310);
    expect(timedOf(closing, 'generalStatus')[0]?.record.workoutState).toBe(WorkoutState.terminate);
    expect(timedOf(closing, 'endOfWorkoutSummary')).toHaveLength(1);
  });

  it('is ended by a rower who knows how often to repeat it', () => {
    const one = erg();
    for (const frame of programWorkout({ kind: 'repeat', piece: meters(100, 10) })) {
      for (const chunk of sliceForWriting(frame)) one.write(Characteristic.csafeReceive, chunk);
    }
    one.startRowing(3);
    const sent = one.advanceTo(300);
    expect(timedOf(sent, 'splitIntervalData')).toHaveLength(3);
    expect(timedOf(sent, 'endOfWorkoutSummary')[0]?.record.distanceM).toBe(300);
  });

  it('replaces a finished one, from its start and without its summary', () => {
    const one = erg();
    const first = rowed({ kind: 'single', work: meters(100), split: 100 }, 40, one);
    expect(timedOf(first.sent, 'endOfWorkoutSummary')).toHaveLength(1);
    for (const chunk of programWorkout({ kind: 'single', work: seconds(30), split: 30 }).flatMap((f) =>
      sliceForWriting(f),
    )) {
      one.write(Characteristic.csafeReceive, chunk);
    }
    one.startRowing();
    const again = one.advanceTo(200);
    expect(timedOf(again, 'generalStatus')[0]?.record).toMatchObject({
      workoutType: 5,
      workoutState: 0,
      distanceM: 0,
    });
    expect(timedOf(again, 'splitIntervalData').map(({ record }) => record.elapsedSec)).toEqual([30]);
    expect(timedOf(again, 'endOfWorkoutSummary')).toHaveLength(2);
  });
});
