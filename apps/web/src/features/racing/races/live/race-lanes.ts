import { formatTenths } from '@boathouse/racing/race-time';
import type { NowRace } from '@boathouse/contract/races/day';
import { standingsAtEqualTime } from '@boathouse/row/crew/standings';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { formatPace } from '@boathouse/workout/pace';
import { formatDistance, formatWhole } from '../../../../lib/format.ts';
import { ageMsOf, silenceOf, type LiveLanes } from '../../../rowing/room/index.ts';
import type { BoardLine } from '../../../sessions/board/index.ts';
import { formatScore, laneWords } from '../race-words.ts';

type NowLane = NowRace['lanes'][number];

/** A lane of a race under way, in the order of the race. */
export type RacedLane = {
  lane: NowLane;
  rank: number | null;
  /** Its position on the course, 0 to 1. */
  position: number;
  /** Behind the first, in seconds or meters depending on the piece; null for the first and without values. */
  gap: string | null;
  /** The result at the average pace; null while it is unknown. */
  predicted: string | null;
  progress: string;
  pace: string;
  rate: string;
  state: BoardLine['state'];
};

/** The piece as a workout's text, in the form of a run's session. */
function pieceText({ kind, amount }: NowRace['piece']): string {
  if (kind === 'distance') return `${amount}m`;
  return `${Math.floor(amount / 60)}:${String(amount % 60).padStart(2, '0')}`;
}

/** Lanes with an athlete or a result. */
export function isRaced({ name, state }: NowLane): boolean {
  return name !== '' && state !== 'closed' && state !== 'empty';
}

const isOut = ({ state, outcome }: NowLane) =>
  ['dns', 'dnf', 'dsq'].includes(state) || (outcome !== null && outcome !== 'finished');

/** Compares the lanes of a race by their newest values, at a time of the monotonic clock. */
export function racedLanesOf(
  race: Pick<NowRace, 'piece' | 'lanes' | 'state'>,
  lanes: LiveLanes,
  monotonicMs: number,
  former: readonly string[],
): { raced: RacedLane[]; order: string[] } {
  const { piece } = race;
  const isByHand = (lane: NowLane) => isRowed(race) && isTimedByHand(lane);
  const rowers = race.lanes.filter(isRaced).map((lane) => {
    const id = lane.activity ?? `lane ${lane.lane}`;
    const hasResult = lane.result !== null;
    const sample = hasResult || lane.activity === null ? undefined : lanes.getLane(lane.activity)?.sample;
    const isDistance = piece.kind === 'distance';
    const elapsedSec = hasResult
      ? isDistance
        ? (lane.result ?? 0) / 10
        : piece.amount
      : (sample?.elapsedTime ?? 0);
    const distanceM = hasResult ? (isDistance ? piece.amount : (lane.result ?? 0)) : (sample?.distance ?? 0);
    return {
      id,
      lane,
      sample,
      silence: hasResult ? null : silenceOf(lanes, id, monotonicMs),
      machine: 'rower' as const,
      startOffsetSec: 0,
      ageSec: hasResult ? 0 : ageMsOf(lanes, id, monotonicMs) / 1_000,
      elapsedSec,
      distanceM,
      calories: null,
      currentPaceSec: sample?.currentPace ?? null,
      averagePaceSec:
        hasResult && distanceM > 0 ? (500 * elapsedSec) / distanceM : (sample?.averagePace ?? null),
      phase: hasResult ? ('finished' as const) : (sample?.phase ?? null),
      isPartial: isOut(lane),
      other: null,
    };
  });
  const { standings } = standingsAtEqualTime(parseWorkoutText(pieceText(piece)), rowers, former);
  const raced = standings.map(({ rower, rank, position, gapToLeader, unit, finish }): RacedLane => {
    const { lane, sample, silence } = rower;
    const isSilent = silence !== null && silence !== 'loading';
    return {
      lane,
      rank: lane.place ?? rank,
      position,
      gap:
        gapToLeader === null || gapToLeader === 0
          ? null
          : unit === 'seconds'
            ? `+${gapToLeader.toFixed(1)} s`
            : `−${formatWhole(Math.round(gapToLeader))} m`,
      predicted:
        finish === null || lane.result !== null
          ? null
          : finish.kind === 'time'
            ? formatTenths(Math.round(finish.elapsedSec * 10))
            : formatDistance(finish.distanceM),
      progress: isByHand(lane) ? 'Timed by hand' : progressOf(piece, lane, sample, isSilent),
      pace: formatPace(rower.averagePaceSec === null ? null : (rower.currentPaceSec ?? rower.averagePaceSec)),
      rate: sample?.strokeRate === undefined ? '–' : String(sample.strokeRate),
      state:
        lane.result !== null
          ? 'finished'
          : isByHand(lane)
            ? 'byHand'
            : isSilent || rower.ageSec > 0
              ? 'silent'
              : 'rowing',
    };
  });
  return { raced, order: standings.map(({ rower }) => rower.id) };
}

/** Whether the race has begun: before it, no lane sends anything. */
function isRowed({ state }: Pick<NowRace, 'state'>): boolean {
  return state === 'running' || state === 'finished';
}

/** Whether a lane sends nothing, because its athlete has no account: its result is entered. */
function isTimedByHand({ state, activity, result }: NowLane): boolean {
  return result === null && activity === null && ['entered', 'here', 'ready', 'running'].includes(state);
}

type Sample = NonNullable<ReturnType<LiveLanes['getLane']>>['sample'];

function progressOf(
  piece: NowRace['piece'],
  lane: NowLane,
  sample: Sample | undefined,
  isSilent: boolean,
): string {
  if (['dns', 'dnf', 'dsq'].includes(lane.state)) return laneWords[lane.state];
  if (lane.result !== null) return formatScore(piece, lane.result);
  if (sample === undefined) return isSilent ? 'No data yet' : '';
  const { left } = sample;
  const rowed =
    left?.kind === 'distance'
      ? `${formatDistance(left.value)} left`
      : left?.kind === 'time'
        ? `${formatTenths(Math.round(left.value) * 10).replace(/\.0$/, '')} left`
        : formatDistance(sample.distance);
  return isSilent ? `Keeps rowing, ${rowed}` : rowed;
}

/** Returns the lines of a board for lanes. */
export function boardLinesOf(raced: readonly RacedLane[]): BoardLine[] {
  return raced.map(({ lane, rank, position, progress, pace, state }) => ({
    id: `${lane.lane}`,
    rank,
    // Apart from the place, which is a number too.
    name: `Lane ${lane.lane}  ${lane.name}`,
    position,
    progress,
    // Beside a result, the pace would be read as the result.
    pace: state === 'finished' || state === 'byHand' ? '' : pace,
    machine: 'rower',
    state,
    isSimulated: false,
    otherWorkout: null,
  }));
}
