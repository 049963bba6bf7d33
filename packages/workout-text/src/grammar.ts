/**
 * The grammar of workout texts, read by recursive descent:
 *
 *     sequence  = group { separator ( group | modifiers ) }
 *     group     = { label | target } [ count "x" ] ( "(" sequence ")" | ladder | work ) modifiers
 *     ladder    = step ( "-" step )+ | step ( "/" step )+ , at least three steps, with the same spaces around each mark;
 *                 trusting also with spaces alone
 *     modifiers = { rest | target | count behind | "on" }
 *
 * Brackets are the only recursion, and the tokeniser bounds their depth.
 */
import { isSameWork, lengthOf, type Work } from '@boathouse/pm5/plan';
import type { Cursor } from './cursor.ts';
import { isEmpty, joinModifiers, readModifiers } from './modifiers.ts';
import { readWork, workInUnitOf } from './quantities.ts';
import type { Body, Group } from './syntax.ts';
import { isEasy, isWarmUp, joinTargets, readLeadingTargets } from './targets.ts';
import type { NumberToken } from './tokens.ts';
import { ladderLabels, labels, restWords, thenWords } from './words.ts';

/** The maximum number of pieces of a plan; the monitor's own limit is checked when it is programmed. */
export const mostPieces = 100;

type Counts = { count: number; sets: number; isOfRounds: boolean };

/** Reads the counts before a group: their product, and the product of all except the last. */
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

/** The spaces around a mark. */
function spacingOf(cursor: Cursor): string {
  return [cursor.peek(), cursor.peek(1)].map((token) => (token?.isSpaced ? ' ' : '-')).join('');
}

/** Whether the last step continues the direction of the earlier steps: the 1' of "4'/3'/2' / 1'". */
function isContinued(works: readonly Work[]): boolean {
  const [one = 0, two = 0, three = 0] = works.slice(-3).map(lengthOf);
  return (two - one) * (three - two) > 0;
}

function isSameStep(one: Step | undefined, other: Step): boolean {
  return one !== undefined && 'work' in one && 'work' in other && isSameWork(one.work, other.work);
}

/** "10'/8'/6'/4'/2'/2'": only the last step equals the one before it. */
function isTwiceAtEnd(steps: readonly Step[], last: Step): boolean {
  const isTwice = steps.slice(1).some((step, index) => isSameStep(steps[index], step));
  const isTime = 'work' in last && last.work.kind === 'time';
  return isTime && steps.length >= 3 && !isTwice && isSameStep(steps.at(-1), last);
}

/** Reads the mark and the step after it. */
function readNextStep(cursor: Cursor, mark: string, steps: readonly Step[]): Step | null {
  return cursor.attempt(() => {
    if (mark !== '' && cursor.takeMark(mark) === null) return null;
    const next = readStep(cursor);
    // A duration named as a rest ends the ladder: "1'/2'/3' / 1' rest".
    const after = cursor.peek(1)?.kind;
    const isRest = cursor.isWord(restWords) && after !== 'number' && after !== 'clock';
    // A time after distances does too: '2k/1k/500m / 3:00'.
    const isTime = next !== null && 'work' in next && next.work.kind === 'time';
    const last = steps.at(-1);
    const isOther = isTime && last !== undefined && 'work' in last && last.work.kind !== 'time';
    return isRest || isOther ? null : next;
  });
}

/**
 * `takesApart`: a last step with different spaces is a step if it continues the ladder, and otherwise the rest after
 * it.
 */
