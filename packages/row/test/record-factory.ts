import type {
  AdditionalSplitIntervalData,
  AdditionalStatus1,
  AdditionalStatus2,
  AdditionalStrokeData,
  ForceCurveChunk,
  GeneralStatus,
  RowRecord,
  SplitIntervalData,
  StrokeData,
  EndOfWorkoutSummary,
} from '../src/reduce/records.ts';

/* Builders for tests: records of a 500 m workout by default. */

export function generalStatus(fields: Partial<GeneralStatus> = {}): GeneralStatus {
  return {
    kind: 'generalStatus',
    elapsedSec: 0,
    distanceM: 0,
    workoutType: 3,
    intervalType: 1,
    workoutState: 1,
    rowingState: 1,
    strokeState: 2,
    totalWorkDistanceM: 0,
    workoutDuration: 500,
    workoutDurationType: 0x80,
    dragFactor: 110,
    ...fields,
  };
}

export function status1(fields: Partial<AdditionalStatus1> = {}): AdditionalStatus1 {
  return {
    kind: 'additionalStatus1',
    elapsedSec: 0,
    speedMPerSec: 4,
    strokeRateSpm: 24,
    heartRateBpm: null,
    currentPaceSec: 125,
    averagePaceSec: 125,
    restDistanceM: 0,
    restTimeSec: 0,
    averagePowerW: null,
    ergMachineType: null,
    ...fields,
  };
}

export function status2(fields: Partial<AdditionalStatus2> = {}): AdditionalStatus2 {
  return {
    kind: 'additionalStatus2',
    elapsedSec: 0,
    intervalCount: 0,
    averagePowerW: null,
    totalCalories: 0,
    splitAveragePaceSec: 125,
    splitAveragePowerW: 179,
    splitAverageCalories: 0,
    lastSplitTimeSec: 0,
    lastSplitDistanceM: 0,
    ...fields,
  };
}

export function stroke(fields: Partial<StrokeData> = {}): StrokeData {
  return {
    kind: 'strokeData',
    elapsedSec: 1,
    distanceM: 3,
    driveLengthM: 1.2,
    driveTimeSec: 0.6,
    recoveryTimeSec: 0,
    strokeDistanceM: 10,
    peakForceLbf: 170,
    averageForceLbf: 110,
    workPerStrokeJ: 500,
    strokeCount: 1,
    ...fields,
  };
}

export function strokePower(fields: Partial<AdditionalStrokeData> = {}): AdditionalStrokeData {
  return {
    kind: 'additionalStrokeData',
    elapsedSec: 1,
    strokePowerW: 183,
    strokeCaloriesPerHour: 900,
    strokeCount: 1,
    projectedWorkTimeSec: 125,
    projectedWorkDistanceM: 500,
    workPerStrokeJ: null,
    ...fields,
  };
}

export function forceCurve(fields: Partial<ForceCurveChunk> = {}): ForceCurveChunk {
  return { kind: 'forceCurveChunk', chunkCount: 1, sequence: 0, forceLbf: [10, 100, 20], ...fields };
}

export function split(fields: Partial<SplitIntervalData> = {}): SplitIntervalData {
  return {
    kind: 'splitIntervalData',
    elapsedSec: 125,
    distanceM: 500,
    splitTimeSec: 125,
    splitDistanceM: 500,
    restTimeSec: 0,
    restDistanceM: 0,
    splitType: 1,
    splitNumber: 1,
    ...fields,
  };
}

export function additionalSplit(
  fields: Partial<AdditionalSplitIntervalData> = {},
): AdditionalSplitIntervalData {
  return {
    kind: 'additionalSplitIntervalData',
    elapsedSec: 125,
    averageStrokeRateSpm: 24,
    workHeartRateBpm: null,
    restHeartRateBpm: null,
    averagePaceSec: 125,
    totalCalories: 30,
    averageCaloriesPerHour: 900,
    speedMPerSec: 4,
    powerW: 179,
    averageDragFactor: 110,
    splitNumber: 1,
    ergMachineType: null,
    ...fields,
  };
}

export function summary(fields: Partial<EndOfWorkoutSummary> = {}): EndOfWorkoutSummary {
  return {
    kind: 'endOfWorkoutSummary',
    logEntryDate: { year: 2026, month: 3, day: 6 },
    logEntryTime: { hour: 11, minute: 36 },
    timeElapsedSec: 125,
    distanceM: 500,
    averageStrokeRateSpm: 24,
    endingHeartRateBpm: null,
    averageHeartRateBpm: null,
    minimumHeartRateBpm: null,
    maximumHeartRateBpm: null,
    averageDragFactor: 0,
    recoveryHeartRateBpm: null,
    workoutType: 3,
    averagePaceSec: 125,
    ...fields,
  };
}

