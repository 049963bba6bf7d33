import { formatTenths } from '@boathouse/racing/race-time';
import { createHash } from 'node:crypto';
import type { RaceState } from '@boathouse/contract/races/race';
import type { EntryRefusal, StartListPreview } from '@boathouse/contract/races/start-lists';
import { csvOf } from '@boathouse/formats/csv/write-rows';
import type { StartListEntry } from '@boathouse/racing/start-list';
import { refusalOfChange } from '../rules.ts';
import type { CategoryRow, EntryWithUser } from '../store.ts';

type Line = StartListPreview['lines'][number];

/** The category for each text of the file's column: the chosen one, the one with this name, or the only one. */
function categoryOfText(
  text: string,
  chosen: Readonly<Record<string, string>>,
  categories: readonly CategoryRow[],
): string | null {
  const wanted = chosen[text];
  if (wanted !== undefined) return categories.some(({ id }) => id === wanted) ? wanted : null;
  const folded = text.trim().toLowerCase();
  const named = categories.find(({ name }) => name.trim().toLowerCase() === folded);
  return named?.id ?? (categories.length === 1 ? (categories[0]?.id ?? null) : null);
}

/** The club of a race day, with its members that have a name of the file. */
type OwnClub = { name: string; members: readonly { id: string; name: string }[] };

type Compared = {
  entries: readonly EntryWithUser[];
  categories: readonly CategoryRow[];
  /** The category that a user has chosen, by the text of the file. */
  chosen: Readonly<Record<string, string>>;
  club: OwnClub;
  /** The states of the races in which the entries sit. */
  seats: readonly { entryId: string | null; state: RaceState }[];
};

/**
 * Compares the lines of a file with the entries: by bib, then by name and club. An entry belongs to only one line. A new
 * line is for the only member with its name, unless it names another club.
 */
export function comparedLines(
  read: readonly StartListEntry[],
  { entries, categories, chosen, club, seats }: Compared,
): Line[] {
  const taken = new Set<string>();
  const memberOf = (line: StartListEntry, category: string | null) => {
    const [member, other] = club.members.filter(({ name }) => isSame(name, line.name));
    const alike = read.filter(({ name, event }) => isSame(name, line.name) && isSame(event, line.event));
    if (member === undefined || other !== undefined || alike.length > 1) return undefined;
    const isEntered = entries.some((entry) => entry.userId === member.id && entry.categoryId === category);
    return isEntered || !isOwnClub(line.club, club.name) ? undefined : member.id;
  };
  return read.map((line) => {
    const category = categoryOfText(line.event, chosen, categories);
    const entry = entryOf(
      line,
      entries.filter(({ id }) => !taken.has(id)),
    );
    if (entry !== undefined) taken.add(entry.id);
    const member = entry === undefined ? memberOf(line, category) : undefined;
    const differences = entry === undefined ? [] : differencesOf(line, category, entry, categories);
    const refusal =
      differences.length === 0
        ? null
        : refusalOfChange(
            seats.filter(({ entryId }) => entryId === entry?.id),
            category !== null && category !== entry?.categoryId,
          );
    return {
      ...line,
      ...(member && { member }),
      category,
      change: changeOf({ category, isNew: entry === undefined, differences, refusal }),
      ...(refusal && { refusal }),
      entry: entry?.id ?? null,
      differences,
    };
  });
}

type Outcome = {
  category: string | null;
  isNew: boolean;
  differences: Line['differences'];
  refusal: EntryRefusal | null;
};

function changeOf({ category, isNew, differences, refusal }: Outcome): Line['change'] {
  if (category === null) return 'unknown';
  if (isNew) return 'new';
  if (refusal !== null) return 'refused';
  return differences.length > 0 ? 'changed' : 'same';
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Lists write a club in a shorter or a longer form, or not at all. */
function isOwnClub(written: string, club: string): boolean {
  const [one, other] = [written.trim().toLowerCase(), club.trim().toLowerCase()];
  return one === '' || other.startsWith(one) || one.startsWith(other);
}

function entryOf(line: StartListEntry, entries: readonly EntryWithUser[]): EntryWithUser | undefined {
  const byBib = line.bib === '' ? undefined : entries.find(({ bib }) => isSame(bib, line.bib));
  if (byBib !== undefined) return byBib;
  const named = entries.filter(({ name, bib }) => isSame(name, line.name) && (line.bib === '' || bib === ''));
  return (
    named.find(({ club }) => isSame(club, line.club)) ??
    named.find(({ club }) => club === '' || line.club === '')
  );
}

/** A cell that the file leaves empty changes nothing. */
function differencesOf(
  line: StartListEntry,
  category: string | null,
  entry: EntryWithUser,
  categories: readonly CategoryRow[],
): Line['differences'] {
  const nameOf = (id: string) => categories.find((one) => one.id === id)?.name ?? '';
  const differences: Line['differences'] = [];
  for (const field of ['name', 'bib', 'club'] as const) {
    if (line[field] !== '' && line[field] !== entry[field]) {
      differences.push({ field, from: entry[field], to: line[field] });
    }
  }
  if (line.seedTenths !== undefined && line.seedTenths !== entry.seedTenths) {
    const from = entry.seedTenths === null ? '' : formatTenths(entry.seedTenths);
    differences.push({ field: 'seed', from, to: formatTenths(line.seedTenths) });
  }
  if (category !== null && category !== entry.categoryId) {
    differences.push({ field: 'category', from: nameOf(entry.categoryId), to: nameOf(category) });
  }
  return differences;
}

/** Identifies the data of a preview. */
export function digestOfPreview(bytes: Uint8Array, options: unknown, stored: unknown): string {
  const hash = createHash('sha256').update(bytes).update(JSON.stringify(options));
  return hash.update(JSON.stringify(stored)).digest('base64url');
}

type ListedLane = {
  startsAt: string;
  category: string;
  round: string;
  number: number;
  lane: number;
  bib: string;
  name: string;
  club: string;
};

/** Returns a start list that this app and others read. `time` is by the clock of the event. */
export function startListCsv(lanes: readonly ListedLane[]): string {
  const header = ['Event', 'Round', 'Heat', 'Time', 'Lane', 'Bib', 'Name', 'Club'];
  return csvOf(
    [
      header,
      ...lanes.map((one) => [
        one.category,
        one.round,
        one.number,
        one.startsAt,
        one.lane,
        one.bib,
        one.name,
        one.club,
      ]),
    ],
    '\r\n',
  );
}
