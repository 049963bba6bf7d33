/** Reads the full text of a coach: its plan, the possible meanings, or the word that was not understood. */
import { lengthOf, type WorkoutPlan } from '@boathouse/pm5/plan';
import type { Assumptions } from './cursor.ts';
import { describePlan, runsOf } from './describe.ts';
import { readPlan } from './read-plan.ts';
import {
  knownWords,
  meaningfulWords,
  narrow,
  placesOfPhrases,
  plain,
  respell,
  withPaces,
} from './spellings.ts';
import { normalize } from './tokens.ts';
import { trustingRules } from './trusting.ts';
import { clausesOf, turningWord, withoutAsides, withoutNotes } from './wording/notes.ts';
import { countForms, dividedForms, restForms } from './wording/shapes.ts';

/** `offset` of the word in the text, in UTF-16 units. */
export type UnreadWord = { word: string; offset: number };

export type WorkoutReading =
  | { kind: 'plan'; plan: WorkoutPlan }
  /** Texts that each read as one plan, the likeliest first. They lack the unread word, if there is one. */
  | { kind: 'offers'; offers: readonly string[]; unread: UnreadWord | null }
  /** null: each word is understood, but not their combination. */
  | { kind: 'unread'; unread: UnreadWord | null };

/** All assumptions of a reader, the likeliest first. */
const guesses: readonly Assumptions[] = (['min', 's'] as const).flatMap((unit) =>
  (['rate', 'rest'] as const).flatMap((shortRest) =>
    (['goal', 'rest', 'piece'] as const).flatMap((time) =>
      (['set', 'pieces'] as const).flatMap((setRest) =>
        (['slowest', 'fastest'] as const).map((band) => ({
          isTrusting: true,
          rules: trustingRules,
          unit,
          time,
          shortRest,
          band,
          setRest,
        })),
      ),
    ),
  ),
);

const goals = guesses.filter(({ time }) => time === 'goal');