function readSteps(cursor: Cursor, isRepeated: boolean, takesApart: boolean): Body | null {
  return cursor.attempt(() => {
    const first = readStep(cursor);
    if (first === null) return null;
    const isListed = cursor.assume.isTrusting && !cursor.isMark('-/');
    const mark = isListed ? '' : cursor.isMark('-') ? '-' : '/';
    const steps = [first];
    const spacings = new Set<string>();
    let isApart = false;
    while (steps.length < mostPieces) {
      const spacing = spacingOf(cursor);
      const step = cursor.attempt(() => {
        const next = readNextStep(cursor, mark, steps);
        if (next === null || mark === '') return next;
        const isLast = cursor.lookAhead(() => readNextStep(cursor, mark, [next]) === null);
        const isSpaced = spacings.size > 0 && !spacings.has(spacing);
        isApart = isLast && (isSpaced || (mark === '/' && isTwiceAtEnd(steps, next)));
        return isApart && !takesApart ? null : next;
      });
      if (step === null) break;
      spacings.add(spacing);
      steps.push(step);
    }
    const isPair = cursor.assume.isTrusting && isApart && !takesApart && !isRepeated;
    if (steps.length < (isPair ? 2 : 3)) return null;
    // "5 x 1'/1'/5'" has work and rests: a ladder never begins with equal steps.
    const [one, other] = steps.map((step) => ('work' in step ? step.work : null));
    const isOfRests = mark === '/' && steps.length <= 3 && one?.kind === 'time';
    if (isOfRests && other && isSameWork(one, other)) return null;
    // '4-3-10k-1 min': the numbers without a unit may be kilometers or minutes.
    const isBare = steps.some((step) => 'number' in step);
    if (isBare && mark === '-' && cursor.isMark(mark) && spacings.has(spacingOf(cursor))) return null;
    const works = worksOf(cursor, steps);
    if (works === null || (isApart && takesApart && !isContinued(works))) return null;
    return { kind: 'ladder', works, mark };
  });
}

/** A last value that is spaced differently is the rest: "20'/15'/10'/5' / 3'". */
function readLadder(cursor: Cursor, isRepeated: boolean): Body | null {
  const { isTrusting, time } = cursor.assume;
  const whole = isTrusting && time === 'piece' ? readSteps(cursor, isRepeated, true) : null;
  return whole ?? readSteps(cursor, isRepeated, false);
}

function readBody(cursor: Cursor, isRepeated: boolean): Body | null {
  const set = cursor.attempt(() => {
    if (cursor.takeMark('([{') === null) return null;
    const groups = readSequence(cursor);
    return groups === null || cursor.takeMark(')]}') === null ? null : groups;
  });
  if (set !== null) return { kind: 'set', groups: set };
  const ladder = readLadder(cursor, isRepeated);
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
    const body = readBody(cursor, count > 1);
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

/** Returns the last group with the entry after a separator: '500 m, 2:00 rest'; null if that entry is a group. */
function readLater(cursor: Cursor, last: Group, separator: string, isOnly: boolean): Group | null {
  return cursor.attempt(() => {
    const { isTrusting, time } = cursor.assume;
    // Only the entry directly after '2k' may be its goal.
    const isGoal = time === 'goal' && separator !== '+';
    const work = isGoal && last.body.kind === 'work' ? last.body.work : null;
    const later = readModifiers(cursor, work);
    if (later === null || isEmpty(later) || !isBoundary(cursor)) return null;
    // In "6x3'/2', 10' cool down" the 10 minutes are not a rest.
    if (time === 'rest' && isWarmUp(later.target.intensity)) return null;
    const { intensity } = later.target;
    // "8 x 3' r28 + 3' UT2"
    if (later.rest?.isBare && intensity !== undefined && !isEasy(intensity)) return null;
    const hasTarget = Object.keys(later.target).length > 0;
    // After several groups, and after a plus, the target's group is ambiguous.
    if (hasTarget && !isTrusting && (!isOnly || separator === '+' || separator === '&')) return null;
    if (last.modifiers.rest !== null && later.rest !== null && !isTrusting) {
      const isAlone = isEmpty({ ...later, rest: null });
      const isBetween = !cursor.isAtEnd && !cursor.isMark(')]}');
      const modifiers = { ...last.modifiers, restAfter: later.rest };
      return isAlone && isBetween && last.modifiers.restAfter === null ? { ...last, modifiers } : null;
    }
    // After a single piece a second time is not a rest ("20', 3', 20'"), nor is a longer one ("1', 2', 3'").
    const single = last.count === 1 && last.body.kind === 'work' ? last.body.work : null;
    if (single !== null && later.rest !== null) {
      const isLong = single.kind === 'time' && (later.rest.sec ?? 0) > single.durationSec;
      if (last.modifiers.rest !== null || (later.rest.isBare && isLong)) return null;
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
