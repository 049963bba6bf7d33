import { fixedDistanceInterval, fixedTimeInterval, isIntervalWorkout } from '@boathouse/workout/workout-type';
import { paceSecOf } from '@boathouse/workout/pace';
import { followsOn, isCounted, withoutOldValues } from './counted.ts';
import { programmedOf, toHundredths, toTenths, type GeneralStatus, type Stage } from './records.ts';
import { withWork, type IntervalTrack, type RowProgress, type RowSplit, type WorkTrack } from './state.ts';

/** Seconds or meters by which a newer record may be below an older one without a restart of the monitor. */
const JITTER = 0.5;
/** The monitor's total is in whole meters, each interval's distance in tenths. */
const totalToleranceM = 1.5;
/** Upper bound of the calories in a second. */
const caloriesBetweenRecords = 1;
/** Upper bound of the meters rowed between two records at the slowest rate (1 s). */
const metersBetweenRecords = 8;
const secondsBetweenRecords = 1.5;

/** How a record relates to the interval under way. */
type RecordPosition =
  | { where: 'same'; isEnded: boolean; useNumbers: boolean }
  | { where: 'next'; startTotalM: number }
  | { where: 'newWorkout' };

function near(leftM: number, rightM: number): boolean {
  return Math.abs(leftM - rightM) <= totalToleranceM;
}

export function hasGoneBack(interval: IntervalTrack, record: GeneralStatus): boolean {
  return record.distanceM < interval.distanceM - JITTER || record.elapsedSec < interval.elapsedSec - JITTER;
}

function isNearlyDone({ target, elapsedSec, distanceM, calories }: IntervalTrack): boolean {
  switch (target?.kind) {
    case undefined:
      return false;
    case 'distance':
      return target.distanceM - distanceM <= metersBetweenRecords;
    case 'time':
      return target.durationSec - elapsedSec <= secondsBetweenRecords;
    case 'calories':
      return target.calories - (calories ?? 0) <= caloriesBetweenRecords;
  }
}

/**
 * Finds whether a record belongs to the current interval, to a later one, or to another workout. Compares the monitor's
 * total of finished intervals with the total at the interval's start; a decrease of the other numbers shows only that
 * something restarted. The total already counts the finished interval during its rest, while the distance still shows
 * it.
 */
export function recordPositionOf(
  interval: IntervalTrack,
  record: GeneralStatus,
  stage: Stage,
): RecordPosition {
  const back = hasGoneBack(interval, record);
  if (!isIntervalWorkout(record.workoutType)) {
    if (stage === 'over') return { where: 'same', isEnded: true, useNumbers: !back };
    return back ? { where: 'newWorkout' } : { where: 'same', isEnded: false, useNumbers: true };
  }

  const raisedM = record.totalWorkDistanceM - interval.startTotalM;
  const showsFinished = !back && near(raisedM, record.distanceM);
  if (stage === 'work') {
    if (raisedM < 0) return { where: 'newWorkout' };
    if (raisedM === 0) {
      if (!back) return { where: 'same', isEnded: false, useNumbers: true };
      // A monitor that never raises its total: the next interval follows a finished one.
      return interval.isEnded || isNearlyDone(interval)
        ? { where: 'next', startTotalM: record.totalWorkDistanceM }
        : { where: 'newWorkout' };
    }
    if (showsFinished) return { where: 'same', isEnded: true, useNumbers: true };
    return { where: 'next', startTotalM: record.totalWorkDistanceM };
  }

  if (raisedM <= 0) return { where: 'same', isEnded: true, useNumbers: !back && raisedM === 0 };
  if (showsFinished) return { where: 'same', isEnded: true, useNumbers: true };
  // At the end of a rest the numbers can already be zero while the state is still rest.
  if (back && near(raisedM, interval.distanceM)) return { where: 'same', isEnded: true, useNumbers: false };
  const startTotalM = Math.max(
    interval.startTotalM,
    record.totalWorkDistanceM - Math.round(record.distanceM),
  );
  return { where: 'next', startTotalM };
}

/** Starts an interval from its first record. */
function intervalOf(
  record: GeneralStatus,
  stage: Stage,
  start: Pick<IntervalTrack, 'number' | 'startTotalM' | 'startCalories'>,
): IntervalTrack {
  return {
    ...start,
    elapsedSec: record.elapsedSec,
    distanceM: record.distanceM,
    strokeCount: 0,
    strokeAtSec: 0,
    strokePeriodSec: 0,
    isHeardSince: followsOn(record.elapsedSec, 0),
    target: stage === 'work' ? programmedOf(record) : null,
    isEnded: stage !== 'work',
    calories: start.startCalories === null ? null : 0,
    projection: null,
  };
}

const totalCaloriesOf = ({ earlierCalories, monitorCalories }: WorkTrack): number =>
  earlierCalories + monitorCalories;

