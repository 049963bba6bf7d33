import { liveLimits } from '@boathouse/contract/limits';
import type { RacePiece } from '@boathouse/contract/races';
import type {
  LaneState,
  Race,
  RaceLane,
  RaceRun,
  RaceState,
  SetLaneState,
  StartSequence,
} from '@boathouse/contract/races/race';
import type { AttemptRow, LaneRow, RaceFacts, RaceRow, RowedRow, RunRow } from './store.ts';

type WithState = Pick<RaceRow, 'state'>;

export function isFinal({ state }: WithState): boolean {
  return state === 'official';
}

const before = { draw: ['draft', 'published'], arm: ['draft', 'published', 'called'] } as const;

/** Athletes have been called: the draw is final. */
export function hasBegun({ state }: WithState): boolean {
  return !before.draw.some((early) => early === state);
}

/** Later changes need a reason. */
export function isArmed({ state }: WithState): boolean {
  return !before.arm.some((early) => early === state);
}

export function hasResult({ state }: WithState): boolean {
  return state === 'provisional' || state === 'official';
}

/**
 * Returns tenths of a second as every page shows the figure: the nearest tenth (`formatDuration`), rounded once. The
 * monitor sends hundredths.
 */
export function tenthsOf(elapsedSec: number): number {
  return Math.round(elapsedSec * 10);
}

/**
 * Returns whole meters: an unfinished meter does not count. The monitor sends tenths, and 2000.0 may arrive as
 * 1999.9999.
 */
export function metersOf(distanceM: number): number {
  return Math.floor(distanceM + 0.001);
}

/** Returns the state by the server's clock: a started race is running from the moment of ROW on. */
export function stateAt({ state }: WithState, run: RunRow | null, nowMs: number): RaceState {
  const rowMs = run?.rowAt?.getTime();
  return state === 'started' && rowMs !== undefined && nowMs >= rowMs ? 'running' : state;
}

/** The newest run; null before the call. */
export function newestRun(raceId: string, runs: readonly RunRow[]): RunRow | null {
  return runs.filter((run) => run.raceId === raceId).at(-1) ?? null;
}

/**
 * Returns the attempt of a lane that counts: the attempt that an official chose; else the monitor's newest; else the
 * newest entered one, which a later result of the monitor replaces.
 */
export function validAttempt(
  { lane, validAttemptId }: Pick<LaneRow, 'lane' | 'validAttemptId'>,
  attempts: readonly AttemptRow[],
): AttemptRow | null {
  const ofLane = attempts.filter((attempt) => attempt.lane === lane && attempt.voidReason === null);
  const chosen = ofLane.find(({ id }) => id === validAttemptId);
  return chosen ?? ofLane.findLast(({ source }) => source === 'monitor') ?? ofLane.at(-1) ?? null;
}

/** The ranked figure: tenths with penalty, or meters; null without a finish. */
export function scoreOf(
  attempt: Pick<AttemptRow, 'outcome' | 'tenths' | 'meters' | 'penaltyTenths'> | null,
  { kind }: RacePiece,
): number | null {
  if (attempt === null || (attempt.outcome !== 'finished' && attempt.outcome !== 'exhibition')) return null;
  if (kind === 'time') return attempt.meters;
  return attempt.tenths === null ? null : attempt.tenths + attempt.penaltyTenths;
}

/** Results entered by a person wait for a second person. */
export function needsConfirmation(attempt: AttemptRow | null): boolean {
  return attempt !== null && attempt.source !== 'monitor' && attempt.confirmedBy === null;
}

/** Lane states that an official sets instead of a result. */
const withoutResult: readonly SetLaneState[] = ['dns', 'dnf', 'dsq'];
export function isWithoutResult(state: SetLaneState): boolean {
  return withoutResult.includes(state);
}

/** A lane without a sample for this long has no data. The server stores the newest sample of a row once in 2 s. */
const noDataMs = liveLimits.sampleStoreMs + liveLimits.staleMs;

type LaneFacts = {
  lane: LaneRow;
  attempt: AttemptRow | null;
  rowed: RowedRow | null;
  /** The athlete has no account, so their erg sends nothing. */
  isGuest: boolean;
  state: RaceState;
  isClosed: boolean;
  nowMs: number;
};

export function laneStateOf({ lane, attempt, rowed, isGuest, state, isClosed, nowMs }: LaneFacts): LaneState {
  if (lane.state === 'closed' || (lane.entryId === null && isClosed)) return 'closed';
  if (lane.entryId === null) return 'empty';
  if (isWithoutResult(lane.state) || lane.state === 'exhibition') return lane.state;
  if (attempt !== null) return attempt.outcome;
  if (state !== 'running') return lane.state;
  if (isGuest) return 'running';
  return rowed !== null && nowMs - rowed.heardAt.getTime() < noDataMs ? 'running' : 'noData';
}

