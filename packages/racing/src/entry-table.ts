import { readRows, type CsvLine } from '@boathouse/formats/csv/rows';
import {
  firstNameFirst,
  numberAtEnd,
  sharedSeats,
  type RaceFileProblem,
  type StartList,
  type StartListEntry,
} from './start-list.ts';

type Column = 'heat' | 'lane' | 'name' | 'firstName' | 'lastName' | 'bib' | 'club' | 'event';

/**
 * Headers by column, without marks, spaces and capitals; of two columns of a file the one whose header comes first here.
 * Sources: cvs2rac, CrewTimer, RowClock, RegattaCentral and the federation of France; German and Dutch by their words.
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
] as const satisfies readonly Column[];

/** Lines above the header that a program writes about the event. */
const linesAboveMax = 20;

/**
 * Reads a start list from CSV: commas, semicolons or tabs, lines above the header. Columns are known by their names in five
 * languages.
 */
export function readEntryTable(text: string): StartList {
  const { rows, problems: malformed, cutAt } = readRows(text);
  const problems: RaceFileProblem[] = malformed.map(({ line, message }) => ({ line: line ?? null, message }));
  const found = headerOf(rows);
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

type Places = Partial<Record<Column, number>>;

function headerOf(rows: readonly CsvLine[]): { index: number; places: Places } | null {
  for (const [index, { cells }] of rows.slice(0, linesAboveMax).entries()) {
    const places = placesOf(cells);
    const hasName = places.name !== undefined || places.lastName !== undefined;
    const hasMore = ['heat', 'lane', 'bib', 'club', 'event', 'firstName'] as const;
    if (hasName && hasMore.some((column) => places[column] !== undefined)) return { index, places };
  }
  return null;
}

/** Each header is one column: `Crew` is the club where another column has the name. */
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

/** Words for an empty lane. */
const emptyLane = /^(?:|empty|vide|leer|lane \d+|-+)$/i;

/** Returns an entry with its doubtful parts in words; null for an empty lane; a text is the reason why the line isn't an entry. */
function entryOf(
  cells: readonly string[],
  places: Places,
): { entry: StartListEntry; doubts: string[] } | string | null {
  const cell = (column: Column) => {
    const at = places[column];
    const text = at === undefined ? '' : (cells[at] ?? '').trim();
    // Our own files, and those of others, guard a text from being run as a formula.
    return text.replace(/^'(?=[=+\-@])/, '');
  };
  // German and Dutch lists have the last name under `Name` where the first name has a column.
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
  return { entry: { heat: numberIn('heat'), lane: numberIn('lane'), name, bib, club, event }, doubts };
}
