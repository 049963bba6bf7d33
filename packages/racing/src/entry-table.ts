import { readRows, type CsvLine, type Rows } from '@boathouse/formats/csv/rows';
import {
  firstNameFirst,
  numberAtEnd,
  sharedSeats,
  tenthsOf,
  type RaceFileProblem,
  type StartList,
  type StartListEntry,
} from './start-list.ts';

type Column = 'heat' | 'lane' | 'name' | 'firstName' | 'lastName' | 'bib' | 'club' | 'event' | 'seed';

/**
 * Headers by column, without marks, spaces and capitals; if two columns match, the header that comes first here
 * decides. Sources: cvs2rac, CrewTimer, RowClock, RegattaCentral and the federation of France; German and Dutch use
 * their own words.
 */
const headers: Readonly<Record<Column, readonly string[]>> = {
  heat: [
    'heat',
    'heatnumber',
    'heatno',
    'race',
    'racenumber',
    'raceno',
    'racenum',
    'flight',
    'eventnum',
    'serie',
    'series',
    'course',
    'numerocourse',
    'lauf',
    'manche',
  ],
  lane: [
    'lane',
    'lanenumber',
    'laneno',
    'erg',
    'ergnumber',
    'boatnumber',
    'bow',
    'couloir',
    'ligne',
    'ligneeau',
    'bahn',
    'baan',
  ],
  name: [
    'athlete',
    'rowername',
    'athletename',
    'rower',
    'stroke',
    'name',
    'fullname',
    'nomprenom',
    'participant',
    'crew',
    'team',
    'teamname',
    'boatteamname',
    'equipage',
    'naam',
  ],
  firstName: ['firstname', 'givenname', 'prenom', 'vorname', 'voornaam'],
  lastName: ['lastname', 'surname', 'familyname', 'nom', 'nachname', 'achternaam'],
  bib: [
    'bib',
    'bibnumber',
    'bibno',
    'number',
    'startnumber',
    'no',
    'nr',
    'dossard',
    'numero',
    'startnummer',
    'rugnummer',
  ],
  club: [
    'club',
    'clubname',
    'affiliation',
    'organization',
    'organisation',
    'association',
    'crew',
    'structure',
    'verein',
    'vereniging',
  ],
  event: [
    'event',
    'eventname',
    'category',
    'categorie',
    'division',
    'class',
    'classname',
    'epreuve',
    'klasse',
    'wettbewerb',
  ],
  // Not `Time`, which is the time of the start in other lists. `2k` is read without its digit.
  seed: [
    'seed',
    'seedtime',
    'entrytime',
    'besttime',
    'pb',
    'sb',
    'k',
    'ktime',
    'kzeit',
    'ktijd',
    'meldezeit',
    'bestzeit',
    'tempsreference',
    'meilleurtemps',
    'inschrijftijd',
    'besttijd',
  ],
};

const columns = [
  'heat',
  'lane',
  'name',
  'firstName',
  'lastName',
  'bib',
  'club',
  'event',
  'seed',
] as const satisfies readonly Column[];

/** Lines above the header that a program writes about the event. */
const linesAboveMax = 20;

/**
 * Reads a start list from CSV: commas, semicolons or tabs, lines above the header. Columns are known by their names in five
 * languages.
 */
export function readEntryTable(text: string, chosen: ChosenPlaces = {}): StartList {
  const { rows, problems: malformed, cutAt } = rowsOf(text);
  const problems: RaceFileProblem[] = malformed.map(({ line, message }) => ({ line: line ?? null, message }));
  const found = headerOf(rows, chosen);
  if (found === null) {
    const message =
      'No line names the columns: a start list needs a name, or a first and a last name, and a lane, bib or club.';
    return { entries: [], problems: [...problems, { line: null, message }] };
  }
  if (cutAt !== null)
    problems.push({ line: cutAt, message: 'The file ends within this line, which was left out.' });
  const entries: StartListEntry[] = [];
  for (const { line, cells } of rows.slice(found.index + 1)) {
    const read = entryOf(cells, found.places);
    if (typeof read === 'string') problems.push({ line, message: read });
    else if (read !== null) {
      entries.push(read.entry);
      for (const message of read.doubts) problems.push({ line, message });
    }
  }
  return { entries, problems: [...problems, ...sharedSeats(entries)] };
}

const delimiters = [',', ';', '\t', '|'] as const;

/** A table of two or three columns has too few delimiters to be sure of them: its header decides. */
function rowsOf(text: string): Rows {
  const read = readRows(text);
  if (knownHeaderOf(read.rows) !== null) return read;
  const others = delimiters.map((delimiter) => readRows(text, { delimiter }));
  return others.find(({ rows }) => knownHeaderOf(rows) !== null) ?? read;
}

