import { lengthOf, type Work } from '@boathouse/pm5/plan';
import type { ActivityState, Refusal } from '../../src/life/life-state.ts';
import type { RowPlace } from '../../src/life/kept/schema.ts';
import type { Totals, RowResult } from '../../src/reduce/state.ts';
import type { ErgMachine } from '../../src/reduce/machine.ts';
import { parseWorkoutText } from '@boathouse/workout-text/parse';

/*
 * For tests: the server's rules for the rows of one athlete, in memory. `server/features/training/strokes/row-model.test.ts`
 * compares its outcomes with those of the real services.
 */

/** `values` are the test's values beside the totals. */
type ServerActivity<Stroke, Values> = ActivityState & {
  item: string;
  isLeft: boolean;
  /** Null without a result of its own. */
  source: RowResult['source'] | null;
  recoveryHeartRateBpm: number | null;
  totals: Totals;
  values: Values;
  strokes: Stroke[];
  /** How many patches and results were stored. */
  changes: number;
};

type Figures<Values> = { totals: Partial<Totals>; values: Partial<Values>; machine?: ErgMachine | null };

export type ServerRequest<Stroke, Values> =
  | { kind: 'begin'; item: string; owner: string; machine: ErgMachine | null }
  | { kind: 'append'; from: number; strokes: readonly Stroke[] }
  | { kind: 'readStrokes' | 'discard' }
  | { kind: 'takeOver'; owner: string }
  /** `figures` is null if there is only the recovery heart rate. */
  | {
      kind: 'patch';
      owner: string | null;
      figures: Figures<Values> | null;
      recoveryHeartRateBpm: number | null;
    }
  | {
      kind: 'complete';
      owner: string | null;
      figures: Figures<Values> | null;
      source: RowResult['source'] | null;
      isLeft: boolean;
      /** Whether the monitor's own summary is the whole plan of the item: `isWholeOf`. */
      isWhole: boolean;
      recoveryHeartRateBpm: number | null;
    };

type ServerRefusal = {
  class: Extract<Refusal['class'], 'gone' | 'notOwner' | 'completed' | 'conflict' | 'busy' | 'bad'>;
};

type ServerOutcome<Stroke> =
  | { kind: 'activity'; activity: ActivityState; totals: Totals }
  | { kind: 'next'; next: number }
  | { kind: 'strokes'; strokes: Stroke[] }
  | { kind: 'discarded' }
  | ServerRefusal;

type Request<Stroke, Values, Kind> = Extract<ServerRequest<Stroke, Values>, { kind: Kind }>;

/**
 * Idempotent begin, append and complete. Only the owner patches and completes; the monitor's summary is accepted from
 * any device.
 */
export class FakeRowServer<Stroke, Values extends object> {
  readonly activities = new Map<string, ServerActivity<Stroke, Values>>();
  readonly #discarded = new Set<string>();
  readonly #noValues: Values;

  constructor(noValues: Values) {
    this.#noValues = noValues;
  }

  get inProgress(): ServerActivity<Stroke, Values> | undefined {
    return [...this.activities.values()].find(({ isCompleted }) => !isCompleted);
  }

  isDiscarded(id: string): boolean {
    return this.#discarded.has(id);
  }

  handle(id: string, request: ServerRequest<Stroke, Values>): ServerOutcome<Stroke> {
    if (request.kind === 'begin') return this.#begin(id, request);
    const activity = this.activities.get(id);
    if (activity === undefined) {
      if (request.kind === 'discard') this.#discarded.add(id);
      return { class: 'gone' };
    }
    switch (request.kind) {
      case 'append':
        return append(activity, request);
      case 'readStrokes':
        return { kind: 'strokes', strokes: [...activity.strokes] };
      case 'takeOver':
        if (activity.isCompleted) return { class: 'completed' };
        activity.owner = request.owner;
        return stateOf(activity);
      case 'discard':
        if (activity.isCompleted) return { class: 'completed' };
        this.activities.delete(id);
        this.#discarded.add(id);
        return { kind: 'discarded' };
      case 'patch':
        return patch(activity, request);
      case 'complete':
        return complete(activity, request, () => this.#isRowedAgain(activity));
    }
  }

  /** Stores the totals of a live sample, as the room does from time to time. */
  sample(id: string, totals: Totals): void {
    const activity = this.activities.get(id);
    if (activity?.isCompleted === false) activity.totals = totals;
  }

  #isRowedAgain({ id, item }: ServerActivity<Stroke, Values>): boolean {
    return [...this.activities.values()].some(
      (other) => other.item === item && other.id !== id && !other.isLeft,
    );
  }

