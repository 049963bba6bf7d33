import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { paceSecOf } from '@boathouse/workout/pace';
import { closeSplitHeart } from './heart-rate.ts';
import { firstCounted, splitOfInterval, withTotals } from './interval.ts';
import type { AdditionalSplitIntervalData, SplitIntervalData } from './records.ts';
import { withWork, type RowProgress, type RowSplit, type WorkTrack } from './state.ts';

export type { RowSplit } from './state.ts';

/** A split and the current interval are the same interval when their numbers differ by at most this. */
const sameIntervalSec = 1.5;

function emptySplit(splitNumber: number): RowSplit {
  return {
    splitNumber,
    timeSec: 0,
    distanceM: 0,
    averagePaceSec: null,
    restTimeSec: 0,
    restDistanceM: 0,
    averageStrokeRateSpm: null,
    averageHeartRateBpm: null,
    averagePowerW: null,
    calories: null,
  };
}

function withSplit(progress: RowProgress, splitNumber: number, fields: Partial<RowSplit>): RowProgress {
  const before = progress.splits.find((split) => split.splitNumber === splitNumber);
  const split = { ...(before ?? emptySplit(splitNumber)), ...fields };
  const others = progress.splits.filter((one) => one.splitNumber !== splitNumber);
  return { ...progress, splits: [...others, split].sort((a, b) => a.splitNumber - b.splitNumber) };
}

/**
 * Renumbers after a gap: a split's number is the monitor's own count of intervals, so it shows how many were missed.
 * Times and the last interval, stored under provisional numbers, move with them.
 */
function recount(work: WorkTrack, record: SplitIntervalData): WorkTrack {
  const { interval, lastInterval, uncertainFrom } = work;
  if (interval === null || uncertainFrom === null) return work;
  const isOfThisOne =
    interval.isEnded || Math.abs(interval.elapsedSec - record.splitTimeSec) <= sameIntervalSec;
  const number = isOfThisOne ? record.splitNumber : record.splitNumber + 1;
  const missed = Math.max(0, number - interval.number);
  const counted = (filedAs: number): number => (filedAs >= uncertainFrom ? filedAs + missed : filedAs);
  const intervalTimes: WorkTrack['intervalTimes'] = {};
  for (const [key, time] of Object.entries(work.intervalTimes)) intervalTimes[counted(Number(key))] = time;
  return {
    ...work,
    interval: { ...interval, number },
    lastInterval: lastInterval && { ...lastInterval, splitNumber: counted(lastInterval.splitNumber) },
    intervalTimes,
    uncertainFrom: null,
  };
}

/** Stores the time of a split's interval, unless it is known more exactly. */
function withSplitTime(before: WorkTrack, record: SplitIntervalData): WorkTrack {
  const work = recount(before, record);
  // The time of an interval followed to its end is in hundredths, finer than the split's tenths; the current interval
  // is not stored yet.
  const { interval, intervalTimes } = work;
  const isSeenToItsEnd = interval?.number === record.splitNumber && interval.isEnded;
  const isKnown =
    isSeenToItsEnd ||
    intervalTimes[record.splitNumber]?.isExact === true ||
    record.splitNumber < firstCounted(work);
  if (isKnown) return work;
  const time = { elapsedSec: record.splitTimeSec, isExact: true };
  return { ...work, intervalTimes: { ...intervalTimes, [record.splitNumber]: time } };
}

/** Handles 0x37. A repeated split changes nothing. */
export function followSplit(progress: RowProgress, record: SplitIntervalData): RowProgress {
  const { track, phase } = progress;
  if (track.work.interval === null || phase === 'finished' || phase === 'waiting') return progress;
  const known = progress.splits.find((split) => split.splitNumber === record.splitNumber);
  const counted = known === undefined ? closeSplitHeart(track.heart, record.splitTimeSec) : null;
  const heard = counted === null ? progress : { ...progress, track: { ...track, heart: counted.heart } };
  const withIt = withSplit(heard, record.splitNumber, {
    timeSec: record.splitTimeSec,
    distanceM: record.splitDistanceM,
    restTimeSec: record.restTimeSec,
    restDistanceM: record.restDistanceM,
    averagePaceSec: known?.averagePaceSec ?? paceSecOf(record.splitDistanceM, record.splitTimeSec),
    ...(counted === null ? {} : { averageHeartRateBpm: counted.bpm }),
  });
  if (!isIntervalWorkout(progress.workoutType)) return withIt;
  return withTotals(withWork(withIt, withSplitTime(track.work, record)));
}

/** Handles 0x38, which follows its 0x37. */
export function followAdditionalSplit(
  progress: RowProgress,
  record: AdditionalSplitIntervalData,
): RowProgress {
  const { work } = progress.track;
  if (work.interval === null || progress.phase === 'finished' || progress.phase === 'waiting')
    return progress;
  const withIt = withSplit(progress, record.splitNumber, {
    averageStrokeRateSpm: record.averageStrokeRateSpm > 0 ? record.averageStrokeRateSpm : null,
    // The monitor has no heart rate if the belt is connected to the page.
    ...(record.workHeartRateBpm === null ? {} : { averageHeartRateBpm: record.workHeartRateBpm }),
    averagePowerW: record.powerW,
    calories: record.totalCalories,
    ...(record.averagePaceSec === null ? {} : { averagePaceSec: record.averagePaceSec }),
  });
  const splitDragFactor = record.averageDragFactor > 0 ? record.averageDragFactor : null;
  return withWork(withIt, withStartCalories(withIt, { ...work, splitDragFactor }));
}

/** Derives from the splits the calories at the start of an interval, if its start was missed. */
function withStartCalories({ splits, workoutType }: RowProgress, work: WorkTrack): WorkTrack {
  const { interval, earlierCalories, monitorCalories, uncertainFrom } = work;
  const isKnown = interval === null || interval.startCalories !== null || uncertainFrom !== null;
  if (isKnown || !isIntervalWorkout(workoutType)) return work;
  const before = splits.filter(({ splitNumber }) => splitNumber < interval.number);
  const startCalories = before.reduce((sum, { calories }) => sum + (calories ?? Number.NaN), 0);
  const total = earlierCalories + monitorCalories;
  // Fewer in total than before: the monitor counts from 0 in each interval.
  const isWhole = before.length === interval.number - 1 && startCalories <= total;
  if (!isWhole) return work;
  return { ...work, interval: { ...interval, startCalories, calories: total - startCalories } };
}

/**
 * Returns the finished splits or intervals, oldest first. The monitor sends its record of an interval after the rest;
 * until then it is built from the values seen.
 */
export function finishedSplits({ splits, track, phase, workoutType }: RowProgress): RowSplit[] {
  const { interval, lastInterval, uncertainFrom } = track.work;
  if (
    !isIntervalWorkout(workoutType) ||
    interval === null ||
    uncertainFrom !== null ||
    phase === 'finished'
  ) {
    return splits;
  }
  const seen = interval.isEnded ? splitOfInterval(interval) : lastInterval;
  if (seen === null || splits.some(({ splitNumber }) => splitNumber === seen.splitNumber)) return splits;
  return [...splits, seen].sort((a, b) => a.splitNumber - b.splitNumber);
}
