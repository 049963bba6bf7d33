import type { PublicReplay } from '@boathouse/contract/races/results';
import type { Database } from '../../../../db/database.ts';
import { JsonText } from '../../../../http/compression.ts';
import { orNotFound } from '../../../../http/errors.ts';
import { RecentTexts } from '../../../../infra/recent-texts.ts';
import { strokesInBatches } from '../../../training/strokes/index.ts';
import { hasResult, validAttempt } from '../day/rules.ts';
import { eventOfPage } from '../now/service.ts';
import { categoryOf, publicNames, readEventFacts } from '../reads/service.ts';
import { textOfPiece } from '../rules.ts';
import { replayMomentsMax, thinned } from './rules.ts';
import { listRows } from './store.ts';

/** The guests of a race day replay a race at once, when its result appears. */
export function newRecentReplays(): RecentTexts {
  return new RecentTexts({ max: 4, maxAgeMs: 30_000 });
}

/**
 * Returns the course of each lane whose result that counts comes from a row here, for anyone with the key of the page.
 * @throws HttpError 404, also for a race without a published result
 */
export async function replayOfPage(
  db: Database,
  recent: RecentTexts,
  { key, race: raceId }: { key: string; race: string },
): Promise<JsonText> {
  const { event } = await eventOfPage(db, key);
  const facts = await readEventFacts(db, event, (races) =>
    races.filter((race) => race.id === raceId && hasResult(race)),
  );
  const race = orNotFound(facts.races.find((one) => one.id === raceId && hasResult(one)) ?? null, 'race');
  const nameOf = await publicNames(db, facts);
  const seats = facts.lanes.flatMap((lane) => {
    const activity = validAttempt(lane, facts.attempts)?.activityId ?? null;
    return lane.entryId === null || activity === null
      ? []
      : [{ lane: lane.lane, name: nameOf(lane.entryId), activity }];
  });
  const rows = await listRows(
    db,
    seats.map(({ activity }) => activity),
  );
  const workout = textOfPiece(categoryOf(facts, race.categoryId).rules.piece);
  const make = async () => {
    const replay: PublicReplay = { workout, rows: [] };
    for (const { lane, name, activity } of seats) {
      const row = rows.find(({ id }) => id === activity);
      if (row === undefined) continue;
      const { machine, elapsedTime, distance, isPartial, source } = row;
      const isSimulated = source === 'simulated';
      const moments = await momentsOf(db, activity);
      replay.rows.push({ lane, name, machine, elapsedTime, distance, isPartial, isSimulated, moments });
    }
    return new JsonText(JSON.stringify(replay));
  };
  return recent.of(JSON.stringify([raceId, workout, seats, rows]), make);
}

/** Without the heart rate and the forces, which are the athlete's. */
async function momentsOf(db: Database, activityId: string): Promise<PublicReplay['rows'][number]['moments']> {
  const moments: PublicReplay['rows'][number]['moments'] = [];
  for await (const batch of strokesInBatches(db, activityId)) {
    for (const { elapsedTime, distance, pace, strokeRate } of batch) {
      moments.push({ elapsedTime, distance, pace, strokeRate });
    }
  }
  return thinned(moments, replayMomentsMax);
}
