import { isoOf } from '../csv/iso-dates.ts';
import { NotUnderstood, numberOf } from '../csv/values.ts';
import { momentOf } from '../dates.ts';
import type { Leaves, TcxLap } from './parse.ts';

/** A lap with its figures. `start` is in ms since 1970; a clock's time without a zone counts as UTC. */
export type Lap = {
  kind: 'work' | 'rest';
  start: number;
  time: number;
  distance: number | null;
  source: TcxLap;
};

/** Throws NotUnderstood. */
export function lapsOf(sources: readonly TcxLap[]): Lap[] {
  const laps: Lap[] = [];
  for (const [at, source] of sources.entries()) laps.push(lapOf(source, sources[at + 1]));
  return laps;
}

function lapOf(source: TcxLap, next: TcxLap | undefined): Lap {
  const start = startOf(source);
  const kind = source.texts.get('Intensity') === 'Resting' ? 'rest' : 'work';
  const untilNext = next === undefined ? null : (startOf(next) - start) / 1000;
  const time = timeOf(source, kind, start, untilNext);
  const distance = valueOf(source, 'DistanceMeters');
  if (distance !== null && distance < 0)
    throw new NotUnderstood(`The distance of the lap in line ${source.line} is below zero`);
  return { kind, start, time, distance, source };
}

function startOf(source: TcxLap): number {
  const moment = momentOf(isoOf(source.startTime) ?? '');
  if (moment === null) throw new NotUnderstood(`The lap in line ${source.line} has no start time`);
  return moment.ms;
}

/** A rest ends with the next lap at the latest: OpenRowingMonitor writes it in milliseconds. */
function timeOf(source: TcxLap, kind: Lap['kind'], start: number, untilNext: number | null): number {
  const time = valueOf(source, 'TotalTimeSeconds');
  const bySpan = kind === 'rest' && untilNext !== null && untilNext > 0 ? untilNext : null;
  if (time !== null && time >= 0) return bySpan === null || time <= bySpan + 2 ? time : bySpan;
  const byPoints = time === null ? (bySpan ?? lastPointAfter(source, start)) : null;
  if (byPoints === null) throw new NotUnderstood(`The lap in line ${source.line} has no time`);
  return byPoints;
}

/** Returns how many seconds after its start a lap has its last point. */
function lastPointAfter({ points }: TcxLap, start: number): number | null {
  const moment = momentOf(isoOf(points.at(-1)?.texts.get('Time') ?? '') ?? '');
  return moment === null || moment.ms <= start ? null : (moment.ms - start) / 1000;
}

/** Throws NotUnderstood. */
export function valueOf({ texts, line }: Leaves, path: string): number | null {
  try {
    return numberOf(texts.get(path) ?? '', '.');
  } catch (error) {
    if (error instanceof NotUnderstood) throw new NotUnderstood(`${path} in line ${line}: ${error.message}`);
    throw error;
  }
}
