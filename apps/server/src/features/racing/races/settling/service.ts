import type { Database } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import { cancelFixedStart } from '../../../evening/starts/index.ts';
import { announceRaces, type RaceAnnouncer } from '../live.ts';
import { insertAttempts, listLines, updateRace, updateRun } from '../day/store.ts';
import { readEventFacts, userOfIn } from '../reads/service.ts';
import { findEvent, insertLog, lockEvent } from '../store.ts';
import { isCollected, settlementOf, type Settlement } from './rules.ts';

/**
 * Writes new facts of an event's races: false starts, and the results of monitors. Call it before a read or an action;
 * repeating it changes nothing.
 */
export async function settle(
  db: Database,
  announcer: RaceAnnouncer,
  eventId: string,
  now: Date,
): Promise<void> {
  // Most calls find nothing, and then take no lock.
  if ((await settlementsOf(db, eventId, now)).length === 0) return;
  const changed = await db.transaction(async (tx) => {
    await lockEvent(tx, eventId);
    const settlements = await settlementsOf(tx, eventId, now);
    const written: string[] = [];
    for (const settlement of settlements) {
      if (await writeSettlement(tx, eventId, settlement, now)) written.push(settlement.race.id);
    }
    return written;
  });
  await announceRaces(db, announcer, changed);
}

async function settlementsOf(db: Database, eventId: string, now: Date): Promise<Settlement[]> {
  const event = await findEvent(db, eventId);
  if (event === null) return [];
  const facts = await readEventFacts(db, event, (races) => races.filter(isCollected));
  const userOf = userOfIn(facts);
  return facts.races.flatMap((race) => settlementOf(race, facts, userOf, now.getTime()) ?? []);
}

/** Returns whether it has changed the race: an early start that becomes known too late is logged once. */
async function writeSettlement(
  tx: Database,
  eventId: string,
  { race, run, falseStart, early, attempts, isFinished }: Settlement,
  now: Date,
): Promise<boolean> {
  const line = { eventId, raceId: race.id, userId: null };
  if (falseStart.length > 0) {
    await updateRun(tx, run.id, {
      stopKind: 'falseStart',
      stopLanes: falseStart,
      stopReason: 'Moved before ROW',
      stoppedAt: now,
    });
    await cancelFixedStart(tx, run.sessionId, now);
    await updateRace(tx, race.id, { state: 'falseStart' });
    const text = `False start: ${lanesInWords(falseStart)} moved before ROW`;
    await insertLog(
      tx,
      { ...line, kind: 'falseStart', text, data: { run: run.number, lanes: falseStart } },
      now,
    );
    return true;
  }
  const isEarlyLogged = early.length > 0 && (await isEarlyKnown(tx, race.id, run.number, early));
  if (early.length > 0 && !isEarlyLogged) {
    const text = `${lanesInWords(early)} may have moved before ROW: this was known too late to stop the race`;
    await insertLog(tx, { ...line, kind: 'early', text, data: { run: run.number, lanes: early } }, now);
  }
  if (attempts.length === 0 && !isFinished) return false;
  await insertAttempts(
    tx,
    attempts.map((attempt) => ({
      ...attempt,
      id: newId(),
      raceId: race.id,
      runId: run.id,
      source: 'monitor' as const,
      createdAt: now,
    })),
  );
  await updateRace(tx, race.id, isFinished && race.state === 'started' ? { state: 'finished' } : {});
  for (const { lane, tenths, meters, outcome } of attempts) {
    const text = `Lane ${lane}: the monitor's result`;
    const data = { run: run.number, lane, tenths, meters, outcome };
    await insertLog(tx, { ...line, kind: 'result', text, data }, now);
  }
  return true;
}

async function isEarlyKnown(
  tx: Database,
  raceId: string,
  run: number,
  lanes: readonly number[],
): Promise<boolean> {
  const lines = await listLines(tx, raceId, ['early']);
  const known = lines
    .filter(({ data }) => data['run'] === run)
    .flatMap(({ data }): unknown[] => (Array.isArray(data['lanes']) ? data['lanes'] : []));
  return lanes.every((lane) => known.includes(lane));
}

/** `Lane 3`, `Lanes 3 and 4`, `Lanes 1, 3 and 4`. */
export function lanesInWords(lanes: readonly number[]): string {
  if (lanes.length === 1) return `Lane ${lanes[0]}`;
  return `Lanes ${lanes.slice(0, -1).join(', ')} and ${lanes.at(-1)}`;
}
