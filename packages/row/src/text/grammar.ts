/**
 * The grammar of workout texts, read by recursive descent:
 *
 *     sequence  = group { separator ( group | modifiers ) }
 *     group     = { label | target } [ count "x" ] ( "(" sequence ")" | ladder | work ) modifiers
 *     ladder    = step ( "-" step )+ | step ( "/" step )+ , at least three steps
 *     modifiers = { rest | target | count behind | "on" }
 *
 * Brackets are the only recursion, and the tokeniser bounds their depth.
 */
import type { Work } from '@boathouse/pm5/plan';
import type { Cursor } from './cursor.ts';
import { isEmpty, joinModifiers, readModifiers, takeTimes, type Modifiers } from './modifiers.ts';
import { readWork, workInUnitOf } from './quantities.ts';
import type { ReadRest } from './rests.ts';
import { joinTargets, readLeadingTarget, type ReadTarget } from './targets.ts';
import type { NumberToken } from './tokens.ts';
import { ladderLabels, labels, restWords } from './words.ts';

type Body =
  | { kind: 'work'; work: Work }
  | { kind: 'ladder'; works: Work[]; mark: string }
  | { kind: 'set'; groups: Group[] };

export type Group = {
  separator: string | null;
  count: number;
  isCountBehind: boolean;
  /** '3 rounds: 500m, 20 cal': the rounds are of all that follows. */
  isOfRounds: boolean;
  body: Body;
  modifiers: Modifiers;
  /** A rest after the group that replaces the rest of its last piece: '4 x 500 m / 1:00, 5:00 rest, 2 k'. */
  restAfter: ReadRest | null;
};

/** A plan's most pieces; the monitor's own limit is checked when it is programmed. */
export const mostPieces = 100;

type Count = { count: number; isOfRounds: boolean };

function readCount(cursor: Cursor): Count | null {
  return cursor.attempt(() => {
    const number = cursor.takeNumber();
    if (number === null || number.decimals > 0) return null;
    const isOfRounds = !takeTimes(cursor);
    if (isOfRounds) {
      if (cursor.takeWord('times', 'sets', 'rounds', 'reps') === null) return null;
      if (cursor.takeWord('of') === null) cursor.takeMark(':');
    }
    const { value: count } = number;
    return count >= 1 && count <= mostPieces ? { count, isOfRounds } : null;
  });
}

/** Reads the counts before a group, and returns their product. */
function readCounts(cursor: Cursor): Count {
  const product = { count: 1, isOfRounds: false };
  for (let found = readCount(cursor); found !== null; found = readCount(cursor)) {
    product.count *= found.count;
    product.isOfRounds ||= found.isOfRounds;
    if (product.count > mostPieces) break;
  }
  return product;
}

type Step = { work: Work } | { number: NumberToken };

function readStep(cursor: Cursor): Step | null {
  const work = readWork(cursor);
  if (work !== null) return { work };
  const number = cursor.takeNumber();
  return number && { number };
}

/** A duration that says that it is a rest ends the ladder: "1'/2'/3' / 1' rest". */
function isRestBehind(cursor: Cursor): boolean {
  return cursor.isWord(restWords) && cursor.peek(1)?.kind !== 'number' && cursor.peek(1)?.kind !== 'clock';
}

/** Gives every step the unit of the last one, if only that one has a unit. */
function worksOf(steps: readonly Step[], unit: ReturnType<Cursor['peek']>): Work[] | null {
  const last = steps.at(-1);
  if (!last || !('work' in last)) return null;
  const earlier = steps.slice(0, -1);
  const works = earlier.every((step) => 'number' in step)
    ? earlier.map((step) => ('number' in step ? workInUnitOf(step.number, unit) : null))
    : earlier.map((step) => ('work' in step ? step.work : null));
  const known = works.flatMap((work) => work ?? []);
  const isOneKind = known.every(({ kind }) => kind === last.work.kind);
  return known.length === earlier.length && isOneKind ? [...known, last.work] : null;
}

