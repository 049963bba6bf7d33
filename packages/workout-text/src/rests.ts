import type { Cursor } from './cursor.ts';
import { readRestDurationSec } from './quantities.ts';
import type { ReadRest } from './syntax.ts';
import { noRests, pieceWords, restWords, setWords, undefinedRests } from './words.ts';

const shortRest = new Set(['r']);
const off = new Set(['off']);
const of = new Set(['of']);
const between = new Set(['between']);
/** Minutes after an 'r' that can't be a rate: 'r2'. */
const mostShortMinutes = 9;

/** 'between sets', 'between', 'each'. Returns undefined without one. */
function readBetween(cursor: Cursor): ReadRest['between'] | undefined {
  if (cursor.takeWord('between') === null) return cursor.takeWord('each') === null ? undefined : null;
  cursor.takeWord('each', 'the');
  const scope = cursor.isWord(setWords) ? 'sets' : cursor.isWord(pieceWords) ? 'pieces' : null;
  if (scope !== null) cursor.skip();
  return scope;
}

/** 'rest 1:00', 'r: 2 min', "r=5'"; a trusting reader also takes 'rest 90', 'r2' and, if it can't be a rate, 'r20'. */
function readRestBefore(cursor: Cursor): number | null {
  return cursor.attempt(() => {
    const isShort = cursor.isWord(shortRest);
    if (!cursor.isWord(restWords)) return null;
    cursor.skip();
    if (cursor.takeMark(':=-') === null) cursor.takeWord('of', 'for');
    const number = cursor.peek();
    const isSmall = number?.kind === 'number' && number.value <= mostShortMinutes;
    return readRestDurationSec(cursor, !isShort || isSmall || cursor.assume.shortRest === 'rest');
  });
}

/** "3:30 rest 4'": the word belongs to the time after it, unless that time has its own rest word. */
function isRestOfNext(cursor: Cursor): boolean {
  return cursor.lookAhead(() => {
    cursor.skip();
    const isTime = readRestDurationSec(cursor, false) !== null;
    return isTime && ![restWords, off, between].some((words) => cursor.isWord(words));
  });
}

/** The word after a duration. 'r' before a number belongs to that number: '1:30 r20'. */
function takeRestBehind(cursor: Cursor): boolean {
  if (cursor.isWord(of) && cursor.isWord(restWords, 1)) {
    cursor.skip(2);
    return true;
  }
  const next = cursor.peek(1);
  const isOfNext = next?.kind === 'number' || next?.kind === 'clock';
  if (isOfNext && cursor.isWord(shortRest)) return false;
  if (!cursor.isWord(restWords) && !cursor.isWord(off)) return false;
  if (isOfNext && !cursor.isWord(off) && isRestOfNext(cursor)) return false;
  cursor.skip();
  return true;
}

/** "with 4', 3', 2' rest": a list of rests, so the first does not apply to all. */
function isListNext(cursor: Cursor): boolean {
  return cursor.lookAhead(
    () => cursor.takeMark(',;/&-') !== null && readRestDurationSec(cursor, false) !== null,
  );
}

/** A rest with a rest word; with `isAfterSlash` also a duration without one, with `isLoose` one with its unit. */
export function readRest(cursor: Cursor, isAfterSlash: boolean, isLoose = false): ReadRest | null {
  return cursor.attempt(() => {
    // 'w/' is 'with'.
    const isWith = cursor.takeWord('with', 'w') !== null;
    if (isWith && cursor.takeMark('/') === null) cursor.takeWord('a');
    if (cursor.takePhrase(undefinedRests))
      return { sec: null, isBare: false, between: readBetween(cursor) ?? null };
    if (cursor.takePhrase(noRests)) return { sec: 0, isBare: false, between: readBetween(cursor) ?? null };
    const before = readRestBefore(cursor);
    if (before !== null) {
      takeRestBehind(cursor);
      return { sec: before, isBare: false, between: readBetween(cursor) ?? null };
    }
    const sec = readRestDurationSec(cursor, isAfterSlash);
    if (sec === null) return null;
    const isNamed = takeRestBehind(cursor);
    const between = readBetween(cursor);
    if (isWith && !isNamed && isListNext(cursor)) return null;
    const isBare = !isNamed && !isWith && between === undefined;
    return isBare && !isAfterSlash && !isLoose ? null : { sec, isBare, between: between ?? null };
  });
}
