/** What coaches write for the words and figures that the grammar reads: in six languages, and in short forms. */
import * as words from './words.ts';

/** In lower case and without accents: 'Récup' is 'recup'. */
export function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * The grammar's word, and those of German, Dutch, French, Spanish and Italian. A word that means something else in another of
 * the languages is not listed.
 */
const translations: readonly (readonly [word: string, others: string])[] = [
  ['m', 'metern metro metros metri'],
  ['km', 'kilometern kilometro kilometros chilometro chilometri'],
  ['h', 'std stunde stunden uur heure heures hora horas ora ore'],
  ['min', 'mn mns minuten minuut minuto minutos minuti'],
  ['s', 'sek sekunde sekunden seconde seconden secondes seg segundo segundos secondo secondi'],
  ['cal', 'kalorien calorias'],
  ['x', 'mal keer maal fois por veces volte per'],
  ['sets', 'serien runden durchgange series rondes rondas serie'],
  ['of', 'von van de di'],
  ['then', 'dann danach dan daarna puis luego despues poi'],
  ['with', 'mit met avec con'],
  ['no', 'ohne zonder sans sin senza'],
  ['rest', 'p pausen rust recup recuperation repos pausa desc descanso recupero riposo'],
  ['between', 'dazwischen zwischen tussendoor tussen entre tra'],
  ['half marathon', 'hm halbmarathon'],
  ['marathon', 'fm maraton maratona'],
  ['half', 'halve semi media mezza'],
  ['row', 'rudern roeien'],
  ['intervals', 'intervalle intervallen'],
  ['pyramid', 'pyramide piramide leiter'],
  ['warm up', 'einrudern einfahren aufwarmen inroeien echauffement calentamiento riscaldamento'],
  ['cool down', 'ausrudern ausfahren uitroeien defaticamento'],
  ['easy', 'locker leicht rustig facile facil suave'],
  ['rate', 'sf sz frequenz schlag schlagzahl schlagfrequenz slagtempo cad cadence cadencia cadenza colpi'],
  ['hr', 'hf puls herzfrequenz hartslag fc'],
];
/** Numbers in words. */
const numbers: readonly (readonly [digits: string, words: string])[] = [
  ['2', 'two zwei twee deux dos due'],
  ['3', 'three drei drie trois tres tre'],
  ['4', 'four vier quatre cuatro quattro'],
  ['5', 'five funf vijf cinq cinco cinque'],
  ['6', 'six sechs zes seis sei'],
  ['7', 'seven sieben zeven siete sette'],
  ['8', 'eight acht huit ocho otto'],
  ['9', 'nine neun negen neuf nueve nove'],
  ['10', 'ten zehn tien dix diez dieci'],
  ['12', 'twelve zwolf twaalf douze doce dodici'],
  ['15', 'fifteen funfzehn vijftien quinze quince quindici'],
  ['20', 'twenty zwanzig twintig vingt veinte venti'],
  ['30', 'thirty dreissig dertig trente treinta trenta'],
];
const english = new Map(
  [...translations, ...numbers].flatMap(([word, others]) => others.split(' ').map((other) => [other, word])),
);

