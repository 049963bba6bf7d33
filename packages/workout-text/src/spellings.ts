/** Coaches' spellings of the words and figures of the grammar: in six languages, and in short forms. */
import { normalize } from './tokens.ts';
import { plainInPlace } from './wording/notes.ts';
import { phrases, spellings, type Rule } from './wording/phrases.ts';
import { englishWords } from './wording/vocabulary.ts';
import * as words from './words.ts';

/** Returns it in lower case and without accents: 'Récup' is 'recup'. */
export function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** '2 x 2000 m @ 1:55 / 1:50' */
const pacesPattern =
  /^ ?(\d+) ?x ?([^@+,;]+?) ?@ ?(\d:\d\d(?:\.\d)?(?:(?:\/\d:\d\d(?:\.\d)?)+|(?: \/ \d:\d\d(?:\.\d)?)+|(?:, ?\d:\d\d(?:\.\d)?)+))(?![\d:])(.*)$/;

/** One piece for each figure of a list; null unless there are as many figures as pieces. */
/** Returns the text with one piece for each pace, if it has such a list. */
export function withPaces(text: string): string | null {
  const [, count, work = '', list = '', rest = ''] = pacesPattern.exec(text) ?? [];
  const paces = list.split(/ ?[/,] ?/);
  return paces.length === Number(count) ? paces.map((pace) => `${work} @ ${pace}`).join(' + ') + rest : null;
}

/** 'r20 30 min', 'rate 20 for 30 min': the rate before the only work of a text applies to all of it. */
const leadingRatePattern =
  /^ ?r(?:ate)? ?(\d\d(?:-\d\d)?)(?: ?spm)?[:,]? (?:for )?(\d(?!.*(?:[+,;]|\bthen\b|\br(?:ate)? ?\d\d)).*)$/i;

function rewritten(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (one, [pattern, read]) =>
      typeof read === 'string' ? one.replace(pattern, read) : one.replace(pattern, read),
    text,
  );
}

const wordPattern = /[a-z]+/gi;

/** Replaces full-width characters by narrow ones of the same length. */
export function narrow(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** Returns the text in the spelling of the grammar. */
export function respell(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
  const spelled = rewritten(normalize(bare), phrases);
  const translated = spelled.replace(wordPattern, (word, at: number) => {
    const found = englishWords.get(word.toLowerCase());
    if (found === undefined) return word;
    // 'four 500s' is a count.
    return /\d/.test(found) && /^ \d/.test(spelled.slice(at + word.length)) ? `${found} x` : found;
  });
  return rewritten(translated, spellings).replace(leadingRatePattern, '$2 rate $1').trim();
}

const lists = Object.values(words).filter((list) => list instanceof Map || list instanceof Set);
const others =
  'at of for and in each to on off the by power tr an less x times sets rounds reps between with mile miles plus minus pb pr best hrmax mhr hrr ftp ' +
  'halbe half media demi mezz mezza sp serienpause an a un une uno eine ein een una uur ppm cpm cps coups colpi paladas schlage slagen c d u';
/** Each word that is read, in each language. */
export const knownWords: ReadonlySet<string> = new Set([
  ...others.split(' '),
  ...englishWords.keys(),
  ...phrases.flatMap(([written]) => written.source.replaceAll(/\\[a-z]/g, ' ').match(/[a-z]{3,}/g) ?? []),
  ...lists.flatMap((list) => [...list.keys()].flatMap((phrase) => phrase.split(' '))),
]);

/** The places of a text that a phrase covers. Its words are read together, regardless of their separate meanings. */
export function placesOfPhrases(text: string): { start: number; end: number }[] {
  const inPlace = plainInPlace(text);
  return phrases.flatMap(([written]) =>
    [...inPlace.matchAll(written)].map(({ 0: found, index: start }) => ({
      start,
      end: start + found.length,
    })),
  );
}

/** Words that change the words beside them: without them, a text is a different workout. */
export const meaningfulWords: ReadonlySet<string> = new Set(
  (
    'every stroke strokes work except less alternate alternating odd even hundred thousand dozen couple twice double triple ' +
    'goal negative positive build builds building increase increasing decrease decreasing faster slower start starting progressive ' +
    'progressief progressiv progressif progresivo progressivo steigern steigernd croissant alle jede jeder toutes tous cada ogni elke iedere ' +
    'first last final letzte letzten erste ersten laatste eerste dernier derniere derniers premier premiers ultimo ultima ultimos ultimi primero primera primeros primi prima ' +
    'emom amrap fartlek tempowechsel relay staffel relais estafette staffetta relevos teams partner ' +
    'run running jog walk bike biking bikeerg skierg ski skiing swim swimming weights core burpees burpee squats squat pushups pullups situps lunges plank planks stretch ' +
    'stretching yoga gym cycle cycling echo assault jumping wallballs thrusters deadlifts cleans snatches ' +
    'laufen lauf radfahren rad schwimmen krafttraining gehen dehnen courir velo natation marche musculation etirements correr bici bicicleta nadar pesas caminar ' +
    'lopen hardlopen fietsen fiets zwemmen wandelen krachttraining rekken corsa corri nuoto nuotare camminare pesi palestra'
  ).split(' '),
);
