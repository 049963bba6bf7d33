import type { Activity, Machine } from '@boathouse/contract/activities';
import type { OwnResult, Standing } from '@boathouse/contract/activities/results';
import type { DecidingFigure } from '@boathouse/contract/statistics';
import { figuresOn, formatPaceOn, shownPaceSec } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance, formatWhole } from '../../../../lib/format.ts';
import type { Pacing } from './pacing.ts';

type Figures = Pick<OwnResult, DecidingFigure>;

/**
 * Returns by how much a result is better than another, with the page's precision: tenths of a second, whole meters.
 * Null if not known.
 */
export function gainOver(own: Figures, other: Figures, decides: DecidingFigure): number | null {
  const mine = shownOf(own, decides);
  const theirs = shownOf(other, decides);
  if (mine === null || theirs === null) return null;
  const gain = decides === 'distance' ? mine - theirs : theirs - mine;
  return Math.round(gain * 10) / 10;
}

function shownOf(result: Figures, decides: DecidingFigure): number | null {
  const value = result[decides];
  if (value === null) return null;
  const tenths = Math.round(value * 10);
  return decides === 'distance' ? Math.floor(tenths / 10) : tenths / 10;
}

/** Formats a gain on a machine: `3.2 s faster`, `1:05.0 slower`, `25 m less`, `the same`. */
export function gainInWords(gain: number, decides: DecidingFigure, machine: Machine): string {
  if (gain === 0) return 'the same';
  const isPace = decides === 'averagePace';
  const size = Math.abs(isPace ? shownPaceSec(machine, gain) : gain);
  if (decides === 'distance') return `${formatWhole(size)} m ${gain > 0 ? 'more' : 'less'}`;
  const time = size < 60 ? `${size.toFixed(1)} s` : formatDuration(size);
  return `${time}${isPace ? ` ${figuresOn(machine).paceUnit}` : ''} ${gain > 0 ? 'faster' : 'slower'}`;
}

/** Formats the deciding figure: the time, the distance, or the pace. */
export function decidingFigure(result: Figures, decides: DecidingFigure, machine: Machine): string {
  if (decides === 'distance') return formatDistance(result.distance);
  return decides === 'elapsedTime'
    ? formatDuration(result.elapsedTime)
    : `${formatPaceOn(machine, result.averagePace)} ${figuresOn(machine).paceUnit}`;
}

/** Returns by how much a result beats the athlete's others of the same workout; null if it does not, or is the first. */
export function beatsBy(own: Figures, { decides, best }: Standing): number | null {
  if (decides === null || best === null) return null;
  const gain = gainOver(own, best, decides);
  return gain !== null && gain > 0 ? gain : null;
}

/** Describes the splits in a sentence. */
export function pacingInWords({ kind, bySec }: Pacing, machine: Machine): string {
  if (kind === 'even') return 'Even: the two halves were within a second of each other.';
  const by = `${shownPaceSec(machine, bySec).toFixed(1)} s ${figuresOn(machine).paceUnit}`;
  return kind === 'faster'
    ? `Getting faster: the second half was ${by} faster than the first.`
    : `Fading: the second half was ${by} slower than the first.`;
}

/** Explains why a result is compared with no other; null if it is compared, or if nothing is comparable. */
export function apartWords({
  isPartial,
  isSimulated,
}: Pick<Activity, 'isPartial' | 'isSimulated'>): string | null {
  // The source of a simulated result explains that it does not count.
  if (isSimulated || !isPartial) return null;
  return 'This is a part of the workout, so it has no place and is compared with no other result.';
}