/** Handles the calories of 0x33, which the monitor may count from 0 in each interval. */
export function withCalories(work: WorkTrack, calories: number): WorkTrack {
  const isAnew = calories < work.monitorCalories;
  const earlierCalories = work.earlierCalories + (isAnew ? work.monitorCalories : 0);
  const counted = { ...work, earlierCalories, monitorCalories: calories, areCaloriesHeard: true };
  const { interval } = work;
  if (interval === null || interval.startCalories === null) return counted;
  const own = Math.max(0, totalCaloriesOf(counted) - interval.startCalories);
  return { ...counted, interval: { ...interval, calories: own } };
}

/** Whether all of an interval was received up to its end, from the rise of the monitor's total since its start. */
function isHeardToEnd({ distanceM }: IntervalTrack, raisedM: number): boolean {
  return raisedM === 0 || Math.abs(raisedM - distanceM) <= metersBetweenRecords;
}

/** Returns the calories at the end of an interval; null if its end was missed. */
function caloriesAfter(work: WorkTrack, left: IntervalTrack, raisedM: number): number | null {
  const total = totalCaloriesOf(work);
  if (!isHeardToEnd(left, raisedM)) return null;
  // The next interval's first status can arrive before the last calories of this one.
  return left.target?.kind === 'calories' && left.startCalories !== null
    ? Math.max(total, left.startCalories + left.target.calories)
    : total;
}

/** The current interval as a split, from its own values. */
export function splitOfInterval(interval: IntervalTrack): RowSplit {
  const { number, elapsedSec, distanceM, strokeCount, calories } = interval;
  return {
    splitNumber: number,
    timeSec: elapsedSec,
    distanceM,
    averagePaceSec: paceSecOf(distanceM, elapsedSec),
    restTimeSec: 0,
    restDistanceM: 0,
    averageStrokeRateSpm:
      strokeCount > 0 && elapsedSec > 0 && isCounted(interval)
        ? Math.round((60 * strokeCount) / elapsedSec)
        : null,
    averageHeartRateBpm: null,
    averagePowerW: null,
    calories,
  };
}

/** Derives the interval number from the total, which is only possible in a fixed distance interval workout. */
function intervalsWithin(totalM: number, record: GeneralStatus): number | null {
  const programmed = programmedOf(record);
  if (record.workoutType !== fixedDistanceInterval || programmed?.kind !== 'distance') return null;
  const count = Math.round(totalM / programmed.distanceM);
  return near(totalM, count * programmed.distanceM) ? count : null;
}

/** Starts a workout from its first record: at its start or, after a reload or a drop, anywhere in it. */
export function beginMonitorWorkout(progress: RowProgress, record: GeneralStatus, stage: Stage): RowProgress {
  const isIntervals = isIntervalWorkout(record.workoutType);
  const totalM = isIntervals ? record.totalWorkDistanceM : 0;
  const frozenM = stage === 'rest' ? Math.round(record.distanceM) : 0;
  const startTotalM = totalM >= frozenM ? totalM - frozenM : totalM;
  const behind = intervalsWithin(startTotalM, record) ?? (startTotalM === 0 ? 0 : null);
  const number = (behind ?? 1) + 1;
  const begun = { ...progress, pieceNumber: progress.pieceNumber + 1, workoutType: record.workoutType };
  return withWork(begun, {
    interval: intervalOf(record, stage, { number, startTotalM, startCalories: behind === 0 ? 0 : null }),
    finishedDistanceM: startTotalM,
    areStrokesCounted: behind === 0,
    areCaloriesCounted: behind === 0,
    uncertainFrom: behind === null ? number : null,
  });
}

/** Returns the work time of an interval that has ended, as far as it is known. */
function timeOf(interval: IntervalTrack): { elapsedSec: number; isExact: boolean } {
  if (interval.isEnded) return { elapsedSec: interval.elapsedSec, isExact: true };
  if (interval.target?.kind === 'time') return { elapsedSec: interval.target.durationSec, isExact: true };
  return { elapsedSec: interval.elapsedSec, isExact: false };
}

/** Moves from the current interval to the record's interval, one or several later. */
export function moveToNext(
  work: WorkTrack,
  left: IntervalTrack,
  record: GeneralStatus,
  stage: Stage,
  startTotalM: number,
): WorkTrack {
  const raisedM = startTotalM - left.startTotalM;
  const sawItsEnd = left.isEnded && (raisedM === 0 || near(raisedM, left.distanceM));
  const isNeighbor =
    sawItsEnd ||
    raisedM === 0 ||
    (left.target?.kind === 'distance' && near(raisedM, left.target.distanceM)) ||
    Math.abs(raisedM - left.distanceM) <= metersBetweenRecords;
  const passed = isNeighbor ? 1 : intervalsWithin(raisedM, record);
  const number = left.number + (passed ?? 1);
  const isWhole = passed === 1 && isHeardToEnd(left, raisedM);
  const known = work.intervalTimes[left.number];
  return {
    ...work,
    interval: intervalOf(record, stage, {
      number,
      startTotalM,
      startCalories: caloriesAfter(work, left, raisedM),
    }),
    lastInterval: sawItsEnd ? splitOfInterval(left) : null,
    finishedDistanceM:
      work.finishedDistanceM + (sawItsEnd ? left.distanceM : Math.max(left.distanceM, raisedM)),
    finishedStrokeCount: work.finishedStrokeCount + left.strokeCount,
    areStrokesCounted: work.areStrokesCounted && isWhole && isCounted(left),
    areCaloriesCounted: work.areCaloriesCounted && isWhole && work.areCaloriesHeard,
    // The previous interval's total does not include the calories since this one began.
    areCaloriesHeard: work.areCaloriesHeard && followsOn(record.elapsedSec, 0),
    intervalTimes: { ...work.intervalTimes, [left.number]: known?.isExact ? known : timeOf(left) },
    uncertainFrom: work.uncertainFrom ?? (passed === null ? number : null),
  };
}

