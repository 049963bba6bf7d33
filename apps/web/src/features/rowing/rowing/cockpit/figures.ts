import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../../lib/format.ts';
import type { CockpitReading } from './cockpit-reading.ts';

/** Formats a countdown in whole seconds, rounded up, so that it fits beside another large figure. */
export function wholeSeconds(sec: number): string {
  return formatDuration(Math.ceil(sec)).replace(/\.0$/, '');
}

/** Formats without the unit, which is shown smaller beside it. */
export function meters(distanceM: number): string {
  return formatDistance(distanceM).replace(/\sm$/, '');
}

/** Whether the main figure is the rowed distance, because there is no remainder to count down. */
export function isDistanceMain({ phase, left }: CockpitReading): boolean {
  return phase !== 'resting' && (left === null || left.kind === 'rest');
}

export function whole(value: number | null): string | null {
  return value === null ? null : `${Math.round(value)}`;
}
