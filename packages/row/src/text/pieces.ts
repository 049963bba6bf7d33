/** Turns what the grammar read into pieces. Returns null where a coach could mean something else. */
import { isSameWork, lengthOf, programLimits, type PlannedPiece, type Work } from '@boathouse/pm5/plan';
import { mostPieces, type Group } from './grammar.ts';
import { isPaceUnclear, slowestBareSec } from './pace-form.ts';
import { isRatioLike } from './quantities.ts';
import { isEasy, isWarmUp, isZone, joinTargets, type ReadTarget } from './targets.ts';
import { easyEfforts } from './words.ts';

/** `restSec` is undefined where the text says nothing of a rest. */
type Draft = { work: Work; restSec: number | null | undefined; target: ReadTarget };

/** One way up or down, or up and down again: what a slash between times can only mean if it is a ladder. */
function isPlainLadder(works: readonly Work[]): boolean {
  const amounts = works.map(lengthOf);
  const steps = amounts.slice(1).map((amount, index) => Math.sign(amount - (amounts[index] ?? amount)));
  const turns = steps.slice(1).filter((step, index) => step !== steps[index]).length;
  // "1'/2'/1'" may also be two pieces of 1' with 2' of rest.
  return !steps.includes(0) && turns <= (amounts.length > 3 ? 1 : 0);
}

/** "20'-5'-20'" and "20', 5', 20'": the short time may be the rest of the ones beside it. */
function isRestLike(before: Work, work: Work, after: Work): boolean {
  if (before.kind !== 'time' || work.kind !== 'time' || after.kind !== 'time') return false;
  return before.durationSec >= 2 * work.durationSec && after.durationSec >= 2 * work.durationSec;
}

function hasRestLike(works: readonly Work[]): boolean {
  return works.some((work, index) => {
    const before = works[index - 1];
    const after = works[index + 1];
    return before !== undefined && after !== undefined && isRestLike(before, work, after);
  });
}

/** '1-7-1 min' goes up and down by one minute to most. */
function isShortForm(works: readonly Work[]): boolean {
  const [first = 0, middle = 0, last = 0] = works.map(lengthOf);
  return works.length === 3 && first === last && middle >= 3 * first;
}

function withTarget(drafts: readonly Draft[], target: ReadTarget): Draft[] | null {
  const joined = drafts.flatMap((draft) => {
    const both = joinTargets(draft.target, target);
    return both === null ? [] : [{ ...draft, target: both }];
  });
  return joined.length === drafts.length ? joined : null;
}

function withLastRest(drafts: readonly Draft[], restSec: number | null): Draft[] {
  return drafts.map((draft, index) => (index === drafts.length - 1 ? { ...draft, restSec } : draft));
}

/** The drafts of one repetition. */
function draftsOfBody({ body, modifiers, count }: Group): Draft[] | null {
  const { rest, target, easyPart } = modifiers;
  if (body.kind === 'set') {
    const [only] = body.groups;
    const inner = draftsOfSequence(body.groups);
    const own = inner && withTarget(inner, target);
    if (!own || rest?.between === 'pieces' || easyPart) return null;
    // '(5 x 500 m) / 1:00': after each piece or after all of them.
    const isUnclear =
      body.groups.length === 1 && only && only.count > 1 && own.some((draft) => draft.restSec === undefined);
    if (rest !== null && (isUnclear || (count === 1 && own.some((draft) => draft.restSec === undefined))))
      return null;
    return rest === null ? own : withLastRest(own, rest.sec);
  }
  if (rest?.between === 'sets') return null;
  const works = body.kind === 'ladder' ? body.works : [body.work];
  if (body.kind === 'ladder') {
    if (isShortForm(works) || hasRestLike(works)) return null;
    const isMarked = rest !== null && !rest.isBare;
    const mayBeRests = body.mark === '/' && works[0]?.kind === 'time' && !isMarked;
    if (easyPart || (rest?.isBare && body.mark === '/')) return null;
    if (mayBeRests && (count > 1 || !isPlainLadder(works))) return null;
  }
  const drafts = works.map((work): Draft => ({ work, restSec: rest?.sec, target }));
  if (easyPart === null) return drafts;
  const { durationSec, intensity } = easyPart;
  const isRowable =
    durationSec >= programLimits.shortestDurationSec && durationSec <= programLimits.longestDurationSec;
  if (rest !== null || !isRowable || target.intensity === undefined || isWarmUp(target.intensity))
    return null;
  if (Object.keys(target).length > 1) return null;
  return [...drafts, { work: { kind: 'time', durationSec }, restSec: undefined, target: { intensity } }];
}

