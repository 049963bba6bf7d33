import type { Workout, WorkoutStroke } from '../workout.ts';
import { curvePartPoints, ownFields, standardFields, type DeveloperField } from './developer.ts';
import type { DeveloperData, FitEncoder } from './encode.ts';
import type { Timeline } from './timeline.ts';

type Column = { field: DeveloperField; developer: number; count: number; valueOf: ValueOf };
type ValueOf = (stroke: WorkoutStroke) => number | number[] | null;

/**
 * Writes a record at the start, one for each stroke and, unless the last stroke is at the end, one there: readers
 * measure between the first and the last record. All have the same fields: a value that a record lacks is FIT's "none".
 * Only a stroke changes the count of cycles.
 */
export function strokeWriter(workout: Workout, time: Timeline): { write(encoder: FitEncoder): void } {
  const { strokes } = workout;
  const columns = columnsOf(workout);
  const has = (field: keyof WorkoutStroke) => strokes.some((stroke) => stroke[field] !== null);
  const [hasPace, hasRate, hasPower, hasHeart] = [
    has('pace'),
    has('strokeRate'),
    has('power'),
    has('heartRate'),
  ];
  const [hasCalories, hasLength] = [has('calories'), has('strokeDistance')];
  const fieldsOf = (stroke: WorkoutStroke | null, cycles: number | null) => ({
    ...(strokes.length > 0 && { totalCycles: cycles }),
    ...(hasHeart && { heartRate: stroke?.heartRate ?? null }),
    ...(hasRate && { cadence: stroke?.strokeRate ?? null }),
    ...(hasPower && { power: stroke?.power ?? null }),
    ...(hasPace && { enhancedSpeed: stroke?.pace ? 500 / stroke.pace : null }),
    ...(hasCalories && { calories: stroke?.calories ?? null }),
    ...(hasLength && { cycleLength16: stroke?.strokeDistance ?? null }),
  });
  return {
    write: (encoder) => {
      const sample = (timestamp: number, distance: number | null, cycles: number | null) =>
        encoder.write(
          'record',
          { timestamp, distance, ...fieldsOf(null, cycles) },
          columns.map(({ field, developer, count }): DeveloperData => ({
            field,
            developer,
            count,
            value: null,
          })),
        );
      let lastSec = time.startSec;
      let lastM = 0;
      sample(lastSec, 0, null);
      for (const [at, stroke] of strokes.entries()) {
        const { timestamp, restM } = placeOf(stroke, time, lastSec);
        lastSec = timestamp;
        lastM = stroke.distance + restM;
        encoder.write(
          'record',
          { timestamp, distance: lastM, ...fieldsOf(stroke, at + 1) },
          columns.map(({ valueOf, ...column }): DeveloperData => ({ ...column, value: valueOf(stroke) })),
        );
      }
      const endSec = Math.max(lastSec, time.workEndSec);
      const endM = time.totalM === null ? lastM : Math.max(lastM, time.totalM);
      if (strokes.length === 0 || endSec > lastSec || endM - lastM > 0.005)
        sample(endSec, endM, strokes.length === 0 ? null : strokes.length);
    },
  };
}

/** Returns when a stroke was rowed, within the whole seconds of its interval and not before the previous stroke. */
function placeOf(stroke: WorkoutStroke, { startSec, works }: Timeline, lastSec: number) {
  const work = works[stroke.interval - 1] ?? works.at(-1);
  const afterSec = stroke.rowedAfter ?? stroke.elapsedTime + (work?.restSec ?? 0);
  const wanted = startSec + Math.floor(afterSec);
  const within = work ? Math.min(Math.max(wanted, work.fromSec), work.toSec) : wanted;
  return { timestamp: Math.max(lastSec, within), restM: work?.restM ?? 0 };
}

function columnsOf({ strokes, forceCurveAxis }: Workout): Column[] {
  const columns: Column[] = [];
  const add = (developer: number, field: DeveloperField, valueOf: ValueOf, count = 1) => {
    if (strokes.some((stroke) => valueOf(stroke) !== null))
      columns.push({ developer, field, count, valueOf });
  };
  const milli = (value: number | null) => (value === null ? null : value * 1000);
  add(0, standardFields.DriveLength, ({ driveLength }) => milli(driveLength));
  add(0, standardFields.StrokeDriveTime, ({ driveTime }) => milli(driveTime));
  add(0, standardFields.DragFactor, ({ dragFactor }) => dragFactor);
  add(0, standardFields.StrokeRecoveryTime, ({ recoveryTime }) => milli(recoveryTime));
  add(0, standardFields.AverageDriveForceN, ({ averageForce }) => averageForce);
  add(0, standardFields.PeakDriveForceN, ({ peakForce }) => peakForce);
  add(0, standardFields.WorkoutState, () => rowingState);
  add(0, standardFields.StrokeWork, ({ workPerStroke }) => workPerStroke);
  add(0, standardFields.StrokeRate, ({ strokeRate }) => strokeRate);

  const curves = strokes.map(({ forceCurve }) => forceCurve?.length ?? 0);
  const longest = curves.reduce((most, points) => Math.max(most, points), 0);
  const partOf = (at: number) => (stroke: WorkoutStroke) => {
    const part = stroke.forceCurve?.slice(at * curvePartPoints, (at + 1) * curvePartPoints) ?? [];
    return part.length > 0 ? part : null;
  };
  const countOf = (at: number) => Math.min(curvePartPoints, longest - at * curvePartPoints);
  add(0, standardFields.HandleForceCurve, partOf(0), countOf(0));
  add(
    0,
    standardFields.InstrokeAbscissaType,
    ({ forceCurve }) => forceCurve && axisNumbers[forceCurveAxis ?? 'unknown'],
  );
  add(0, standardFields.InstrokeSampleInterval, (stroke) => milli(stepOf(stroke, forceCurveAxis)));
  add(
    0,
    standardFields.InstrokePointCount,
    ({ forceCurve }) => forceCurve && Math.min(forceCurve.length, curvePartPoints),
  );
  add(0, standardFields.PeakForcePositionNorm, ({ forceCurve }) => peakPosition(forceCurve));
  add(1, ownFields.ForceCurvePart2, partOf(1), countOf(1));
  add(1, ownFields.ForceCurvePart3, partOf(2), countOf(2));

  add(1, ownFields.ElapsedWorkTime, ({ elapsedTime }) => milli(elapsedTime));
  add(1, ownFields.WorkDistance, ({ distance }) => milli(distance));
  add(1, ownFields.Pace, ({ pace }) => milli(pace));
  add(1, ownFields.IntervalNumber, ({ interval }) => interval);
  add(1, ownFields.RowedAfter, ({ rowedAfter }) => milli(rowedAfter));
  return columns;
}

/** The monitor's "workout row": rests are left out. */
const rowingState = 1;
const axisNumbers = { unknown: 0, time: 1, distance: 2 } as const;

/** Returns the seconds or meters between two points of a force curve. */
function stepOf({ forceCurve, driveTime, driveLength }: WorkoutStroke, axis: Workout['forceCurveAxis']) {
  const drive = axis === 'time' ? driveTime : axis === 'distance' ? driveLength : null;
  return forceCurve && forceCurve.length > 1 && drive !== null ? drive / (forceCurve.length - 1) : null;
}

/** Returns where in the drive the force is greatest, in ten-thousandths. */
function peakPosition(curve: WorkoutStroke['forceCurve']): number | null {
  if (!curve || curve.length < 2) return null;
  const peak = curve.reduce((best, force, at) => (force > (curve[best] ?? 0) ? at : best), 0);
  return (peak / (curve.length - 1)) * 10_000;
}
