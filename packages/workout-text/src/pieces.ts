/**
 * Turns the result of the grammar into pieces. Returns null if a coach could mean something else, unless the reader is
 * trusting: each `isClear` below checks one such doubt.
 */
import { isSameWork, lengthOf, programLimits, type PlannedPiece, type Work } from '@boathouse/pm5/plan';
import type { Assumptions } from './cursor.ts';
import { mostPieces } from './grammar.ts';
import { isPaceUnclear, isSecondPace, slowestBareSec } from './pace-form.ts';
import { isRatioLike } from './quantities.ts';
import {
  easiestRate,
  isLongerTime,
  isRestLike,
  mayBeRecovery,
  mayBeRestOfSeries,
  secondsOf,
} from './recovery.ts';
import type { Draft, Group, ReadRest } from './syntax.ts';
import { isEasy, isWarmUp, isZone, joinTargets } from './targets.ts';
import { easyEfforts } from './words.ts';

/** Whether the steps of a ladder have no other meaning. */
function isClearLadder(works: readonly Work[], mayBeRests: boolean, count: number): boolean {
  const amounts = works.map(lengthOf);
  const [first = 0, middle = 0, last = 0] = amounts;
  // '1-7-1 min' goes up and down by one minute for most coaches.
  const isShortForm = works.length === 3 && first === last && middle >= 3 * first;
  if (isShortForm || works.some((work, index) => isRestLike(work, works[index - 1], works[index + 1])))
    return false;
  if (!mayBeRests) return true;
  // One way up or down, or up and down again: "1'/2'/1'" may also be two pieces of 1' with 2' of rest.
  const steps = amounts.slice(1).map((amount, index) => Math.sign(amount - (amounts[index] ?? amount)));
  const turns = steps.slice(1).filter((step, index) => step !== steps[index]).length;
  return count === 1 && !steps.includes(0) && turns <= (amounts.length > 3 ? 1 : 0);
}

/** Whether a rest after pieces would replace a written rest that no other piece has. */
function hidesRest(drafts: readonly Draft[], { sec }: ReadRest): boolean {
  const own = drafts.at(-1)?.restSec;
  return own !== undefined && own !== sec && !drafts.slice(0, -1).some(({ restSec }) => restSec === own);
}

function withLastRest(drafts: readonly Draft[], { sec }: ReadRest): Draft[] {
  return drafts.map((draft, index) => (index === drafts.length - 1 ? { ...draft, restSec: sec } : draft));
}

/** The drafts of a set with the rest after it; `draftsOfGroup` handles the rest of the whole series. */
function withRestOfSet(
  { modifiers: { rest }, count }: Group,
  groups: readonly Group[],
  own: Draft[],
  isTargeted: boolean,
  assume: Assumptions,
): Draft[] | null {
  if (rest === null) return own;
  const [only] = groups;
  const hasRests = own.every((draft) => draft.restSec !== undefined);
  // '(5 x 500 m) / 1:00', '2 x (500 m + 250 m) / 1:00': after each piece or after all of them.
  const isRepeated = groups.length === 1 && only !== undefined && only.count > 1;
  const hasNoRests = own.every((draft) => draft.restSec === undefined);
  const isPlain = own.length > 1 && hasNoRests && !isTargeted && rest.between !== 'sets';
  const isClear = hasRests || !(isRepeated || count === 1 || isPlain);
  if (!assume.isTrusting) return isClear && !hidesRest(own, rest) ? withLastRest(own, rest) : null;
  if (hidesRest(own, rest)) {
    const both = assume.setRest === 'set' ? (assume.rules?.asPieces(groups, own) ?? null) : null;
    return both === null ? own : withLastRest(both, rest);
  }
  if (!isClear && assume.setRest === 'pieces') return own.map((draft) => ({ ...draft, restSec: rest.sec }));
  return withLastRest(own, rest);
}

function draftsOfSet(group: Group, groups: readonly Group[], assume: Assumptions): Draft[] | null {
  const { rest, target, easyPart } = group.modifiers;
  const inner = draftsOfSequence(groups, assume, group.count > 1);
  if (inner === null || rest?.between === 'pieces' || easyPart) return null;
  const own = inner.flatMap((draft) => {
    const both = joinTargets(draft.target, target);
    return both === null ? [] : { ...draft, target: both };
  });
  if (own.length < inner.length) return null;
  const isTargeted = inner.some((draft) => Object.keys(draft.target).length > 0);
  return withRestOfSet(group, groups, own, isTargeted, assume);
}

