import type { WholeRaceEvent } from '@boathouse/contract/races';
import type { Race } from '@boathouse/contract/races/race';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Unavailable } from '../../../../ui/states.tsx';
import { ReplayButton, type ReplayedResult } from '../../../rowing/replay/index.ts';
import { activitiesOfSession } from '../../../rowing/room/index.ts';

type RaceReplayProps = { event: WholeRaceEvent; race: Race; session: string };

/** Replays the lanes whose athletes rowed here: a result that was entered, or came from a file, has no strokes. */
export function RaceReplay({ event, race, session }: RaceReplayProps) {
  const { data, isError, refetch } = useQuery(activitiesOfSession(session));
  const results = useMemo(
    () =>
      race.lanes.flatMap((lane): ReplayedResult[] => {
        const activity = data?.flat().find(({ _id }) => _id === lane.activity);
        const name = event.entries.find(({ _id }) => _id === lane.entry)?.name ?? '';
        return activity?.isCompleted === true ? [{ ...activity, activityId: activity._id, name }] : [];
      }),
    [data, race, event],
  );
  if (data === undefined && isError) {
    return (
      <Unavailable onRetry={() => void refetch()}>The rows of this race couldn't be loaded.</Unavailable>
    );
  }
  return results.length === 0 ? null : <ReplayButton results={results} />;
}
