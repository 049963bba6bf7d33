import type { Activity } from '@boathouse/contract/activities';
import type { Trend, TrendResult } from '@boathouse/contract/statistics/trends';
import { formatDuration } from '@boathouse/workout/pace';
import { dayOf, formatDistance, formatFullDay, viewerTimeZone } from '../../../../lib/format.ts';
import { figureOfResult } from '../../../training/statistics/index.ts';
import type { GhostPick } from './ghost-choice.ts';

/** A stored row that can be a ghost. */
export type GhostSource = {
  pick: GhostPick;
  activityId: string;
  /** 'Your best', 'Anna Berg'. */
  name: string;
  /** '7:05.3 on March 2, 2026'. */
  detail: string;
  /** Seconds and meters of the result. */
  elapsedTime: number;
  distance: number;
};

/** Returns the athlete's best and newest results of a workout; one if they are the same. */
export function ownSources({ results, decides }: Trend): GhostSource[] {
  const sourceOf = (pick: GhostPick, name: string, result: TrendResult): GhostSource => ({
    pick,
    activityId: result.activity,
    name,
    detail: `${figureOfResult(result, decides)} on ${formatFullDay(Temporal.PlainDate.from(result.day))}`,
    elapsedTime: result.elapsedTime,
    distance: result.distance,
  });
  const best = results.toSorted((one, other) => one.pace - other.pace)[0];
  const last = results.at(-1);
  return [
    ...(best === undefined ? [] : [sourceOf({ kind: 'best' }, 'Your best', best)]),
    ...(last === undefined || last === best ? [] : [sourceOf({ kind: 'last' }, 'Your last time', last)]),
  ];
}

/** Returns a result that the athlete has opened, their own or another's. */
export function resultSource(activity: Activity, viewerId: string): GhostSource {
  const { _id, user, createdAt, elapsedTime, distance } = activity;
  return {
    pick: { kind: 'result', activityId: _id },
    activityId: _id,
    name: user._id === viewerId ? 'Your earlier row' : user.displayName,
    detail: `${formatDistance(distance)} in ${formatDuration(elapsedTime)} on ${formatFullDay(dayOf(createdAt, viewerTimeZone()))}`,
    elapsedTime,
    distance,
  };
}
