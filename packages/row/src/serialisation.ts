import { emptyProgress, type RowProgress } from './state.ts';

/**
 * Increase when the shape of RowProgress changes incompatibly: rows stored by an older page are then ignored. A field
 * that is new gets a default in `withLaterFields`.
 */
const VERSION = 2;

/** Serialises a row, to restore it after a reload. */
export function serialiseRow(progress: RowProgress): string {
  return JSON.stringify({ version: VERSION, progress });
}

/** Parses a row that `serialiseRow` wrote; null for anything else. */
export function restoreRow(text: string): RowProgress | null {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null || !('version' in kept) || !('progress' in kept)) return null;
  if (kept.version !== VERSION) return null;
  const progress = withLaterFields(kept.progress);
  return isRowProgress(progress) ? progress : null;
}

const laterFields = { setup: null, projection: null };
const laterTrackFields = { monitorCalories: 0, earlierCalories: 0, lastInterval: null };
const laterIntervalFields = { startCalories: null, calories: null, projection: null };
const laterSplitFields = { calories: null };

/** Adds the fields that pages of this version did not have from the beginning. */
function withLaterFields(progress: unknown): unknown {
  if (!isObject(progress)) return progress;
  const track: unknown = Reflect.get(progress, 'track');
  const splits: unknown = Reflect.get(progress, 'splits');
  return {
    ...laterFields,
    ...progress,
    splits: Array.isArray(splits)
      ? splits.map((split: unknown) => withDefaults(laterSplitFields, split))
      : splits,
    track: withInterval(withDefaults(laterTrackFields, track)),
  };
}

const withInterval = (track: unknown): unknown =>
  isObject(track) && 'interval' in track
    ? { ...track, interval: withDefaults(laterIntervalFields, track.interval) }
    : track;

const withDefaults = (defaults: object, value: unknown): unknown =>
  isObject(value) ? { ...defaults, ...value } : value;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isRowProgress(value: unknown): value is RowProgress {
  return fits(emptyProgress(), value);
}

/** Returns whether a value has the template's keys and types; a null in the template accepts any value. */
function fits(template: unknown, value: unknown): boolean {
  if (template === null) return value !== undefined;
  if (Array.isArray(template)) return Array.isArray(value);
  if (typeof template !== 'object') return typeof value === typeof template;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(template).every(([key, part]) => fits(part, Reflect.get(value, key)));
}
