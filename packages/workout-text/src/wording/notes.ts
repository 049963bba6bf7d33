/**
 * The words around a workout: words without a meaning for it are dropped, but not words that change or cancel it. All
 * patterns are for text without accents, in lower case, of the same length as the coach's text.
 */

const days =
  'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|' +
  'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|' +
  'lunes|martes|miercoles|jueves|viernes|sabado|domingo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|' +
  'lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica';
const times =
  'today|tonight|tomorrow|this (?:morning|evening|week|afternoon)|(?:in the )?(?:morning|evening|afternoon)|am|pm|heute|heute abend|morgen|abends|' +
  "aujourd'?hui|ce (?:soir|matin)|demain|hoy|manana|esta tarde|vandaag|vanavond|morgenochtend|oggi|stasera|domani";
const sessions =
  'session|workout|wod|extra|bonus|benchmark|homework|training|practice|lesson|class|piece|plan|week|day|wk|einheit|woche|tag|trainingseinheit|programm|' +
  'seance|entrainement|semaine|jour|sesion|entrenamiento|entreno|semana|dia|training|oefening|sessie|dag|seduta|sessione|' +
  'allenamento|settimana|giorno';
const adverbs =
  'just|simply|please|pls|bitte|svp|por favor|graag|alsjeblieft|aub|per favore|einfach|gewoon|solo|seulement';
const openers =
  "let'?s (?:do|row|go)(?: for)?|we(?:'ll)? (?:do|row|are doing|will do)|do|doing|you(?:'ll)? (?:do|row)|i did|try|allez|dai|vamos|los geht'?s|wir (?:rudern|fahren|machen)|on fait|hacemos|we doen|facciamo";
const cheers =
  "go hard(?: today)?|go fast|go|have fun|enjoy(?: it)?|good luck|good job|well done|thanks|thank you|cheers|no excuses|come on|you got this|let'?s go|" +
  'viel (?:spass|erfolg|gluck)|bon courage|bonne (?:seance|chance)|suerte|animo|succes|veel (?:plezier|succes)|zet hem op|buon (?:lavoro|allenamento)|forza';
const scores =
  '(?:record|note|write down|log) (?:your |the |all )?(?:splits?|times?|scores?|results?)|for (?:time|score|meters|metres|distance|total(?: meters| metres| distance)?|max distance|calories|cals)|' +
  '\\(?score ?(?:=|is|:)? ?(?:total|average|avg|slowest|fastest)?(?: of)?(?: all)? ?(?:time|times|metres|meters|distance|split|splits|calories|cals|watts)?\\)?|' +
  'auf zeit|pour le temps|por tiempo|op tijd|a tempo di gara|(?:total|average|avg) (?:time|distance|meters|metres|split)';
const manners =
  'as (?:prescribed|usual|always|before|planned)|rx|(?:with )?(?:good|clean|strong) (?:technique|form|posture|rhythm|length)|' +
  'focus on (?:technique|form|length|rhythm|the catch|the legs|ratio)|nice and(?= (?:easy|relaxed|steady|smooth))|nice|straps? (?:in|out|on|off)|(?:without|no|feet out of(?: the)?) straps|feet (?:in|out)|' +
  'continuous|non-?stop|straight through|straight|unbroken|at (?:a |an )?conversational pace|conversational(?: pace)?|optional music|on your own|on the (?:ergs?|rowers?|rowing machine|c2|concept ?2)|concept ?2|c2|ergs?|indoor|' +
  "auf dem (?:ergo|ergometer|rudergerat)|sur (?:l'?)?(?:ergo|ergometre|rameur)|en (?:el )?(?:ergo|remoergometro|maquina)|op de (?:ergo|ergometer|roeimachine)|(?:al|sul) (?:remoergometro|vogatore)";
