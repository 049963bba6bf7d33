/**
 * Parses the workouts that coaches type ('4 x 500m / 1:00 rest', '2k', '500m + 1000m + 500m') and formats them.
 * Text that is only partly understood gives no plan: a wrong target on a monitor is worse than none.
 */
import { programLimits, type PlannedPiece, type Work, type WorkoutPlan } from '@boathouse/pm5/plan';

export type { PlannedPiece } from '@boathouse/pm5/plan';

const maximumPieces = programLimits.mostIntervals;
const maximumTextLength = 400;

const metresByUnit: Readonly<Record<string, number>> = {
  m: 1,
  meter: 1,
  meters: 1,
  metre: 1,
  metres: 1,
  mtr: 1,
  mtrs: 1,
  k: 1000,
  km: 1000,
  kms: 1000,
  kilometer: 1000,
  kilometers: 1000,
  kilometre: 1000,
  kilometres: 1000,
};

const secondsByUnit: Readonly<Record<string, number>> = {
  h: 3600,
  hr: 3600,
  hrs: 3600,
  hour: 3600,
  hours: 3600,
  min: 60,
  mins: 60,
  minute: 60,
  minutes: 60,
  "'": 60,
  s: 1,
  sec: 1,
  secs: 1,
  second: 1,
  seconds: 1,
  '"': 1,
};

/** Own keys only: 'constructor' is not a unit. */
function factorOf(units: Readonly<Record<string, number>>, unit: string): number | null {
  return Object.hasOwn(units, unit) ? (units[unit] ?? null) : null;
}

/** Returns whole metres or seconds, the monitor's smallest unit, or null. */
function wholeOf(amount: string, factor: number): number | null {
  const value = Number(amount) * factor;
  const whole = Math.round(value);
  return Math.abs(value - whole) < 1e-6 ? whole : null;
}

function readClock(text: string): number | null {
  const match = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/.exec(text);
  if (!match) return null;
  const hours = match[1] === undefined ? 0 : Number(match[1]);
  const minutes = Number(match[2]);
  const seconds = Number(match[3]);
  if (seconds > 59 || (match[1] !== undefined && minutes > 59)) return null;
  return hours * 3600 + minutes * 60 + seconds;
}

