import type { ListedActivity } from '@boathouse/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { FinishedRow } from '../../training/activities/index.ts';
import { activitiesOfSession } from '../room/index.ts';

/** The stored result of the own row, beside the item's other results so far. */
export function RowResult({ stored }: { stored: ListedActivity }) {
  const { session, workoutItemIndex } = stored;
  const lists = useQuery({ ...activitiesOfSession(session?._id ?? ''), enabled: session !== null }).data;
  const ofItem = lists?.[workoutItemIndex ?? -1] ?? [];
  return <FinishedRow stored={stored} results={ofItem.filter(({ isCompleted }) => isCompleted)} />;
}