type ViewedIn = {
  facts: RaceFacts;
  /** The user of each entry; null for a guest. */
  userOf: (entryId: string) => string | null;
  piece: RacePiece;
  closedLanes: readonly number[];
  nowMs: number;
  /** The official, by id. */
  nameOf: (userId: string | null) => string;
};

export function viewRace(
  race: RaceRow,
  { facts, userOf, piece, closedLanes, nowMs, nameOf }: ViewedIn,
): Race {
  const run = newestRun(race.id, facts.runs);
  const state = stateAt(race, run, nowMs);
  const attempts = facts.attempts.filter(({ raceId }) => raceId === race.id);
  const lanes = facts.lanes
    .filter(({ raceId }) => raceId === race.id)
    .map((lane): RaceLane => {
      const attempt = validAttempt(lane, attempts);
      const userId = lane.entryId === null ? null : userOf(lane.entryId);
      const rowed = rowedBy(userId, run, facts.rowed);
      const isClosed = closedLanes.includes(lane.lane);
      return {
        lane: lane.lane,
        entry: lane.entryId,
        state: laneStateOf({ lane, attempt, rowed, isGuest: userId === null, state, isClosed, nowMs }),
        activity: rowed?.activityId ?? null,
        result: scoreOf(attempt, piece),
        needsConfirmation: needsConfirmation(attempt),
      };
    });
  return {
    _id: race.id,
    event: race.eventId,
    category: race.categoryId,
    round: race.round,
    number: race.number,
    startsAt: race.startsAt.toISOString(),
    state,
    version: race.version,
    lanes,
    run: run && viewRun(run),
    provisionalAt: race.provisionalAt?.toISOString() ?? null,
    official: race.officialAt && { at: race.officialAt.toISOString(), by: nameOf(race.officialBy) },
  };
}

/** Returns the newest row of an athlete in the session of a run. */
function rowedBy(userId: string | null, run: RunRow | null, rowed: readonly RowedRow[]): RowedRow | null {
  if (userId === null || run === null) return null;
  return rowed.find((one) => one.sessionId === run.sessionId && one.userId === userId) ?? null;
}

export function viewRun({
  number,
  sessionId,
  prepareAt,
  readyAt,
  attentionAt,
  rowAt,
  ...run
}: RunRow): RaceRun {
  return {
    number,
    session: sessionId,
    start:
      prepareAt && readyAt && attentionAt && rowAt
        ? {
            prepareAt: prepareAt.toISOString(),
            readyAt: readyAt.toISOString(),
            attentionAt: attentionAt.toISOString(),
            rowAt: rowAt.toISOString(),
          }
        : null,
    stopped: run.stopKind && {
      kind: run.stopKind,
      lanes: run.stopLanes,
      reason: run.stopReason,
      at: (run.stoppedAt ?? new Date(0)).toISOString(),
    },
  };
}

/** Time before each command of a start: seconds after the press, and between commands. */
const commands = { prepareMs: 2_000, readyMs: 4_000, attentionMs: 4_000 } as const;
/** From Attention to ROW, at random: the World Rowing race display has a random gap, and publishes no numbers. */
export const rowGapMs = { min: 1_000, max: 3_000 } as const;

/** Returns the moments of a start that begins now; `gapMs` is within `rowGapMs`. */
export function startSequence(nowMs: number, gapMs: number): Record<keyof StartSequence, Date> {
  const prepareMs = nowMs + commands.prepareMs;
  const readyMs = prepareMs + commands.readyMs;
  const attentionMs = readyMs + commands.attentionMs;
  return {
    prepareAt: new Date(prepareMs),
    readyAt: new Date(readyMs),
    attentionAt: new Date(attentionMs),
    rowAt: new Date(attentionMs + gapMs),
  };
}

/**
 * Returns the lanes whose flywheel moved between Attention and ROW. The first stroke's time is an upper bound, so the
 * list never includes an athlete who was not early. Rows that ended before Attention can't move during the start.
 */
export function falseStarters(
  run: RunRow,
  lanes: readonly LaneRow[],
  rowed: readonly RowedRow[],
  userOf: (entryId: string) => string | null,
): number[] {
  const { rowAt, attentionAt } = run;
  if (rowAt === null || attentionAt === null) return [];
  return lanes.flatMap(({ lane, entryId }) => {
    const row = entryId === null ? null : rowedBy(userOf(entryId), run, rowed);
    if (row?.rowingSince == null || row.rowingSince >= rowAt) return [];
    return row.completedAt !== null && row.completedAt < attentionAt ? [] : [lane];
  });
}
