import type { ErgometerFields } from '@boathouse/contract/activities';
import { averageHeartRateOf } from './sample-heart.ts';

/**
 * The sample athletes. All results derive from this data and the date, so that a later day matches the others.
 * `paceSec`: 2000 m pace in seconds per 500 m. `topBpm`: heart rate at the end of 2000 m; Ruben rows without a belt.
 * `keenness`: probability of attending a session.
 */
export const crew = [
  { name: 'Maren Olsen', paceSec: 118, strokeRate: 27, topBpm: 181, keenness: 0.82 },
  { name: 'Tobias Brandt', paceSec: 107, strokeRate: 30, topBpm: 186, keenness: 0.9 },
  { name: 'Aiko Tanaka', paceSec: 121, strokeRate: 28, topBpm: 190, keenness: 0.7 },
  { name: 'Ruben Castillo', paceSec: 111, strokeRate: 29, topBpm: null, keenness: 0.74 },
  { name: 'Nora Fitzgerald', paceSec: 124, strokeRate: 26, topBpm: 178, keenness: 0.6 },
  { name: 'Elias Lindqvist', paceSec: 114, strokeRate: 28, topBpm: 184, keenness: 0.78 },
  { name: 'Priya Raman', paceSec: 128, strokeRate: 25, topBpm: 187, keenness: 0.55 },
  { name: 'Jonas Meyer', paceSec: 133, strokeRate: 24, topBpm: 174, keenness: 0.45 },
  { name: 'Sofia Marino', paceSec: 116, strokeRate: 27, topBpm: 183, keenness: 0.75 },
] as const;

export const daysOfResults = 365;

/** Indices in `crew`. All but the outsider are members of the harbour club; Jonas and the outsider row at night. */
export const [coachIndex, jonasIndex, outsiderIndex] = [0, 7, 8];
export type SampleResult = {
  /** Index in `crew`. */
  athlete: number;
  workoutItemIndex: number;
  createdAt: Temporal.ZonedDateTime;
  completedAt: Temporal.ZonedDateTime;
  figures: Omit<ErgometerFields, 'isSimulated' | 'strokeRate' | 'totalCalories'> & {
    strokeRate: number;
    totalCalories: number;
    isSimulated?: boolean;
  };
  /** The athlete stopped before the end of the workout. */
  isPartial: boolean;
};

export type SampleSession = {
  title: string;
  startAt: Temporal.ZonedDateTime;
  workoutItems: string[];
  /** Index in `crew`. */
  host: number;
  visibility: 'harbour' | 'nightShift' | 'link' | 'onlyMe';
  results: SampleResult[];
};

type Work = {
  /** Difference to the 2000 m pace, in seconds per 500 m. */
  slowerSec: number;
  /** The PM5's workout type code. */
  workoutType: number;
  /** The rests are not included. */
} & ({ distanceM: number; durationSec?: never } | { durationSec: number; distanceM?: never });

const easy: Work = { distanceM: 2_000, slowerSec: 0, workoutType: 3 };

/** The work of each workout item, by its text. */
const work: Record<string, Work> = {
  '60:00': { durationSec: 3600, slowerSec: 13, workoutType: 5 },
  '30:00': { durationSec: 1800, slowerSec: 9, workoutType: 5 },
  '20:00': { durationSec: 1200, slowerSec: 7, workoutType: 5 },
  '10:00': { durationSec: 600, slowerSec: 4, workoutType: 5 },
  '3 x 8:00 / 2:00 rest': { durationSec: 1440, slowerSec: 5, workoutType: 6 },
  '10000 m': { distanceM: 10_000, slowerSec: 8, workoutType: 3 },
  '5000 m': { distanceM: 5_000, slowerSec: 5, workoutType: 3 },
  '2000 m': easy,
  '1000 m': { distanceM: 1_000, slowerSec: -4, workoutType: 3 },
  '500 m': { distanceM: 500, slowerSec: -9, workoutType: 3 },
  '4 x 500 m / 2:00 rest': { distanceM: 2_000, slowerSec: -3, workoutType: 7 },
  '8 x 250 m / 1:00 rest': { distanceM: 2_000, slowerSec: -6, workoutType: 7 },
};

