import {
  bandsOf,
  printedBandsOf,
  readBand,
  targetOfInterval,
  type TargetBand,
} from '@boathouse/row/plan/targets';
import { positionOf, shareRowed } from '@boathouse/row/plan/position';
import type {
  PlannedPiece,
  PieceTarget,
  RelativeTarget,
  Work,
  WorkoutPlan,
} from '@boathouse/workout-text/plan';
import { mismatchOf } from '@boathouse/row/plan/program';
import type { RowProgress } from '@boathouse/row/reduce/progress';
import { bestName, relativeText } from '@boathouse/workout-text/relative';
import type { Machine } from '@boathouse/contract/activities';
import { formatPaceOn, shownPaceSec } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../../lib/format.ts';
import type { CockpitReading } from './cockpit-reading.ts';
import { wholeSeconds } from './figures.ts';

/** A target and its value, as texts and as points on a scale from 0 to 1, with more effort to the right. */
export type TargetReading = {
  kind: 'strokeRate' | 'pace' | 'powerW' | 'heartRate';
  /** 'target rate 18 to 20' */
  label: string;
  side: 'below' | 'in' | 'above';
  /** 'on target', '2 above', '1.4 s slow' */
  words: string;
  from: number;
  to: number;
  marker: number;
};

export type PlanReading = {
  /** The current piece, or the piece before the current rest; null while the monitor does not follow the plan. */
  position: { number: number; count: number } | null;
  /** 'then 1:00 rest', 'next 500 m at rate 20', 'last piece' */
  next: string | null;
  targets: TargetReading[];
  /** The figures that keep a place for the whole row, whether or not they have a value now. */
  places: {
    /** Covers all pieces, with the label of the current one. */
    targets: Pick<TargetReading, 'kind' | 'label'>[];
    /** There are several pieces. */
    position: boolean;
    /** The row has an end, and so a projection of it. */
    end: boolean;
  };
  /** The rate of the metronome; null without a target rate. */
  metronomeSpm: number | null;
  /** The planned length of the rest; null outside a rest, and if it is undefined or unknown. */
  plannedRestSec: number | null;
  /** Completed share of the workout, 0 to 1; null if unknown, or if the monitor is set to another one. */
  share: number | null;
};

/** Compares a row with the plan of its item; null for a text without a plan. */
export function planReadingOf(
  plan: WorkoutPlan | null,
  progress: RowProgress,
  reading: CockpitReading,
): PlanReading | null {
  if (plan === null) return null;
  const position = positionOf(plan, progress);
  const isResting = progress.phase === 'resting';
  const known = progress.pieceNumber === 0 ? null : progress.totalCalories;
  const calories = progress.result?.totalCalories ?? known;
  const target = targetOfInterval(plan, position === null ? 1 : position.index + 1, position !== null);
  const isOver = progress.phase === 'finished' || progress.phase === 'ending';
  // The remainder beside it belongs to the monitor's setup.
  const isOther = mismatchOf(plan, progress.setup) !== null;
  const { distanceM } = reading;
  return {
    position:
      position === null || position.count === 1 || isOver
        ? null
        : { number: position.index + 1, count: position.count },
    next: position === null || isOver ? null : nextWords(position, isResting, reading.machine),
    targets: isResting || isOver ? [] : targetsOf(target, reading),
    places: {
      targets: targetPlacesOf(plan, target, reading.machine),
      position: plan.pieces.length > 1,
      end: plan.pieces.length > 0,
    },
    metronomeSpm: isOver ? null : metronomeRateOf(target),
    plannedRestSec: isResting ? (position?.piece.restSec ?? null) : null,
    share:
      isOther || (distanceM === null && plan.pieces.some(({ kind }) => kind === 'distance'))
        ? null
        : shareRowed(
            plan,
            { elapsedSec: reading.elapsedSec, distanceM: distanceM ?? 0, calories },
            position && { position, remaining: progress.remaining, isResting },
          ),
  };
}

/** Formats a length: '500 m', '20:00', '12 cal'. */
export function workWords(work: Work): string {
  switch (work.kind) {
    case 'distance':
      return formatDistance(work.distanceM);
    case 'time':
      return wholeSeconds(work.durationSec);
    case 'calories':
      return `${work.calories} cal`;
  }
}

const rateText = ({ min, max }: TargetBand): string => {
  if (min === 0) return `up to ${max}`;
  return min === max ? `${max}` : `${min} to ${max}`;
};

/** Formats a piece with its targets, paces as the machine shows them: '500 m UT2 at rate 20'. */
export function pieceWords(piece: PlannedPiece, machine: Machine): string {
  const { strokeRate, paceSec, powerW, relative, intensity } = piece.target ?? {};
  return [
    workWords(piece),
    ...(intensity === undefined ? [] : [intensity]),
    ...(strokeRate === undefined ? [] : [`at rate ${rateText(strokeRate)}`]),
    ...(paceSec === undefined ? [] : [`at ${formatPaceOn(machine, paceSec)}`]),
    ...(relative === undefined ? [] : [relativeWords(relative, powerW)]),
  ].join(' ');
}

