/** Work that may be the rest, or the easy part, of the work beside it although the text lists it separately. */
import { lengthOf, type PieceTarget, type Work } from '@boathouse/pm5/plan';
import { isEasy, isWarmUp } from './targets.ts';

/** Strokes per minute up to which athletes row in a rest. */
export const easiestRate = 20;
/** The longest rest between pieces of distance, inclusive. */
const longestRestSec = 600;
/** The longest distance that athletes row in a rest. */
const longestRecoveryM = 2000;

type Part = { work: Work; target?: PieceTarget | undefined };

/** Seconds for a meter and for a calorie at an easy pace. */
const [secOfMeter, secOfCalorie] = [0.24, 5];

/** Returns the approximate duration of some work. */
export function secondsOf(work: Work): number {
  if (work.kind === 'time') return work.durationSec;
  return work.kind === 'distance' ? work.distanceM * secOfMeter : work.calories * secOfCalorie;
}

/** "4' + 3'": whether the next time continues a ladder down. */
export function isLongerTime(one: Work | undefined, other: Work | undefined): boolean {
  return one?.kind === 'time' && other?.kind === 'time' && one.durationSec > other.durationSec;
}

/** Whether a time that is added to repeated pieces may be their rest: "3x1000m + 3'", not "3x1000m + 20'". */
export function mayBeRestOfSeries(work: Work): boolean {
  return work.kind === 'time' && work.durationSec < longestRestSec;
}

/** "20'-5'-20'" and "20' + 5' + 20'", '2k + 5:00 + 2k': the short time may be the rest of the pieces beside it. */
export function isRestLike(
  work: Work | undefined,
  before: Work | undefined,
  after: Work | undefined,
): boolean {
  if (work?.kind !== 'time' || !before || !after) return false;
  return [before, after].every((beside) =>
    beside.kind === 'time' ? beside.durationSec >= 2 * work.durationSec : work.durationSec <= longestRestSec,
  );
}

const zones = ['ut2', 'ut1', 'at', 'tr', 'an'];
const gentleEfforts = /\b(?:steady|ss|moderate|medium|comfortable|aerobic|endurance)\b/;
/** Up to this level athletes row long and easily. */
const lightLevel = 2;

/** The level of a zone or effort: 1 for UT2, GA1 and zone 1; null for a word without one. */
function levelOf(intensity = ''): number | null {
  const words = intensity.toLowerCase().replaceAll(/[ -]/g, '');
  const ofList = zones.findIndex((zone) => words.startsWith(zone));
  if (ofList !== -1) return ofList + 1;
  const ofNumber = /^(?:ga|z|zone)(\d)/.exec(words)?.[1];
  if (ofNumber !== undefined) return Number(ofNumber);
  return gentleEfforts.test(intensity.toLowerCase()) ? lightLevel : null;
}

/** The pace of a shorter best is harder, and so is a smaller offset. */
function isRelativeEasier({ relative: own }: PieceTarget, { relative: before }: PieceTarget): boolean {
  if (own === undefined || before === undefined) return false;
  if (own.ofDistanceM !== before.ofDistanceM) return own.ofDistanceM > before.ofDistanceM;
  if ('offsetSec' in own && 'offsetSec' in before) return own.offsetSec > before.offsetSec;
  return 'powerShare' in own && 'powerShare' in before && own.powerShare < before.powerShare;
}

const isBelow = (one: number | undefined, other: number | undefined) =>
  one !== undefined && other !== undefined && one < other;

/** Whether a piece is easier than the ones before it in any of its targets. */
function isEasier(own: PieceTarget, before: PieceTarget): boolean {
  if (isEasy(own.intensity)) return true;
  const [level, levelBefore] = [levelOf(own.intensity), levelOf(before.intensity)];
  const isLower =
    isBelow(own.strokeRate?.max, before.strokeRate?.min) ||
    isBelow(before.paceSec, own.paceSec) ||
    isRelativeEasier(own, before) ||
    isBelow(own.powerW, before.powerW) ||
    isBelow(own.heartRate?.max, before.heartRate?.max) ||
    isBelow(level ?? undefined, levelBefore ?? undefined);
  if (isLower || Object.keys(before).length === 0) return isLower;
  const isLightRate = before.strokeRate === undefined && isBelow(own.strokeRate?.max, easiestRate + 1);
  const isLightZone = levelBefore === null && level !== null && level <= lightLevel;
  return isLightRate || isLightZone;
}

/**
 * Whether the athlete may row this work after each piece of a series: "10 x 1' hard + 1' easy", '4 x 500m r30 + 500m
 * r18', not a longer cool-down.
 */
export function mayBeRecovery(own: Part, before: Part): boolean {
  const { work, target = {} } = own;
  if (isWarmUp(target.intensity) || !isEasier(target, before.target ?? {})) return false;
  if (work.kind === before.work.kind && lengthOf(work) <= lengthOf(before.work)) return true;
  return mayBeRestOfSeries(work) || (work.kind === 'distance' && work.distanceM <= longestRecoveryM);
}
