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
] as const satisfies ReadonlyArray<keyof Stroke>;
type StrokeField = (typeof strokeFields)[number];

const PackedSchema = z.array(z.custom<unknown[]>(Array.isArray));

const valuesOf = (stroke: Stroke) => strokeFields.map((field) => stroke[field] ?? null);

/** Packs strokes into the bytes of one chunk: JSON rows in the order of `strokeFields`, deflated. */
export function packStrokes(strokes: readonly Stroke[]): Uint8Array {
  return deflateRawSync(JSON.stringify(strokes.map(valuesOf)));
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
  const strokes = rows.map((row): StoredStroke => {
    // Checked here: a schema of the values would take longer than all else that a list of strokes needs.
    const figure = (field: StrokeField) => figureOf(row[strokeFields.indexOf(field)], field);
    const curve = row[strokeFields.indexOf('forceCurve')] ?? null;
    return {
      number: figure('number') ?? 0,
      interval: figure('interval') ?? 0,
      elapsedTime: figure('elapsedTime') ?? 0,
      distance: figure('distance') ?? 0,
      pace: figure('pace'),
      strokeRate: figure('strokeRate'),
      heartRate: figure('heartRate'),
      power: figure('power'),
      driveLength: figure('driveLength'),
      driveTime: figure('driveTime'),
      recoveryTime: figure('recoveryTime'),
      strokeDistance: figure('strokeDistance'),
      peakForce: figure('peakForce'),
      averageForce: figure('averageForce'),
      workPerStroke: figure('workPerStroke'),
      calories: figure('calories'),
      forceCurve: curve === null ? null : curveOf(curve),
    };
  });
  return { strokes, bytes: json.length };
}

/** Null also in a chunk from before the field was appended. @throws TypeError */
function figureOf(value: unknown, field: StrokeField): number | null {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined) return null;
  throw new TypeError(`A packed stroke has a ${typeof value} as ${field}`);
}

function curveOf(value: unknown): number[] {
  if (isNumbers(value)) return value;
  throw new TypeError('A packed stroke has a force curve of something else than numbers');
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'number');

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
