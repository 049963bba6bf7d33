import type { Machine } from '@boathouse/contract/activities';
import type { SheetResult, SheetRow } from '@boathouse/contract/activities/entries';
import { plannedLengthOf, type PlannedLength } from '@boathouse/workout-text/planned-length';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { formatDuration } from '@boathouse/workout/pace';
import {
  readResult,
  type Reading,
  type TypedField,
  type TypedResult,
  type TypedTexts,
} from '../typed-result.ts';

/** Typed values of a sheet that are not stored yet: texts by athlete, and the machine. */
export type Draft = {
  texts: ReadonlyMap<string, TypedTexts>;
  /** Null until it is chosen. */
  machine: Machine | null;
};

export const emptyDraft: Draft = { texts: new Map(), machine: null };

/** An item of a session, and the columns of its sheet: values that the plan fixes are not typed. */
type SheetItem = { planned: PlannedLength; columns: readonly TypedField[] };

export function sheetItemOf(workout: string): SheetItem {
  const planned = plannedLengthOf(parseWorkoutText(workout));
  return {
    planned,
    columns: [
      ...(planned.distanceM === null ? (['distance'] as const) : []),
      ...(planned.elapsedSec === null ? (['time'] as const) : []),
      'strokeRate',
      'heartRate',
    ],
  };
}

/** Whether a monitor's complete result replaces any typed result. */
export function isRowed({ own }: SheetRow): boolean {
  return own !== null && !own.isPartial;
}

/** The texts of a stored result, as the cells show them. */
function storedTexts(entered: SheetResult | null): Required<TypedTexts> {
  if (entered === null) return { distance: '', time: '', strokeRate: '', heartRate: '' };
  const { distance, elapsedTime, strokeRate, heartRate } = entered;
  return {
    distance: String(distance),
    time: formatDuration(elapsedTime),
    strokeRate: strokeRate === null ? '' : String(strokeRate),
    heartRate: heartRate === null ? '' : String(heartRate),
  };
}

/** The cells of an athlete, and their meaning. */
export type DraftRow = {
  texts: Required<TypedTexts>;
  /** Whether it differs from the stored one. */
  isChanged: boolean;
  reading: Reading;
};

export function machineOf(rows: readonly SheetRow[], { machine }: Draft): Machine {
  return machine ?? rows.find(({ entered }) => entered !== null)?.entered?.machine ?? 'rower';
}

/** Returns an athlete's cells with the typed texts. */
export function draftRowOf(
  row: SheetRow,
  { columns, planned }: SheetItem,
  draft: Draft,
  machine: Machine,
): DraftRow {
  const { entered } = row;
  const stored = storedTexts(entered);
  const typed = draft.texts.get(row.user._id) ?? {};
  const texts = { ...stored, ...typed };
  const changed = columns.filter((field) => texts[field].trim() !== stored[field]);
  const isOnOther = draft.machine !== null && entered !== null && entered.machine !== draft.machine;
  const isCleared = columns.every((field) => texts[field].trim() === '');
  // Values not typed again stay exact: texts are rounded.
  const kept = entered === null || isCleared ? {} : keptOf(entered, columns, changed);
  const shown = Object.fromEntries(columns.map((field) => [field, texts[field]]));
  return {
    texts,
    isChanged: !isRowed(row) && (changed.length > 0 || isOnOther),
    reading: readResult(machine, planned, shown, kept),
  };
}

function keptOf(
  { distance, elapsedTime, strokeRate, heartRate }: SheetResult,
  columns: readonly TypedField[],
  changed: readonly TypedField[],
): Partial<Record<TypedField, number | null>> {
  const all = { distance, time: elapsedTime, strokeRate, heartRate };
  return Object.fromEntries(
    columns.flatMap((field) => (changed.includes(field) ? [] : [[field, all[field]]])),
  );
}

type Change = { user: string; result: TypedResult | null };

/** Returns the data to send: the changed rows that can be read, and the athletes of those that can't. */
export function changesOf(
  rows: readonly SheetRow[],
  item: SheetItem,
  draft: Draft,
): { changes: Change[]; wrong: string[] } {
  const machine = machineOf(rows, draft);
  const changes: Change[] = [];
  const wrong: string[] = [];
  for (const row of rows) {
    const { isChanged, reading } = draftRowOf(row, item, draft, machine);
    if (!isChanged) continue;
    const { result, problems } = reading;
    if (Object.keys(problems).length > 0) wrong.push(row.user._id);
    else changes.push({ user: row.user._id, result });
  }
  return { changes, wrong };
}

/** Returns the draft without stored results, but with values typed in the meantime. */
export function withoutStored(draft: Draft, sent: Draft, stored: ReadonlySet<string>): Draft {
  return {
    ...draft,
    texts: new Map(
      [...draft.texts].filter(([user, texts]) => !stored.has(user) || sent.texts.get(user) !== texts),
    ),
  };
}
