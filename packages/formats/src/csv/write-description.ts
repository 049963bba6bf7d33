import type { Interval, MachineType, Workout } from '../workout.ts';
import { describedBy, machineOfWords } from './season-description.ts';

const words: Record<MachineType, string> = {
  rower: 'row',
  skierg: 'SkiErg',
  bike: 'BikeErg',
  dynamic: 'row',
  slides: 'row',
  multierg: 'MultiErg',
  otherrower: 'row',
  other: 'row',
};

/** Words a workout as the Logbook does: `8x500m/0:30r row`, `v500m/1:00r...3 SkiErg`, `30:01 row`. */
export function describe(workout: Workout): string {
  const { title, machine } = workout;
  if (title !== null && describedBy(title) !== null && machineOfWords(/\S*$/.exec(title)?.[0] ?? '') !== null)
    return title;
  const word = machine === null ? '' : ` ${words[machine]}`;
  return `${intervalsText(workout.intervals) ?? pieceText(workout)}${word}`;
}

/** Returns `m:ss` or `h:mm:ss` with decimals. */
export function clockOf(seconds: number, decimals: 0 | 1): string {
  const units = Math.round(seconds * 10 ** decimals);
  const all = Math.floor(units / 10 ** decimals);
  const fraction = decimals === 0 ? '' : `.${units % 10}`;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(all / 60);
  const short = `${minutes}:${two(all % 60)}${fraction}`;
  return minutes < 60
    ? short
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(all % 60)}${fraction}`;
}

function pieceText({ elapsedTime, distance }: Workout): string {
  const meters = distance === null ? null : Math.round(distance);
  if (meters !== null && (meters % 100 === 0 || elapsedTime === null)) return `${meters}m`;
  return elapsedTime === null ? '' : clockOf(Math.floor(elapsedTime), 0);
}

/** Null for a single piece, whose splits the Logbook does not describe. */
function intervalsText(intervals: readonly Interval[]): string | null {
  const works = intervals.filter(({ kind }) => kind === 'work');
  const rests = intervals.filter(({ kind }) => kind === 'rest');
  const [first] = works;
  const [rest] = rests;
  if (first === undefined || rest === undefined) return null;
  const restText = rest.time === null ? '' : `/${clockOf(rest.time, 0)}r`;
  const sameRests = rests.every(({ time }) => time === rest.time);
  const amounts = works.map(amountText);
  const amount = amounts[0] ?? null;
  if (amount === null) return null;
  if (sameRests && amounts.every((text) => text === amount)) return `${works.length}x${amount}${restText}`;
  return `v${amount}${restText}...${works.length}`;
}

function amountText({ time, distance }: Interval): string | null {
  const isRound = (value: number) => Math.abs(value - Math.round(value)) < 0.05;
  if (distance !== null && (time === null || (isRound(distance) && Math.round(distance) % 50 === 0)))
    return `${Math.round(distance)}m`;
  if (time !== null && isRound(time)) return clockOf(Math.round(time), 0);
  return distance === null ? null : `${Math.round(distance)}m`;
}
