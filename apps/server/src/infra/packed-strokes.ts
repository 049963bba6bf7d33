import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Stroke } from '@boathouse/contract/strokes';

/** A stored stroke; `forceCurve` is always present. */
export type StoredStroke = Required<Stroke>;

/** The order of the values of a packed stroke. A new field is appended, and reads as null in older chunks. */
export const strokeFields = [
  'number',
  'interval',
  'elapsedTime',
  'distance',
  'pace',
  'strokeRate',
  'heartRate',
  'power',
  'driveLength',
  'driveTime',
  'recoveryTime',
  'strokeDistance',
  'peakForce',
  'averageForce',
  'workPerStroke',
  'calories',
  'forceCurve',
  'rowedAfterMs',
] as const satisfies ReadonlyArray<keyof Stroke>;

const neverNull: ReadonlySet<keyof Stroke> = new Set(['number', 'interval', 'elapsedTime', 'distance']);

const PackedSchema = z.array(z.custom<unknown[]>(Array.isArray));

/** Returns the values of a stroke in the order of `strokeFields`. */
export function valuesOf(stroke: Stroke) {
  return strokeFields.map((field) => stroke[field] ?? null);
}

/**
 * Work time in whole milliseconds: `rowedAfterMs` is packed as the difference to it, which changes little and deflates
 * well.
 */
const workMsOf = ({ elapsedTime }: Pick<Stroke, 'elapsedTime'>) => Math.round(elapsedTime * 1_000);

/** Packs strokes into the bytes of one chunk: JSON rows in the order of `strokeFields`, deflated. */
export function packStrokes(strokes: readonly Stroke[]): Uint8Array {
  return deflateRawSync(JSON.stringify(strokes.map(packedOf)));
}

/** An unknown moment is omitted: such a stroke is packed as it was before strokes had one. */
function packedOf(stroke: Stroke): unknown[] {
  const { rowedAfterMs } = stroke;
  const values = valuesOf(stroke).slice(0, -1);
  return typeof rowedAfterMs === 'number' ? [...values, rowedAfterMs - workMsOf(stroke)] : values;
}

/** @throws Error if the bytes are not a chunk */
export function unpackStrokes(packed: Uint8Array): StoredStroke[] {
  return unpackChunk(packed).strokes;
}

/**
 * Returns the strokes of a chunk, and how many bytes of JSON it has.
 * @throws Error if the bytes are not a chunk
 */
export function unpackChunk(packed: Uint8Array): { strokes: StoredStroke[]; bytes: number } {
  const json = inflateRawSync(packed);
  const rows = PackedSchema.parse(JSON.parse(json.toString('utf8')));
  return { strokes: rows.map(strokeIn), bytes: json.length };
}

/** Copied for each stroke: an object that grows field by field takes twice as long. */
const noValues: Readonly<Record<string, unknown>> = Object.fromEntries(
  strokeFields.map((field) => [field, null]),
);

/** A field that was appended later than the chunk was packed is null. @throws TypeError */
function strokeIn(row: readonly unknown[]): StoredStroke {
  const stroke = { ...noValues };
  let index = 0;
  for (const field of strokeFields) {
    stroke[field] = row[index] ?? null;
    index += 1;
  }
  if (hasValues(stroke)) {
    if (typeof stroke.rowedAfterMs === 'number') stroke.rowedAfterMs += workMsOf(stroke);
    return stroke;
  }
  throw new TypeError('A packed stroke has other values than numbers');
}

/** Checks the values directly: a schema would take longer than everything else that a list of strokes needs. */
function hasValues(stroke: Record<string, unknown>): stroke is StoredStroke {
  for (const field of strokeFields) {
    const value = stroke[field];
    const isField =
      typeof value === 'number' ||
      (value === null && !neverNull.has(field)) ||
      (field === 'forceCurve' && isNumbers(value));
    if (!isField) return false;
  }
  return typeof stroke.forceCurve !== 'number';
}

const isNumbers = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'number');

/** A chunk of at least this many strokes is never merged again; smaller ones compress badly. */
export const fullChunkStrokes = 64;
