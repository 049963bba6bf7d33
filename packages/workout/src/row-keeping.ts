import { emptyProgress, type RowProgress } from './row-state.ts';

/** Changes with the shape of RowProgress: what an older page kept is then not read. */
const VERSION = 1;

/** A row as text, to be kept over a reload. */
export const keepRow = (progress: RowProgress): string => JSON.stringify({ version: VERSION, progress });

/** The row that `keepRow` wrote, or null for anything else. */
export const restoreRow = (text: string): RowProgress | null => {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null || !('version' in kept) || !('progress' in kept)) return null;
  return kept.version === VERSION && isRowProgress(kept.progress) ? kept.progress : null;
};

const isRowProgress = (value: unknown): value is RowProgress => fits(emptyProgress(), value);

/** Whether a value has the template's keys with values of their kinds; a null of the template stands for anything. */
const fits = (template: unknown, value: unknown): boolean => {
  if (template === null) return value !== undefined;
  if (Array.isArray(template)) return Array.isArray(value);
  if (typeof template !== 'object') return typeof value === typeof template;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(template).every(([key, part]) => fits(part, Reflect.get(value, key)));
};