/** The drafts of one repetition. */
function draftsOfBody(group: Group, assume: Assumptions): Draft[] | null {
  const { body, modifiers, count } = group;
  const { rest, target, easyPart } = modifiers;
  if (body.kind === 'set') return draftsOfSet(group, body.groups, assume);
  if (rest?.between === 'sets') return null;
  const works = body.kind === 'ladder' ? body.works : [body.work];
  if (body.kind === 'ladder') {
    const isOfTimes = body.mark === '/' && works[0]?.kind === 'time';
    const isMarked = rest !== null && !rest.isBare;
    const isClear = isClearLadder(works, isOfTimes && !isMarked, count) && !(isOfTimes && rest?.isBare);
    if (easyPart || !(isClear || assume.isTrusting)) return null;
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

/** '3 x 4 x 250m / 3:00': a rest that is longer than the work may belong to the sets. */
function isRestOfSets({ sets, body, modifiers: { rest, restAfter } }: Group): boolean {
  if (sets === 1 || body.kind !== 'work' || rest === null || restAfter !== null) return false;
  return rest.between === null && (rest.sec ?? Infinity) > secondsOf(body.work);
}

/** Whether the target after a rest belongs to the work and not to the rest, and the work is not a ratio. */
function isClearGroup(group: Group): boolean {
  const { modifiers, body, count } = group;
  const { rest, restBeforeTarget, target } = modifiers;
  const isTime = body.kind !== 'work' || body.work.kind === 'time';
  if (restBeforeTarget === 'bare' && (target.intensity !== undefined || isTime)) return false;
  if (rest?.isBare && restBeforeTarget === null && isSecondPace(target.paceSec, rest.sec)) return false;
  if (body.kind !== 'work' || count === 1) return true;
  const { work } = body;
  if (isRestOfSets(group)) return false;
  // A target that fits easy rowing in a rest, and work too short for easy rowing.
  const isEasyRow = (target.strokeRate?.max ?? Infinity) <= easiestRate || (target.paceSec ?? 0) >= 140;
  const isShort = work.kind === 'calories' || lengthOf(work) < (work.kind === 'time' ? 480 : 2000);
  return !(restBeforeTarget !== null && isEasyRow && isShort) && !isRatioLike(work);
}

function draftsOfGroup(group: Group, assume: Assumptions): Draft[] | null {
  const { modifiers, count, body } = group;
  const { rest, isOn, restAfter } = modifiers;
  if (isOn && (rest === null || rest.isBare)) return null;
  const once = assume.isTrusting || isClearGroup(group) ? draftsOfBody(group, assume) : null;
  if (once === null || once.length * count > mostPieces) return null;
  const all = Array.from({ length: count }, () => once).flat();
  if (assume.setRest === 'set' && rest !== null && isRestOfSets(group)) {
    const ofSet = once.map((draft) => ({ ...draft, restSec: 0 }));
    const set = Array.from({ length: count / group.sets }, () => ofSet).flat();
    return Array.from({ length: group.sets }, () => withLastRest(set, rest)).flat();
  }
  const isRestOfAll = body.kind === 'set' && rest !== null && all.at(-1)?.restSec !== rest.sec;
  if (isRestOfAll && hidesRest(all, rest)) return null;
  const drafts = isRestOfAll ? withLastRest(all, rest) : all;
  if (restAfter === null) return drafts;
  // The rest of a set is not shorter than the rest of its pieces.
  if (assume.isTrusting && (restAfter.sec ?? Infinity) < (rest?.sec ?? 0)) return null;
  const sets = assume.isTrusting ? group.sets : 1;
  const ofSet = drafts.slice(0, drafts.length / sets);
  return hidesRest(ofSet, restAfter)
    ? null
    : Array.from({ length: sets }, () => withLastRest(ofSet, restAfter)).flat();
}

function isBare({ modifiers, body }: Group): boolean {
  return body.kind !== 'set' && modifiers.rest === null && Object.keys(modifiers.target).length === 0;
}

/** 'r20' after short or repeated work is a rest of 20 s for some coaches, unless the text has another rest. */
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

const workOf = (group: Group | undefined): Work | undefined =>
  group?.body.kind === 'work' ? group.body.work : undefined;

/** Whether the athlete may row a group after each piece of the series before it. */
function isRecoveryOf(group: Group, { body, modifiers }: Group): boolean {
  const work = workOf(group);
  const before = body.kind === 'work' ? body.work : body.kind === 'ladder' ? body.works[0] : undefined;
  const part = before && { work: before, target: modifiers.target };
  return (
    work !== undefined && part !== undefined && mayBeRecovery({ work, target: group.modifiers.target }, part)
  );
}

/**
 * Whether a time added by a plus may be a rest, as after a comma: "3x1000m + 3'", "20' + 3' + 20'". `next` follows it;
 * in a repeated set `next` is also the set's first group.
 */
function isAddedRest(own: Work, before: Group, next: Group | undefined): boolean {
  if (before.count > 1) {
    const isBetween = before.modifiers.rest === null || next !== undefined;
    return isBetween && mayBeRestOfSeries(own);
  }
  return before.modifiers.rest === null && isRestLike(own, workOf(before), workOf(next));
}

/** "7 x 2' hard, 2' light" alternates. With other times the second piece may be a cool-down, so the text is unclear. */
function alternation(groups: readonly Group[], assume: Assumptions): Draft[] | 'unclear' | null {
  const [hard, easy, ...others] = groups;
  if (!hard || !easy || hard.count === 1 || easy.count > 1 || hard.modifiers.rest !== null) return null;
  const effort = hard.modifiers.target.intensity;
  const isLight = easyEfforts.has(easy.modifiers.target.intensity?.toLowerCase() ?? '');
  const isListed = easy.separator === ',' && isLight && effort !== undefined && !isWarmUp(effort);
  const isRecovery = isRecoveryOf(easy, hard) && !isWarmUp(effort);
  if (!(assume.isTrusting ? isRecovery : isListed)) return null;
  const once = [draftsOfGroup({ ...hard, count: 1 }, assume), draftsOfGroup(easy, assume)];
  const [first, second] = once.map((drafts) => drafts?.[0]);
  const isAlone = others.length === 0 && easy.modifiers.rest === null;
  if (assume.isTrusting && (!isAlone || assume.time === 'piece')) return null;
  if (!first || !second || !isAlone) return 'unclear';
  const isOfTime = first.work.kind === 'time' && isSameWork(first.work, second.work);
  if (!assume.isTrusting && !isOfTime) return 'unclear';
  return Array.from({ length: hard.count }, () => [first, second]).flat();
}

/**
 * Whether an entry of a list may belong to the previous one: as its rest ('4 x 500m, 2:00', "3x1000m + 3'"), as a
 * repeated part ('10 x 1:00 r28, 1:00 r18', '3 rounds: 500m, 20 cal') or as its goal ('2k, 7:00', '30:00 r20, 2:00').
 */
function isPartOfEarlier(groups: readonly Group[], index: number, isRepeated: boolean): boolean {
  const [group, before] = [groups[index], groups[index - 1]];
  if (!group || !before || isWarmUp(group.modifiers.target.intensity)) return false;
  if (before.isOfRounds && before.body.kind !== 'set') return true;
  if (group.count > 1) return false;
  const own = workOf(group);
  const isBareTime = own?.kind === 'time' && isBare(group);
  if (group.separator === '+') {
    if (isWarmUp(before.modifiers.target.intensity)) return false;
    const isSeries = before.count > 1 && before.modifiers.rest === null;
    if (isSeries && isRecoveryOf(group, before)) return true;
    // A rest after single pieces applies to all of them, and this one is a piece.
    const last = groups.at(-1);
    const isRestShared = before.count === 1 && last?.count === 1 && last.modifiers.rest !== null;
    const isStep = isLongerTime(workOf(groups[index - 2]), workOf(before));
    const next = groups[index + 1] ?? (isRepeated && !isStep ? groups[0] : undefined);
    return isBareTime && !isRestShared && isAddedRest(own, before, next);
  }
  if (before.modifiers.rest !== null) {
    // "750m, 500m, rest 3', 2'" lists its rests.
    const isListOfRests = workOf(before)?.kind === 'distance' && index > 1 && !before.modifiers.rest.isBare;
    return isBareTime && (before.count > 1 ? index < groups.length - 1 : isListOfRests);
  }
  if (before.count > 1) return before.body.kind !== 'set' || isBareTime;
  const work = workOf(before);
  if (!isBareTime || !work || isWarmUp(before.modifiers.target.intensity)) return false;
  // '30:00 r20, 2:00' and '20 min, 2:10': the later time may be a pace.
  const { intensity: _effort, ...figures } = before.modifiers.target;
  const sec = lengthOf(own);
  const isShort = groups.length === 2 && sec <= slowestBareSec && lengthOf(work) >= 2 * sec;
  const isPaceLike = Object.keys(figures).length > 0 || isShort;
  return work.kind !== 'time' || isPaceLike || isRestLike(own, work, workOf(groups[index + 1]));
}

/**
 * The rest at the end of a text applies to every earlier group, if none of them has its own rest. A series keeps its
 * own rest: '5k, then 10x30s/30s' has none after the 5 km. 'unclear' if series and pieces precede it.
 */
function sharedRestSec(
  groups: readonly Group[],
  drafts: readonly Draft[][],
): number | null | undefined | 'unclear' {
  const last = groups.at(-1);
  const earlier = groups.slice(0, -1);
  const restSec = last?.modifiers.rest?.sec;
  if (!last || last.body.kind === 'set' || isWarmUp(last.modifiers.target.intensity)) return undefined;
  const isOwn = drafts.slice(0, -1).some((own) => own.some((draft) => draft.restSec !== undefined));
  if (isOwn || restSec === undefined || earlier.length === 0) return undefined;
  if (earlier.some(({ body }) => body.kind === 'set')) return 'unclear';
  // "10' easy + 4 x 500m / 2:00" rests between the 500s; "500m easy + 500m hard / 1:00" is not clear.
  const main = earlier.filter(
    ({ modifiers: { target, easyPart } }) => !isWarmUp(target.intensity) && easyPart === null,
  );
  if (last.count === 1)
    return main.some(({ modifiers }) => isEasy(modifiers.target.intensity)) ? 'unclear' : restSec;
  const repeated = main.filter(({ count }) => count > 1);
  if (repeated.length === 0) return undefined;
  return repeated.length === main.length ? restSec : 'unclear';
}

/** `isRepeated`: the first group follows the last one. */
function draftsOfSequence(groups: readonly Group[], assume: Assumptions, isRepeated = false): Draft[] | null {
  const listed = assume.rules?.listOfCount(groups, assume.time) ?? null;
  if (listed !== null) {
    const once = draftsOfSequence(listed.once, assume, true);
    const isTooMuch = once === null || once.length * listed.count > mostPieces;
    return isTooMuch ? null : Array.from({ length: listed.count }, () => once).flat();
  }
  if (isEndUnclear(groups) && !assume.isTrusting) return null;
  const alternating = alternation(groups, assume);
  if (alternating !== null) return alternating === 'unclear' ? null : alternating;
  const isListed = groups.some((_, index) => isPartOfEarlier(groups, index, isRepeated));
  if (isListed && !assume.isTrusting) return null;
  const known = groups.flatMap((group) => {
    const drafts = draftsOfGroup(group, assume);
    return drafts === null ? [] : [drafts];
  });
  const shared = sharedRestSec(groups, known);
  if (known.length < groups.length || (shared === 'unclear' && !assume.isTrusting)) return null;
  const all = known.flatMap((drafts, index) =>
    drafts.map((draft) => {
      const isApart = isWarmUp(draft.target.intensity) || isEasy(draft.target.intensity);
      // '20 x 30s hard / 30s easy' has its recovery.
      const isAlternating = groups[index]?.modifiers.easyPart !== null;
      const isOwn = draft.restSec !== undefined || isApart || isAlternating || shared === 'unclear';
      return isOwn ? draft : { ...draft, restSec: shared };
    }),
  );
  // Another rate shows that all of them are rates: "1' r20, 1' r22, 1' r24".
  const isRate = all.some(({ target }) => target.strokeRate !== undefined && !target.isRateLikeRest);
  const isUnclear = !isRate && all.some((draft, index) => isRateUnclear(draft, index < all.length - 1));
  return all.length > mostPieces || (isUnclear && !assume.isTrusting) ? null : all;
}

/** Returns the pieces of a whole text; a rest that it does not mention is zero. */
export function piecesOf(groups: readonly Group[], assume: Assumptions): PlannedPiece[] | null {
  const [only, ...others] = groups;
  // '4:00/3:00' may be a ladder, and '2k / 7:00' a goal: a bare rest after the only piece is unclear.
  const isLone = others.length === 0 && only?.count === 1 && only.body.kind === 'work';
  const isClear = !(isLone && only.modifiers.rest?.isBare);
  const drafts = isClear || assume.isTrusting ? draftsOfSequence(groups, assume) : null;
  const isPaceClear = drafts?.every(({ work, target: { paceSec, paceForm } }) => {
    return (
      paceSec === undefined ||
      paceForm === undefined ||
      !isPaceUnclear(work, paceSec, paceForm, drafts.length === 1)
    );
  });
  if (drafts === null || !isPaceClear) return null;
  return drafts.map(({ work, restSec = 0, target }) => {
    const { isRateLikeRest: _rate, isTwoWords: _words, paceForm: _pace, ...figures } = target;
    return { ...work, restSec, ...(Object.keys(figures).length > 0 ? { target: figures } : {}) };
  });
}
