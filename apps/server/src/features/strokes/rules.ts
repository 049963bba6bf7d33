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

const valuesOf = (stroke: Stroke) => strokeFields.map((field) => stroke[field] ?? null);

/** Work time in whole milliseconds: `rowedAfterMs` is packed as what it has more, which changes little and deflates well. */
const workMsOf = ({ elapsedTime }: Pick<Stroke, 'elapsedTime'>) => Math.round(elapsedTime * 1_000);

/** Packs strokes into the bytes of one chunk: JSON rows in the order of `strokeFields`, deflated. */
export function packStrokes(strokes: readonly Stroke[]): Uint8Array {
  return deflateRawSync(JSON.stringify(strokes.map(packedOf)));
}

/** An unknown moment is left out: such a stroke is packed as it was before strokes had one. */
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

/** Checks the values: a schema of them would take longer than all else that a list of strokes needs. */
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

/** Whether two lists hold the same strokes. */
export function areSameStrokes(one: readonly Stroke[], other: readonly Stroke[]): boolean {
  return JSON.stringify(one.map(valuesOf)) === JSON.stringify(other.map(valuesOf));
}

/** A chunk of at least this many strokes is never merged again; smaller ones compress badly. */
export const fullChunkStrokes = 64;
/** That many small chunks at the end are merged into one, so that each stroke is rewritten a few times at most. */
export const smallChunksMax = 32;
/** Fewer are merged as soon as they hold this many strokes: no chunk is larger than a batch, and is read in a moment. */
const mergedFromStrokes = 2 * fullChunkStrokes;

/**
 * Chooses the small chunks at the end of an activity to merge, given the chunks' stroke counts in order.
 * @returns how many of the last chunks; 0 while there are few
 */
export function chunksToMerge(counts: readonly number[]): number {
  const lastFull = counts.findLastIndex((count) => count >= fullChunkStrokes);
  const small = counts.slice(lastFull + 1);
  const strokes = small.reduce((sum, count) => sum + count, 0);
  return small.length >= smallChunksMax || strokes >= mergedFromStrokes ? small.length : 0;
}