/** The athlete's own pace already precedes it. */
function relativeWords(relative: RelativeTarget, powerW: number | undefined): string {
  if (relative.bestSec === undefined) return `at ${relativeText(relative)}`;
  return 'offsetSec' in relative
    ? `(${relativeText(relative)})`
    : `at ${powerW} W (${relativeText(relative)})`;
}

/** ', from your 2k of 7:40.0' after a figure from the athlete's best. */
function fromBest(relative: RelativeTarget | undefined, isPace: boolean): string {
  if (relative?.bestSec === undefined || 'offsetSec' in relative !== isPace) return '';
  return `, from your ${bestName(relative)} of ${formatDuration(relative.bestSec)}`;
}

function nextWords(
  { piece, next, count }: { piece: PlannedPiece; next: PlannedPiece | null; count: number },
  isResting: boolean,
  machine: Machine,
): string | null {
  if (next === null) return count === 1 ? null : 'last piece';
  if (isResting) return `next ${pieceWords(next, machine)}`;
  if (piece.restSec === null) return 'then rest';
  return piece.restSec === 0
    ? `then ${pieceWords(next, machine)}`
    : `then ${wholeSeconds(piece.restSec)} rest`;
}

/** The middle of a range, the top of a cap. */
function metronomeRateOf(target: PieceTarget | null): number | null {
  if (target?.strokeRate === undefined) return null;
  const { min, max } = target.strokeRate;
  return min === 0 ? max : Math.round((min + max) / 2);
}

/** How far the scale reaches beyond the band on each side. */
const marginOf = { strokeRate: 6, pace: 6, powerW: 40, heartRate: 20 } as const;

const targetNames = {
  strokeRate: 'target rate',
  pace: 'target pace',
  powerW: 'target power',
  heartRate: 'target heart rate',
} as const;
const targetKinds = ['strokeRate', 'pace', 'powerW', 'heartRate'] as const;

/** Returns the text of a target: '18 to 20'; null without one of this kind. */
function targetText(
  kind: TargetReading['kind'],
  target: PieceTarget | null,
  machine: Machine,
): string | null {
  const { strokeRate, paceSec, powerW, heartRate, relative } = target ?? {};
  switch (kind) {
    case 'strokeRate':
      return strokeRate === undefined ? null : rateText(strokeRate);
    case 'pace':
      return paceSec ? `${formatPaceOn(machine, paceSec)}${fromBest(relative, true)}` : null;
    case 'powerW':
      return powerW ? `${powerW} W${fromBest(relative, false)}` : null;
    case 'heartRate':
      return heartRate === undefined ? null : rateText(heartRate);
  }
}

const targetLabel = (kind: TargetReading['kind'], text: string | null) =>
  text === null ? targetNames[kind] : `${targetNames[kind]} ${text}`;

/** Returns a place for each kind of target that a piece of the plan has. */
function targetPlacesOf(
  { pieces }: WorkoutPlan,
  target: PieceTarget | null,
  machine: Machine,
): PlanReading['places']['targets'] {
  return targetKinds
    .filter((kind) => pieces.some((piece) => targetText(kind, piece.target ?? null, machine) !== null))
    .map((kind) => ({ kind, label: targetLabel(kind, targetText(kind, target, machine)) }));
}

function targetsOf(target: PieceTarget | null, reading: CockpitReading): TargetReading[] {
  if (target === null) return [];
  const bands = bandsOf(target);
  const printed = printedBandsOf(target);
  const actuals = {
    strokeRate: reading.strokeRateSpm || null,
    pace: reading.paceSec,
    powerW: reading.powerW,
    heartRate: reading.heartRateBpm,
  };
  return targetKinds.flatMap((kind) => {
    const [band, actual, text] = [bands[kind], actuals[kind], targetText(kind, target, reading.machine)];
    const label = targetLabel(kind, text);
    return band === null || text === null || actual === null
      ? []
      : [targetReading({ kind, label, band, printed: printed[kind] ?? band }, actual, reading.machine)];
  });
}

type ShownTarget = Pick<TargetReading, 'kind' | 'label'> & { band: TargetBand; printed: TargetBand };

/** The band decides the side, and so the color; the words count from the printed target. */
function targetReading(
  { kind, label, band, printed }: ShownTarget,
  actual: number,
  machine: Machine,
): TargetReading {
  const value = kind === 'pace' ? Math.round(actual * 10) / 10 : Math.round(actual);
  const { side } = readBand(band, value);
  const { by } = readBand(printed, value);
  const margin = marginOf[kind];
  const least = band.min - margin;
  const shareOf = (value: number) => {
    const share = Math.min(1, Math.max(0, (value - least) / (band.max + margin - least)));
    // A lower pace is faster.
    return kind === 'pace' ? 1 - share : share;
  };
  const [from, to] = [shareOf(band.min), shareOf(band.max)].toSorted((one, other) => one - other);
  return {
    kind,
    label,
    side,
    words: sideWords(kind, side, kind === 'pace' ? shownPaceSec(machine, by) : by),
    from: from ?? 0,
    to: to ?? 1,
    marker: shareOf(actual),
  };
}

function sideWords(kind: TargetReading['kind'], side: TargetReading['side'], by: number): string {
  if (side === 'in') return 'on target';
  if (kind === 'pace') return `${by.toFixed(1)} s ${side === 'above' ? 'slow' : 'fast'}`;
  return `${Math.round(by)} ${side}`;
}
