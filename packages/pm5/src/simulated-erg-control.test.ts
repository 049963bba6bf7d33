import { describe, expect, it } from 'vitest';

import { programWorkout, terminateWorkout } from './csafe-workouts.ts';
import { buildCsafeFrame, createCsafeAssembler, parseCsafeReply, sliceForWriting } from './csafe.ts';
import type { CsafeReply } from './csafe.ts';
import { decodeNotification } from './decode.ts';
import { decodeText } from './device-information.ts';
import type { Pm5Record } from './records.ts';
import { SampleRate } from './sample-rate.ts';
import { createSimulatedErg } from './simulated-erg.ts';
import type { SimulatedErg, SimulatedNotification, SimulatedPlan } from './simulated-erg.ts';
import { Characteristic } from './uuids.ts';

const justRow: SimulatedPlan = { paceSec: 125, strokeRateSpm: 24, pieces: [] };

function simulate(plan: SimulatedPlan = justRow): SimulatedErg {
  return createSimulatedErg({
    plan,
    startDate: { year: 2026, month: 3, day: 14 },
    startTime: { hour: 18, minute: 5 },
  });
}

function recordsOf<Kind extends Pm5Record['kind']>(
  sent: ReadonlyArray<SimulatedNotification>,
  kind: Kind,
): Extract<Pm5Record, { kind: Kind }>[] {
  const isOfKind = (record: Pm5Record): record is Extract<Pm5Record, { kind: Kind }> => record.kind === kind;
  return sent.map(({ characteristic, bytes }) => decodeNotification(characteristic, bytes)).filter(isOfKind);
}

function repliesIn(sent: ReadonlyArray<SimulatedNotification>): CsafeReply[] {
  const assembler = createCsafeAssembler();
  return sent
    .filter(({ characteristic }) => characteristic === Characteristic.csafeTransmit)
    .flatMap(({ bytes }) => assembler.push(bytes))
    .map(parseCsafeReply);
}

const statusTimes = (sent: ReadonlyArray<SimulatedNotification>): number[] =>
  sent.filter(({ characteristic }) => characteristic === 0x31).map(({ atSec }) => atSec);

describe('the clock of the simulated monitor', () => {
  it('waits to begin with idle statuses twice a second', () => {
    const sent = simulate().advanceTo(2);
    expect(sent.map(({ atSec, characteristic }) => [atSec, characteristic])).toEqual(
      [0, 0.5, 1, 1.5, 2].flatMap((atSec) => [
        [atSec, 0x31],
        [atSec, 0x32],
        [atSec, 0x33],
      ]),
    );
    expect(recordsOf(sent, 'generalStatus').at(-1)).toMatchObject({
      elapsedSec: 0,
      distanceM: 0,
      workoutState: 0,
      rowingState: 0,
      strokeState: 0,
      workoutType: 1,
      workoutDuration: 0,
    });
    expect(recordsOf(sent, 'additionalStatus1').at(-1)).toMatchObject({
      currentPaceSec: null,
      averagePaceSec: null,
    });
  });

  it('returns nothing for a repeated time, a clock that goes back, or a clock that is not a number', () => {
    const erg = simulate();
    expect(erg.advanceTo(3).length).toBeGreaterThan(0);
    expect(erg.advanceTo(3)).toEqual([]);
    expect(erg.advanceTo(1)).toEqual([]);
    expect(erg.advanceTo(Number.NaN)).toEqual([]);
    expect(erg.advanceTo(Number.POSITIVE_INFINITY)).toEqual([]);
  });

  it('counts time from the first stroke, not from the first notification', () => {
    const erg = simulate();
    erg.advanceTo(42);
    erg.startRowing();
    erg.startRowing();
    expect(recordsOf(erg.advanceTo(52), 'generalStatus').at(-1)?.elapsedSec).toBe(10);
  });

  it.each([
    [SampleRate.everySecond, 1],
    [SampleRate.every500Ms, 0.5],
    [SampleRate.every250Ms, 0.25],
    [SampleRate.every100Ms, 0.1],
  ])('changes to sample rate %i when it is written, and notifies it', (code, intervalSec) => {
    const erg = simulate();
    erg.advanceTo(1);
    expect(erg.write(Characteristic.sampleRate, Uint8Array.of(code))).toBe(true);
    expect(erg.read(Characteristic.sampleRate)).toEqual(Uint8Array.of(code));
    const times = statusTimes(erg.advanceTo(5));
    expect(times).toHaveLength(Math.round(4 / intervalSec));
    times.forEach((atSec, index) => expect(atSec).toBeCloseTo(1 + (index + 1) * intervalSec, 6));
  });

  it('keeps its rate when an unknown code is written', () => {
    const erg = simulate();
    expect(erg.write(Characteristic.sampleRate, Uint8Array.of(9))).toBe(false);
    expect(erg.write(Characteristic.sampleRate, new Uint8Array())).toBe(false);
    expect(erg.read(Characteristic.sampleRate)).toEqual(Uint8Array.of(SampleRate.every500Ms));
  });
});

