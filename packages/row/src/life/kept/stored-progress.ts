/* The shape in which the journal stores a row's progress: all parts of its track in one object. */
import {
  emptyProgress,
  type RowProgress,
  type RowTrack,
  type StrokeTrack,
  type SummaryTrack,
  type WorkTrack,
} from '../../reduce/state.ts';

export type StoredProgress = Omit<RowProgress, 'track'> & {
  track: WorkTrack & StrokeTrack & SummaryTrack & Pick<RowTrack, 'heart' | 'rower'>;
};

export function storedProgressOf({ track, ...progress }: RowProgress): StoredProgress {
  const { work, strokes, summary, heart, rower } = track;
  return { ...progress, track: { ...work, ...strokes, ...summary, heart, rower } };
}

export function progressOf({ track, ...progress }: StoredProgress): RowProgress {
  const { heart, rower, endedAtMs, isTerminated, heldSummary, foreignSummary, ...rowed } = track;
  const {
    openStroke,
    openStrokeAtSec,
    openStrokeUntilMs,
    earlyPower,
    curve,
    earlyCurveN,
    earlyStrokes,
    ...work
  } = rowed;
  return {
    ...progress,
    track: {
      work,
      strokes: {
        openStroke,
        openStrokeAtSec,
        openStrokeUntilMs,
        earlyPower,
        curve,
        earlyCurveN,
        earlyStrokes,
      },
      heart,
      rower,
      summary: { endedAtMs, isTerminated, heldSummary, foreignSummary },
    },
  };
}

/** Whether a value has the keys and types of a stored progress. */
export function isStoredProgress(value: unknown): value is StoredProgress {
  return fits(storedProgressOf(emptyProgress()), value);
}

/** Returns whether a value has the template's keys and types; a null in the template accepts any value. */
function fits(template: unknown, value: unknown): boolean {
  if (template === null) return value !== undefined;
  if (Array.isArray(template)) return Array.isArray(value);
  if (typeof template !== 'object') return typeof value === typeof template;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(template).every(([key, part]) => fits(part, Reflect.get(value, key)));
}