const mostOffers = 3;
const ratioPattern = /(?:(x ?)|(?<![\d:.]))(\d\d):(\d\d)(?![\d:.])(?:(?<=x ?\d\d:\d\d)|(?= ?x))/gi;
/** '8 x 500m 1:45 3:30 rest': the first of two times side by side is the pace. */
const paceAndRestPattern = /\d ?m? \d:\d\d(?:\.\d)? (?:r(?:est)? ?)?\d+(?::\d\d| ?')/i;
/** Longer texts are not short forms. The limit also bounds the time of all guesses. */
const longestGuessed = 400;

const longestWorkoutSec = 3.5 * 3600;
/** Seconds per meter of a slow row. */
const slowRowSec = 0.24;
const shortestRestShare = 1 / 20;
const shortestRestSec = 10;
const longestRestSec = 20 * 60;

/**
 * Whether athletes row such a plan at all: a guess from numbers without units can give hours of intervals, or a rest of
 * seconds.
 */
function isPlausible({ pieces }: WorkoutPlan, { unit, shortRest }: Assumptions): boolean {
  let totalSec = 0;
  for (const piece of pieces) {
    const workSec = piece.kind === 'distance' ? piece.distanceM * slowRowSec : lengthOf(piece);
    const restSec = piece.restSec ?? 0;
    totalSec += workSec + restSec;
    const isTooShort = piece.kind === 'time' && restSec > 0 && restSec < workSec * shortestRestShare;
    // Alternating numbers mean seconds: '30/30 x 12'.
    if (
      isTooShort ||
      restSec > longestRestSec ||
      (restSec > 0 && restSec < shortestRestSec) ||
      (unit === 's' && (restSec === 0 || shortRest === 'rest'))
    )
      return false;
  }
  return totalSec <= longestWorkoutSec;
}

/** Whether the plan has a series, or a pace for only some of its pieces. */
function isOfSeveral({ pieces }: WorkoutPlan): boolean {
  const hasSeries = runsOf(pieces).some((run) => run.count > 1 && run.pieces.length === 1);
  const paced = pieces.filter(({ target }) => target?.paceSec !== undefined);
  return hasSeries || (paced.length > 0 && paced.length < pieces.length);
}

/** "5', 4', 3', 2', 1'": the last time is more likely a piece than a rest. */
function isLadderDown({ pieces }: WorkoutPlan): boolean {
  if (pieces.length < 3) return false;
  return pieces.every((piece, index) => {
    const before = pieces[index - 1];
    return piece.kind === 'time' && (before === undefined || lengthOf(before) > lengthOf(piece));
  });
}

/** Guesses for which the rest after several figures belongs to the whole. */
const ofWholes = guesses.filter(({ setRest }) => setRest === 'set');

/** The forms that a text may represent, with the guesses for each. */
function formsOf(text: string): [written: string, guesses: readonly Assumptions[]][] {
  const all = /[([{]|\dx ?\d+x/i.test(text.replaceAll(' ', '')) ? guesses : ofWholes;
  const paced = withPaces(text);
  if (paced === null) {
    // '8x40:20' as '8x0:40/0:20', '30:30 x 10' as '0:30/0:30 x 10'.
    const withRatios = text.replace(
      ratioPattern,
      (_, count = '', work, rest) => `${count}0:${work}/0:${rest}`,
    );
    return [...new Set([text, withRatios])].map((written) => [written, all]);
  }
  // The second of two paces may be a rest.
  const isPair = paced.split('@').length === 3;
  return [[paced, all], ...(isPair ? [[text, goals] as [string, readonly Assumptions[]]] : [])];
}

function plausiblePlan(written: string, guess: Assumptions): { plan: WorkoutPlan; said: string } | null {
  const { plan } = readPlan(written, guess);
  return plan !== null && isPlausible(plan, guess) ? { plan, said: describePlan(plan) } : null;
}

type Forms = readonly [written: string, guesses: readonly Assumptions[]][];

function plausibleOf(forms: Forms, isPaceAndRest: boolean): string[] {
  const [likely, unlikely] = [new Set<string>(), new Set<string>()];
  for (const [written, all] of forms) {
    for (const guess of all) {
      const found = plausiblePlan(written, guess);
      const ofPieces = guess.time === 'piece' ? null : plausiblePlan(written, { ...guess, time: 'piece' });
      const isGoal = guess.time === 'goal';
      // Without a goal in the text, its times are pieces.
      if (found === null || (isGoal && ofPieces?.said === found.said)) continue;
      // A time after a series is more likely its rest than its goal.
      const isUnlikely = isGoal
        ? isOfSeveral(found.plan) && !isPaceAndRest
        : ofPieces !== null && ofPieces.said !== found.said && isLadderDown(ofPieces.plan);
      (isUnlikely ? unlikely : likely).add(found.said);
    }
  }
  return [...likely, ...unlikely];
}

/** Forms that the grammar lacks: the first plan of each. */
function offersOfShapes(text: string): string[] {
  const forms = [...restForms(text), ...dividedForms(text), ...countForms(text)];
  return forms.flatMap((form) => {
    const clear = readPlan(form).plan;
    if (clear !== null) return describePlan(clear);
    return plausibleOf([[form, ofWholes]], false).slice(0, 1);
  });
}

function offersOf(understood: string): string[] {
  const text = respell(understood);
  const clear = readPlan(understood).plan ?? readPlan(text).plan;
  if (clear !== null) return [describePlan(clear)];
  const shaped = offersOfShapes(text);
  const offers = shaped.length > 0 ? shaped : plausibleOf(formsOf(text), paceAndRestPattern.test(text));
  return [...new Set(offers)].slice(0, mostOffers);
}

/** The words that no list has. */
function unknownWords(text: string): UnreadWord[] {
  // A word after a digit may be a unit with a word glued to it.
  const read = placesOfPhrases(text);
  return [...text.matchAll(/(?<![\da-z\u00c0-\u024f%])[a-z\u00c0-\u024f]{2,}(?![a-z\d\u00c0-\u024f])/gi)]
    .map(({ 0: word, index: offset }) => ({ word, offset }))
    .filter(({ word, offset }) => {
      if (read.some(({ start, end }) => start <= offset && offset < end)) return false;
      return !knownWords.has(plain(word)) || meaningfulWords.has(plain(word));
    });
}

/** The first word that no rule took; otherwise the last figure, which is unclear. */
function wordAt(text: string, rest: string): UnreadWord | null {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index: offset }) => ({ word, offset }));
  const range = /(?<![\d:.@-])\d+ ?[-–] ?\d+(?= ?(?:min|m|km|k|s|h|x)(?![a-z]))/.exec(text);
  if (range) return { word: range[0], offset: range.index };
  if (rest === '') return words.findLast(({ word }) => /\d/.test(word)) ?? null;
  const at = Array.from(text, (_, index) => text.length - 1 - index).find(
    (index) => normalize(text.slice(index)) === rest,
  );
  const index = words.findLastIndex(({ offset }) => offset <= (at ?? 0));
  // A mark or an 'x' is right; the word that is not understood is beside it.
  const isMark = /^(?:[^a-z\d\p{L}]+|x|r|at)$/iu.test(words[index]?.word ?? '');
  const isCount = /^x$/i.test(words[index]?.word ?? '');
  const next = [words[index + 1], words[index - 1]];
  const beside = (isCount ? next.toReversed() : next).find(
    (word) => word !== undefined && /[\da-z]{2}/i.test(word.word),
  );
  return (isMark ? beside : null) ?? words[index] ?? null;
}

/** Drops unknown words that change nothing: 'Tabata 8x20/10'. Other words keep their places. */
function withoutWords(text: string, words: readonly UnreadWord[]): string | null {
  const isSafe = words.every(({ word, offset }) => {
    return !meaningfulWords.has(plain(word)) && !/\d ?$/.test(text.slice(0, offset));
  });
  if (!isSafe || words.length === 0) return null;
  return words.reduceRight(
    (rest, { word, offset }) =>
      rest.slice(0, offset) + ' '.repeat(word.length) + rest.slice(offset + word.length).replace(/^ ?:/, ' '),
    text,
  );
}

/** Small words that only join others, if the text can't be read with them. */
const looseWords = /(?<![a-z\d])(?:for|the|an?|in|each|this|my|your|our)(?![a-z\d])/gi;

function offersOfWords(text: string): string[] {
  const offers = offersOf(text);
  const loose = text.replace(looseWords, ' ');
  return offers.length > 0 || loose === text ? offers : offersOf(loose);
}

/** Whether a part of a sentence has a word of a plan: a rest, an effort, a figure in words. */
function hasPlanWord(clause: string): boolean {
  return [...clause.matchAll(/[a-z\u00c0-\u024f]+/gi)].some(({ 0: word }) => {
    const own = plain(word);
    return knownWords.has(own) && !emptyWords.has(own);
  });
}

/** Words of the grammar without a meaning of their own. */
const emptyWords = new Set(
  'the of to on in at and a an for with by each with set sets piece pieces row rowing erg interval intervals main workout less off x de la le les des van een der die das il lo un una'.split(
    ' ',
  ),
);

/**
 * Words for one of the pieces. A clause with such a word is dropped, because a plan treats all its pieces in the same
 * way.
 */
const lastWords = /(?<![a-z])(?:last|final|letzte[nrs]?|laatste|dernier|derniere|ultim[oa])(?![a-z])/i;

/** Drops the parts of a text that describe no figure; returns the rest, and their first word. */
function withoutRemarks(text: string): { text: string; first: UnreadWord | null } {
  let [left, first]: [string, UnreadWord | null] = [text, null];
  for (const { clause, offset } of clausesOf(text)) {
    if (/\d/.test(clause) || !/[a-z\u00c0-\u024f]{2}/i.test(clause)) continue;
    const isOfLast = lastWords.test(clause);
    if (hasPlanWord(clause) && !isOfLast) continue;
    const [word = null] = unknownWords(clause);
    left = left.slice(0, offset) + ' '.repeat(clause.length) + left.slice(offset + clause.length);
    if (word !== null) first ??= { word: word.word, offset: offset + word.offset };
  }
  return { text: left.replace(/\(\s*\)/g, (found) => ' '.repeat(found.length)), first };
}

/** Replaces commas and marks around dropped words with spaces. */
function withoutEmptyMarks(text: string): string {
  const blank = (found: string) => ' '.repeat(found.length);
  return text
    .replace(/^[\s,;:.+–—-]+|[\s,;:.+–—-]+$/g, blank)
    .replace(/(?<=[,;:.])[\s,;:.]+(?=[,;:.])/g, blank)
    .replace(/(?<=\()\s*[,;]|[,;]\s*(?=\))/g, blank)
    .replace(/[;,.:]\s+[.;,:](?!\d)/g, (found) => `,${blank(found).slice(1)}`);
}

/** Never throws; the time is bounded by the length of the text. Each offer reads as exactly the plan that it describes. */
export function readWorkoutText(text: string): WorkoutReading {
  const { plan, stumbledOn } = readPlan(text);
  if (plan !== null) return { kind: 'plan', plan };
  if (text.length > longestGuessed) return { kind: 'unread', unread: null };
  const turning = turningWord(text);
  if (turning !== null) return { kind: 'unread', unread: turning };
  const asides = withoutAsides(narrow(text));
  const remarks = withoutRemarks(withoutNotes(asides.text));
  const unknown = unknownWords(remarks.text);
  const understood = unknown.length === 0 ? remarks.text : withoutWords(remarks.text, unknown);
  const offers = understood === null ? [] : offersOfWords(withoutEmptyMarks(understood));
  const [first = null] = [
    ...unknown,
    ...[asides.first, remarks.first].filter((word) => word !== null),
  ].toSorted((one, other) => one.offset - other.offset);
  if (offers.length > 0) return { kind: 'offers', offers, unread: first };
  return { kind: 'unread', unread: refusedWord(unknown) ?? first ?? wordAt(text, stumbledOn) };
}

/** Returns the unknown word that changes the workout, if there are several. */
function refusedWord(unknown: readonly UnreadWord[]): UnreadWord | null {
  return unknown.find(({ word }) => meaningfulWords.has(plain(word))) ?? null;
}
