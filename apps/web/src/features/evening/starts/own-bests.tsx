import type { RelativeTarget } from '@boathouse/workout-text/plan';
import { bestsNeeded, ownTarget, type Best } from '@boathouse/workout-text/bests';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { bestName, relativeText } from '@boathouse/workout-text/relative';
import { formatDuration, formatPace } from '@boathouse/workout/pace';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';

/** Few workouts have such targets: the code that reads the bests is loaded only for these. */
function ownBestsOf(userId: string) {
  return queryOptions({
    queryKey: ['statistics', 'own bests', userId],
    queryFn: async () => (await loadChunk(() => import('./read-own-bests.ts'))).readOwnBests(userId),
  });
}

/** The user's bests for a workout's relative targets; undefined while these load, and without such targets. */
export function useOwnBests(userId: string, workout: string): readonly Best[] | undefined {
  const isNeeded = useMemo(() => bestsNeeded(parseWorkoutText(workout)).length > 0, [workout]);
  const { data } = useQuery({ ...ownBestsOf(userId), enabled: isNeeded });
  return isNeeded ? data : undefined;
}

/** Like `useOwnBests`, from the data that the page has loaded. */
export function loadedBests(client: QueryClient, userId: string): readonly Best[] {
  return client.getQueryData(ownBestsOf(userId).queryKey) ?? [];
}

type OwnTargetsProps = {
  workout: string;
  /** They are as `useOwnBests` returns them. */
  bests: readonly Best[] | undefined;
};

/**
 * The relative targets of a workout for the viewer, and the best that they are based on: "2k+10: 2:05.0, from your 2k
 * of 7:40.0".
 */
export function OwnTargets({ workout, bests }: OwnTargetsProps) {
  const lines = useMemo(() => {
    const targets = parseWorkoutText(workout)?.pieces.flatMap(({ target }) => target?.relative ?? []) ?? [];
    return bests === undefined ? [] : [...new Set(targets.map((target) => ownTargetWords(target, bests)))];
  }, [workout, bests]);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Your targets">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function ownTargetWords(target: RelativeTarget, bests: readonly Best[]): string {
  const [words, name] = [relativeText(target), bestName(target)];
  const own = ownTarget(target, bests);
  if (own === null) return `${words}: no ${name} of yours is known`;
  const figure = own.paceSec === undefined ? `${own.powerW} W` : formatPace(own.paceSec);
  return `${words}: ${figure}, from your ${name} of ${formatDuration(own.relative.bestSec ?? null)}`;
}
