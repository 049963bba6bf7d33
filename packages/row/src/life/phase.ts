import type { KeptLife } from './kept/schema.ts';

/** The phase of a row between its start and its stored result. */
export type Phase =
  /** Rowed here without a place, or ended without one. */
  | 'held'
  | 'heldResult'
  | 'rowing'
  /** Its result is being sent to the server. */
  | 'completing'
  | 'completed'
  | 'discarding'
  | 'onOtherDevice'
  | 'inOtherTab'
  /** Completed by another page or the host, and still rowed here: the monitor's summary may replace that result. */
  | 'rowedOn'
  | 'endedElsewhere';

type Flags = Pick<KeptLife, 'stage' | 'lostTo' | 'isEndedElsewhere' | 'heldUntilMs'>;

export function phaseOf({ stage, lostTo, isEndedElsewhere, heldUntilMs }: Flags): Phase {
  if (stage === 'completed' || stage === 'discarding') return stage;
  if (isEndedElsewhere) return stage === 'rowing' && lostTo === null ? 'rowedOn' : 'endedElsewhere';
  if (lostTo !== null) return lostTo === 'device' ? 'onOtherDevice' : 'inOtherTab';
  if (heldUntilMs !== null) return stage === 'rowing' ? 'held' : 'heldResult';
  return stage;
}

type Facts = {
  /** The monitor's records belong to it. */
  takesRecords: boolean;
  /** The athlete rows it on this page now. */
  isOnTheWater: boolean;
  /** This device rows it, or has its result to send. */
  isUnderWay: boolean;
  /** It is rowed somewhere, or its result is being sent: another item can't begin on this page. */
  isInProgress: boolean;
  /** This page has no further result of the row. */
  isOver: boolean;
  /** This device has no activity of the row in progress, so the next row may begin on the server. */
  isSettled: boolean;
};

const none: Facts = {
  takesRecords: false,
  isOnTheWater: false,
  isUnderWay: false,
  isInProgress: false,
  isOver: false,
  isSettled: false,
};
const rowed = { takesRecords: true, isOnTheWater: true, isUnderWay: true, isInProgress: true };
const ending = { isUnderWay: true, isInProgress: true };

const factsByPhase: Record<Phase, Facts> = {
  held: { ...none, ...rowed, isSettled: true },
  heldResult: { ...none, ...ending, isSettled: true },
  rowing: { ...none, ...rowed },
  completing: { ...none, ...ending },
  completed: { ...none, isOver: true, isSettled: true },
  discarding: none,
  onOtherDevice: { ...none, isInProgress: true, isSettled: true },
  inOtherTab: { ...none, ...ending, isSettled: true },
  rowedOn: { ...none, takesRecords: true, isOver: true, isSettled: true },
  endedElsewhere: { ...none, isOver: true, isSettled: true },
};

/** Returns the facts that follow from the phase of a row. */
export function factsOf(row: Flags): Facts {
  return factsByPhase[phaseOf(row)];
}
