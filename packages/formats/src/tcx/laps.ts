import { isoOf } from '../csv/iso-dates.ts';
import { NotUnderstood, numberOf, short } from '../csv/values.ts';
import { momentOf } from '../dates.ts';
import type { Problem } from '../workout.ts';
import type { Leaves, TcxLap } from './parse.ts';

/** A lap with its figures. `start` is in ms since 1970; a local time without a zone counts as UTC. */
export type Lap = {
  kind: 'work' | 'rest';
  start: number;
  /** Whether the file contains its start. */
  isDated: boolean;
  time: number;
  distance: number | null;
  source: TcxLap;
};

/** Throws NotUnderstood if a lap has no time at all. */
export function lapsOf(sources: readonly TcxLap[], problems: Problem[]): Lap[] {
  const starts = sources.map((source) => startOf(source, problems));
  const laps: Lap[] = [];
  for (const [at, source] of sources.entries()) {
    const before = laps.at(-1);
    const own = starts[at] ?? null;
    const start =
      own ?? firstPointOf(source) ?? (before === undefined ? 0 : before.start + before.time * 1000);
    const next = starts[at + 1] ?? null;
    const kind = source.texts.get('Intensity') === 'Resting' ? 'rest' : 'work';
    const time = timeOf(source, kind, start, next === null ? null : (next - start) / 1000, problems);
    const distance = distanceOf(source, kind, problems);
    laps.push({ kind, start, isDated: own !== null, time, distance, source });
  }
  return laps;
}

function startOf(source: TcxLap, problems: Problem[]): number | null {
  const start = momentIn(source.startTime);
  if (start === null && source.startTime !== '')
    problems.push({
      message: `“${short(source.startTime)}” is not a date. The date is left out.`,
      line: source.line,
    });
  return start;
}

/** Returns a moment in ms, or null for a text that is not a date. */
export function momentIn(text: string): number | null {
  try {
    return momentOf(isoOf(text) ?? '')?.ms ?? null;
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return null;
  }
}

const firstPointOf = ({ points }: TcxLap) => momentIn(points[0]?.texts.get('Time') ?? '');

/** A rest ends with the next lap at the latest: OpenRowingMonitor writes it in milliseconds. */
function timeOf(
  source: TcxLap,
  kind: Lap['kind'],
  start: number,
  untilNext: number | null,
  problems: Problem[],
): number {
  const time = figureOf(source, 'TotalTimeSeconds', problems);
  const bySpan = kind === 'rest' && untilNext !== null && untilNext > 0 ? untilNext : null;
  if (time !== null && time >= 0) return bySpan === null || time <= bySpan + 2 ? time : bySpan;
  const byPoints = time === null ? (bySpan ?? lastPointAfter(source, start)) : null;
  if (byPoints === null) throw new NotUnderstood(`The lap in line ${source.line} has no time`);
  return byPoints;
}

/** The schema requires a distance: a lap of work without one has 0, and some apps always write 0. */
function distanceOf(source: TcxLap, kind: Lap['kind'], problems: Problem[]): number | null {
  const distance = figureOf(source, 'DistanceMeters', problems);
  if (distance !== null && distance < 0) {
    problems.push({ message: 'The distance of a lap is below zero. It is left out.', line: source.line });
    return null;
  }
  return distance === 0 && kind === 'work' ? null : distance;
}

/** Returns the seconds from a lap's start to its last point. */
function lastPointAfter({ points }: TcxLap, start: number): number | null {
  const last = momentIn(points.at(-1)?.texts.get('Time') ?? '');
  return last === null || last <= start ? null : (last - start) / 1000;
}

/** XML does not group digits: a comma is a decimal one, which some apps write. */
function numberIn(text = ''): number | null {
  return numberOf(text, text.includes(',') ? ',' : '.');
}

/** Throws NotUnderstood. */
export function valueOf({ texts, line }: Leaves, path: string): number | null {
  try {
    return numberIn(texts.get(path));
  } catch (error) {
    if (error instanceof NotUnderstood) throw new NotUnderstood(`${path} in line ${line}: ${error.message}`);
    throw error;
  }
}

/** Returns a figure that may be missing. A value that is not understood counts as missing, and is a problem. */
export function figureOf(leaves: Leaves, path: string, problems: Problem[]): number | null {
  try {
    return numberIn(leaves.texts.get(path));
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    problems.push({ message: `${path}: ${error.message}. It is left out.`, line: leaves.line });
    return null;
  }
}