describe('pausing the simulated rower', () => {
  it('lets the clock run, the flywheel slow down and the other values stop', () => {
    const erg = simulate();
    erg.startRowing();
    const rowed = recordsOf(erg.advanceTo(30), 'additionalStatus1').at(-1);
    erg.pauseRowing();
    const paused = erg.advanceTo(60);
    const distances = recordsOf(paused, 'generalStatus').map(({ distanceM }) => distanceM);
    expect(recordsOf(paused, 'generalStatus').at(-1)).toMatchObject({
      elapsedSec: 60,
      rowingState: 0,
      workoutState: 1,
    });
    expect((distances[1] ?? 0) - (distances[0] ?? 0)).toBeGreaterThan(0.5);
    expect(distances.at(-1)).toBe(distances.at(-20));
    expect(recordsOf(paused, 'strokeData')).toEqual([]);
    expect(recordsOf(paused, 'additionalStatus1').at(-1)).toMatchObject({
      currentPaceSec: rowed?.currentPaceSec,
      strokeRateSpm: rowed?.strokeRateSpm,
    });

    erg.resumeRowing();
    const resumed = erg.advanceTo(90);
    expect(recordsOf(resumed, 'generalStatus').at(-1)).toMatchObject({ elapsedSec: 90, rowingState: 1 });
    for (const { strokeRateSpm } of recordsOf(resumed, 'additionalStatus1')) {
      expect(Math.abs(strokeRateSpm - 24)).toBeLessThanOrEqual(2);
    }
    const counts = recordsOf(resumed, 'strokeData').map(({ strokeCount }) => strokeCount);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });

  it('never reduces calories during a long pause', () => {
    const erg = simulate();
    erg.startRowing();
    erg.advanceTo(120);
    erg.pauseRowing();
    const calories = recordsOf(erg.advanceTo(600), 'additionalStatus2').map((s) => s.totalCalories);
    expect(calories[0]).toBeGreaterThan(20);
    expect(calories).toEqual([...calories].sort((a, b) => a - b));
  });

  it('still ends a timed piece on time', () => {
    const erg = simulate({ ...justRow, pieces: [{ kind: 'time', durationSec: 40, restSec: 0 }] });
    erg.startRowing();
    erg.advanceTo(20);
    erg.pauseRowing();
    const summary = recordsOf(erg.advanceTo(60), 'endOfWorkoutSummary')[0];
    expect(summary?.timeElapsedSec).toBe(40);
    expect(summary?.distanceM).toBeLessThan(100);
  });
});