type Places = Partial<Record<Column, number>>;

/**
 * The indexes of columns that a user has chosen; null if the table has no such column. Other columns are found by their
 * headers.
 */
export type ChosenPlaces = Readonly<Partial<Record<Column, number | null>>>;

export type EntryColumns = { columns: { header: string; samples: string[] }[]; mapping: Places };

const samplesShown = 3;

/** Returns the columns of a table with some of their cells, and the meaning of each; null without a header. */
export function entryColumns(text: string, chosen: ChosenPlaces = {}): EntryColumns | null {
  const { rows } = rowsOf(text);
  const found = headerOf(rows, chosen);
  const header = rows[found?.index ?? 0];
  if (header === undefined) return null;
  const below = rows.slice((found?.index ?? 0) + 1, (found?.index ?? 0) + 1 + samplesShown);
  return {
    columns: header.cells.map((cell, at) => ({
      header: cell.trim(),
      samples: below.map(({ cells }) => (cells[at] ?? '').trim()),
    })),
    mapping: found?.places ?? {},
  };
}

function headerOf(rows: readonly CsvLine[], chosen: ChosenPlaces): { index: number; places: Places } | null {
  const found = knownHeaderOf(rows);
  const places: Places = { ...found?.places };
  for (const column of columns) {
    const at = chosen[column];
    if (at === null) delete places[column];
    else if (at !== undefined) places[column] = at;
  }
  const hasName = places.name !== undefined || places.lastName !== undefined;
  return hasName && rows.length > 0 ? { index: found?.index ?? 0, places } : null;
}

function knownHeaderOf(rows: readonly CsvLine[]): { index: number; places: Places } | null {
  for (const [index, { cells }] of rows.slice(0, linesAboveMax).entries()) {
    const places = placesOf(cells);
    const hasName = places.name !== undefined || places.lastName !== undefined;
    const hasMore = ['heat', 'lane', 'bib', 'club', 'event', 'firstName', 'seed'] as const;
    if (hasName && hasMore.some((column) => places[column] !== undefined)) return { index, places };
  }
  return null;
}

/** Each header is one column: `Crew` is the club if another column has the name. */
function placesOf(cells: readonly string[]): Places {
  const known = cells.map((cell) =>
    cell
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}]/gu, ''),
  );
  const places: Places = {};
  for (const column of columns) {
    const taken = Object.values(places);
    const header = headers[column].find((name) =>
      known.some((cell, at) => cell === name && !taken.includes(at)),
    );
    if (header !== undefined) places[column] = known.indexOf(header);
  }
  return places;
}

/** Above it, a cell has another figure. */
const seedTenthsMax = 999_999;

/** Words for an empty lane. */
const emptyLane = /^(?:|empty|vide|leer|lane \d+|-+)$/i;

/**
 * Returns an entry with descriptions of its doubtful parts; null for an empty lane; a text with the reason if the line
 * isn't an entry.
 */
function entryOf(
  cells: readonly string[],
  places: Places,
): { entry: StartListEntry; doubts: string[] } | string | null {
  const cell = (column: Column) => {
    const at = places[column];
    const text = at === undefined ? '' : (cells[at] ?? '').trim();
    // Our own and other programs' files guard a text so that it does not run as a formula.
    return text.replace(/^'(?=[=+\-@])/, '');
  };
  // German and Dutch lists have the last name under `Name` if the first name has a column.
  const name = firstNameFirst(
    `${cell('firstName')} ${cell(places.lastName === undefined ? 'name' : 'lastName')}`,
  );
  const [bib, club, event] = [cell('bib'), cell('club'), cell('event')];
  if (emptyLane.test(name)) return bib === '' && club === '' ? null : 'This line has no name.';
  const doubts: string[] = [];
  const numberIn = (column: 'heat' | 'lane') => {
    const text = cell(column);
    const number = numberAtEnd(text);
    if (number === null && text !== '') doubts.push(`"${text}" isn't the number of a ${column}.`);
    return number;
  };
  const seedTenths = tenthsOf(cell('seed'));
  if (seedTenths === undefined || (seedTenths ?? 0) > seedTenthsMax)
    doubts.push(`"${cell('seed')}" isn't a seed time.`);
  const isSeed = seedTenths != null && seedTenths > 0 && seedTenths <= seedTenthsMax;
  const seat = { heat: numberIn('heat'), lane: numberIn('lane') };
  return { entry: { ...seat, name, bib, club, event, ...(isSeed ? { seedTenths } : {}) }, doubts };
}
