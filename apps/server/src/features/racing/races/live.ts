import { liveEvents } from '@boathouse/contract/live';
import type { RaceChanged } from '@boathouse/contract/live/races';
import type { Database } from '../../../db/database.ts';
import { BatchedLookup } from '../../../infra/batched-lookup.ts';
import type { Announcements } from '../../../live/announcements.ts';
import type { LiveGateway } from '../../../live/gateway.ts';
import { announceStarts, listStarts } from '../../evening/starts/index.ts';
import { newestRun, stateAt, viewRun } from './day/rules.ts';
import { findRace, findRacesOfSessions, readRuns, type RaceRow, type RunRow } from './day/store.ts';

export type RaceAnnouncer = { announcements: Announcements; nowMs: () => number };

/**
 * Sends changed races to the pages in the rooms of their newest two runs: after a false start the athletes are still in
 * the previous run's room.
 */
export async function announceRaces(
  db: Database,
  { announcements, nowMs }: RaceAnnouncer,
  raceIds: readonly string[],
): Promise<void> {
  for (const raceId of raceIds) {
    const race = await findRace(db, raceId);
    const runs = await readRuns(db, [raceId]);
    const changed = race && changeOf(race, runs, nowMs());
    if (changed === null) continue;
    for (const { sessionId: room } of runs.slice(-2)) {
      announcements.sendToRoom(room, liveEvents.raceChanged, { room, ...changed } satisfies RaceChanged);
    }
    const { session, start } = changed.run;
    if (start !== null) {
      announceStarts(announcements, session, { starts: await listStarts(db, session), activities: [] });
    }
  }
}

function changeOf(race: RaceRow, runs: readonly RunRow[], nowMs: number): Omit<RaceChanged, 'room'> | null {
  const run = newestRun(race.id, runs);
  if (run === null) return null;
  const state = stateAt(race, run, nowMs);
  return { event: race.eventId, race: race.id, version: race.version, state, run: viewRun(run) };
}

/**
 * Sends the race to each page that enters the room of a run, so that a page opened during a start shows the same as the
 * others.
 */
export function raceEvents(
  gateway: LiveGateway,
  db: Database,
  nowMs: () => number,
  onError: (error: unknown) => void,
): void {
  const races = new BatchedLookup((ids) => findRacesOfSessions(db, ids));
  const tell = async (room: string): Promise<RaceChanged | null> => {
    const race = await races.get(room);
    const changed = race && changeOf(race, await readRuns(db, [race.id]), nowMs());
    return changed && { room, ...changed };
  };
  gateway.onEntered(({ socket, rooms }, room) => {
    tell(room)
      .then((changed) => {
        if (changed !== null && rooms.has(room)) socket.emit(liveEvents.raceChanged, changed);
      })
      .catch(onError);
  });
}