/** Whether a target behind a rest is as easy as rowing in a rest, and the work too short to be rowed so. */
function isTargetOfRest(work: Work, { strokeRate, paceSec }: ReadTarget): boolean {
  const isEasyRow = (strokeRate?.max ?? Infinity) <= 20 || (paceSec ?? 0) >= 140;
  const isShort = work.kind === 'calories' || lengthOf(work) < (work.kind === 'time' ? 480 : 2000);
  return isEasyRow && isShort;
}

function draftsOfGroup(group: Group): Draft[] | null {
  const { modifiers, body, count, restAfter } = group;
  const { rest, isOn, restBeforeTarget, target } = modifiers;
  if (isOn && (rest === null || rest.isBare)) return null;
  const isTime = body.kind !== 'work' || body.work.kind === 'time';
  if (restBeforeTarget === 'bare' && (target.intensity !== undefined || isTime)) return null;
  if (body.kind === 'work' && count > 1) {
    if (restBeforeTarget !== null && isTargetOfRest(body.work, target)) return null;
    if (isRatioLike(body.work)) return null;
  }
  const once = draftsOfBody(group);
  if (once === null || once.length * count > mostPieces) return null;
  const drafts = Array.from({ length: count }, () => once).flat();
  return restAfter === null ? drafts : withLastRest(drafts, restAfter.sec);
}

function isBare({ modifiers, body }: Group): boolean {
  return body.kind !== 'set' && modifiers.rest === null && Object.keys(modifiers.target).length === 0;
}

/** 'r20' behind work that is short or repeated is a rest of 20 s to some, unless the text has another rest. */
function isRateUnclear({ target, restSec, work }: Draft, isFollowed: boolean): boolean {
  if (!isFollowed || restSec !== undefined || target.isRateLikeRest === undefined) return false;
  const isLong =
    (work.kind === 'time' && work.durationSec >= 300) || (work.kind === 'distance' && work.distanceM >= 1000);
  return !(isLong && target.strokeRate?.max === 20);
}

/** '500 m + 1000 m r20', '1000 m + 500 m x 4': the end may belong to the last group or to all. */
function isEndUnclear(groups: readonly Group[]): boolean {
  const last = groups.at(-1);
  const earlier = groups.slice(0, -1);
  if (!last || earlier.length === 0) return false;
  if (last.isCountBehind) {
    return !earlier.every(({ count, modifiers }) => count > 1 || isWarmUp(modifiers.target.intensity));
  }
  const { intensity, ...figures } = last.modifiers.target;
  const isOfAll = Object.keys(figures).length > 0 || isZone(intensity);
  return isOfAll && !isWarmUp(intensity) && last.body.kind !== 'set' && earlier.every(isBare);
}

/** "7 x 2' hard, 2' light" alternates; with other times the second may be a cool-down, so the text is not clear. */
function alternation([hard, easy, ...others]: readonly Group[]): Draft[] | 'unclear' | null {
  const effort = hard?.modifiers.target.intensity;
  const isEasy = easyEfforts.has(easy?.modifiers.target.intensity?.toLowerCase() ?? '');
  if (!hard || !easy || easy.separator !== ',' || hard.count === 1 || easy.count > 1 || !isEasy) return null;
  if (effort === undefined || isWarmUp(effort) || hard.modifiers.rest !== null) return null;
  const once = [draftsOfGroup({ ...hard, count: 1 }), draftsOfGroup(easy)];
  const [first, second] = once.map((drafts) => drafts?.[0]);
  const isSame = first?.work.kind === 'time' && second !== undefined && isSameWork(first.work, second.work);
  if (!isSame || others.length > 0 || easy.modifiers.rest !== null) return 'unclear';
  return Array.from({ length: hard.count }, () => [first, second]).flat();
}

const isOfTime = ({ body }: Group): boolean => body.kind === 'work' && body.work.kind === 'time';

/**
 * Whether an entry of a list may belong to the one before it: as its rest ('4 x 500m, 2:00'), as a part of what is
 * repeated ('10 x 1:00 r28, 1:00 r18', '3 rounds: 500m, 20 cal') or as its goal ('2k, 7:00', '30:00 r20, 2:00').
 */
