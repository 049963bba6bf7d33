/** Reads the text of a coach in full: its plan, or what the coach may have meant, or the word that was not understood. */
import { lengthOf, type WorkoutPlan } from '@boathouse/pm5/plan';
import type { Assumptions } from './assumptions.ts';
import { describePlan, runsOf } from './describe.ts';
import { readPlan } from './read-plan.ts';
import { knownWords, meaningfulWords, plain, respell, withPaces } from './spellings.ts';
import { normalize } from './tokens.ts';
import { trustingRules } from './trusting.ts';

/** `offset` of the word in the text, in UTF-16 units. */
export type UnreadWord = { word: string; offset: number };

export type WorkoutReading =
  | { kind: 'plan'; plan: WorkoutPlan }
  /** Texts that each read as one plan, the likeliest first; without the unread word, if there is one. */
  | { kind: 'offers'; offers: readonly string[]; unread: UnreadWord | null }
  /** null: each word is understood, but not what they mean together. */
  | { kind: 'unread'; unread: UnreadWord | null };

/** All that a reader may take for granted, the likeliest first. */
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
/** '8 x 500m 1:45 3:30 rest': of two times side by side the first is the pace. */
const paceAndRestPattern = /\d ?m? \d:\d\d(?:\.\d)? (?:r(?:est)? ?)?\d+(?::\d\d| ?')/i;
/** Longer texts are no short forms; this also bounds the time of all guesses. */
const longestGuessed = 400;

const longestWorkoutSec = 3.5 * 3600;
/** Seconds per meter of a slow row. */
const slowRowSec = 0.24;
const shortestRestShare = 1 / 20;
const shortestRestSec = 10;

/** Whether this is rowed at all: what is guessed from numbers alone can be hours of intervals, or a rest of seconds. */
function isPlausible({ pieces }: WorkoutPlan, { unit, shortRest }: Assumptions): boolean {
  let totalSec = 0;
  for (const piece of pieces) {
    const workSec = piece.kind === 'distance' ? piece.distanceM * slowRowSec : lengthOf(piece);
    const restSec = piece.restSec ?? 0;
    totalSec += workSec + restSec;
    const isTooShort = piece.kind === 'time' && restSec > 0 && restSec < workSec * shortestRestShare;
    // Seconds are meant where they alternate: '30/30 x 12'.
    if (
      isTooShort ||
      (restSec > 0 && restSec < shortestRestSec) ||
      (unit === 's' && (restSec === 0 || shortRest === 'rest'))
    )
      return false;
  }
  return totalSec <= longestWorkoutSec;
}

/** Whether the plan has a series, or a pace for some of its pieces alone. */
function isOfSeveral({ pieces }: WorkoutPlan): boolean {
  const hasSeries = runsOf(pieces).some((run) => run.count > 1 && run.pieces.length === 1);
  const paced = pieces.filter(({ target }) => target?.paceSec !== undefined);
  return hasSeries || (paced.length > 0 && paced.length < pieces.length);
}

/** "5', 4', 3', 2', 1'": the last time is rather a piece than a rest. */
function isLadderDown({ pieces }: WorkoutPlan): boolean {
  if (pieces.length < 3) return false;
  return pieces.every((piece, index) => {
    const before = pieces[index - 1];
    return piece.kind === 'time' && (before === undefined || lengthOf(before) > lengthOf(piece));
  });
}

/** What a text may stand for, with the guesses for it. */
function formsOf(text: string): [written: string, guesses: readonly Assumptions[]][] {
  const all = /[([{]|\dx ?\d+x/i.test(text.replaceAll(' ', ''))
    ? guesses
    : guesses.filter(({ setRest }) => setRest === 'set');
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

function offersOf(understood: string): string[] {
  const text = respell(understood);
  const clear = readPlan(understood).plan ?? readPlan(text).plan;
  if (clear !== null) return [describePlan(clear)];
  const [likely, unlikely] = [new Set<string>(), new Set<string>()];
  for (const [written, all] of formsOf(text)) {
    for (const guess of all) {
      const found = plausiblePlan(written, guess);
      const ofPieces = guess.time === 'piece' ? null : plausiblePlan(written, { ...guess, time: 'piece' });
      const isGoal = guess.time === 'goal';
      // Without a goal in the text its times are pieces.
      if (found === null || (isGoal && ofPieces?.said === found.said)) continue;
      // A time behind a series is rather its rest than its goal.
      const isUnlikely = isGoal
        ? isOfSeveral(found.plan) && !paceAndRestPattern.test(text)
        : ofPieces !== null && ofPieces.said !== found.said && isLadderDown(ofPieces.plan);
      (isUnlikely ? unlikely : likely).add(found.said);
    }
  }
  return [...new Set([...likely, ...unlikely])].slice(0, mostOffers);
}

/** The words that are in no list. */
function unknownWords(text: string): UnreadWord[] {
  // A word behind a digit may be a unit with a word glued to it.
  return [...text.matchAll(/(?<![\da-z\u00c0-\u024f%])[a-z\u00c0-\u024f]{2,}(?![a-z\d\u00c0-\u024f])/gi)]
    .map(({ 0: word, index: offset }) => ({ word, offset }))
    .filter(({ word }) => !knownWords.has(plain(word)));
}

/** The word at the place where the rest of a text begins that no rule took; else the last figure, which is unclear. */
function wordAt(text: string, rest: string): UnreadWord | null {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index: offset }) => ({ word, offset }));
  if (rest === '') return words.findLast(({ word }) => /\d/.test(word)) ?? null;
  const at = Array.from(text, (_, index) => text.length - 1 - index).find(
    (index) => normalize(text.slice(index)) === rest,
  );
  return words.findLast(({ offset }) => offset <= (at ?? 0)) ?? null;
}

/** Without unknown words that change nothing: 'Tabata 8x20/10'. */
function withoutWords(text: string, words: readonly UnreadWord[]): string | null {
  const isSafe = words.every(({ word, offset }) => {
    return !meaningfulWords.has(plain(word)) && !/\d ?$/.test(text.slice(0, offset));
  });
  if (!isSafe || words.length === 0) return null;
  return words.reduceRight(
    (rest, { word, offset }) => rest.slice(0, offset) + rest.slice(offset + word.length).replace(/^ ?:/, ''),
    text,
  );
}

/** Never throws; the time is bounded by the length of the text. Each offer reads as exactly the plan that it describes. */
export function readWorkoutText(text: string): WorkoutReading {
  const { plan, stumbledOn } = readPlan(text);
  if (plan !== null) return { kind: 'plan', plan };
  if (text.length > longestGuessed) return { kind: 'unread', unread: null };
  const unknown = unknownWords(text);
  const [first = null] = unknown;
  const understood = first === null ? text : withoutWords(text, unknown);
  const offers = understood === null ? [] : offersOf(understood);
  if (offers.length > 0) return { kind: 'offers', offers, unread: first };
  return { kind: 'unread', unread: first ?? wordAt(text, stumbledOn) };
}