export type TimedRecord = { atMs: number; record: RowRecord };

const tickSec = 0.25;
const speedMPerSec = 4;
const strokeSec = 2;

/**
 * Builds the records of a fixed distance interval workout at 4 m/s, four records a second: total raised at the start of
 * the rest with the distance frozen, numbers restarting with the next interval, the split after the rest, the summary 1.5
 * s after the end.
 */
export function intervalWorkout(count: number, meters: number, restSec: number): TimedRecord[] {
  const records: TimedRecord[] = [];
  let nowSec = 0;
  const emit = (record: RowRecord): void => {
    records.push({ atMs: Math.round(nowSec * 1000), record });
  };
  const workSec = meters / speedMPerSec;
  const set = { workoutType: 7, workoutDuration: meters };
  emit(generalStatus({ ...set, workoutState: 0, rowingState: 0 }));
  for (let number = 1; number <= count; number += 1) {
    const finishedM = (number - 1) * meters;
    let strokeCount = 0;
    for (let tick = 1; tick * tickSec < workSec; tick += 1) {
      nowSec += tickSec;
      const elapsedSec = tick * tickSec;
      const distanceM = elapsedSec * speedMPerSec;
      emit(generalStatus({ ...set, workoutState: 5, elapsedSec, distanceM, totalWorkDistanceM: finishedM }));
      emit(status1());
      if (elapsedSec % strokeSec === 1) {
        strokeCount += 1;
        emit(stroke({ strokeCount, elapsedSec, distanceM, recoveryTimeSec: 1.4 }));
      }
      if (elapsedSec % strokeSec === 0 && strokeCount > 0) {
        emit(stroke({ strokeCount, elapsedSec, distanceM, recoveryTimeSec: 1.5 }));
      }
    }
    const frozen = { ...set, elapsedSec: workSec, distanceM: meters, rowingState: 0 };
    const finished = split({
      splitNumber: number,
      splitTimeSec: workSec,
      splitDistanceM: meters,
      restTimeSec: restSec,
    });
    if (number === count) {
      nowSec += tickSec;
      emit(generalStatus({ ...frozen, workoutState: 10, totalWorkDistanceM: finishedM }));
      emit(finished);
      continue;
    }
    for (let left = restSec; left > 0; left -= 1) {
      nowSec += 1;
      const workoutState = left === restSec ? 9 : 3;
      emit(generalStatus({ ...frozen, workoutState, totalWorkDistanceM: finishedM + meters }));
      emit(status1({ restTimeSec: left }));
    }
    emit(finished);
    emit(stroke({ strokeCount: 0, elapsedSec: 0, distanceM: 0 }));
  }
  nowSec += 1.5;
  const timeElapsedSec = count * workSec;
  emit(summary({ workoutType: 7, timeElapsedSec, distanceM: count * meters }));
  return records;
}

const statusEverySec = 0.5;

/**
 * Builds the records of a 500 m workout at `paceSec`, without the monitor's summary: status and calories twice a second,
 * with 0.375 kcal a second, and strokes at a steady rate, each twice.
 */
export function steadyWorkout({ rateSpm, paceSec }: { rateSpm: number; paceSec: number }): RowRecord[] {
  const periodSec = 60 / rateSpm;
  const totalSec = paceSec;
  const metersAt = (sec: number) => Math.round((5_000 * sec) / totalSec) / 10;
  const timed: { sec: number; record: RowRecord }[] = [];
  const add = (sec: number, ...records: RowRecord[]) =>
    timed.push(...records.map((record) => ({ sec, record })));
  for (let step = 1; step * statusEverySec <= totalSec; step += 1) {
    const sec = step * statusEverySec;
    const isOver = sec === totalSec;
    const at = { elapsedSec: sec, distanceM: isOver ? 500 : metersAt(sec) };
    add(
      sec,
      generalStatus({ ...at, ...(isOver && { workoutState: 10, rowingState: 0 }) }),
      status1({ elapsedSec: sec, strokeRateSpm: rateSpm, heartRateBpm: 150 }),
      status2({ elapsedSec: sec, totalCalories: Math.floor(0.375 * sec) }),
    );
  }
  for (let count = 1; (count - 0.5) * periodSec < totalSec; count += 1) {
    const sec = Math.round((count - 0.5) * periodSec * 100) / 100;
    const at = { strokeCount: count, distanceM: metersAt(sec) };
    add(sec, stroke({ ...at, elapsedSec: sec }));
    if (sec + 0.4 * periodSec < totalSec)
      add(sec + 0.4 * periodSec, stroke({ ...at, elapsedSec: sec + 0.4 }));
  }
  return timed.toSorted((one, other) => one.sec - other.sec).map(({ record }) => record);
}
