import type { MachineType, Workout } from '../workout.ts';
import type { TcxActivity } from './parse.ts';

/**
 * Returns the meaning of the activity's sport. The schema has no rowing: most apps write `Other`, some their own word.
 */
export function machineOf({ sport, laps }: TcxActivity, app: string | null): MachineType | null {
  if (sport === 'Running') return 'other';
  if (sport === 'Biking') return app === 'Concept2' ? 'bike' : 'other';
  if (!/^(?:indoor ?)?rowing$/i.test(sport)) return null;
  const hasPosition = laps.some(({ points }) =>
    points.some(({ texts }) => Number(texts.get('Position/LatitudeDegrees') ?? 0) !== 0),
  );
  return hasPosition ? 'other' : 'rower';
}

/**
 * Adds the pace of each stroke to a file of the Logbook, which has only watts. Concept2's monitors compute them from
 * the speed v in m/s: 2.8 v³, and 0.35 v³ on a BikeErg. The distance shows which of the two machines it was.
 */
export function withPaceOfPower(workout: Workout): Workout {
  const { strokes, distance } = workout;
  if (distance === null || strokes.some(({ pace }) => pace !== null)) return workout;
  const factor = [2.8, 0.35].find((watts) => {
    const ratio = distanceBy(watts, workout) / distance;
    return ratio > 0.85 && ratio < 1.15;
  });
  if (factor === undefined) return workout;
  return {
    ...workout,
    machine: workout.machine ?? (factor === 0.35 ? 'bike' : null),
    strokes: strokes.map((stroke) =>
      stroke.power === null || stroke.power <= 0
        ? stroke
        : { ...stroke, pace: Math.round(5_000 / Math.cbrt(stroke.power / factor)) / 10 },
    ),
  };
}

/** How far the strokes' watts bring an athlete. */
function distanceBy(factor: number, { strokes }: Workout): number {
  let meters = 0;
  let before = 0;
  for (const { elapsedTime, power } of strokes) {
    meters += Math.cbrt((power ?? 0) / factor) * (elapsedTime - before);
    before = elapsedTime;
  }
  return meters;
}