function readLadder(cursor: Cursor): Body | null {
  return cursor.attempt(() => {
    const first = readStep(cursor);
    const mark = cursor.isMark('-') ? '-' : '/';
    if (first === null) return null;
    const steps = [first];
    while (cursor.isMark(mark) && steps.length < mostPieces) {
      const step = cursor.attempt(() => {
        cursor.skip();
        const next = readStep(cursor);
        return next === null || isRestBehind(cursor) ? null : next;
      });
      if (step === null) break;
      steps.push(step);
    }
    if (steps.length < 3) return null;
    const works = worksOf(steps, cursor.peek(-1));
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

function readGroup(cursor: Cursor, separator: string | null): Group | null {
  return cursor.attempt(() => {
    if (cursor.takePhrase(labels) !== null) cursor.takeMark(':');
    const isLadder = cursor.takePhrase(ladderLabels) !== null;
    let leading: ReadTarget = {};
    const readLeading = () => {
      for (let found = readLeadingTarget(cursor); found !== null; found = readLeadingTarget(cursor)) {
        const joined = joinTargets(leading, found);
        if (joined === null) return false;
        leading = joined;
      }
      return true;
    };
    if (!readLeading()) return null;
    const { count, isOfRounds } = readCounts(cursor);
    if (count > mostPieces || !readLeading()) return null;
    const body = readBody(cursor);
    if (body === null || (isLadder && body.kind !== 'ladder')) return null;
    const isDistance = body.kind === 'work' && body.work.kind === 'distance';
    const found = readModifiers(cursor, isDistance);
    const target = found && joinTargets(leading, found.target);
    if (found === null || target === null || (found.count !== null && count > 1)) return null;
    const modifiers = { ...found, target };
    const isCountBehind = found.count !== null;
    return {
      separator,
      count: found.count ?? count,
      isCountBehind,
      isOfRounds,
      body,
      modifiers,
      restAfter: null,
    };
  });
}

function takeSeparator(cursor: Cursor): string | null {
  const mark = cursor.takeMark('+,;&');
  const then = cursor.attempt(() => {
    if (cursor.takeWord('then') !== null) return '+';
    return cursor.takeWord('followed') !== null && cursor.takeWord('by') !== null ? '+' : null;
  });
  return then ?? mark;
}

function isBoundary(cursor: Cursor): boolean {
  const isThen = cursor.isWord(new Set(['then', 'followed']));
  return cursor.isAtEnd || isThen || cursor.isMark('+,;&)]}');
}

/** Returns the last group with what follows it after a separator: '500 m, 2:00 rest'; null if that is a group. */
function readLater(cursor: Cursor, last: Group, separator: string, isOnly: boolean): Group | null {
  return cursor.attempt(() => {
    const later = readModifiers(cursor, false);
    if (later === null || isEmpty(later) || !isBoundary(cursor)) return null;
    const hasTarget = Object.keys(later.target).length > 0;
    // After several groups, and after a plus, the text does not say which of them the target belongs to.
    if (hasTarget && (!isOnly || separator === '+' || separator === '&')) return null;
    if (last.modifiers.rest !== null && later.rest !== null) {
      const isAlone = isEmpty({ ...later, rest: null });
      const isBetween = !cursor.isAtEnd && !cursor.isMark(')]}');
      return isAlone && isBetween && last.restAfter === null ? { ...last, restAfter: later.rest } : null;
    }
    const modifiers = joinModifiers(last.modifiers, later);
    if (modifiers === null || (later.count !== null && last.count > 1)) return null;
    const isCountBehind = last.isCountBehind || later.count !== null;
    return { ...last, modifiers, count: later.count ?? last.count, isCountBehind };
  });
}

export function readSequence(cursor: Cursor): Group[] | null {
  const first = readGroup(cursor, null);
  if (first === null) return null;
  const groups = [first];
  for (let mark = takeSeparator(cursor); mark !== null; mark = takeSeparator(cursor)) {
    const last = groups.at(-1);
    const extended = last && readLater(cursor, last, mark, groups.length === 1);
    if (extended) {
      groups.splice(-1, 1, extended);
      continue;
    }
    const next = groups.length < mostPieces ? readGroup(cursor, mark) : null;
    if (next === null) return null;
    groups.push(next);
  }
  return groups;
}
