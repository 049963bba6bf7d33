import type { AttemptOutcome } from '@boathouse/contract/races/race';
import {
  falseStarters,
  isWithoutResult,
  metersOf,
  newestRun,
  stateAt,
  tenthsOf,
  validAttempt,
} from '../day/rules.ts';
import {
  collectedStates,
  type AttemptRow,
  type LaneRow,
  type RaceFacts,
  type RaceRow,
  type RowedRow,
  type RunRow,
} from '../day/store.ts';

export function isCollected({ state }: Pick<RaceRow, 'state'>): boolean {
  return collectedStates.some((one) => one === state);
}

/** A false start that becomes known later does not stop the race: it is logged for the referee. */
const stopsUntilMs = 10_000;

type NewAttempt = Pick<
  AttemptRow,
  'lane' | 'entryId' | 'activityId' | 'tenths' | 'meters' | 'strokeRate' | 'splits' | 'outcome'
>;

/** New facts about a race since it was last written. */
export type Settlement = {
  race: RaceRow;
  run: RunRow;
  /** Lanes whose false start stops the race now. */
  falseStart: number[];
  /** Lanes that were early, but this was known too late to stop the race. */
  early: number[];
  attempts: NewAttempt[];
  /** Every lane has a result. */
  isFinished: boolean;
};

/**
 * Returns the new facts of a race, or null. It depends only on the stored rows, so it may be called at any time and
 * repeatedly, even after a restart.
 */
export function settlementOf(
  race: RaceRow,
  facts: RaceFacts,
  userOf: (entryId: string) => string | null,
  nowMs: number,
): Settlement | null {
  const run = newestRun(race.id, facts.runs);
  if (run === null || run.stopKind !== null || run.rowAt === null || !isCollected(race)) return null;
  const lanes = facts.lanes.filter(({ raceId }) => raceId === race.id);
  const early = race.state === 'started' ? falseStarters(run, lanes, facts.rowed, userOf) : [];
  if (early.length > 0 && nowMs < run.rowAt.getTime() + stopsUntilMs) {
    return { race, run, falseStart: early, early: [], attempts: [], isFinished: false };
  }
  const stored = facts.attempts.filter(({ raceId }) => raceId === race.id);
  const attempts = newAttempts(run, lanes, facts.rowed, stored, userOf);
  const isRunning = stateAt(race, run, nowMs) === 'running';
  const isFinished = isRunning && areAllIn(lanes, stored, attempts);
  if (attempts.length === 0 && !isFinished && early.length === 0) return null;
  return { race, run, falseStart: [], early, attempts, isFinished };
}

/**
 * Returns the results of monitors that the attempts lack, or that have changed since: the monitor's summary may come
 * after the result of its last status.
 */
function newAttempts(
  run: RunRow,
  lanes: readonly LaneRow[],
  rowed: readonly RowedRow[],
  stored: readonly AttemptRow[],
  userOf: (entryId: string) => string | null,
): NewAttempt[] {
  return rowed.flatMap((row) => {
    if (row.sessionId !== run.sessionId || !row.isCompleted || row.source !== 'monitor') return [];
    const before = stored.findLast(({ activityId }) => activityId === row.activityId);
    const seat = before ?? lanes.find(({ entryId }) => entryId !== null && userOf(entryId) === row.userId);
    if (seat === undefined) return [];
    const attempt = { lane: seat.lane, entryId: seat.entryId, ...figuresOf(row) };
    const isSame =
      before !== undefined &&
      before.outcome === attempt.outcome &&
      before.tenths === attempt.tenths &&
      before.meters === attempt.meters;
    return isSame ? [] : [attempt];
  });
}

function figuresOf(row: RowedRow): Omit<NewAttempt, 'lane' | 'entryId'> {
  const outcome: AttemptOutcome = row.isPartial || row.isLeft ? 'dnf' : 'finished';
  return {
    activityId: row.activityId,
    tenths: tenthsOf(row.elapsedTime),
    meters: metersOf(row.distance),
    strokeRate: row.strokeRate,
    splits: (row.summary?.splits ?? []).map(({ time, distance }) => ({
      tenths: tenthsOf(time),
      meters: metersOf(distance),
    })),
    outcome,
  };
}

/** Whether every lane with an athlete has a result, or an official has decided that it has none. */
export function areAllIn(
  lanes: readonly LaneRow[],
  stored: readonly AttemptRow[],
  added: readonly Pick<NewAttempt, 'lane'>[],
): boolean {
  return lanes.every(
    (lane) =>
      lane.entryId === null ||
      isWithoutResult(lane.state) ||
      validAttempt(lane, stored) !== null ||
      added.some((attempt) => attempt.lane === lane.lane),
  );
}
