/**
 * The grammar of workout texts, read by recursive descent:
 *
 *     sequence  = group { separator ( group | modifiers ) }
 *     group     = { label | target } [ count "x" ] ( "(" sequence ")" | ladder | work ) modifiers
 *     ladder    = step ( "-" step )+ | step ( "/" step )+ , at least three steps; trusting also with spaces alone
 *     modifiers = { rest | target | count behind | "on" }
 *
 * Brackets are the only recursion, and the tokeniser bounds their depth.
 */
import { isSameWork, type Work } from '@boathouse/pm5/plan';
import type { Cursor } from './cursor.ts';
import { isEmpty, joinModifiers, readModifiers, type Modifiers } from './modifiers.ts';
import { readWork, workInUnitOf } from './quantities.ts';
import { isWarmUp, joinTargets, readLeadingTargets } from './targets.ts';
import type { NumberToken } from './tokens.ts';
import { ladderLabels, labels, restWords, thenWords } from './words.ts';

type Body =
  | { kind: 'work'; work: Work }
  | { kind: 'ladder'; works: Work[]; mark: string }
  | { kind: 'set'; groups: Group[] };

export type Group = {
  separator: string | null;
  count: number;
  /** '3 sets of 4 x 500m': the sets among the count. */
  sets: number;
  isCountBehind: boolean;
  /** '3 rounds: 500m, 20 cal': the rounds are of all that follows. */
  isOfRounds: boolean;
  body: Body;
  modifiers: Modifiers;
};

/** A plan's most pieces; the monitor's own limit is checked when it is programmed. */
export const mostPieces = 100;

type Counts = { count: number; sets: number; isOfRounds: boolean };

/** Reads the counts before a group: their product, and that of all but the last. */
function readCounts(cursor: Cursor): Counts {
  const all: Counts = { count: 1, sets: 1, isOfRounds: false };
  while (all.count <= mostPieces) {
    const found = cursor.attempt(() => {
      const number = cursor.takeNumber();
      if (number === null || number.decimals > 0 || number.value < 1 || number.value > mostPieces)
        return null;
      if (cursor.takeWord('x') !== null || cursor.takeMark('*') !== null) return number;
      if (cursor.takeWord('times', 'sets', 'rounds', 'reps') === null) return null;
      if (cursor.takeWord('of') === null) cursor.takeMark(':');
      all.isOfRounds = true;
      return number;
    });
    if (found === null) break;
    all.sets = all.count;
    all.count *= found.value;
  }
  return all;
}

type Step = { work: Work } | { number: NumberToken };

function readStep(cursor: Cursor): Step | null {
  const work = readWork(cursor);
  if (work !== null) return { work };
  const number = cursor.takeNumber();
  return number && { number };
}

/** Gives every step the unit of the last one, if only that one has a unit. */
function worksOf(cursor: Cursor, steps: readonly Step[]): Work[] | null {
  const last = steps.at(-1);
  const unit = cursor.peek(-1);
  const isUnitOfAll =
    last !== undefined && 'work' in last && steps.slice(0, -1).every((step) => 'number' in step);
  const works = steps.flatMap((step) => {
    if ('work' in step) return step.work;
    return (
      (isUnitOfAll
        ? workInUnitOf(step.number, unit)
        : cursor.assume.rules?.workOfBare(cursor, step.number)) ?? []
    );
  });
  const isOneKind = works.every(({ kind }) => kind === works[0]?.kind);
  return works.length === steps.length && isOneKind ? works : null;
}

function readLadder(cursor: Cursor): Body | null {
  return cursor.attempt(() => {
    const first = readStep(cursor);
    if (first === null) return null;
    const isListed = cursor.assume.isTrusting && !cursor.isMark('-/');
    const mark = isListed ? '' : cursor.isMark('-') ? '-' : '/';
    const steps = [first];
    while (steps.length < mostPieces) {
      if (!isListed && !cursor.isMark(mark)) break;
      const step = cursor.attempt(() => {
        if (!isListed) cursor.skip();
        const next = readStep(cursor);
        // A duration that says that it is a rest ends the ladder: "1'/2'/3' / 1' rest".
        const after = cursor.peek(1)?.kind;
        const isRest = cursor.isWord(restWords) && after !== 'number' && after !== 'clock';
        return next === null || isRest ? null : next;
      });
      if (step === null) break;
      steps.push(step);
    }
    if (steps.length < 3) return null;
    // "5 x 1'/1'/5'" has work and rests: no ladder begins with equal steps.
    const [one, other] = steps.map((step) => ('work' in step ? step.work : null));
    const isOfRests = mark === '/' && steps.length === 3 && one?.kind === 'time';
    if (isOfRests && other && isSameWork(one, other)) return null;
    const works = worksOf(cursor, steps);
    return works && { kind: 'ladder', works, mark };
  });
}