/** Updates the current interval with newer numbers. */
export function stayIn(
  work: WorkTrack,
  interval: IntervalTrack,
  record: GeneralStatus,
  stage: Stage,
  position: { isEnded: boolean; useNumbers: boolean },
): WorkTrack {
  const isAfterGap = position.useNumbers && !followsOn(record.elapsedSec, interval.elapsedSec);
  const kept = isAfterGap ? withoutOldValues(work) : work;
  return { ...kept, interval: updated(interval, record, stage, position) };
}

function updated(
  interval: IntervalTrack,
  record: GeneralStatus,
  stage: Stage,
  position: { isEnded: boolean; useNumbers: boolean },
): IntervalTrack {
  return {
    ...interval,
    elapsedSec: position.useNumbers ? Math.max(interval.elapsedSec, record.elapsedSec) : interval.elapsedSec,
    distanceM: position.useNumbers ? Math.max(interval.distanceM, record.distanceM) : interval.distanceM,
    isHeardSince:
      interval.isHeardSince && (!position.useNumbers || followsOn(record.elapsedSec, interval.elapsedSec)),
    // In a rest the duration can be the rest's.
    target: stage === 'work' && !position.isEnded ? programmedOf(record) : interval.target,
    isEnded: position.isEnded,
  };
}

/** Key of the time of all intervals before the first one with a separate time, in a row that was taken up. */
export const beforeAll = '0';

/** Returns the first interval whose time is counted separately. */
export function firstCounted({ intervalTimes, interval }: WorkTrack): number {
  if (intervalTimes[beforeAll] === undefined) return 1;
  const numbers = Object.keys(intervalTimes).map(Number);
  return Math.min(...numbers.filter((number) => number > 0), interval?.number ?? 1);
}

/** Sums the work time of the intervals before the current one, and returns whether it is exact. */
export function elapsedBefore(
  work: WorkTrack,
  workoutType: number | null,
): { elapsedSec: number; isExact: boolean } {
  const { interval } = work;
  if (interval === null) return { elapsedSec: 0, isExact: true };
  // All intervals of a fixed time interval workout last equally long, so the time of a missed one is known.
  const fixedSec =
    workoutType === fixedTimeInterval && interval.target?.kind === 'time'
      ? interval.target.durationSec
      : null;
  const before = work.intervalTimes[beforeAll] ?? { elapsedSec: 0, isExact: true };
  let { elapsedSec } = before;
  let isExact = before.isExact && work.uncertainFrom === null;
  for (let number = firstCounted(work); number < interval.number; number += 1) {
    const known = work.intervalTimes[number];
    if (known?.isExact) elapsedSec += known.elapsedSec;
    else if (fixedSec !== null) elapsedSec += fixedSec;
    else {
      elapsedSec += known?.elapsedSec ?? 0;
      isExact = false;
    }
  }
  return { elapsedSec, isExact };
}

/** Derives the totals from the track. They never fall within a workout. */
export function withTotals(progress: RowProgress): RowProgress {
  const { workoutType } = progress;
  const { work } = progress.track;
  if (work.interval === null) return progress;
  const before = elapsedBefore(work, workoutType);
  const elapsedSec = toHundredths(before.elapsedSec + work.interval.elapsedSec);
  const distanceM = toTenths(work.finishedDistanceM + work.interval.distanceM);
  const totals = {
    elapsedSec: Math.max(progress.elapsedSec, elapsedSec),
    distanceM: Math.max(progress.distanceM, distanceM),
  };
  // In interval workouts the monitor's average is not the average of the whole workout.
  const ownPaceSec = paceSecOf(totals.distanceM, totals.elapsedSec);
  const averagePaceSec =
    isIntervalWorkout(workoutType) && before.isExact
      ? ownPaceSec
      : (work.monitorAveragePaceSec ?? ownPaceSec);
  return {
    ...progress,
    ...totals,
    elapsedIsExact: before.isExact,
    averagePaceSec,
    strokeCount: work.finishedStrokeCount + work.interval.strokeCount,
    intervalNumber: work.interval.number,
  };
}
