import { bounds } from '../bounds.ts';
import { guessBytes, guessOf, isOfOtherSport, type Guess } from '../guess.ts';
import { ArchiveError, gunzip, isGzip, type Budget } from '../unpack.ts';
import { buffered, memorySpill, type ByteSource, type Spill } from './byte-source.ts';
import { listName, readTakeoutList, type Listed, type TakeoutList } from './takeout-list.ts';
import { Zip, type Member } from './zip.ts';

/** How much of an archive was examined, and where to continue. */
export type WalkPlace = {
  /** The next entry of the archive, and the next entry of the archive within it. */
  outer: number;
  inner: number;
  /** Files known so far: the files of an archive in an archive are known after it is opened. */
  looked: number;
  of: number;
};

type StepKind =
  | {
      kind: 'file';
      /** Whether it is a table, which may describe another file. */
      isTable: boolean;
      zip: Zip;
      member: Member;
      /** Unpacks the file, once. @throws ArchiveError */
      bytes: () => Uint8Array;
      /** The file's row in the takeout's own list; null without one. */
      listed: Listed | null;
    }
  /** It describes the other files. */
  | { kind: 'list' }
  | { kind: 'other'; message: string }
  /** The file is larger than the remaining budget for unpacking. */
  | { kind: 'full' };

export type WalkStep = StepKind & {
  /** The name of the file, behind that of the archive in the archive. */
  name: string;
  /** This file. */
  place: WalkPlace;
  /** Behind this file. */
  next: WalkPlace;
};

type WalkOptions = {
  /** The remaining bytes that may be unpacked; the first bytes of a file are free. */
  budget: Budget;
  from?: WalkPlace;
  /** Where an archive in the archive is unpacked. */
  spill?: () => Spill;
};

/**
 * Finds the files of a ZIP archive, and of the ZIP archives in it, that can be workouts, by their content. Unpacks
 * only the first bytes of a file, unless these don't show whether it has another sport.
 * @throws ArchiveError for an archive that can't be read
 */
export function* walkZip(
  source: ByteSource,
  { budget, from, spill = memorySpill }: WalkOptions,
): Generator<WalkStep, void, undefined> {
  const zip = openZip(source);
  const list = listOf(zip, budget);
  let looked = from?.looked ?? 0;
  let of = from?.of ?? zip.count;
  /** Counts the file that a step belongs to. */
  const count = (outer: number, inner: number, after: Pick<WalkPlace, 'outer' | 'inner'>) => {
    const place = { outer, inner, looked, of };
    looked += 1;
    return { place, next: { ...after, looked, of } };
  };
  for (const member of zip.members(from?.outer)) {
    const { ordinal, name } = member;
    const behind = { outer: ordinal + 1, inner: 0 };
    const guess = guessIn(zip, member);
    if (guess.kind !== 'archive') {
      yield { name, ...count(ordinal, 0, behind), ...stepOf({ zip, list }, member, guess, budget) };
      continue;
    }
    const begin = ordinal === from?.outer ? from.inner : 0;
    let opened: ReturnType<Zip['inner']> | null = null;
    try {
      opened = zip.inner(member, spill);
      const inner = openZip(opened.source);
      const innerList = listOf(inner, budget);
      // The archive itself does not count as a file.
      if (begin === 0) of += inner.count - 1;
      for (const each of inner.members(begin)) {
        yield {
          name: `${name}/${each.name}`,
          ...count(ordinal, each.ordinal, { outer: ordinal, inner: each.ordinal + 1 }),
          ...stepOf({ zip: inner, list: innerList }, each, guessIn(inner, each), budget),
        };
      }
    } catch (error) {
      const message = archiveWords('This ZIP archive', error);
      yield { name, ...count(ordinal, 0, behind), ...otherStep(message) };
    } finally {
      opened?.close();
    }
  }
}

/** @throws ArchiveError */
function openZip(source: ByteSource): Zip {
  const zip = new Zip(buffered(source));
  if (zip.isDocument) throw new DocumentError();
  return zip;
}

function guessIn(zip: Zip, member: Member): Guess {
  try {
    return guessOf(zip.head(member, guessBytes));
  } catch (error) {
    return otherStep(archiveWords('This file', error));
  }
}

/** Returns the list of a takeout, which may come after the files that it names. */
function listOf(zip: Zip, budget: Budget): List | null {
  for (const member of zip.members()) {
    if (member.name !== listName && !member.name.endsWith(`/${listName}`)) continue;
    try {
      const files = readTakeoutList(zip.unpack(member, budget), member.name.slice(0, -listName.length));
      if (files !== null) return { ordinal: member.ordinal, files };
    } catch (error) {
      // Reading the file itself reports the error.
      if (!(error instanceof ArchiveError)) throw error;
    }
  }
  return null;
}

type List = { ordinal: number; files: TakeoutList };
type Walked = { zip: Zip; list: List | null };

function stepOf({ zip, list }: Walked, member: Member, guess: Guess, budget: Budget): StepKind {
  if (member.ordinal === list?.ordinal) return { kind: 'list' };
  if (guess.kind === 'other') return guess;
  if (guess.kind === 'archive')
    return otherStep('This archive is in an archive in an archive: unpack it first.');
  if (member.bytes <= bounds.fileBytesMax && member.bytes > budget.bytes) return { kind: 'full' };
  let unpacked: Uint8Array | null = null;
  const bytes = () => (unpacked ??= zip.unpack(member, budget));
  return isOtherSportIn(bytes, budget)
    ? otherStep(otherSportWords)
    : {
        kind: 'file',
        isTable: guess.isTable,
        zip,
        member,
        bytes,
        listed: list?.files.get(member.name) ?? null,
      };
}

const otherSportWords = 'This is of another sport: choose the file itself to read it.';

function isOtherSportIn(bytes: () => Uint8Array, budget: Budget): boolean {
  try {
    const content = bytes();
    return isOfOtherSport(isGzip(content) ? gunzip(content, { bytes: budget.bytes }) : content);
  } catch {
    // Reading it reports the error.
    return false;
  }
}

/** Workbooks and documents of office programs are ZIP archives. */
class DocumentError extends ArchiveError {}

const otherStep = (message: string) => ({ kind: 'other' as const, message });

/** Returns the message of an error; an error that is not about the file is our own bug, and is reported as such. */
export function archiveWords(what: string, error: unknown): string {
  if (error instanceof DocumentError) return 'This is an Excel or Word document: save the table as CSV.';
  if (error instanceof ArchiveError) return `${what} ${error.message}.`;
  return `${what} could not be read: ${error instanceof Error ? error.message : 'unknown error'}.`;
}