const betweens =
  'in(?= between)|en(?= (?:entre))|(?<=\\d ?(?:m|k|km|min|s|cal|\'|")) each(?= with)|(?<=rest )after (?:each|every)(?: one| piece| interval| rep| set)?|(?<=between )(?:each|every)(?: one)?(?= ?$)|(?<=(?:mit|met|avec|con) )(?:je|jeweils|chaque|cada|elk)(?= )|(?<= )(?:jeweils|each time|every time|telkens|a chaque fois|cada vez|ogni volta)';

const noise = new RegExp(
  `(?<![a-z\\d])(?:(?:${openers})|(?:(?:the )?workout of the day|seance du jour|sesion del dia|entrenamiento del dia|training van (?:de dag|vandaag)|allenamento del giorno|training des tages)|` +
    `(?:${days})(?:'s)?|(?:${times})(?:'s)?|(?:${adverbs})|(?:${cheers})|(?:${scores})|(?:${manners})|` +
    `(?:(?:ok(?:ay)?|right|alright|hey|hi|hello)(?: (?:team|crew|guys|all|everyone|folks))?|everyone|everybody|all of you|team|crew|guys|all|alle|tous|todos|iedereen|tutti)(?= ?[:,])|(?:${betweens}))(?![a-z\\d])`,
  'g',
);

