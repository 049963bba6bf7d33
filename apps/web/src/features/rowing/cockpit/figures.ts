import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance } from '../../../lib/format.ts';

/** Formats a countdown in whole seconds, rounded up, so that it fits beside another large figure. */
export function wholeSeconds(sec: number): string {
  return formatDuration(Math.ceil(sec)).replace(/\.0$/, '');
}

/** Formats without the unit, which is shown smaller beside it. */
export function metres(distanceM: number): string {
  return formatDistance(distanceM).replace(/\sm$/, '');
}

export function whole(value: number | null): string | null {
  return value === null ? null : `${Math.round(value)}`;
}
