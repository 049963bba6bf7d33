import type { Category, CategorySex } from '@boathouse/contract/racing/categories';
import type { PieceKind } from '@boathouse/contract/racing/pieces';
import type { ClubRecord, RecordsOfCategory } from '@boathouse/contract/racing/records';
import type { UserRef } from '@boathouse/contract/users';
import { ageGroupIn } from '@boathouse/racing/age-groups';
import { isBetter, scoreText } from '../rules.ts';

/** A result that may be a record; its athlete may have no category. */
export type Candidate = {
  userId: string;
  activityId: string;
  score: number;
  rowedAt: Date;
  sex: CategorySex | null;
  birthYear: number | null;
};

export type ByHand = {
  id: string;
  score: number;
  sex: CategorySex | null;
  ageGroup: number | null;
  holder: string;
  day: string;
  note: string;
};

/** Matches any value, as records compare them. */
type Entry = { score: number; day: string; atMs: number; category: Category } & (
  | { candidate: Candidate }
  | { byHand: ByHand }
);

type Step = Entry & { isEqual: boolean };

/** Records of one category, the newest first. */
type Steps = { category: Category; steps: Step[] };

function entryOf(candidate: Candidate): Entry {
  const { sex, birthYear, rowedAt, score } = candidate;
  const ageGroup = birthYear === null ? null : ageGroupIn(rowedAt.getUTCFullYear(), birthYear);
  return {
    score,
    day: rowedAt.toISOString().slice(0, 10),
    atMs: rowedAt.getTime(),
    category: { sex, ageGroup },
    candidate,
  };
}

function entryByHand(byHand: ByHand): Entry {
  const { score, day, sex, ageGroup } = byHand;
  return { score, day, atMs: Date.parse(day), category: { sex, ageGroup }, byHand };
}

/** The categories in which a result counts: all athletes, its sex, and its sex and age group. */
function categoriesOf({ sex, ageGroup }: Category): Category[] {
  const ofAll = { sex: null, ageGroup: null };
  if (sex === null) return [ofAll];
  const ofSex = { sex, ageGroup: null };
  return ageGroup === null ? [ofAll, ofSex] : [ofAll, ofSex, { sex, ageGroup }];
}

const orderOf = ({ sex, ageGroup }: Category) =>
  (sex === null ? 0 : sex === 'female' ? 1_000 : 2_000) + (ageGroup === null ? 0 : ageGroup + 1);

/**
 * Returns the records of each category: results that beat all earlier ones by at least a tenth or a meter, or equaled
 * them. Results of one day are ordered by the clock; a record by hand, whose time is unknown, counts as the first of
 * its day.
 */
export function recordSteps(
  kind: PieceKind,
  candidates: readonly Candidate[],
  byHand: readonly ByHand[],
  max: number,
): Steps[] {
  const entries = [...candidates.map(entryOf), ...byHand.map(entryByHand)].toSorted(
    (one, other) => one.atMs - other.atMs,
  );
  const found = new Map<number, Steps>();
  for (const entry of entries) {
    for (const category of categoriesOf(entry.category)) {
      const key = orderOf(category);
      const steps = found.get(key)?.steps ?? [];
      const [best] = steps;
      if (best !== undefined && isBetter(kind, best.score, entry.score)) continue;
      found.set(key, {
        category,
        steps: [{ ...entry, isEqual: best !== undefined && best.score === entry.score }, ...steps].slice(
          0,
          max,
        ),
      });
    }
  }
  return [...found].toSorted(([one], [other]) => one - other).map(([, steps]) => steps);
}

/** Returns the ids of the athletes in the records. */
export function holdersOf(found: readonly Steps[]): string[] {
  const ids = found.flatMap(({ steps }) =>
    steps.flatMap((step) => ('candidate' in step ? [step.candidate.userId] : [])),
  );
  return [...new Set(ids)];
}

/** Writes records with the names of their holders, without users whom the viewer may not see. */
export function recordsOfSteps(
  found: readonly Steps[],
  users: ReadonlyMap<string, UserRef>,
): RecordsOfCategory[] {
  return found.flatMap(({ category, steps }) => {
    const records = steps.flatMap((step) => recordOf(step, users));
    return records.length === 0 ? [] : [{ ...category, records }];
  });
}

function recordOf(step: Step, users: ReadonlyMap<string, UserRef>): ClubRecord[] {
  const { score, day, isEqual } = step;
  if ('byHand' in step) {
    const { id, holder, note } = step.byHand;
    return [{ score, day, isEqual, holder, user: null, activity: null, byHand: id, note }];
  }
  const { userId, activityId } = step.candidate;
  const user = users.get(userId);
  if (user === undefined) return [];
  const { displayName: holder } = user;
  return [{ score, day, isEqual, holder, user, activity: activityId, byHand: null, note: '' }];
}

export const recordColumns = [
  'piece',
  'machine',
  'sex',
  'ageGroup',
  'result',
  'day',
  'holder',
  'isPresent',
  'equaled',
  'byHand',
  'note',
] as const;

/** One row for each record of a piece. */
export function recordTableRows(
  { piece, machine, kind }: { piece: string; machine: string; kind: PieceKind },
  found: readonly RecordsOfCategory[],
) {
  return found.flatMap(({ sex, ageGroup, records }) =>
    records.map((record, index) => ({
      piece,
      machine,
      sex,
      ageGroup,
      result: scoreText(kind, record.score),
      day: record.day,
      holder: record.holder,
      isPresent: index === 0,
      equaled: record.isEqual,
      byHand: record.byHand !== null,
      note: record.note,
    })),
  );
}
