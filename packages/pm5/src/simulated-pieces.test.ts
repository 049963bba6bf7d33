import { describe, expect, it } from 'vitest';

import { createForceCurveAssembler } from './force-curve.ts';
import { WorkoutState } from './records.ts';
import { SampleRate } from './sample-rate.ts';
import { calm, meters, row, seconds, simulate, statesOf, timedOf } from './simulated/simulated-row.ts';
import { Characteristic } from './uuids.ts';

describe('a simulated piece of 100 m', () => {
  const sent = row({ ...calm, pieces: [meters(100)] });

  it('passes through waiting, rowing, end and logged', () => {
    expect(statesOf(sent)).toEqual([
      WorkoutState.waitToBegin,
      WorkoutState.workoutRow,
      WorkoutState.workoutEnd,
      WorkoutState.workoutLogged,
    ]);
  });

  it('ends at exactly 100.0 m', () => {
    expect(timedOf(sent, 'generalStatus').at(-1)?.record.distanceM).toBe(100);
    expect(timedOf(sent, 'endOfWorkoutSummary')[0]?.record.distanceM).toBe(100);
  });

  it.each([60, 65, 70, 75, 80])('ends at the goal itself, also at a pace of %i s', (paceSec) => {
    // So fast that one tick of 0.01 s covers more than half of the 0.1 m on the wire.
    const fast = row({ paceSec, strokeRateSpm: 40, pieces: [meters(100, 5), meters(101), meters(102)] });
    const ends = timedOf(fast, 'splitIntervalData').map(({ record }) => record.distanceM);
    expect(ends).toEqual([100, 101, 102]);
    expect(timedOf(fast, 'endOfWorkoutSummary')[0]?.record.distanceM).toBe(303);
  });

  it('notifies end, split and summaries at the same times as hardware', () => {
    const endSec =
      timedOf(sent, 'generalStatus').find(({ record }) => record.workoutState === 10)?.atSec ?? 0;
    const sinceEnd = ({ atSec }: { atSec: number }): number => Math.round((atSec - endSec) * 100) / 100;
    expect(timedOf(sent, 'splitIntervalData').map(sinceEnd)).toEqual([0]);
    expect(timedOf(sent, 'additionalSplitIntervalData').map(sinceEnd)).toEqual([0]);
    expect(timedOf(sent, 'endOfWorkoutSummary').map(sinceEnd)).toEqual([1.5, 61.5]);
    expect(timedOf(sent, 'additionalEndOfWorkoutSummary').map(sinceEnd)).toEqual([1.5, 61.5]);
    const logged = timedOf(sent, 'generalStatus').find(({ record }) => record.workoutState === 12);
    expect(logged && sinceEnd(logged)).toBe(1.8);
  });

  it('has neither rate nor drag before the second stroke', () => {
    const statuses = timedOf(sent, 'generalStatus');
    const rates = timedOf(sent, 'additionalStatus1');
    const secondStroke = timedOf(sent, 'strokeData').find(({ record }) => record.strokeCount === 2);
    const secondSec = secondStroke?.atSec ?? 0;
    for (const { atSec, record } of statuses) expect(record.dragFactor > 0).toBe(atSec >= secondSec);
    for (const { atSec, record } of rates) expect(record.strokeRateSpm > 0).toBe(atSec >= secondSec);
  });

  it('speeds up from rest and varies with the stroke', () => {
    const erg = simulate({ ...calm, pieces: [meters(100)] });
    erg.write(Characteristic.sampleRate, Uint8Array.of(SampleRate.every100Ms));
    erg.startRowing();
    const path = timedOf(erg.advanceTo(20), 'generalStatus').map(({ record }) => record.distanceM);
    const speeds = path.slice(1).map((distanceM, index) => (distanceM - (path[index] ?? 0)) * 10);
    expect(speeds[0]).toBeLessThan(2);
    const later = speeds.slice(50, 150);
    expect(Math.min(...later)).toBeLessThan(3.9);
    expect(Math.max(...later)).toBeGreaterThan(4.1);
  });

  it('notifies one force curve per stroke that starts and ends at zero', () => {
    const assembler = createForceCurveAssembler();
    const curves = timedOf(sent, 'forceCurveChunk').flatMap(({ record }) => {
      const curve = assembler.push(record);
      return curve === null ? [] : [curve];
    });
    const drives = timedOf(sent, 'additionalStrokeData').map(({ record }) => record);
    const peaks = timedOf(sent, 'strokeData')
      .map(({ record }) => record)
      .filter((stroke, index, all) => stroke.strokeCount !== all[index - 1]?.strokeCount)
      .map((stroke) => stroke.peakForceLbf);
    expect(curves).toHaveLength(drives.length);
    curves.forEach((curve, index) => {
      expect([curve[0], curve.at(-1)]).toEqual([0, 0]);
      expect(Math.abs(Math.max(...curve) - (peaks[index] ?? 0))).toBeLessThan(3);
    });
  });
});

