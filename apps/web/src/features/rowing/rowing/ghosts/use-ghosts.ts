import type { Activity } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import { plannedTrack, rowedTrack, steadyTrack } from '@boathouse/row/crew/track';
import { formatPaceOn } from '@boathouse/workout/machine';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { activityById, strokesWithoutCurves } from '../../../training/activities/index.ts';
import { trendOf } from '../../../training/statistics/index.ts';
import type { Ghost } from '../../room/index.ts';
import { canHaveGhosts, isPicked, useGhostPicks, type GhostPick } from './ghost-choice.ts';
import { ownSources, resultSource, type GhostSource } from './ghost-sources.ts';

/** A row, or one that will begin. */
export type GhostedRow = { workout: string; machine: string };

const dataOf = <T>(queries: readonly UseQueryResult<T>[]) => queries.map(({ data }) => data);

const isOfOwn = ({ kind }: GhostPick) => kind === 'best' || kind === 'last';

/**
 * Returns the stored rows that can be ghosts of a row: the athlete's own best and newest results, and the results that
 * they have chosen on a result's page. The athlete's own results are read if `isOwnAsked`, or if one is chosen.
 */
export function useGhostSources(row: GhostedRow, plan: WorkoutPlan | null, isOwnAsked: boolean) {
  const me = useCurrentUser();
  const { workout } = row;
  const picks = useGhostPicks(me._id, workout);
  // A standing compares rowers only, and texts that are read as a plan.
  const isOwnRead = isOwnAsked || picks.some(isOfOwn);
  const hasOwn = isOwnRead && row.machine === 'rower' && (plan?.pieces.length ?? 0) > 0;
  const trend = useQuery({ ...trendOf(me._id, workout), enabled: hasOwn });
  const results: (Activity | undefined)[] = useQueries({
    queries: picks.flatMap((pick) => (pick.kind === 'result' ? [activityById(pick.activityId)] : [])),
    combine: dataOf,
  });
  const sources = useMemo(
    () => [
      ...(trend.data === undefined ? [] : ownSources(trend.data)),
      ...results.flatMap((each) => (each === undefined ? [] : [resultSource(each, me._id)])),
    ],
    [trend.data, results, me._id],
  );
  return {
    picks,
    sources,
    hasFailed: trend.isError && trend.data === undefined,
    retry: () => void trend.refetch(),
  };
}

/** Returns the chosen ghosts of a row. A result that can't be read is left out; the choice shows this. */
export function useGhosts(row: GhostedRow, plan: WorkoutPlan | null): readonly Ghost[] {
  const { machine } = row;
  const all = useGhostSources(row, plan, false);
  const { picks } = all;
  const sources = useMemo(
    () => all.sources.filter(({ pick }) => isPicked(picks, pick)),
    [all.sources, picks],
  );
  const strokes: (Stroke[] | undefined)[] = useQueries({
    queries: sources.map(({ activityId }) => strokesWithoutCurves(activityId)),
    combine: dataOf,
  });
  return useMemo(() => {
    if (!canHaveGhosts(plan)) return [];
    return [
      ...sources.flatMap((source, index) => rowedGhost(source, strokes[index])),
      ...picks.flatMap((pick) => pacedGhost(pick, plan, machine)),
    ];
  }, [sources, strokes, picks, plan, machine]);
}

function rowedGhost(source: GhostSource, strokes: Stroke[] | undefined): Ghost[] {
  if (strokes === undefined) return [];
  const { pick, activityId, name } = source;
  return [{ id: `ghost:${pick.kind}:${activityId}`, name, track: rowedTrack(strokes, source) }];
}

function pacedGhost(pick: GhostPick, plan: WorkoutPlan | null, machine: string): Ghost[] {
  if (pick.kind === 'pace') {
    const { paceSec } = pick;
    return [{ id: 'ghost:pace', name: formatPaceOn(machine, paceSec), track: steadyTrack(paceSec, plan) }];
  }
  const track = pick.kind === 'plan' && plan !== null ? plannedTrack(plan) : null;
  return track === null ? [] : [{ id: 'ghost:plan', name: 'The plan', track }];
}
