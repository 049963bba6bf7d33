import type { Work } from '@boathouse/pm5/plan';
import type { Cursor } from './cursor.ts';
import { readDurationSec } from './quantities.ts';
import { readRest } from './rests.ts';
import type { Modifiers, ReadRest, ReadTarget } from './syntax.ts';
import { isEasy, joinTargets, readTarget, skipFillers } from './targets.ts';
import { calorieWords, easyEfforts, metersByUnit, secondsByUnit } from './words.ts';

const none: Modifiers = {
  rest: null,
  restAfter: null,
  target: {},
  count: null,
  isOn: false,
  easyPart: null,
  restBeforeTarget: null,
};

export function isEmpty({ rest, target, count, isOn, easyPart }: Modifiers): boolean {
  return rest === null && Object.keys(target).length === 0 && count === null && !isOn && easyPart === null;
}

/** "with 2' easy", "2' rest max", 'full rest, hr <120': the athlete's work in the rest, or the end of the rest. */
function isOfRest({ intensity, heartRate }: ReadTarget, rest: ReadRest): boolean {
  const isMost = intensity?.toLowerCase() === 'max';
  return (
    isEasy(intensity) || isMost || (heartRate !== undefined && (rest.sec === null || heartRate.min === 0))
  );
}

/**
 * Joins the modifiers of one group from two places, in the order of the text. Null if both have the same one, or if the
 * target may belong to the rest before it. A trusting reader drops the target of a rest, and treats a second rest as
 * the rest of the set.
 */
export function joinModifiers(one: Modifiers, other: Modifiers, isTrusting: boolean): Modifiers | null {
  if (one.rest !== null && isOfRest(other.target, one.rest)) return isTrusting ? one : null;
  const target = joinTargets(one.target, other.target);
  const isSecondRest = isTrusting && one.rest !== null && other.rest !== null && one.restAfter === null;
  const isTwice =
    (one.rest && other.rest && !isSecondRest) ||
    (one.count && other.count) ||
    (one.easyPart && other.easyPart) ||
    (one.isOn && other.isOn);
  if (target === null || isTwice) return null;
  return {
    rest: one.rest ?? other.rest,
    restAfter: isSecondRest ? other.rest : (one.restAfter ?? other.restAfter),
    target,
    count: one.count ?? other.count,
    isOn: one.isOn || other.isOn,
    easyPart: one.easyPart ?? other.easyPart,
    restBeforeTarget: one.restBeforeTarget ?? other.restBeforeTarget,
  };
}

function readCountBehind(cursor: Cursor): number | null {
  return cursor.attempt(() => {
    if (cursor.takeWord('x') === null && cursor.takeMark('*') === null) return null;
    const number = cursor.takeNumber();
    if (number === null || number.decimals > 0) return null;
    const units = [metersByUnit, secondsByUnit, calorieWords];
    const isAmount =
      units.some((words) => cursor.isWord(words)) || cursor.isMark('\'":') || cursor.isWord(new Set(['x']));
    return isAmount ? null : number.value;
  });
}

function readEasyPart(cursor: Cursor): Modifiers['easyPart'] {
  return cursor.attempt(() => {
    const durationSec = readDurationSec(cursor);
    const easy = durationSec === null ? null : cursor.takePhrase(easyEfforts);
    return durationSec === null || easy === null ? null : { durationSec, intensity: easy.written };
  });
}

/** A rest or target; 'with' may precede either. */
function readRestOrTarget(cursor: Cursor, mayBeLoose = true, hasPace = false): Partial<Modifiers> | null {
  const { time } = cursor.assume;
  // "10 x 500 m 1:45 2'": the time after the pace.
  const rest = readRest(cursor, false, mayBeLoose && (time === 'rest' || (time === 'goal' && hasPace)));
  if (rest !== null) return { rest };
  return cursor.attempt(() => {
    if (cursor.takeWord('with', 'w') !== null) cursor.takeMark('/');
    const target = readTarget(cursor);
    return target && { target };
  });
}

function readBracketed(cursor: Cursor): Modifiers | null {
  return cursor.attempt(() => {
    if (cursor.takeMark('([{') === null) return null;
    let all = none;
    do {
      const found = readRestOrTarget(cursor);
      const joined = found && joinModifiers(all, { ...none, ...found }, cursor.assume.isTrusting);
      if (joined === null) return null;
      all = joined;
      cursor.takeMark(',;');
    } while (cursor.takeMark(')]}') === null);
    return all;
  });
}

/** A slash before a rest or an easy part, a dash before a rest or target: '500 m - 2:00', "30' - r20". */
function readMarked(cursor: Cursor, isEffortKnown: boolean, work: Work | null): Partial<Modifiers> | null {
  return cursor.attempt(() => {
    const mark = cursor.takeMark('/-');
    if (mark === null) return null;
    const easyPart = mark === '/' && isEffortKnown ? readEasyPart(cursor) : null;
    if (easyPart !== null) return { easyPart };
    // After a dash only the rest of a distance may be bare; a trusting reader also allows the rest of several pieces;
    // not '-2'.
    const mayBeBare = work === null ? cursor.assume.isTrusting : work.kind === 'distance';
    const hasUnit =
      cursor.peek()?.kind !== 'number' || cursor.peek(1)?.kind === 'word' || cursor.isMark('\'"', 1);
    const rest = readRest(cursor, mark === '/' || (mayBeBare && hasUnit));
    if (rest !== null) return { rest };
    return mark === '-' ? readRestOrTarget(cursor, false) : null;
  });
}

function readOne(
  cursor: Cursor,
  all: Modifiers,
  work: Work | null,
  isAlone: boolean,
): Partial<Modifiers> | null {
  const isEffortKnown = all.target.intensity !== undefined;
  const easyPart = isEffortKnown ? readEasyPart(cursor) : null;
  if (easyPart !== null) return { easyPart };
  const goal = all.target.paceSec === undefined ? cursor.assume.rules?.readGoal(cursor, work, isAlone) : null;
  const found =
    (goal ? { target: goal } : null) ??
    readMarked(cursor, isEffortKnown, work) ??
    readBracketed(cursor) ??
    readRestOrTarget(cursor, true, all.target.paceSec !== undefined);
  if (found !== null) return found;
  const count = readCountBehind(cursor);
  if (count !== null) return { count };
  return cursor.takeWord('on') === null ? null : { isOn: true };
}

/**
 * Reads the modifiers of some work as far as it understands them. Returns null if one occurs twice. `work` is null if
 * they follow several pieces; `isAlone`: the work is not repeated.
 */
export function readModifiers(cursor: Cursor, work: Work | null, isAlone = false): Modifiers | null {
  let all = none;
  let restBefore: ReadRest | null = null;
  for (;;) {
    skipFillers(cursor);
    const found = readOne(cursor, all, work, isAlone);
    if (found === null) return all;
    const isAfterRest = restBefore !== null && found.target !== undefined;
    const restBeforeTarget = !isAfterRest ? null : restBefore?.isBare ? 'bare' : 'named';
    const joined = joinModifiers(all, { ...none, ...found, restBeforeTarget }, cursor.assume.isTrusting);
    if (joined === null) return null;
    all = joined;
    restBefore = found.rest ?? null;
  }
}