describe('three simulated pieces of 100 m with 30 s of rest', () => {
  const sent = row({ ...calm, pieces: [meters(100, 30), meters(100, 30), meters(100, 30)] });
  const statuses = timedOf(sent, 'generalStatus');

  it('goes through work and rest in the order of the monitor', () => {
    expect(statesOf(sent)).toEqual([0, 5, 9, 3, 7, 5, 9, 3, 7, 5, 10, 12]);
  });

  it('restarts time, distance and strokes exactly twice', () => {
    const strokes = timedOf(sent, 'strokeData')
      .map(({ record }) => record.strokeCount)
      .filter((count) => count > 0);
    const backwards = strokes.filter((count, index) => count < (strokes[index - 1] ?? 0));
    expect(backwards).toEqual([1, 1]);
    const resets = statuses.filter(
      ({ record }, index) => record.elapsedSec < (statuses[index - 1]?.record.elapsedSec ?? 0),
    );
    expect(resets.map(({ record }) => [record.elapsedSec, record.distanceM])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('adds the work to the total at the start of the rest, while the distance does not change', () => {
    const inRest = statuses.filter(({ record }) => [3, 7, 9].includes(record.workoutState));
    expect(inRest.length).toBeGreaterThan(100);
    for (const { record } of inRest) {
      expect(record).toMatchObject({ distanceM: 100, intervalType: 2, rowingState: 0 });
    }
    expect(new Set(inRest.map(({ record }) => record.totalWorkDistanceM))).toEqual(new Set([100, 200]));
    const inWork = statuses.filter(({ record }) => record.workoutState === 5);
    expect(new Set(inWork.map(({ record }) => record.totalWorkDistanceM))).toEqual(new Set([0, 100, 200]));
    expect(new Set(inWork.map(({ record }) => record.intervalType))).toEqual(new Set([1]));
    expect(statuses.at(-1)?.record).toMatchObject({ totalWorkDistanceM: 200, distanceM: 100 });
  });

  it('counts the rest down while the clock of the interval is stopped', () => {
    const firstRest = statuses.find(({ record }) => record.workoutState === 9);
    const atSec = firstRest?.atSec ?? 0;
    const rests = timedOf(sent, 'additionalStatus1').filter(
      (timed) => timed.atSec > atSec && timed.atSec < atSec + 30,
    );
    expect(rests.length).toBeGreaterThanOrEqual(59);
    for (const timed of rests) {
      expect(timed.record.restTimeSec).toBeCloseTo(30 - (timed.atSec - atSec), 2);
      expect(timed.record.elapsedSec).toBe(firstRest?.record.elapsedSec);
    }
  });

  it('notifies a stroke of zeros and the interval with its rest at the end of the rest', () => {
    const restEnds = statuses.filter(({ record }) => record.workoutState === 7).map((s) => s.atSec);
    const zeros = timedOf(sent, 'strokeData').filter(({ record }) => record.strokeCount === 0);
    const zeroPowers = timedOf(sent, 'additionalStrokeData').filter((s) => s.record.strokeCount === 0);
    expect(zeros.map(({ atSec }) => atSec)).toEqual(restEnds);
    expect(zeroPowers.map(({ atSec }) => atSec)).toEqual(restEnds);
    expect(zeros[0]?.record).toMatchObject({ elapsedSec: 0, distanceM: 0, peakForceLbf: 0 });
    const intervals = timedOf(sent, 'splitIntervalData');
    expect(intervals.slice(0, 2).map(({ atSec }) => atSec)).toEqual(restEnds);
    expect(intervals.map(({ record }) => [record.splitDistanceM, record.restTimeSec])).toEqual([
      [100, 30],
      [100, 30],
      [100, 0],
    ]);
  });

  it('counts a rest as a separate interval, from 0', () => {
    const counts = timedOf(sent, 'additionalStatus2').map(({ record }) => record.intervalCount);
    expect([...new Set(counts)]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('sums up work without rests', () => {
    const summary = timedOf(sent, 'endOfWorkoutSummary')[0]?.record;
    expect(summary).toMatchObject({ distanceM: 300, workoutType: 7 });
    expect(summary?.timeElapsedSec).toBeLessThan(80);
    expect(timedOf(sent, 'additionalEndOfWorkoutSummary')[0]?.record).toMatchObject({
      splitIntervalType: 1,
      splitIntervalSize: 100,
      splitIntervalCount: 3,
      intervalRestTimeSec: 30,
    });
  });
});

describe('other simulated workouts', () => {
  it('splits 2000 m in five without restarting anything', () => {
    const splits = timedOf(row({ ...calm, pieces: [meters(2000)] }), 'splitIntervalData');
    expect(splits.map(({ record }) => [record.distanceM, record.splitDistanceM])).toEqual(
      [400, 800, 1200, 1600, 2000].map((distanceM) => [distanceM, 400]),
    );
  });

  it('ends a timed piece at exactly its time', () => {
    const sent = row({ ...calm, pieces: [seconds(300)] });
    expect(timedOf(sent, 'endOfWorkoutSummary')[0]?.record).toMatchObject({
      timeElapsedSec: 300,
      workoutType: 5,
    });
    expect(timedOf(sent, 'generalStatus')[0]?.record).toMatchObject({
      workoutDuration: 300,
      workoutDurationType: 0,
      intervalType: 0,
    });
  });

  it('reports mixed pieces as a variable workout', () => {
    const sent = row({ ...calm, pieces: [seconds(60, 20), meters(200), seconds(30, 5)] });
    expect(statesOf(sent)).toEqual([0, 4, 8, 3, 7, 5, 4, 10, 12]);
    expect(timedOf(sent, 'splitIntervalData').map(({ record }) => record.splitType)).toEqual([0, 1, 0]);
    expect(timedOf(sent, 'generalStatus')[0]?.record.workoutType).toBe(8);
  });

  it('reports the heart rate with a belt, and the recovery only in the second summary', () => {
    const sent = row({ ...calm, heartRate: true, pieces: [meters(500)] });
    expect(timedOf(sent, 'heartRateBeltInformation')).toHaveLength(1);
    const [first, second] = timedOf(sent, 'endOfWorkoutSummary').map(({ record }) => record);
    expect(first?.recoveryHeartRateBpm).toBeNull();
    expect(second).toEqual({ ...first, recoveryHeartRateBpm: second?.recoveryHeartRateBpm });
    expect(second?.recoveryHeartRateBpm ?? 0).toBeLessThan(first?.endingHeartRateBpm ?? 0);
    expect(first?.minimumHeartRateBpm ?? 0).toBeLessThan(first?.averageHeartRateBpm ?? 0);
    expect(first?.averageHeartRateBpm ?? 0).toBeLessThan(first?.maximumHeartRateBpm ?? 0);
    for (const { record } of timedOf(sent, 'additionalStatus1')) {
      expect(record.heartRateBpm).toBeGreaterThan(60);
    }
  });

  it('reports no heart rate without a belt', () => {
    const sent = row({ ...calm, pieces: [meters(100)] });
    expect(timedOf(sent, 'heartRateBeltInformation')).toEqual([]);
    for (const { record } of timedOf(sent, 'additionalStatus1')) expect(record.heartRateBpm).toBeNull();
    expect(timedOf(sent, 'endOfWorkoutSummary')[1]?.record).toMatchObject({
      averageHeartRateBpm: null,
      recoveryHeartRateBpm: null,
    });
  });

  it.each([
    { ...calm, paceSec: 0, pieces: [] },
    { ...calm, strokeRateSpm: Number.NaN, pieces: [] },
    { ...calm, pieces: [meters(0)] },
    { ...calm, pieces: [seconds(-1)] },
    { ...calm, pieces: [meters(100, -1)] },
  ])('rejects an impossible plan: %j', (plan) => {
    expect(() => simulate(plan)).toThrow(RangeError);
  });
});
