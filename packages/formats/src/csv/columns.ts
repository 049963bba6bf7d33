// Finds columns by their names. Apps change a name's case, unit and spelling from version to version, so that a name is
// equal, says the same in another way, or is misspelt; a kind of file is known by several columns.
// oxlint-disable-next-line typescript/triple-slash-reference -- programs that import this package need the declaration too
/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';

/** Names of one column; a header has one of them. */
export type Names = readonly string[];

/** The columns of a kind of file: all of `needs`, and at least this many of `tells`. */
export type FileKind = { needs: readonly Names[]; tells: readonly Names[]; least: number };

export type Delimiter = ',' | ';' | '\t' | '|';
export const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];

type Header = {
  /** Counted from 1. */
  line: number;
  cells: string[];
  delimiter: Delimiter;
  /** How many of the kind's columns it has. */
  rank: number;
};

/** A normalized name: small letters, single spaces. */
export function columnName(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** How often a unit is written in another way. */
const units: Readonly<Record<string, string>> = {
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  meter: 'm',
  meters: 'm',
  metre: 'm',
  metres: 'm',
  watt: 'w',
  watts: 'w',
  newton: 'n',
  newtons: 'n',
  lbf: 'lbs',
  lb: 'lbs',
  pounds: 'lbs',
  joule: 'j',
  joules: 'j',
  milliseconds: 'ms',
  msec: 'ms',
  stokesmin: 'spm',
  strokesmin: 'spm',
  strokesperminute: 'spm',
  strokesperminutes: 'spm',
  min: 'spm',
  '1min': 'spm',
  sm: 'spm',
  beatsmin: 'bpm',
  secondsper500m: 's500m',
  sec500m: 's500m',
  secper500m: 's500m',
  seconds500m: 's500m',
  sper500m: 's500m',
};

type Key = { base: string; unit: string };

function keyOf(name: string): Key {
  const plain = columnName(name);
  const [, before = plain, unit = '', after = ''] = /^([^(]*)\(([^)]*)\)?(.*)$/.exec(plain) ?? [];
  const bare = unit.replace(/[^a-z0-9#]/g, '');
  return { base: `${before}${after}`.replace(/[^\p{L}\d#%]/gu, ''), unit: units[bare] ?? bare };
}

const known = new WeakMap<readonly string[], { plain: string[]; keys: Key[] }>();

/** Normalizes the names of a header once, because every column looks them up. */
function comparable(header: readonly string[]) {
  const made = known.get(header) ?? { plain: header.map(columnName), keys: header.map(keyOf) };
  known.set(header, made);
  return made;
}

/**
 * Returns the index of a column in a header, or undefined: an equal name, then another way to write it, then a misspelt
 * one.
 */
export function columnAt(header: readonly string[], names: Names): number | undefined {
  const { plain, keys } = comparable(header);
  for (const name of names) {
    const at = plain.indexOf(name);
    if (at >= 0) return at;
  }
  const wanted = comparable(names).keys;
  for (const isSame of [isSameKey, isKeyWithoutUnit, isMisspelt]) {
    for (const key of wanted) {
      const found = keys.flatMap((other, at) => (other.base !== '' && isSame(key, other) ? [at] : []));
      if (found.length === 1) return found[0];
    }
  }
  return undefined;
}

const isSameKey = (one: Key, other: Key) => one.base === other.base && one.unit === other.unit;
const isKeyWithoutUnit = (one: Key, other: Key) =>
  one.base === other.base && one.base.length > 4 && (one.unit === '' || other.unit === '');

/** One letter in a short name, two in a long one: missing, added, wrong or swapped with the next. */
function isMisspelt(one: Key, other: Key): boolean {
  if (one.unit !== other.unit && one.unit !== '' && other.unit !== '') return false;
  const size = Math.min(one.base.length, other.base.length);
  if (size < (one.unit !== '' && one.unit === other.unit ? 4 : 5)) return false;
  return distanceOf(one.base, other.base, size < 9 ? 1 : 2);
}

/** Whether at most this many changed letters turn one text into another. */
function distanceOf(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let [twoBefore, before]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ];
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isEqual = one[at - 1] === other[to - 1];
      let cost = Math.min(
        (before[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (before[to - 1] ?? 0) + (isEqual ? 0 : 1),
      );
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (isSwapped) cost = Math.min(cost, (twoBefore[to - 2] ?? 0) + 1);
      row.push(cost);
    }
    [twoBefore, before] = [before, row];
  }
  return (before[other.length] ?? most + 1) <= most;
}

/** Lines among which the header is searched. */
const headLines = 16;

type HeadLine = Pick<Header, 'line' | 'cells' | 'delimiter'>;

/** No header is longer; JSON without line breaks is. */
const headerLengthMax = 8_192;

/** The lines of the last header, because each kind of file requests the same one. */
let lastHead: { head: string; lines: HeadLine[] } = { head: '', lines: [] };

function headLinesOf(head: string): HeadLine[] {
  if (lastHead.head === head) return lastHead.lines;
  const lines: HeadLine[] = [];
  let filled = 0;
  for (const [at, line] of head.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    filled += 1;
    if (filled > headLines) break;
    if (line.length > headerLengthMax) continue;
    for (const delimiter of delimiters) {
      if (line.includes(delimiter)) lines.push({ line: at + 1, cells: cellsOf(line, delimiter), delimiter });
    }
  }
  lastHead = { head, lines };
  return lines;
}

/** Returns the header of a kind of file, with the delimiter that its line has, or null for a file of another kind. */
export function headerOf(head: string, kind: FileKind): Header | null {
  let best: Header | null = null;
  for (const each of headLinesOf(head)) {
    const rank = rankOf(each.cells, kind);
    if (rank > (best?.rank ?? 0)) best = { ...each, rank };
  }
  return best;
}

export function cellsOf(line: string, delimiter: Delimiter): string[] {
  return Papa.parse(line, { delimiter }).data[0] ?? [];
}

/** Returns how many of a kind's columns a header has, or 0 for too few. */
export function rankOf(header: readonly string[], { needs, tells, least }: FileKind): number {
  const has = (names: Names) => columnAt(header, names) !== undefined;
  if (!needs.every(has)) return 0;
  const told = tells.filter(has).length;
  return told < least ? 0 : needs.length + told;
}