/** 'Week 2 day 3:', 'Session 4 -', 'WOD:'; the number belongs to the session. */
const sessionLabel = new RegExp(
  `(?<![a-z\\d])(?:${sessions})(?: ?(?:#|no\\.?|nr\\.?)? ?\\d{1,3}[a-d]?(?= ?[-:,.)]|$| (?:${sessions})))?(?= ?(?:[-:,.)]|$)| (?:${sessions}))`,
  'g',
);
/** '1) ', '• ', '- ', '#3: ' before a text. */
const bullet = /^\s*(?:[-*•·–—>]\s+|#?\d{1,2}\)\s*|[a-d]\)\s*|#\d{1,3}[:.]?\s)/;
/** Words beside a workout that have no place in a plan: dropped, and reported. */
const remarks = new RegExp(
  "^\\s*(?:(?:do a |a )?(?:good |proper |short |quick )?(?:warm[- ]?up|wu|einrudern|einfahren|aufwarmen|inroeien|echauffement|calentamiento|riscaldamento)(?: first| well| zuerst| gut| eerst| d.?abord| primero| prima| as usual)?)(?=\\s*(?:[,;.]|then|and|dann|puis|luego|dan|poi)(?![^+,;]*\\bx\\b[^+,;]*warm)(?!\\s*\\d+ ?(?:min|'|m|k|km)\\s*[,;+]))|" +
    '(?<![a-z\\d])(?:(?:drag(?: ?factor)?|df|damper(?: setting)?|dragfaktor)(?: ?[:=@]| of| at| to| on)? ?\\d{1,3}(?: ?[-/] ?\\d{1,3})?|' +
    '(?:(?:max(?:imum)? effort|go hard|all[- ]out|max|push|sprint|empty the tank) )?(?:on |for )(?:the )?(?:last|final)(?: one| piece| rep| interval| set)?\\s*$|' +
    '(?<=[,;.] ?|then |and )(?:(?:cool|warm)[- ]?down(?: after(?:wards)?| well| as usual)?)\\s*$)(?![a-z\\d])',
  'g',
);
/** Emojis and exclamation marks. */
const pictures = /\p{Extended_Pictographic}|[\u{1F3FB}-\u{1F3FF}]|\uFE0F|\u200D|[!¡]/gu;

/** Words that change or cancel a workout anywhere in it: negations, alternatives and conditions. */
const turns = new RegExp(
  "(?<![a-z\\d])(?:not|don'?t|do not|didn'?t|won'?t|can'?t|never|skip(?:ped)?|cancel(?:led|ed)?|instead|either|neither|nor|if|unless|until|except|optional(?:ly)?|alternatively|otherwise|rather|maybe|perhaps|" +
    'no(?! (?:rests?|straps|recovery|pause|break|more|excuses)(?![a-z]))|without(?! (?:rest|straps|a break|pause|recovery))|or(?! (?:less|below|lower|under))|' +
    'nicht|kein|keine|keinen|halb(?! ?marathon)|mindestens|hochstens|oder|statt|anstatt|stattdessen|falls|wenn|entweder|sonst|ausser|ohne(?! (?:pausen?|schlaufen))|' +
    'niet|geen|indien|tenzij|anders|in plaats|zonder(?! (?:rust|pauze))|behalve|' +
    "pas|jamais|ou|sinon|si|sauf|plutot|au lieu|sans(?! (?:repos|recup|recuperation|pause|sangles))|n'est|" +
    'nunca|ningun|ninguna|nessun|nessuna|aucun|aucune|sino|salvo|en vez|en lugar|sin(?! (?:descanso|pausa|recuperacion))|non|oppure|invece|se|anziche|tranne|senza(?! (?:recupero|riposo|pausa))|' +
    '(?<=[a-z\\d\'"] )o(?= \\d)|(?<=\\d ?(?:m|k|km|min|s|minuten|meter) )of(?= \\d+ ?(?:x|k|m)))(?![a-z\\d])',
);

/** In lower case and without accents, each character in its place. */
export function plainInPlace(text: string): string {
  return Array.from({ length: text.length }, (_, index) => {
    const char = text.charAt(index);
    const bare = char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return bare.length === 1 ? bare : char;
  })
    .join('')
    .replace(/[’′‘]/g, "'");
}

function masked(text: string, pattern: RegExp, isIn: string): string {
  let out = text;
  for (const { 0: found, index } of isIn.matchAll(
    new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`),
  ))
    out = out.slice(0, index) + ' '.repeat(found.length) + out.slice(index + found.length);
  return out;
}

/** The word that changes or cancels the workout; null without one. */
export function turningWord(text: string): { word: string; offset: number } | null {
  const found = turns.exec(plainInPlace(text));
  return found && { word: text.slice(found.index, found.index + found[0].length), offset: found.index };
}

/** Returns the text with spaces instead of words without a meaning for the workout. */
export function withoutNotes(text: string): string {
  let out = masked(text, pictures, text);
  out = out.replace(/^\s*["“„«](.*)["”“»]\s*$/s, (_, inner: string) => ` ${inner} `.padEnd(out.length));
  out = masked(out, bullet, out);
  out = masked(out, noise, plainInPlace(out));
  out = masked(out, sessionLabel, plainInPlace(out));
  // The colon or dash after a label, and empty parts.
  out = out.replace(/^[\s:,.;–—-]+/, (found) => ' '.repeat(found.length));
  out = out.replace(/\(\s*\)/g, (found) => ' '.repeat(found.length));
  return out.replace(/(?<=[\s])[-–,;:](?=\s*$)|[\s,;:–-]+$/g, (found) => ' '.repeat(found.length));
}

/** Returns the text with spaces instead of remarks, and the first word of them. */
export function withoutAsides(text: string): {
  text: string;
  first: { word: string; offset: number } | null;
} {
  const plain = plainInPlace(text);
  const [found] = plain.matchAll(remarks);
  const word = found && /[a-z]+/.exec(found[0]);
  const offset = found && word ? found.index + word.index : 0;
  const left = masked(text, remarks, plain).replace(
    /^[\s,;.]*(?:then|and|dann|puis|luego|dan|poi)?(?= )/i,
    (start) => (found ? ' '.repeat(start.length) : start),
  );
  return { text: left, first: word ? { word: text.slice(offset, offset + word[0].length), offset } : null };
}

/** The parts of a text between punctuation marks. */
export function clausesOf(text: string): { clause: string; offset: number }[] {
  return [...text.matchAll(/(?:[^.!;,()\n-]|\.(?=\d)|,(?=\d)|(?<=\S)-(?=\S)|-(?! )|(?<! )-)+/g)].map(
    ({ 0: clause, index: offset }) => ({ clause, offset }),
  );
}