  #begin(id: string, { item, owner, machine }: Request<Stroke, Values, 'begin'>): ServerOutcome<Stroke> {
    if (this.#discarded.has(id)) return { class: 'gone' };
    const same = this.activities.get(id);
    if (same?.item === item) return stateOf(same);
    const all = [...this.activities.values()];
    // A workout that was left on the monitor does not end its item.
    const ofItem = all.find((activity) => activity.item === item && !activity.isLeft);
    if (ofItem?.isCompleted) return { class: 'completed' };
    if (ofItem !== undefined) return stateOf(ofItem);
    if (same !== undefined) return { class: 'bad' };
    if (this.inProgress !== undefined) return { class: 'busy' };
    const begun: ServerActivity<Stroke, Values> = {
      id,
      item,
      owner,
      isCompleted: false,
      machine: machine ?? 'rower',
      isLeft: false,
      source: null,
      recoveryHeartRateBpm: null,
      totals: { elapsedSec: 0, distanceM: 0 },
      values: this.#noValues,
      strokes: [],
      changes: 0,
    };
    this.activities.set(id, begun);
    return stateOf(begun);
  }
}

function stateOf({ id, owner, isCompleted, machine, totals }: ActivityState & { totals: Totals }) {
  return { kind: 'activity', activity: { id, owner, isCompleted, machine }, totals } as const;
}

function append<Stroke, Values>(
  activity: ServerActivity<Stroke, Values>,
  { from, strokes }: Request<Stroke, Values, 'append'>,
): ServerOutcome<Stroke> {
  const count = activity.strokes.length;
  if (from > count) return { kind: 'next', next: count };
  const known = strokes.slice(0, count - from);
  const there = activity.strokes.slice(from, from + known.length);
  if (JSON.stringify(known) !== JSON.stringify(there)) return { class: 'conflict' };
  activity.strokes.push(...strokes.slice(known.length));
  return { kind: 'next', next: activity.strokes.length };
}

/** A row without a session belongs only to its own item. */
export function itemOf(id: string, place: Pick<RowPlace, 'sessionId' | 'workoutItemIndex'>): string {
  return place.sessionId === null ? id : `${place.sessionId} ${place.workoutItemIndex}`;
}

/** Whether a result is the whole plan of a text, by the monitor's own summary; it lacks calories. */
export function isWholeOf(
  workout: string,
  result: (Totals & { source: RowResult['source'] | null }) | null,
): boolean {
  const pieces = parseWorkoutText(workout)?.pieces ?? [];
  if (pieces.length === 0 || result?.source !== 'summary') return false;
  const sumOf = (kind: Work['kind']) =>
    pieces.reduce((sum, piece) => sum + (piece.kind === kind ? lengthOf(piece) : 0), 0);
  return (
    result.distanceM >= sumOf('distance') && result.elapsedSec >= sumOf('time') && sumOf('calories') === 0
  );
}

function isOwnedByAnother(stored: string | null, given: string | null): boolean {
  return stored !== null && given !== null && stored !== given;
}

function merge<Stroke, Values extends object>(
  activity: ServerActivity<Stroke, Values>,
  figures: Figures<Values> | null,
): void {
  activity.changes += 1;
  if (figures === null) return;
  activity.totals = { ...activity.totals, ...figures.totals };
  activity.values = { ...activity.values, ...figures.values };
  activity.machine = figures.machine ?? activity.machine;
}

function patch<Stroke, Values extends object>(
  activity: ServerActivity<Stroke, Values>,
  { owner, figures, recoveryHeartRateBpm }: Request<Stroke, Values, 'patch'>,
): ServerOutcome<Stroke> {
  if (activity.isCompleted) {
    if (recoveryHeartRateBpm === null || figures !== null) return { class: 'completed' };
    activity.recoveryHeartRateBpm = recoveryHeartRateBpm;
    activity.changes += 1;
    return stateOf(activity);
  }
  if (isOwnedByAnother(activity.owner, owner)) return { class: 'notOwner' };
  activity.owner ??= owner;
  merge(activity, figures);
  return stateOf(activity);
}

function complete<Stroke, Values extends object>(
  activity: ServerActivity<Stroke, Values>,
  { owner, figures, source, isLeft, isWhole, recoveryHeartRateBpm }: Request<Stroke, Values, 'complete'>,
  isRowedAgain: () => boolean,
): ServerOutcome<Stroke> {
  const { isCompleted, totals: stored } = activity;
  const isMonitors = source === 'summary';
  if (isCompleted && (!isMonitors || activity.source === 'summary')) return stateOf(activity);
  if (!isCompleted && isOwnedByAnother(activity.owner, owner)) return { class: 'notOwner' };
  merge(activity, figures);
  if (!isCompleted && source !== null && !isMonitors) {
    activity.totals = {
      elapsedSec: Math.max(activity.totals.elapsedSec, stored.elapsedSec),
      distanceM: Math.max(activity.totals.distanceM, stored.distanceM),
    };
  }
  activity.isCompleted = true;
  const wasLeft = activity.isLeft || isLeft;
  activity.isLeft = wasLeft && !(isWhole && !isRowedAgain());
  activity.source = source;
  activity.owner ??= owner;
  activity.recoveryHeartRateBpm = recoveryHeartRateBpm ?? activity.recoveryHeartRateBpm;
  return stateOf(activity);
}
