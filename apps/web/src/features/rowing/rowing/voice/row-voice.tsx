import type { Nudged } from '@boathouse/contract/live/nudges';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { activitiesOfSession, rankInCrew } from '../../room/index.ts';
import { planReadingOf } from '../cockpit/cockpit-plan.ts';
import { readingOf } from '../cockpit/cockpit-reading.ts';
import { useIntensityUnit } from '../cockpit/intensity-unit.ts';
import { staleSentence, type ErgState } from '../cockpit/stale-sentence.ts';
import { useNudges } from '../cockpit/use-nudges.ts';
import { ownLaneOf, type RowGroup } from '../row-crew.tsx';
import type { RowControl } from '../run/lazy-runner.ts';
import type { RowSnapshot } from '../run/row-snapshot.ts';
import type { CrewRank, RowNow } from './heard-row.ts';
import { useOwnPlan } from '../cockpit/use-own-plan.ts';
import { useVoice } from './use-voice.tsx';

type RowVoiceProps = ErgState & {
  row: RowSnapshot;
  /** Null for a row without a session. */
  group: RowGroup | null;
  runner: RowControl;
};

/** Announces the events of this device's row, and the coach's nudges. */
export function RowVoice({ row, group, runner, ...erg }: RowVoiceProps) {
  const client = useQueryClient();
  const unit = useIntensityUnit();
  const plan = useOwnPlan(row);
  const staleWords = staleSentence(erg);
  const heard = useMemo<RowNow>(() => {
    const { progress, activity, stage } = row;
    return {
      progress,
      plan,
      targets: planReadingOf(plan, progress, readingOf(progress, activity))?.targets ?? [],
      staleWords,
      isOver: stage === 'completing' || stage === 'completed',
      unit,
      getRank: () => (group === null ? null : rankOf({ row, group, runner, client })),
    };
  }, [row, plan, staleWords, unit, group, runner, client]);
  const { region, say } = useVoice(heard);
  const sayNudge = useCallback(
    ({ sender, text }: Nudged) => say([{ topic: 'coach', words: `${sender.displayName}: ${text}` }]),
    [say],
  );
  useNudges(row.activityId, sayNudge);
  return region;
}

type RankInput = { row: RowSnapshot; group: RowGroup; runner: RowControl; client: QueryClient };

/** Uses the page's lists, because the rank is needed now and not after a request. */
function rankOf({ row, group, runner, client }: RankInput): CrewRank | null {
  const { activityId, workoutItemIndex, workout } = row;
  const lists = client.getQueryData(activitiesOfSession(group.session._id).queryKey);
  const activities = workoutItemIndex === null ? undefined : lists?.[workoutItemIndex];
  if (activities === undefined) return null;
  return rankInCrew(group.room, {
    activities,
    workout,
    own: ownLaneOf(runner, activityId),
  });
}
