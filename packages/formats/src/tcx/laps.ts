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
export function lapOf(source: TcxLap): Lap {
  const moment = momentOf(isoOf(source.startTime) ?? '');
  if (moment === null) throw new NotUnderstood(`The lap in line ${source.line} has no start time`);
  const time = valueOf(source, 'TotalTimeSeconds');
  if (time === null || time < 0) throw new NotUnderstood(`The lap in line ${source.line} has no time`);
  const distance = valueOf(source, 'DistanceMeters');
  if (distance !== null && distance < 0)
    throw new NotUnderstood(`The distance of the lap in line ${source.line} is below zero`);
  const kind = source.texts.get('Intensity') === 'Resting' ? 'rest' : 'work';
  return { kind, start: moment.ms, time, distance, source };
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
