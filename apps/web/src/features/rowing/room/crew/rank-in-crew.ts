import { RoomView, type CrewActivity, type OwnLane, type ViewedRoom } from '../room-view.ts';

type CrewNow = {
  /** Activities of one workout item, in progress and completed. */
  activities: readonly CrewActivity[];
  /** The text for the comparison. */
  workout: string;
  own: OwnLane;
};

/**
 * Returns the present rank of the viewer's row, from 1, and the number of ranked rows on its machine; null without one.
 */
export function rankInCrew(room: ViewedRoom, crew: CrewNow): { rank: number; count: number } | null {
  const view = new RoomView(room, crew);
  const { rank = null, rankedCount = 0 } = view.standingOf(crew.own.activityId) ?? {};
  return rank === null ? null : { rank, count: rankedCount };
}