describe('ending a simulated workout by hand', () => {
  it('rows Just Row in splits of 500 m until it is terminated', () => {
    const erg = simulate();
    erg.startRowing();
    const rowed = erg.advanceTo(300);
    expect(recordsOf(rowed, 'splitIntervalData').map(({ splitDistanceM }) => splitDistanceM)).toEqual([
      500, 500,
    ]);
    erg.terminate();
    erg.terminate();
    const closing = erg.advanceTo(370);
    expect(closing[0]?.atSec).toBe(300);
    const states = recordsOf(closing, 'generalStatus').map(({ workoutState }) => workoutState);
    expect([...new Set(states)]).toEqual([11, 12]);
    const summary = recordsOf(closing, 'endOfWorkoutSummary');
    expect(summary).toHaveLength(2);
    expect(summary[0]?.timeElapsedSec).toBe(300);
    expect(recordsOf(closing, 'splitIntervalData')).toHaveLength(1);
    expect(recordsOf(closing, 'additionalEndOfWorkoutSummary')[0]?.splitIntervalCount).toBe(3);
  });

  it('notifies no empty split when the workout ends at the end of a split', () => {
    const erg = simulate({ ...justRow, pieces: [{ kind: 'time', durationSec: 100, restSec: 0 }] });
    erg.startRowing();
    const sent = erg.advanceTo(20);
    erg.terminate();
    sent.push(...erg.advanceTo(22));
    expect(recordsOf(sent, 'splitIntervalData').map(({ splitTimeSec }) => splitTimeSec)).toEqual([20]);
    expect(recordsOf(sent, 'additionalEndOfWorkoutSummary')[0]?.splitIntervalCount).toBe(1);
  });

  it('notifies no summary when nothing was rowed', () => {
    const erg = simulate();
    erg.advanceTo(5);
    erg.terminate();
    const closing = erg.advanceTo(120);
    expect(recordsOf(closing, 'endOfWorkoutSummary')).toEqual([]);
    expect(recordsOf(closing, 'splitIntervalData')).toEqual([]);
    expect(recordsOf(closing, 'generalStatus').at(-1)?.workoutState).toBe(11);
    erg.startRowing();
    expect(recordsOf(erg.advanceTo(130), 'generalStatus').at(-1)?.elapsedSec).toBe(0);
  });

  it('counts the finished interval once when the workout ends in a rest', () => {
    const erg = simulate({
      ...justRow,
      pieces: [
        { kind: 'distance', distanceM: 100, restSec: 60 },
        { kind: 'distance', distanceM: 100, restSec: 60 },
      ],
    });
    erg.startRowing();
    erg.advanceTo(50);
    erg.terminate();
    const closing = erg.advanceTo(60);
    expect(recordsOf(closing, 'endOfWorkoutSummary')[0]?.distanceM).toBe(100);
    expect(recordsOf(closing, 'additionalEndOfWorkoutSummary')[0]?.splitIntervalCount).toBe(1);
    const last = recordsOf(closing, 'generalStatus').at(-1);
    expect((last?.totalWorkDistanceM ?? 0) + (last?.distanceM ?? 0)).toBe(100);
  });

  it('ends on a CSAFE frame written in slices, and replies to it', () => {
    const erg = simulate();
    erg.startRowing();
    erg.advanceTo(10);
    for (const slice of sliceForWriting(terminateWorkout(), 4)) {
      expect(erg.write(Characteristic.csafeReceive, slice)).toBe(true);
    }
    const closing = erg.advanceTo(12);
    expect(repliesIn(closing)).toMatchObject([{ ok: true, status: { previousFrame: 'ok' } }]);
    expect(recordsOf(closing, 'generalStatus')[0]?.workoutState).toBe(11);
    expect(recordsOf(closing, 'endOfWorkoutSummary')).toHaveLength(1);
  });

  it('rejects a workout and a broken frame, and keeps rowing', () => {
    const erg = simulate();
    erg.startRowing();
    const frames = [
      ...programWorkout({ kind: 'justRow' }),
      Uint8Array.of(0xf1, 0x76, 0x00, 0x00, 0xf2),
      buildCsafeFrame(Uint8Array.of(0x76, 0x09)),
    ];
    for (const frame of frames) {
      for (const slice of sliceForWriting(frame)) erg.write(Characteristic.csafeReceive, slice);
    }
    const sent = erg.advanceTo(5);
    expect(repliesIn(sent)).toMatchObject([
      { ok: true, status: { previousFrame: 'rejected', frameToggle: 1 } },
      { ok: true, status: { previousFrame: 'bad', frameToggle: 0 } },
      { ok: true, status: { previousFrame: 'bad', frameToggle: 1 } },
    ]);
    expect(recordsOf(sent, 'generalStatus').at(-1)).toMatchObject({ workoutState: 1, elapsedSec: 5 });
  });
});

describe('device information of the simulated monitor', () => {
  it('[ERG-5] is text that names the monitor as simulated', () => {
    const erg = simulate();
    const text = (characteristic: number): string => decodeText(erg.read(characteristic) ?? new Uint8Array());
    expect(text(Characteristic.serialNumber)).toBe('SIM000001');
    expect(text(Characteristic.hardwareRevision)).toBe('SIM');
    expect(text(Characteristic.firmwareRevision)).toBe('SIMULATED-1.0');
    expect(text(Characteristic.manufacturerName)).toBe('Boathouse');
    expect(erg.read(Characteristic.ergMachineType)).toEqual(Uint8Array.of(7));
  });

  it('rejects every other read and write', () => {
    const erg = simulate();
    expect(erg.read(Characteristic.generalStatus)).toBeNull();
    expect(erg.write(Characteristic.serialNumber, Uint8Array.of(1))).toBe(false);
  });
});