function readBody(cursor: Cursor): Body | null {
  const set = cursor.attempt(() => {
    if (cursor.takeMark('([{') === null) return null;
    const groups = readSequence(cursor);
    return groups === null || cursor.takeMark(')]}') === null ? null : groups;
  });
  if (set !== null) return { kind: 'set', groups: set };
  const ladder = readLadder(cursor);
  if (ladder !== null) return ladder;
  const work = readWork(cursor);
  return work && { kind: 'work', work };
}

export function readGroup(cursor: Cursor, separator: string | null): Group | null {
  return cursor.attempt(() => {
    if (cursor.takePhrase(labels) !== null) cursor.takeMark(':');
    const isLadder = cursor.takePhrase(ladderLabels) !== null;
    const leading = readLeadingTargets(cursor, {});
    if (leading === null) return null;
    const { count, sets, isOfRounds } = readCounts(cursor);
    const behindCount = count > mostPieces ? null : readLeadingTargets(cursor, leading);
    if (behindCount === null) return null;
    const body = readBody(cursor);
    if (body === null || (isLadder && body.kind !== 'ladder')) return null;
    const found = readModifiers(cursor, body.kind === 'work' ? body.work : null, count === 1);
    const target = found && joinTargets(behindCount, found.target);
    if (found === null || target === null || (found.count !== null && count > 1)) return null;
    const modifiers = { ...found, target };
    const isCountBehind = found.count !== null;
    return { separator, count: found.count ?? count, sets, isCountBehind, isOfRounds, body, modifiers };
  });
}

function takeSeparator(cursor: Cursor): string | null {
  const mark = cursor.takeMark('+,;&');
  return cursor.takePhrase(thenWords) === null ? mark : '+';
}

function isBoundary(cursor: Cursor): boolean {
  const isThen = cursor.isWord(thenWords) || cursor.isWord(new Set(['followed']));
  return cursor.isAtEnd || isThen || cursor.isMark('+,;&)]}');
}

/** Returns the last group with what follows it after a separator: '500 m, 2:00 rest'; null if that is a group. */
function readLater(cursor: Cursor, last: Group, separator: string, isOnly: boolean): Group | null {
  return cursor.attempt(() => {
    const { isTrusting, time } = cursor.assume;
    // Only the entry directly behind '2k' may be its goal.
    const work = time === 'goal' && last.body.kind === 'work' ? last.body.work : null;
    const later = readModifiers(cursor, work);
    if (later === null || isEmpty(later) || !isBoundary(cursor)) return null;
    // "6x3'/2', 10' cool down" is no rest of 10 minutes.
    if (time === 'rest' && isWarmUp(later.target.intensity)) return null;
    const hasTarget = Object.keys(later.target).length > 0;
    // After several groups, and after a plus, the text does not say which of them the target belongs to.
    if (hasTarget && !isTrusting && (!isOnly || separator === '+' || separator === '&')) return null;
    if (last.modifiers.rest !== null && later.rest !== null && !isTrusting) {
      const isAlone = isEmpty({ ...later, rest: null });
      const isBetween = !cursor.isAtEnd && !cursor.isMark(')]}');
      const modifiers = { ...last.modifiers, restAfter: later.rest };
      return isAlone && isBetween && last.modifiers.restAfter === null ? { ...last, modifiers } : null;
    }
    const modifiers = joinModifiers(last.modifiers, later, isTrusting);
    if (modifiers === null || (later.count !== null && last.count > 1)) return null;
    const isCountBehind = last.isCountBehind || later.count !== null;
    return { ...last, modifiers, count: later.count ?? last.count, isCountBehind };
  });
}

export function readSequence(cursor: Cursor): Group[] | null {
  const first = readGroup(cursor, null);
  if (first === null) return null;
  const groups = [first];
  for (;;) {
    const last = groups.at(-1);
    const mark = takeSeparator(cursor);
    const extended = last && mark !== null ? readLater(cursor, last, mark, groups.length === 1) : null;
    if (extended) {
      groups.splice(-1, 1, extended);
      continue;
    }
    const isFull = groups.length >= mostPieces;
    const next =
      mark === null
        ? ((last && cursor.assume.rules?.readUnseparated(cursor, last)) ?? null)
        : readGroup(cursor, mark);
    if (next === null && mark === null) return groups;
    if (next === null || isFull) return null;
    groups.push(next);
  }
}
