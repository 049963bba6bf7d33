/** The vocabulary of workout texts, in lower case. */

export const metersByUnit = new Map<string, number>([
  ...['m', 'mt', 'mts', 'mtr', 'mtrs', 'meter', 'meters', 'metre', 'metres'].map(
    (unit) => [unit, 1] as const,
  ),
  ...['k', 'km', 'kms', 'kilometer', 'kilometers', 'kilometre', 'kilometres'].map(
    (unit) => [unit, 1000] as const,
  ),
]);

export const secondsByUnit = new Map<string, number>([
  ...['h', 'hr', 'hrs', 'hour', 'hours'].map((unit) => [unit, 3600] as const),
  ...['min', 'mins', 'minute', 'minutes', "'"].map((unit) => [unit, 60] as const),
  ...['s', 'sec', 'secs', 'second', 'seconds', '"'].map((unit) => [unit, 1] as const),
]);

export const minuteWords = new Set(['min', 'mins', 'minute', 'minutes']);
export const calorieWords = new Set(['cal', 'cals', 'calorie', 'calories', 'kcal', 'kcals']);
export const wattWords = new Set(['w', 'watt', 'watts']);

/** They are before a duration ('rest 1:00') or after it ('1:00 rest'). */
export const restWords = new Set(['r', 'rest', 'rests', 'recovery', 'rec', 'pause', 'break']);

export const undefinedRests = new Set([
  'ur',
  'undefined rest',
  'rest undefined',
  'rest as needed',
  'rest as required',
  'as needed rest',
  'open rest',
  'unlimited rest',
  'full rest',
  'full recovery',
]);
export const noRests = new Set(['no rest', 'without rest', 'zero rest']);

/** Between a group and the next one. */
export const thenWords = new Set(['then', 'followed by']);

export const justRow = new Set(['just row', 'justrow', 'free row', 'free rowing']);

/** Distances with a name, in meters. */
export const namedDistances = new Map([
  ['half marathon', 21_097],
  ['marathon', 42_195],
  ['full marathon', 42_195],
]);

/** Words that say nothing about the work beside them: '5k row', '4 x 500m pieces'. */
export const fillers = new Set(['row', 'rowing', 'piece', 'pieces', 'interval', 'intervals', 'erg']);
/** They are before a group: 'main set: 4 x 500m'. */
export const labels = new Set(['main', 'main set', 'main piece', 'workout', 'row']);
export const ladderLabels = new Set(['pyramid', 'ladder']);

export const warmUps = new Set([
  'warm up',
  'warmup',
  'wu',
  'cool down',
  'cooldown',
  'cd',
  'warm down',
  'warmdown',
]);

/** Efforts at which athletes rest while rowing. */
export const easyEfforts = new Set(['easy', 'light', 'paddle', 'paddling', 'slow', 'relaxed']);

const zones = new Set([
  ...['1', '2', '3'].flatMap((level) => [`ut ${level}`, `ga ${level}`]),
  ...['1', '2', '3', '4', '5', '6', '7'].flatMap((level) => [`z ${level}`, `zone ${level}`]),
]);

const firmEfforts =
  'steady|steady state|ss|moderate|medium|comfortable|aerobic|anaerobic|endurance|threshold|tempo|' +
  'hard|firm|strong|fast|max|all out|flat out|sprint|sprints|race|test|time trial|tt';
const efforts = [...easyEfforts, ...firmEfforts.split('|')];
const effortNouns = ['pace', 'effort', 'pressure', 'intensity'];

export const intensities = new Set([
  ...warmUps,
  ...zones,
  ...efforts,
  ...['full', 'half', ...efforts].flatMap((effort) => effortNouns.map((noun) => `${effort} ${noun}`)),
]);

export const rateWords = new Set(['rate', 'rates', 'rating', 'sr', 'stroke rate']);
export const heartRateWords = new Set(['hr', 'heart rate']);
export const spmWords = new Set(['spm', 'strokes per minute', 'strokes per min']);
export const bpmWords = new Set(['bpm']);
export const paceWords = new Set(['pace', 'split', 'splits']);
/** A cap before a figure, and after it. */
export const caps = new Set(['max', 'cap', 'capped', 'capped at', 'under', 'below', 'up to', 'no more than']);
export const capsBehind = new Set(['max', 'cap', 'or less', 'or below', 'or lower']);

export const setWords = new Set(['set', 'sets', 'round', 'rounds', 'block', 'blocks']);
export const pieceWords = new Set(['piece', 'pieces', 'interval', 'intervals', 'rep', 'reps']);
