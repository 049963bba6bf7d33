import { RoomView, type CrewActivity, type OwnLane, type ViewedRoom } from '../room-view.ts';

type CrewNow = {
  /** Of one workout item, in progress and completed. */
  activities: readonly CrewActivity[];
  /** The text that they are compared by. */
  workout: string;
  own: OwnLane;
};

/** Returns the present rank of the own row, from 1, and how many on its machine have one; null without one. */
export function rankInCrew(room: ViewedRoom, crew: CrewNow): { rank: number; count: number } | null {
  const view = new RoomView(room, crew);
  const { rank = null, rankedCount = 0 } = view.standingOf(crew.own.activityId) ?? {};
  return rank === null ? null : { rank, count: rankedCount };
}
