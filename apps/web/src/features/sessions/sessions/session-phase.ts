import { limits } from '@boathouse/contract/limits';
import type { ConnectRole } from '../../rowing/rowing/index.ts';

/**
 * The phase of a session, which decides what its page shows first and what it omits. `planned` until half an hour
 * before its start, `gathering` until athletes row, `over` when it was rowed or missed, and `longOver` from the next
 * day.
 */
export type SessionPhase =
  | 'planned'
  | 'gathering'
  | 'countingDown'
  | 'rowing'
  | 'resting'
  | 'over'
  | 'longOver';

/** The actions of users who manage a session, by their words on the page. */
export type HostAction = 'Edit' | 'Repeat' | 'Board' | 'Export' | 'Hand over' | 'Delete';

export type PhaseFacts = {
  startAtMs: number;
  nowMs: number;
  /** The viewer's own row in this session; null without one in progress. */
  own: 'rowing' | 'resting' | null;
  /** Athletes in progress with a signal. */
  rowing: number;
  /** A common start is planned, and has not begun. */
  isCountingDown: boolean;
  isErgConnected: boolean;
};

const minuteMs = 60_000;
/** Athletes arrive this long before the start. */
const gatherMs = 30 * minuteMs;
const longOverAfterMs = 24 * 60 * minuteMs;

export function phaseOf(facts: PhaseFacts): SessionPhase {
  const { own, rowing, isCountingDown, isErgConnected } = facts;
  if (own !== null) return own;
  if (isCountingDown) return 'countingDown';
  if (rowing > 0) return 'rowing';
  const sinceMs = facts.nowMs - facts.startAtMs;
  // A connected erg means that the athlete is about to row, at any time.
  if (isErgConnected) return 'gathering';
  if (sinceMs < -gatherMs) return 'planned';
  if (sinceMs < limits.sessionOverMs) return 'gathering';
  return sinceMs < longOverAfterMs ? 'over' : 'longOver';
}

export type SessionParts = {
  connect: ConnectRole;
  /** The viewer coaches a crew that rows. */
  isCoaching: boolean;
  /** The viewer manages the session, without an erg or row of their own. */
  isCoach: boolean;
  /** Items, with the athletes who row them and their results, come before the erg. */
  itemsFirst: boolean;
  /** Nothing can begin; all results are open. */
  isOver: boolean;
  /** The answer to the session is the next step, possible, or too late. */
  attendance: 'next' | 'possible' | 'none';
  startTogether: boolean;
  /**
   * Chat and members: folded to a line while a coach's crew rows, and once the session has ended; while no one else is here,
   * until there are messages.
   */
  group: 'open' | 'alone' | 'folded' | 'none';
  /** The browser asks before the page is closed. */
  warnsOfUnload: boolean;
  /** The managers' next action. */
  hostAction: HostAction;
};

const toRow: SessionParts = {
  connect: 'before',
  isCoaching: false,
  isCoach: false,
  itemsFirst: false,
  isOver: false,
  attendance: 'none',
  startTogether: true,
  group: 'open',
  warnsOfUnload: true,
  hostAction: 'Board',
};
const over: SessionParts = {
  ...toRow,
  connect: 'late',
  itemsFirst: true,
  isOver: true,
  startTogether: false,
  group: 'folded',
  warnsOfUnload: false,
  hostAction: 'Repeat',
};

const ofPhase: Record<SessionPhase, SessionParts> = {
  planned: {
    ...toRow,
    connect: 'possible',
    attendance: 'next',
    startTogether: false,
    hostAction: 'Edit',
  },
  gathering: toRow,
  countingDown: toRow,
  rowing: toRow,
  resting: toRow,
  over,
  longOver: { ...over, group: 'none' },
};

/** Athletes who arrive early may row at once. */
const metEarly: SessionParts = { ...toRow, attendance: 'possible' };

type Viewer = {
  /** Only the host can read the session. */
  isAlone: boolean;
  /** Others have the page open. */
  isMet: boolean;
  /** Manages the session, without an erg or row of their own. */
  isCoach: boolean;
  /** Each workout item has results. */
  isRowed: boolean;
};

/**
 * Returns the parts of a phase's page. A session that only its host reads has no parts of a group, and neither has one
 * that ended long ago: its messages are not kept. Members who are present are always shown. A coach whose crew rows
 * sees the crew first, and once each item is rowed the results.
 */
export function partsOfPhase(phase: SessionPhase, viewer: Viewer): SessionParts {
  const { isAlone, isMet, isCoach, isRowed } = viewer;
  const parts = isMet && phase === 'planned' ? metEarly : ofPhase[phase];
  const isCoaching = isCoach && phase === 'rowing';
  const present = isCoaching || parts.isOver ? 'folded' : isMet ? 'open' : 'alone';
  return {
    ...parts,
    isCoach,
    isCoaching,
    ...(isCoaching || (isCoach && isRowed && phase === 'gathering')
      ? { connect: 'aside', itemsFirst: true }
      : {}),
    group: !isMet && (isAlone || parts.group === 'none') ? 'none' : present,
    attendance: isAlone ? 'none' : parts.attendance,
    startTogether: parts.startTogether && (!isAlone || isMet),
  };
}