/** '1:30', '90 s', '2min', '1 min 30 s', '1h'. */
function readDurationSec(text: string): number | null {
  const clock = readClock(text);
  if (clock !== null) return clock;
  let rest = text;
  let totalSec = 0;
  let lastFactor = Number.POSITIVE_INFINITY;
  while (rest !== '') {
    const match = /^(\d{1,5}(?:\.\d{1,4})?) ?([a-z]+|['"]) ?/.exec(rest);
    const factor = match?.[2] === undefined ? null : factorOf(secondsByUnit, match[2]);
    const seconds = match?.[1] === undefined || factor === null ? null : wholeOf(match[1], factor);
    // Units must decrease: '30 s 1 min' is more likely two durations than one.
    if (!match || factor === null || seconds === null || factor >= lastFactor) return null;
    totalSec += seconds;
    lastFactor = factor;
    rest = rest.slice(match[0].length);
  }
  return lastFactor === Number.POSITIVE_INFINITY ? null : totalSec;
}

function readDistanceM(text: string): number | null {
  const match = /^(\d{1,6}(?:\.\d{1,4})?) ?([a-z]+)$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const factor = factorOf(metresByUnit, match[2]);
  return factor === null ? null : wholeOf(match[1], factor);
}

function readWork(text: string): Work | null {
  const distanceM = readDistanceM(text);
  if (distanceM !== null) {
    const fits = distanceM >= programLimits.shortestDistanceM && distanceM <= programLimits.longestDistanceM;
    return fits ? { kind: 'distance', distanceM } : null;
  }
  const durationSec = readDurationSec(text);
  if (durationSec === null) return null;
  const fits =
    durationSec >= programLimits.shortestDurationSec && durationSec <= programLimits.longestDurationSec;
  return fits ? { kind: 'time', durationSec } : null;
}

/** 'r 3:30', 'rest 1:00', '2min r', '1:00 off'; with `bare` also '1:00', which only a slash before it makes a rest. */
function readRestSec(text: string, bare: boolean): number | null {
  const match = /^(?:with |w )?(?:(?:rest|r)(?: of)? ?)?(.*?)(?: ?(?:rest|recovery|off|r))?$/.exec(text);
  const inner = match?.[1] ?? '';
  if (inner === text && !bare) return null;
  const restSec = readDurationSec(inner);
  return restSec === null || restSec > programLimits.longestDurationSec ? null : restSec;
}

type Group = { count: number; work: Work; restSec: number | null };

function readWorkAndRest(text: string): { work: Work; restSec: number | null } | null {
  const slash = text.indexOf('/');
  if (slash >= 0) {
    const work = readWork(text.slice(0, slash).trim());
    const restSec = readRestSec(text.slice(slash + 1).trim(), true);
    return work === null || restSec === null ? null : { work, restSec };
  }
  const whole = readWork(text);
  if (whole !== null) return { work: whole, restSec: null };
  // '8 x 500 m r 3:30' has no separator between work and rest, so try every space.
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    const work = readWork(text.slice(0, at));
    const restSec = work === null ? null : readRestSec(text.slice(at + 1), false);
    if (work !== null && restSec !== null) return { work, restSec };
  }
  return null;
}

function readGroup(text: string): Group | null {
  const match = /^(\d{1,3}) ?[x*] ?(.+)$/.exec(text);
  const count = match?.[1] === undefined ? 1 : Number(match[1]);
  if (count < 1 || count > maximumPieces) return null;
  const read = readWorkAndRest(match?.[2] ?? text);
  return read === null ? null : { count, ...read };
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/×/g, 'x')
    .replace(/[’′]/g, "'")
    .replace(/[”″]/g, '"')
    .replace(/\bw\//g, 'w ')
    .replace(/(?<![\d.:])(\d{1,2}),(\d{3})(?= ?m)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Parses a text to a plan; null when it is not understood or the monitor would reject it (`programLimits`).
 * Groups are joined by '+' or ','. A rest at the end applies to every earlier group without a rest of its own.
 * Never throws.
 */
export function parseWorkoutText(text: string): WorkoutPlan | null {
  if (text.length > maximumTextLength) return null;
  const groups: Group[] = [];
  for (const part of normalise(text).split(/ ?[+,;] ?/)) {
    const previous = groups.at(-1);
    const laterRestSec = previous && previous.restSec === null ? readRestSec(part, false) : null;
    if (previous && laterRestSec !== null) {
      previous.restSec = laterRestSec;
      continue;
    }
    const group = readGroup(part);
    if (group === null) return null;
    groups.push(group);
  }

  const lastRestSec = groups.at(-1)?.restSec ?? null;
  const sharedRestSec = groups.slice(0, -1).every((group) => group.restSec === null) ? lastRestSec : null;
  const pieces = groups.flatMap(({ count, work, restSec }) =>
    Array.from({ length: count }, (): PlannedPiece => ({ ...work, restSec: restSec ?? sharedRestSec ?? 0 })),
  );
  return pieces.length > maximumPieces ? null : { pieces };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function clockOf(sec: number): string {
  const minutes = Math.floor(sec / 60);
  const seconds = two(sec % 60);
  return minutes < 60
    ? `${minutes}:${seconds}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`;
}

function workText(piece: PlannedPiece): string {
  if (piece.kind === 'calories') return `${piece.calories} cal`;
  return piece.kind === 'distance' ? `${piece.distanceM} m` : clockOf(piece.durationSec);
}

/** Formats a plan as one line: '2000 m', '4 x 500 m / 1:00 rest'. `parseWorkoutText` parses it back to the same plan. */
export function describePlan(plan: WorkoutPlan): string {
  const restsSec = new Set(plan.pieces.map((piece) => piece.restSec));
  const mixedRests = restsSec.size > 1;
  const restText = (restSec: number | null): string =>
    restSec === null ? ' / undefined rest' : ` / ${clockOf(restSec)} rest`;

  const groups: { text: string; count: number }[] = [];
  for (const piece of plan.pieces) {
    // With different rests each group states its own, also zero: a rest at the end would otherwise apply to all.
    const text = workText(piece) + (mixedRests ? restText(piece.restSec) : '');
    const last = groups.at(-1);
    if (last?.text === text) last.count += 1;
    else groups.push({ text, count: 1 });
  }
  const body = groups.map(({ text, count }) => (count > 1 ? `${count} x ${text}` : text)).join(' + ');
  const sharedRestSec = mixedRests || plan.pieces[0] === undefined ? 0 : plan.pieces[0].restSec;
  return sharedRestSec === 0 ? body : body + restText(sharedRestSec);
}
