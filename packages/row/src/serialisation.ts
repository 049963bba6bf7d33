import { emptyProgress, type RowProgress } from './state.ts';

/** Increase when the shape of RowProgress changes: rows stored by an older page are then ignored. */
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

const laterFields = { setup: null };

/** Adds the fields that pages of this version did not have from the beginning. */
function withLaterFields(progress: unknown): unknown {
  if (typeof progress !== 'object' || progress === null) return progress;
  return { ...laterFields, ...progress };
}

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