function isPartOfEarlier(group: Group, index: number, groups: readonly Group[]): boolean {
  const before = groups[index - 1];
  if (!before || isWarmUp(group.modifiers.target.intensity)) return false;
  if (before.isOfRounds && before.body.kind !== 'set') return true;
  if (group.separator === '+' || group.count > 1) return false;
  const isBareTime = isOfTime(group) && isBare(group);
  if (before.modifiers.rest !== null) return isBareTime && before.count > 1 && index < groups.length - 1;
  if (before.count > 1) return before.body.kind !== 'set' || isBareTime;
  if (!isBareTime || before.body.kind !== 'work' || isWarmUp(before.modifiers.target.intensity)) return false;
  const after = groups[index + 1];
  return !isOfTime(before) || isPaceLike(group, before, groups.length) || isRestBetween(before, group, after);
}

/** "20' UT2, 5', 20' UT1" */
function isRestBetween({ body: before }: Group, { body }: Group, after: Group | undefined): boolean {
  if (before.kind !== 'work' || body.kind !== 'work' || after?.body.kind !== 'work') return false;
  return isRestLike(before.work, body.work, after.body.work);
}

/** '30:00 r20, 2:00' and '20 min, 2:10': the later time may be a pace. */
function isPaceLike({ body }: Group, before: Group, entries: number): boolean {
  if (body.kind !== 'work' || before.body.kind !== 'work') return false;
  const { intensity: _effort, ...figures } = before.modifiers.target;
  if (Object.keys(figures).length > 0) return true;
  const sec = lengthOf(body.work);
  return entries === 2 && sec <= slowestBareSec && lengthOf(before.body.work) >= 2 * sec;
}

/** A rest at the end applies to every earlier group, if none of them has a rest of its own. */
function sharedRestSec(groups: readonly Group[], drafts: readonly Draft[][]): number | null | undefined {
  const last = groups.at(-1);
  if (!last || last.body.kind === 'set' || isWarmUp(last.modifiers.target.intensity)) return undefined;
  const isOwn = drafts.slice(0, -1).some((own) => own.some(({ restSec }) => restSec !== undefined));
  return isOwn ? undefined : last.modifiers.rest?.sec;
}

function draftsOfSequence(groups: readonly Group[]): Draft[] | null {
  if (isEndUnclear(groups)) return null;
  const alternating = alternation(groups);
  if (alternating !== null) return alternating === 'unclear' ? null : alternating;
  if (groups.some(isPartOfEarlier)) return null;
  const drafts = groups.map(draftsOfGroup);
  const known = drafts.flatMap((own) => (own === null ? [] : [own]));
  if (known.length < drafts.length) return null;
  const shared = sharedRestSec(groups, known);
  const earlier = groups.slice(0, -1);
  if (shared !== undefined && earlier.some(({ body }) => body.kind === 'set')) return null;
  // "10' easy + 4 x 500m / 2:00" rests between the 500s; "500m easy + 500m hard / 1:00" is not clear.
  const hasEasy = earlier.some(({ modifiers }) => isEasy(modifiers.target.intensity));
  if (shared !== undefined && hasEasy && groups.at(-1)?.count === 1) return null;
  const all = known.flat().map((draft) => {
    const isApart = isWarmUp(draft.target.intensity) || isEasy(draft.target.intensity);
    const isOwn = draft.restSec !== undefined || isApart;
    return isOwn ? draft : { ...draft, restSec: shared };
  });
  // Another rate shows that all of them are rates: "1' r20, 1' r22, 1' r24".
  const isRate = all.some(({ target }) => target.strokeRate !== undefined && !target.isRateLikeRest);
  const isUnclear = !isRate && all.some((draft, index) => isRateUnclear(draft, index < all.length - 1));
  return all.length > mostPieces || isUnclear ? null : all;
}

/** '4:00/3:00' may be a ladder, and '2k / 7:00' a goal: a bare rest behind the only piece is not clear. */
function isLoneRestUnclear([only, ...others]: readonly Group[]): boolean {
  return (
    others.length === 0 &&
    only?.count === 1 &&
    only.body.kind === 'work' &&
    only.modifiers.rest?.isBare === true
  );
}

/** Returns the pieces of a whole text; a rest that it does not mention is none. */
export function piecesOf(groups: readonly Group[]): PlannedPiece[] | null {
  const drafts = isLoneRestUnclear(groups) ? null : draftsOfSequence(groups);
  const isUnclear = drafts?.some(({ work, target: { paceSec, paceForm } }) => {
    return paceSec !== undefined && paceForm !== undefined && isPaceUnclear(work, paceSec, paceForm);
  });
  if (drafts === null || isUnclear) return null;
  return drafts.map(({ work, restSec = 0, target }) => {
    const { isRateLikeRest: _rate, isTwoWords: _words, paceForm: _pace, ...figures } = target;
    return { ...work, restSec, ...(Object.keys(figures).length > 0 ? { target: figures } : {}) };
  });
}