/** What is read before its words are translated. */
const phrases: readonly (readonly [written: RegExp, read: string])[] = [
  [/strokes per min(?:ute)?\b/gi, 'spm'],
  [/retour au calme|\bc\/d\b/gi, 'cool down'],
  [/\bw\/u\b/gi, 'warm up'],
  [
    /\b(?:(?:an? |ein[e ]*|een |una )?(?:halbe stunde|half uur|half (?:an )?hour|media hora)|demi-heure|mezz'?ora)\b/gi,
    '30 min',
  ],
  // 'a 18 colpi'; 'ppm' behind three digits are heartbeats.
  [
    /(?:\b[aà] )?(?<!\d)(\d\d) ?(?:ppm|cpm|cps|coups|colpi|paladas|schl[aä]ge|slagen)(?: ?(?:\/|per|par|por|pro|al) ?min[a-z]*)?(?![a-z])/gi,
    '$1 spm',
  ],
  [/\b(?:eine|een|une?|una|an?)[ '](?=(?:stunde|uur|heure|hora|ora|hour)\b)/gi, '1 '],
  // The rest of a set: 'Serienpause 5 min', "SP 5'".
  [/\b(?:sp|serienpause):? ?(\d+(?::\d\d| ?(?:min(?:uten)?\b|'))?)/gi, '$1 rest between sets'],
  [/\btempo (?=\d\d(?![\d:.,]| ?(?:min|m|k|km|s|sec|cal|x)\b| ?['"]))/gi, 'rate '],
];

type Rule = readonly [written: RegExp, read: string | ((found: string) => string)];

/** Figures and units, as the grammar reads them. */
const spellings: readonly Rule[] = [
  [/(?<!followed )\bby\b/gi, 'x'],
  // Decimal commas: '2,5 km', '1:52,5'.
  [/(?<![\d.:,])(\d{1,3}),(\d{1,2})(?= ?(?:k|min|h|')(?![a-z]{0,9}\d))/gi, '$1.$2'],
  [/(:\d\d),(\d)(?!\d| ?[a-z'":])/gi, '$1.$2'],
  // '10 000 m', "10'000 m"
  [
    /(?<![\d.:,])(\d{1,2} 000|21 097|42 195|\d{1,2}'\d{3})(?= ?m\b)/gi,
    (figures) => figures.replace(/[ ']/, ''),
  ],
  // "1'45", '1m30': minutes and seconds.
  [
    /(?<![\d.:,'])(\d{1,2})(?:'(?=\d\d(?! ?(?:cal|km?|m|w|x|spm)\b))|m(?=\d\d))(\d\d)(?![\d:.,'])(?:"|s(?:ec)?\b)?/gi,
    '$1:$2',
  ],
  // '30 on 30 off'
  [/(?<![\d.:,])(\d+) on,? ?\/? ?(\d+) off\b/gi, '$1/$2'],
  // '10.000 m'
  [/(?<![\d.:,])(\d{1,2})\.(\d{3})(?= ?m\b)/gi, '$1$2'],
  // '2.30', '1.30 min'
  [/(?<![\d.:,])(\d{1,2})\.([0-5]\d)(?: ?min\b)?(?![\d.:,]| ?(?:k|km|m|h|s|cal)\b)/gi, '$1:$2'],
  // ':30'
  [/(^|[ /(+,]|\dx):(\d\d)(?!\d)/gi, '$10:$2'],
  [/(?<![\d:])(\d):(\d\d) ?h\b/gi, '$1:$2:00'],
  // '4 x 500s', '10x1m'
  [/(?<![\d.:,])(\d+(?:00|50))s\b/gi, '$1m'],
  [/(?<![\d.:,])(\d|1[0-5]) ?m\b/gi, '$1 min'],
  [/(?<![\d.:,])1 miles?\b/gi, '1609 m'],
  [/(?<![\d.:,])2 miles\b/gi, '3219 m'],
];

/** '4 x 10:00 @ 18/20/22/24 / 2:00', "3 x 10' @ 18, 20, 22" */
const ratesPattern =
  /^ ?(\d+) ?x ?([^@+,;]+?) ?(?:@|\br(?:ate)?(?=[ \d])) ?(\d\d(?:(?:\/|, ?)(?:r|@)?\d\d(?![\d:'"]| ?(?:min|s|sec|k?m|cal)\b))+)(?![\d:])(.*)$/i;
/** '2 x 2000 m @ 1:55 / 1:50' */
const pacesPattern =
  /^ ?(\d+) ?x ?([^@+,;]+?) ?@ ?(\d:\d\d(?:\.\d)?(?:(?:\/\d:\d\d(?:\.\d)?)+|(?: \/ \d:\d\d(?:\.\d)?)+|(?:, ?\d:\d\d(?:\.\d)?)+))(?![\d:])(.*)$/;

/** One piece for each figure of a list; null unless there are as many figures as pieces. */
function withFigures(text: string, pattern: RegExp, name: string): string | null {
  const [, count, work = '', list = '', rest = ''] = pattern.exec(text) ?? [];
  const figures = list.split(/ ?[/,] ?/).map((figure) => figure.replace(/[r@]/i, ''));
  return figures.length === Number(count)
    ? figures.map((each) => `${work} ${name} ${each}`).join(' + ') + rest
    : null;
}

/** Returns the text with one piece for each pace, if it has such a list. */
export function withPaces(text: string): string | null {
  return withFigures(text, pacesPattern, '@');
}

/** 'r20 30 min', 'rate 20 for 30 min': the rate before the only work of a text is that of all. */
const leadingRatePattern =
  /^ ?r(?:ate)? ?(\d\d(?:-\d\d)?)(?: ?spm)?[:,]? (?:for )?(\d(?!.*(?:[+,;]|\bthen\b|\br(?:ate)? ?\d\d)).*)$/i;

function rewritten(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (one, [pattern, read]) =>
      typeof read === 'string' ? one.replace(pattern, read) : one.replace(pattern, read),
    text,
  );
}

const wordPattern = /[a-z\u00c0-\u024f]+/gi;

/** Returns the text as the grammar reads it. */
export function respell(text: string): string {
  const spelled = rewritten(text.normalize('NFC'), phrases);
  const translated = spelled.replace(wordPattern, (word, at: number) => {
    const found = english.get(plain(word));
    if (found === undefined) return knownWords.has(plain(word)) && /[^a-z]/i.test(word) ? plain(word) : word;
    // 'four 500s' is a count.
    return /\d/.test(found) && /^ \d/.test(spelled.slice(at + word.length)) ? `${found} x` : found;
  });
  const read = rewritten(translated, spellings).replace(leadingRatePattern, '$2 rate $1');
  return withFigures(read, ratesPattern, 'rate') ?? read;
}

const lists = Object.values(words).filter((list) => list instanceof Map || list instanceof Set);
const others =
  'at of for to on off each the in by power tr an or less x times sets rounds reps between with retour au calme mile miles ' +
  'halbe half media demi mezz mezza sp serienpause an a un une uno eine ein een una uur ppm cpm cps coups colpi paladas schlage slagen c d u';
/** Each word that is read, in each language. */
export const knownWords: ReadonlySet<string> = new Set([
  ...others.split(' '),
  ...english.keys(),
  ...lists.flatMap((list) => [...list.keys()].flatMap((phrase) => phrase.split(' '))),
]);

/** Words that change what is beside them: without them a text is another workout. */
export const meaningfulWords: ReadonlySet<string> = new Set(
  (
    'every stroke strokes work run bike ski swim except minus less not until alternate alternating or and plus if odd even ' +
    'hundred thousand dozen couple twice double triple negative build increase decrease faster slower start starting alle jede toutes cada ogni elke ' +
    'first last letzte letzten erste ersten laatste eerste dernier derniers premier premiers ultimo ultimos ultimi primero primeros primi'
  ).split(' '),
);
