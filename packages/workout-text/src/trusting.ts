/** Rules that only a trusting reader has: their code loads with the form of a workout, not with each page. */
import { programLimits, type Work } from '@boathouse/pm5/plan';
import type { Assumptions, Cursor, TrustingRules } from './cursor.ts';
import { readGroup } from './grammar.ts';
import { goalPaceSec, isUsual } from './pace-form.ts';
import { checkedWork, readDurationSec, unitOf } from './quantities.ts';
import type { Draft, Group, ReadTarget } from './syntax.ts';
import type { NumberToken } from './tokens.ts';
import { calorieWords, metersByUnit, secondsByUnit, wattWords } from './words.ts';

/** '2k / 7:00', '2k in 7:00', '5k, 2:05': the time of the piece, or its pace. */
function readGoal(cursor: Cursor, work: Work | null, isAlone: boolean): ReadTarget | null {
  return cursor.attempt(() => {
    if (cursor.assume.time !== 'goal' || work === null) return null;
    if (cursor.takeMark('/@(-') === null) cursor.takeWord('in', 'at', 'under');
    const time = cursor.peek();
    if (time?.kind !== 'clock') {
      // '5k 20 min'
      const sec = isAlone ? readDurationSec(cursor) : null;
      const ofPieceSec = sec === null || isUsual(sec) ? null : goalPaceSec(work, sec);
      return ofPieceSec === null ? null : { paceSec: ofPieceSec };
    }
    cursor.skip();
    cursor.takeMark(')');
    // '@ 1:50-1:55' is a band.
    if (cursor.isMark('-') && cursor.peek(1)?.kind === 'clock') return null;
    const paceSec = goalPaceSec(work, time.sec + (time.tenths ?? 0) / 10);
    return paceSec === null ? null : { paceSec };
  });
}

/** "10' r18 10' r20": work after a target, without a separator. */
function readUnseparated(cursor: Cursor, last: Group): Group | null {
  const { intensity: _effort, ...figures } = last.modifiers.target;
  if (cursor.isAtEnd || cursor.isMark(')]}') || Object.keys(figures).length === 0) return null;
  return cursor.attempt(() => {
    const group = readGroup(cursor, '+');
    const isAlike = group?.body.kind === last.body.kind && group.count === 1 && last.count === 1;
    return isAlike && Object.keys(group.modifiers.target).length > 0 ? group : null;
  });
}

/** Up to this a number without a unit is minutes or seconds, not meters. */
const mostBareWork = 90;
const mostBareMinutes = 10;
const mostBareSec = 300;
const [leastDistanceM, distanceStepM] = [100, 50];
const bareDistances = [21_097, 42_195];

/**
 * A number without a unit, if no word after it changes its meaning: '500' in '4x500', not in '500s', '10 strokes' or
 * '90%'.
 */
function takeBareNumber(cursor: Cursor): NumberToken | null {
  return cursor.attempt(() => {
    const number = cursor.takeNumber();
    const next = cursor.peek();
    const units = [metersByUnit, secondsByUnit, calorieWords, wattWords];
    if (next?.kind === 'mark' && '\'":'.includes(next.mark)) return null;
    const isWith = cursor.isMark('/', 1) && unitOf(next) === 'w';
    const isOther = next?.kind === 'word' && !isWith && units.some((words) => words.has(next.word));
    return isOther ? null : number;
  });
}

/** '6x500/2' rests 2 minutes, '6x500/90' 90 seconds. Not '10x100/100', which may mean meters. */
function readBareRestSec(cursor: Cursor): number | null {
  return cursor.attempt(() => {
    const number = takeBareNumber(cursor);
    if (number === null || number.decimals > 0 || number.value < 1) return null;
    if (number.value <= mostBareMinutes && cursor.assume.unit === 'min') return number.value * 60;
    const isDistance = number.value >= leastDistanceM && number.value % distanceStepM === 0;
    return number.value % 5 === 0 && number.value <= mostBareSec && !isDistance ? number.value : null;
  });
}

/** The likeliest unit of a number without one: meters from 100, a round number or a ranked distance. */
function workOfBare(cursor: Cursor, { value, decimals }: NumberToken): Work | null {
  if (decimals > 0) return null;
  const isDistance =
    value >= leastDistanceM && (value % distanceStepM === 0 || bareDistances.includes(value));
  if (isDistance) return checkedWork({ kind: 'distance', distanceM: value });
  const durationSec = cursor.assume.unit === 'min' ? value * 60 : value;
  return value > mostBareWork ? null : checkedWork({ kind: 'time', durationSec });
}

function readBareWork(cursor: Cursor): Work | null {
  return cursor.attempt(() => {
    const number = takeBareNumber(cursor);
    return number && workOfBare(cursor, number);
  });
}

/** "4 x (3'/2') / 5'": with a rest after the set, the rest in it may be a piece. */
function asPieces(groups: readonly Group[], drafts: readonly Draft[]): Draft[] | null {
  const [only, ...others] = groups;
  const [draft] = drafts;
  const isOne = draft && others.length === 0 && only?.count === 1 && only.modifiers.rest?.isBare === true;
  const durationSec = draft?.restSec ?? 0;
  if (!isOne || draft.work.kind !== 'time' || Object.keys(draft.target).length > 0) return null;
  if (durationSec < programLimits.shortestDurationSec) return null;
  const second: Draft = { ...draft, work: { kind: 'time', durationSec } };
  return [draft, second].map((each) => ({ ...each, restSec: 0 }));
}

function withoutCount(group: Group): Group {
  return { ...group, count: 1, isOfRounds: false, isCountBehind: false };
}

/** The count of a list without brackets: '3 rounds: 500m, 20 cal', "3 x 4' r20, 3' r22", "4' r20, 3' r22 x 3". */
function countOfAll(groups: readonly Group[], time: Assumptions['time']): number | null {
  const [first, ...others] = groups;
  const last = others.at(-1);
  if (!first || !last) return null;
  if (first.isOfRounds && first.sets === 1 && first.body.kind !== 'set') return first.count;
  const isEach = groups.every(({ separator, modifiers: { target } }) => {
    const { intensity: _effort, ...figures } = target;
    return separator !== '+' && Object.keys(figures).length > 0;
  });
  const repeated = groups.filter(({ count }) => count > 1);
  const isAtEdge = repeated.length === 1 && (first.count > 1 || last.isCountBehind);
  return isEach && isAtEdge && time !== 'piece' ? Math.max(first.count, last.count) : null;
}

function listOfCount(groups: readonly Group[], time: Assumptions['time']) {
  const count = countOfAll(groups, time);
  if (count === null) return null;
  const counted = groups.find((group) => group.count === count);
  return { count, once: groups.map((group) => (group === counted ? withoutCount(group) : group)) };
}

export const trustingRules: TrustingRules = {
  readGoal,
  readUnseparated,
  readBareRestSec,
  readBareWork,
  workOfBare,
  asPieces,
  listOfCount,
};
