import { longestGapSec, type LateRower, type Standings } from '@boathouse/row/crew/standings';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { formatPaceOn, knownMeters } from '@boathouse/workout/machine';
import { formatDuration } from '@boathouse/workout/pace';
import { formatDistance, formatSilence } from '../../../../lib/format.ts';
import { wordOfWaiting, type Readiness } from '../readiness.ts';
import type { Silence } from '../silence.ts';

/** The largest number of displayed lanes. */
const lanesMax = 7;
/** The same on a narrow screen. */
const nearMax = 3;

/** An athlete of the item: the newest values, or the result. */
export type CrewMember = LateRower & {
  name: string;
  isOwn: boolean;
  /** The athlete's plan. */
  plan: WorkoutPlan | null;
  /** The text of the athlete's workout, if the item has another one now; otherwise null. */
  otherWorkout: string | null;
  /** null for a result if a part of the row was not received. */
  strokeRateSpm: number | null;
  isSimulated: boolean;
  silence: Silence;
  /** Only an athlete who waits for the first stroke has it. */
  waiting: Readiness | null;
};

/** The content of a lane. The boat's position is separate, because it moves more often than the texts change. */
export type LaneView = {
  id: string;
  name: string;
  isOwn: boolean;
  isStale: boolean;
  isSimulated: boolean;
  isGhost: boolean;
  machine: CrewMember['machine'];
  otherWorkout: string | null;
  /** One of the three lanes around the viewer's. */
  isNear: boolean;
  /** Empty without a rank. */
  rank: string;
  /** To the previous athlete: '1.2 s', 'level'; empty if there is none to show. */
  gap: string;
  /** Name of the athlete for the gap. */
  nameBefore: string;
  pace: string;
  strokeRate: string;
  /** Shown instead of pace and rate; null while the athlete rows. */
  state: string | null;
};

export type CrewSummary = {
  /** Among athletes on the same machine, '2 of 5'; null without a rank. */
  rank: string | null;
  /** 'Anna', or 'level with Anna'; null without one. */
  before: string | null;
  /** '1.2 s ahead', or empty. */
  gapBefore: string;
  behind: string | null;
  gapBehind: string;
  memberCount: number;
};

export type CrewView = {
  summary: CrewSummary;
  /** The displayed lanes, from first to last. */
  lanes: LaneView[];
  /** 0 to 1, of the displayed lanes. */
  positions: Map<string, number>;
};

type CrewStanding = Standings<CrewMember>['standings'][number];

/** Returns the content of the crew's lanes for its standings. */
export function crewViewOf({ standings }: Standings<CrewMember>, shownMax = lanesMax): CrewView {
  const own = standings.findIndex(({ rower }) => rower.isOwn);
  const [from, to] = windowOf(own, standings.length, shownMax);
  const [nearFrom, nearTo] = windowOf(own, standings.length, shownMax > lanesMax ? shownMax : nearMax);
  const shown = standings.slice(from, to);
  return {
    summary: summaryOf(standings, own),
    lanes: shown.map((standing, index) => {
      const place = from + index;
      const before = standings[place - 1];
      return laneViewOf(standing, before, place >= nearFrom && place < nearTo);
    }),
    positions: new Map(shown.map(({ rower, position }) => [rower.id, Math.round(position * 1000) / 1000])),
  };
}

/** As many lanes before as after, or the first ones if the viewer does not row. */
function windowOf(own: number, count: number, size: number): [from: number, to: number] {
  const middle = Math.max(0, own) - Math.floor(size / 2);
  const from = Math.max(0, Math.min(middle, count - size));
  return [from, Math.min(count, from + size)];
}

function summaryOf(standings: readonly CrewStanding[], own: number): CrewSummary {
  const standing = standings[own];
  const before = standings[own - 1];
  const behind = own < 0 ? undefined : standings[own + 1];
  const words = (neighbor: CrewStanding | undefined, gap: number | null, side: 'ahead' | 'behind') => {
    if (neighbor === undefined || gap === null) return [null, ''] as const;
    const { name } = neighbor.rower;
    const amount = gapText(gap, standing?.unit ?? 'meters');
    return amount === level ? ([`level with ${name}`, ''] as const) : ([name, `${amount} ${side}`] as const);
  };
  const [nameBefore, gapBefore] = words(before, standing?.gapBefore ?? null, 'ahead');
  const [nameBehind, gapBehind] = words(behind, standing?.gapBehind ?? null, 'behind');
  return {
    rank: standing?.rank == null ? null : `${standing.rank} of ${standing.rankedCount}`,
    before: nameBefore,
    gapBefore,
    behind: nameBehind,
    gapBehind,
    memberCount: standings.filter(({ rower }) => rower.isGhost !== true).length,
  };
}

const level = 'level';
const tenthsUpToSec = 10;

/** Shows tenths only if they can be read before they change. */
export function gapText(gap: number, unit: CrewStanding['unit']): string {
  if (unit !== 'seconds') {
    const whole = Math.round(gap);
    return whole === 0 ? level : unit === 'meters' ? formatDistance(whole) : `${whole} cal`;
  }
  if (gap >= longestGapSec) return `over ${longestGapSec / 60} min`;
  if (gap < 0.05) return level;
  if (gap < tenthsUpToSec) return `${gap.toFixed(1)} s`;
  const sec = Math.round(gap);
  if (sec < 60) return `${sec} s`;
  const minutes = `${Math.floor(sec / 60)} min`;
  return sec % 60 === 0 ? minutes : `${minutes} ${sec % 60} s`;
}

function laneViewOf(
  { rower, rank, gapBefore, unit }: CrewStanding,
  before: CrewStanding | undefined,
  isNear: boolean,
): LaneView {
  return {
    id: rower.id,
    name: rower.name,
    isOwn: rower.isOwn,
    isStale: rower.ageSec > 0 || (rower.silence !== null && rower.silence !== 'loading'),
    isSimulated: rower.isSimulated,
    isGhost: rower.isGhost === true,
    isNear,
    rank: rank === null ? '' : String(rank),
    gap: gapBefore === null ? '' : gapText(gapBefore, unit),
    nameBefore: before === undefined ? '' : before.rower.isOwn ? 'you' : before.rower.name,
    machine: rower.machine,
    otherWorkout: rower.otherWorkout,
    pace: formatPaceOn(rower.machine, rower.currentPaceSec),
    strokeRate: String(rower.strokeRateSpm || '–'),
    state: stateOf(rower),
  };
}

function stateOf({ phase, silence, waiting, isGhost, ...figures }: CrewMember): string | null {
  const { elapsedSec, distanceM, plan } = figures;
  if (phase === 'finished') {
    const isForTime = plan?.pieces[0]?.kind !== 'time' && plan !== null && plan.pieces.length > 0;
    return isForTime ? formatDuration(elapsedSec) : formatDistance(knownMeters(distanceM, elapsedSec));
  }
  if (isGhost === true) return null;
  if (silence === 'loading') return '';
  if (silence !== null) return silence === 'unknown' ? 'No signal' : `No signal ${formatSilence(silence)}`;
  switch (phase) {
    case null:
    case 'waiting':
      return wordOfWaiting(waiting);
    case 'resting':
      return 'Resting';
    case 'paused':
      return 'Paused';
    case 'ending':
      return 'Finishing';
    case 'rowing':
      return null;
  }
}
