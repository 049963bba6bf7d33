import { monitorBounds } from '@boathouse/contract/limits';
import type { Machine } from '@boathouse/contract/activities';
import { figuresOn, formatPaceOn } from '@boathouse/workout/machine';
import { formatDuration, paceSecOf } from '@boathouse/workout/pace';
import { problemOfResult, readDistance, readTime } from '@boathouse/workout/typed';
import type { PlannedLength } from '@boathouse/workout-text/planned-length';
import { formatDistance } from '../../../lib/format.ts';

export const typedFields = ['distance', 'time', 'strokeRate', 'heartRate'] as const;
export type TypedField = (typeof typedFields)[number];
/** The text typed into each field; a missing field is empty. */
export type TypedTexts = Partial<Record<TypedField, string>>;

/** Meters, seconds, strokes and beats a minute. */
export type TypedResult = {
  distance: number;
  elapsedTime: number;
  strokeRate: number | null;
  heartRate: number | null;
};

type Problems = Partial<Record<TypedField, string>>;

/** The meaning of the texts: a result, or the problem of each field; neither while nothing is typed. */
export type Reading = { result: TypedResult | null; problems: Problems };

const isEmpty = (text: string | undefined) => text === undefined || text.trim() === '';

/**
 * Reads a result. A length that the plan fixes need not be typed.
 * @param stored figures whose texts have not changed, so that digits that a text omits are kept
 */
export function readResult(
  machine: string,
  planned: PlannedLength,
  texts: TypedTexts,
  stored: Partial<Record<TypedField, number | null>> = {},
): Reading {
  if (typedFields.every((field) => isEmpty(texts[field]))) return { result: null, problems: {} };
  const problems: Problems = {};
  const read = (field: TypedField, reader: typeof readTime, missing: number | null, question: string) => {
    const text = texts[field];
    const kept = stored[field];
    if (kept !== undefined) return kept;
    if (text === undefined || isEmpty(text)) {
      if (missing === null && question !== '') problems[field] = question;
      return missing;
    }
    const { value, problem } = reader(text);
    if (problem !== null) problems[field] = problem;
    return value;
  };
  const distance = read('distance', readDistance, planned.distanceM, 'Type the distance.');
  const elapsedTime = read('time', readTime, planned.elapsedSec, 'Type the time.');
  const strokeRate = read('strokeRate', readCount(monitorBounds.strokeRateMax), null, '');
  const heartRate = read('heartRate', readCount(monitorBounds.heartRateMax), null, '');
  if (distance === null || elapsedTime === null || Object.keys(problems).length > 0) {
    return { result: null, problems };
  }
  const problem = problemOfResult(machine, distance, elapsedTime);
  if (problem !== null) return { result: null, problems: { [decisive(planned)]: problem } };
  return { result: { distance, elapsedTime, strokeRate, heartRate }, problems };
}

/** The field that describes a workout's outcome. */
const decisive = ({ elapsedSec }: PlannedLength): TypedField => (elapsedSec === null ? 'time' : 'distance');

const readCount = (maximum: number) => (text: string) => {
  const value = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  return value > 0 && value <= maximum
    ? { value, problem: null }
    : ({ value: null, problem: `Type a whole number up to ${maximum}.` } as const);
};

/** `2,000 m in 7:05.3, 1:46.3 /500 m`, with the pace as the machine shows it. */
export function resultInWords(
  { distance, elapsedTime }: Pick<TypedResult, 'distance' | 'elapsedTime'>,
  machine: Machine,
): string {
  const pace = formatPaceOn(machine, paceSecOf(distance, elapsedTime));
  return `${formatDistance(distance)} in ${formatDuration(elapsedTime)}, ${pace} ${figuresOn(machine).paceUnit}`;
}