/** By day of the week from Monday; no session on Sunday. */
const program = [
  { title: 'Steady state', items: ['30:00', '10:00'] },
  { title: 'Threshold', items: ['3 x 8:00 / 2:00 rest', '10:00'] },
  { title: 'Midweek miles', items: ['10000 m'] },
  { title: 'Thursday pieces', items: ['4 x 500 m / 2:00 rest', '2000 m'] },
  { title: 'Short and sharp', items: ['8 x 250 m / 1:00 rest', '1000 m'] },
  { title: 'Saturday hour', items: ['60:00'] },
] as const;
/** It is on the second Saturday of a month. */
const test = { title: '2k test', items: ['2000 m'] } as const;
/** It is on the first Saturday of a month. */
const regatta = { title: 'Club regatta', items: ['500 m', '500 m', '1000 m', '2000 m'] } as const;
const soloItems = ['20:00', '5000 m', '2000 m', '10000 m'] as const;

/** Returns a pseudo-random number in [0, 1), a hash of the given numbers. */
export function chanceOf(...of: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const each of of) {
    hash = Math.imul(hash ^ each, 0x85ebca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** Returns days since 1970, for the seeds. */
const numberOf = (day: Temporal.ZonedDateTime) =>
  Math.floor(Date.UTC(day.year, day.month - 1, day.day) / 86_400_000);

const at = (day: Temporal.ZonedDateTime, hour: number, minute: number) =>
  day.startOfDay().with({ hour, minute });

/** All are away from 24 December to 1 January, and all but the coach take a week off now and then. */
function isAway(day: Temporal.ZonedDateTime, athlete: number): boolean {
  const isBetweenYears = (day.month === 12 && day.day >= 24) || (day.month === 1 && day.day === 1);
  const week = Math.floor((numberOf(day) + 3) / 7);
  return isBetweenYears || (athlete !== coachIndex && chanceOf(week, athlete, 1) < 0.08);
}

/**
 * Returns the deviation from the usual pace in seconds per 500 m: a seasonal trend plus daily variation; in a test,
 * progress from one to the next in a season, which begins in September.
 */
function formOf(day: Temporal.ZonedDateTime, athlete: number, item: number): number {
  if (isTest(day)) return 1.6 - 0.4 * ((day.month + 3) % 12) + 0.3 * chanceOf(numberOf(day), athlete, 2);
  const season = 2.4 * Math.cos((2 * Math.PI * (day.dayOfYear - 290)) / 365);
  return season + 2.4 * (chanceOf(numberOf(day), athlete, item, 2) - 0.5);
}

const isTest = ({ dayOfWeek, day, hour }: Temporal.ZonedDateTime): boolean =>
  dayOfWeek === 6 && day > 7 && day <= 14 && hour < 12;

const tenths = (value: number) => Math.round(value * 10) / 10;

/**
 * Returns the monitor's final values after this share of the workout. `offSec` is added to the usual pace, in seconds per
 * 500 m.
 */
function figuresOf(text: string, athlete: number, offSec: number, share: number) {
  const { paceSec, strokeRate, topBpm } = crew[athlete] ?? crew[0];
  const { distanceM, durationSec, slowerSec, workoutType } = work[text] ?? easy;
  const pace = paceSec + slowerSec + offSec;
  const elapsedTime = tenths(share * (durationSec ?? (distanceM / 500) * pace));
  const distance = Math.round(share * (distanceM ?? (durationSec / pace) * 500));
  const watts = Math.round(2.8 / (pace / 500) ** 3);
  return {
    elapsedTime,
    distance,
    averagePace: tenths((elapsedTime / distance) * 500),
    currentPace: tenths(pace),
    strokeRate: strokeRate - Math.round(slowerSec / 2),
    workoutType,
    dragFactor: 112 + athlete * 2,
    averagePower: watts,
    totalCalories: Math.round(((watts * 4 * 0.8604 + 300) * elapsedTime) / 3600),
    heartRate: topBpm === null ? null : averageHeartRateOf(topBpm - 0.8 * slowerSec - offSec, elapsedTime),
  } satisfies Partial<ErgometerFields>;
}

type SampleRow = {
  athlete: number;
  workoutItemIndex: number;
  text: string;
  createdAt: Temporal.ZonedDateTime;
};

function resultOf(
  { athlete, workoutItemIndex, text, createdAt }: SampleRow,
  isSimulated = false,
): SampleResult {
  const isLong = ['60:00', '30:00', '10000 m'].includes(text);
  const isPartial = isLong && chanceOf(numberOf(createdAt), athlete, workoutItemIndex, 30) < 0.03;
  const share = isPartial ? 0.3 + 0.5 * chanceOf(numberOf(createdAt), athlete, 31) : 1;
  const figures = figuresOf(text, athlete, formOf(createdAt, athlete, workoutItemIndex), share);
  return {
    athlete,
    workoutItemIndex,
    createdAt,
    completedAt: createdAt.add({ seconds: Math.ceil(figures.elapsedTime) + 20 }),
    figures: { ...figures, isSimulated },
    isPartial,
  };
}

/** Returns results whose starts are staggered. `stays` is the probability that an athlete rows each further item. */
function resultsOf(
  start: Temporal.ZonedDateTime,
  items: readonly string[],
  athletes: readonly number[],
  stays: number,
): SampleResult[] {
  const number = numberOf(start);
  return athletes.flatMap((athlete, place) => {
    const done: SampleResult[] = [];
    let createdAt = start.add({ minutes: 2, seconds: place * 25 });
    for (const [workoutItemIndex, text] of items.entries()) {
      if (workoutItemIndex > 0 && chanceOf(number, athlete, workoutItemIndex, 3) >= stays) break;
      const result = resultOf({ athlete, workoutItemIndex, text, createdAt });
      done.push(result);
      createdAt = result.completedAt.add({ minutes: 6 });
    }
    return done;
  });
}

function planOf(
  day: Temporal.ZonedDateTime,
): (typeof program)[number] | typeof test | typeof regatta | undefined {
  if (day.dayOfWeek === 6 && day.day <= 7) return regatta;
  return isTest(day.startOfDay()) ? test : program[day.dayOfWeek - 1];
}

/** At 06:30; a regatta at 09:00. */
function harbourSession(day: Temporal.ZonedDateTime): SampleSession[] {
  const plan = planOf(day);
  if (!plan) return [];
  const { title, items } = plan;
  const isRegatta = plan === regatta;
  const startAt = at(day, isRegatta ? 9 : 6, isRegatta ? 0 : 30);
  const athletes = crew.flatMap(({ keenness }, athlete) => {
    const comes = isRegatta || chanceOf(numberOf(day), athlete, 4) < keenness;
    return athlete !== outsiderIndex && comes && !isAway(day, athlete) ? [athlete] : [];
  });
  if (athletes.length === 0) return [];
  return [
    {
      title,
      startAt,
      workoutItems: [...items],
      host: coachIndex,
      visibility: 'harbour',
      results: resultsOf(startAt, items, athletes, isRegatta ? 0.95 : 0.45),
    },
  ];
}

/** Tuesdays and Fridays, late enough to fall on another day in other time zones. */
function nightShiftSession(day: Temporal.ZonedDateTime): SampleSession[] {
  if (day.dayOfWeek !== 2 && day.dayOfWeek !== 5) return [];
  const athletes = [outsiderIndex, jonasIndex].filter(
    (athlete) => !isAway(day, athlete) && (athlete === outsiderIndex || chanceOf(numberOf(day), 5) < 0.4),
  );
  if (athletes.length === 0) return [];
  const startAt = at(day, 22, 40);
  const items = ['5000 m', '10:00'];
  return [
    {
      title: 'Night shift',
      startAt,
      workoutItems: items,
      host: outsiderIndex,
      visibility: 'nightShift',
      results: resultsOf(startAt, items, athletes, 0.6),
    },
  ];
}

/** Occasional solo sessions in the evening, for Jonas sometimes on the simulated erg. */
function soloSessions(day: Temporal.ZonedDateTime): SampleSession[] {
  const number = numberOf(day);
  return crew.flatMap((_, athlete) => {
    if (isAway(day, athlete) || chanceOf(number, athlete, 6) >= 0.09) return [];
    const text = soloItems[Math.floor(chanceOf(number, athlete, 7) * soloItems.length)] ?? soloItems[0];
    const startAt = at(day, 18, athlete * 5);
    const createdAt = startAt.add({ minutes: 1 });
    const isSimulated = athlete === jonasIndex && chanceOf(number, 8) < 0.4;
    return [
      {
        title: 'Evening row',
        startAt,
        workoutItems: [text],
        host: athlete,
        visibility: chanceOf(number, athlete, 9) < 0.7 ? 'link' : 'onlyMe',
        results: [resultOf({ athlete, workoutItemIndex: 0, text, createdAt }, isSimulated)],
      } satisfies SampleSession,
    ];
  });
}

/** Returns results of a workout that these athletes have just rowed. */
export function resultsNow(
  text: string,
  athletes: readonly number[],
  now: Temporal.ZonedDateTime,
): SampleResult[] {
  return athletes.map((athlete, place) => {
    const createdAt = now.subtract({ minutes: 3, seconds: 10 * place });
    return resultOf({ athlete, workoutItemIndex: 0, text, createdAt });
  });
}

/** Returns all sample sessions of a day, with the results that they have once it is past. */
export function sessionsOn(day: Temporal.ZonedDateTime): SampleSession[] {
  return [...harbourSession(day), ...nightShiftSession(day), ...soloSessions(day)];
}
