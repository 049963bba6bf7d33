import type { Activity, Machine } from '@boathouse/contract/activities';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { plannedLengthOf } from '@boathouse/workout-text/planned-length';
import { formatDuration } from '@boathouse/workout/pace';
import { viewerTimeZone } from '../../../../lib/format.ts';
import { readResult, typedFields, type TypedField } from '../typed-result.ts';

export type EntryField = TypedField | 'date' | 'clock' | 'workout' | 'note';
const allFields: readonly EntryField[] = ['date', 'clock', 'workout', ...typedFields];

type EntryTexts = Partial<Record<EntryField, string>>;

/** The texts and choices of the user. */
export type EntryDraft = { texts: EntryTexts; tags: readonly string[]; machine: Machine };

/** A moment's wall clock, as fields of date and time have it. */
export function partsOf(moment: Temporal.ZonedDateTime): { date: string; clock: string } {
  return { date: moment.toPlainDate().toString(), clock: moment.toPlainTime().toString().slice(0, 5) };
}

/** Null for text that isn't a past moment. */
function momentOf(date: string, clock: string): string | null {
  try {
    const wall = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(clock));
    return new Date(wall.toZonedDateTime(viewerTimeZone()).epochMilliseconds).toISOString();
  } catch {
    return null;
  }
}

/** Returns the texts of a stored result in the fields. */
export function textsOf(known: Activity): EntryTexts {
  return {
    ...partsOf(Temporal.Instant.from(known.createdAt).toZonedDateTimeISO(viewerTimeZone())),
    workout: known.workout,
    distance: String(known.distance),
    time: formatDuration(known.elapsedTime),
    ...(known.strokeRate === null ? {} : { strokeRate: String(known.strokeRate) }),
    ...(known.heartRate == null ? {} : { heartRate: String(known.heartRate) }),
  };
}

const isTypedField = (field: EntryField): field is TypedField => typedFields.some((known) => known === field);

type Origin = {
  /** The result that is corrected; null for a new one. */
  known: Activity | null;
  /** Its texts when the form opened. */
  shown: EntryTexts;
  openedAt: Temporal.ZonedDateTime;
};

/** Reads a draft: its plan, result and moment, and the problems of its fields. */
export function readDraft({ texts, machine }: EntryDraft, { known, shown, openedAt }: Origin) {
  const plan = parseWorkoutText(texts.workout ?? '');
  const planned = plannedLengthOf(plan);
  const isTyped = (field: TypedField) => (texts[field] ?? '').trim() !== '';
  const isAsItWas = (field: EntryField) => known !== null && texts[field] === shown[field];
  const { result, problems } = readResult(machine, planned, texts, {
    ...(known !== null && isAsItWas('distance') ? { distance: known.distance } : {}),
    ...(known !== null && isAsItWas('time') ? { time: known.elapsedTime } : {}),
  });
  // Until the user chooses a moment, the workout has just ended.
  const just = partsOf(openedAt.subtract({ seconds: Math.ceil(result?.elapsedTime ?? 0) }));
  const { date = just.date, clock = just.clock } = texts;
  const createdAt =
    known !== null && isAsItWas('date') && isAsItWas('clock') ? known.createdAt : momentOf(date, clock);

  /** Returns the problem of a field, even if it is not shown yet. */
  function wrongIn(field: EntryField): string | undefined {
    if (field === 'date' && createdAt === null) return 'Choose a date and a time.';
    if (!isTypedField(field)) return undefined;
    return typedFields.some(isTyped) || field !== 'time' ? problems[field] : 'Type the time.';
  }

  return {
    isUnclear: plan === null && (texts.workout ?? '').trim() !== '',
    planned,
    result,
    date,
    clock,
    createdAt,
    wrongIn,
    /** Whether a field waits to be filled. */
    isWaiting: (field: EntryField) => isTypedField(field) && !isTyped(field),
  };
}

/** Returns whether a draft differs from the form's first values. */
export function isEdited({ texts, tags, machine }: EntryDraft, { known, shown }: Origin): boolean {
  return known === null
    ? tags.length > 0 || Object.values(texts).some((text) => text !== '')
    : machine !== known.machine || allFields.some((field) => (texts[field] ?? '') !== (shown[field] ?? ''));
}
