import type { PlannedPiece } from '@boathouse/pm5/plan';

type Target = NonNullable<PlannedPiece['target']>;

function withTarget(piece: PlannedPiece, target: Target | undefined): PlannedPiece {
  return target === undefined ? piece : { ...piece, target };
}

export function meters(distanceM: number, restSec: number | null = 0, target?: Target): PlannedPiece {
  return withTarget({ kind: 'distance', distanceM, restSec }, target);
}

export function seconds(durationSec: number, restSec: number | null = 0, target?: Target): PlannedPiece {
  return withTarget({ kind: 'time', durationSec, restSec }, target);
}

export function minutes(count: number, restSec: number | null = 0, target?: Target): PlannedPiece {
  return seconds(count * 60, restSec, target);
}

export function calories(amount: number, restSec: number | null = 0, target?: Target): PlannedPiece {
  return withTarget({ kind: 'calories', calories: amount, restSec }, target);
}

export function times(count: number, ...pieces: PlannedPiece[]): PlannedPiece[] {
  return Array.from({ length: count }, () => pieces).flat();
}

export function rate(min: number, max = min): Target {
  return { strokeRate: { min, max } };
}

export function heartRate(min: number, max = min): Target {
  return { heartRate: { min, max } };
}

export function effort(intensity: string): Target {
  return { intensity };
}
