import type { RaceRecord } from '@boathouse/contract/races/results';
import type { Database } from '../../../../db/database.ts';
import { recordMarksOf } from '../../tests/index.ts';
import { isWithoutResult, scoreOf, validAttempt } from '../day/rules.ts';
import type { AttemptRow, LaneRow, RaceRow } from '../day/store.ts';
import { categoryOf, type EventFacts } from '../reads/service.ts';
import { findBests } from './store.ts';
import { eventRecords } from './rules.ts';

type Finish = { lane: LaneRow; attempt: AttemptRow; score: number };

/**
 * Returns the records that the results of a race set at this moment, by lane. The club's records are those of its tests
 * and sessions, so only a member's row can be one.
 */
export async function recordsOfRace(
  db: Database,
  race: RaceRow,
  facts: EventFacts,
): Promise<Map<number, RaceRecord[]>> {
  const category = categoryOf(facts, race.categoryId);
  const { piece } = category.rules;
  const finishes = facts.lanes.flatMap((lane): Finish[] => {
    const attempt = validAttempt(lane, facts.attempts);
    const score = attempt?.outcome === 'finished' ? scoreOf(attempt, piece) : null;
    const isOut = isWithoutResult(lane.state) || lane.state === 'exhibition';
    return attempt === null || score === null || isOut ? [] : [{ lane, attempt, score }];
  });
  const ofClub = await recordMarksOf(db, facts.event.clubId, { machine: 'rower', ...piece });
  const { earlier, today } = await findBests(db, { event: facts.event, category });
  // The first race day of a category has no record to beat.
  const ofEvent =
    earlier === null ? [] : eventRecords(piece, [earlier, ...(today === null ? [] : [today])], finishes);
  return new Map(
    finishes.map(({ lane: { lane }, attempt: { activityId } }) => {
      const club = activityId === null ? undefined : ofClub.get(activityId);
      const event = ofEvent.find((each) => each.lane === lane);
      return [
        lane,
        [
          ...(club === undefined ? [] : [{ of: 'club' as const, ...club }]),
          ...(event === undefined ? [] : [{ of: 'event' as const, isOverall: true, isEqual: event.isEqual }]),
        ],
      ];
    }),
  );
}
