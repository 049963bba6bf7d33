/** The contents of files of other race programs: start lists and results. */
import { readTime } from '@boathouse/workout/typed';

/** A line of a start list. Unknown texts are empty, unknown numbers null. */
export type StartListEntry = {
  heat: number | null;
  lane: number | null;
  /** First name first: `Last, First` in files is swapped. */
  name: string;
  bib: string;
  club: string;
  event: string;
  /** Tenths of a second; absent if the file has none. */
  seedTenths?: number;
};

/** A missing or doubtful part of a file, for the user who chose it; `line` counts from 1. */
export type RaceFileProblem = { line: number | null; message: string };

export type StartList = { entries: StartListEntry[]; problems: RaceFileProblem[] };

/** A result of a race program. */
export type RaceResult = {
  lane: number | null;
  name: string;
  bib: string;
  /** Tenths of a second; null without a finish or a clock. */
  tenths: number | null;
  meters: number | null;
};

export type RaceResults = { results: RaceResult[]; problems: RaceFileProblem[] };

/** A race for another program; empty texts are unknown. */
export type RaceForFile = {
  name: string;
  kind: 'distance' | 'time';
  /** Meters or seconds, by `kind`. */
  amount: number;
  /** Meters or seconds, by `kind`. */
  split: number;
  /** By number, from 1. A lane without a name, or without an entry below a higher lane, is empty. */
  lanes: readonly RaceLane[];
};

type RaceLane = { lane: number; name: string; bib: string; className: string; country: string };

/** `Okoro, Ada` is `Ada Okoro`; names of people have at most one comma. */
export function firstNameFirst(name: string): string {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  const [, last, first] = /^([^,]+), ?([^,]+)$/.exec(plain) ?? [];
  return last === undefined || first === undefined ? plain : `${first} ${last}`;
}

/** Reads a whole number from 1, by itself or after words: `3`, `Heat 3`; null for any other text. */
export function numberAtEnd(text: string): number | null {
  const [, digits] = /^(?:.*\D)?(\d{1,5})$/.exec(text.trim()) ?? [];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/** Reads the time of a result: null without a finish (nothing, zeros, DNS, DNF, DSQ), undefined for a text that isn't a time. */
export function tenthsOf(time: string): number | null | undefined {
  const { value } = readTime(time);
  if (value !== null) return Math.round(value * 10);
  return /^(?:|[0:.]+|DN[SF]|DSQ)$/i.test(time) ? null : undefined;
}

export function metersOf(distance: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(distance) ? Number(distance) : null;
}

/** Adds lanes with two results to the problems. */
export function resultsOf(results: RaceResult[], problems: readonly RaceFileProblem[]): RaceResults {
  const seats = results.map((result) => ({ ...result, heat: null }));
  return { results, problems: [...problems, ...sharedSeats(seats)] };
}

/** Reports each seat that two entries share: one of them is wrong. */
export function sharedSeats(
  entries: readonly Pick<StartListEntry, 'heat' | 'lane' | 'name'>[],
): RaceFileProblem[] {
  const taken = new Map<string, string>();
  const problems: RaceFileProblem[] = [];
  for (const { heat, lane, name } of entries) {
    if (lane === null) continue;
    const seat = heat === null ? `Lane ${lane}` : `Heat ${heat}, lane ${lane}`;
    const other = taken.get(seat);
    if (other === undefined) taken.set(seat, name);
    else problems.push({ line: null, message: `${seat} has both ${other} and ${name}.` });
  }
  return problems;
}
