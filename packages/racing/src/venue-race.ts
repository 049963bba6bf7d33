/**
 * The files of Concept2's Venue Race: `.rac`, the definition of a race, and the text of its results. Source: Concept2's
 * support page W44 for the lines of `.rac` (version 108), and cjrc/erg, `result.go`, for the results (version 103).
 */
import { readRows, type CsvLine } from '@boathouse/formats/csv/rows';
import { formatPace, paceSecOf } from '@boathouse/workout/pace';
import { asciiOf, monitorNames, shownNameMax } from './monitor-name.ts';
import {
  metersOf,
  numberAtEnd,
  resultsOf,
  tenthsOf,
  type RaceFileProblem,
  type RaceForFile,
  type RaceResult,
  type RaceResults,
  type StartList,
} from './start-list.ts';

const newline = '\r\n';
const version = '108';
const headLines = 11;
const linesOfBoat = 5;

/** Venue Race refuses a file outside these. */
const bounds = {
  meters: { min: 50, max: 999_999 },
  seconds: { min: 1, max: 35_999 },
  splitMeters: { min: 50, max: 999_999 },
  splitSeconds: { min: 30, max: 35_999 },
  splits: 30,
  boats: { min: 2, max: 100 },
};

/**
 * Writes a race as `.rac`: text whose lines end in CR and LF. Each lane from 1 to the highest has its lines; an empty
 * lane is named by its number, because the program refuses it without a name. Names are shortened to what a monitor can
 * show.
 * @throws RangeError naming the field that the program refuses
 */
export function writeRac(race: RaceForFile): string {
  const isDistance = race.kind === 'distance';
  requireWithin('amount', race.amount, isDistance ? bounds.meters : bounds.seconds);
  requireWithin('split', race.split, isDistance ? bounds.splitMeters : bounds.splitSeconds);
  if (Math.ceil(race.amount / race.split) > bounds.splits) {
    throw new RangeError(`split must divide the race into at most ${bounds.splits}, not ${race.split}`);
  }
  const highest = Math.max(bounds.boats.min, ...race.lanes.map(({ lane }) => lane));
  for (const { lane } of race.lanes) requireWithin('lane', lane, { min: 1, max: bounds.boats.max });
  const byLane = new Map(race.lanes.map((lane) => [lane.lane, lane]));
  if (byLane.size < race.lanes.length)
    throw new RangeError('lane must differ: two entries have the same one');
  const names = monitorNames(race.lanes);
  const boats = Array.from({ length: highest }, (_, index) => {
    const lane = index + 1;
    const { bib = '', className = '', country = '' } = byLane.get(lane) ?? {};
    return [names.get(lane) ?? `Lane ${lane}`, asciiOf(bib) || '0', asciiOf(className), asciiOf(country), ''];
  });
  const lines = [
    'RACE',
    version,
    // One athlete in each boat.
    '0',
    asciiOf(race.name).slice(0, shownNameMax).trim() || 'Race',
    `${race.amount}`,
    isDistance ? '0' : '1',
    '0',
    // Includes the data of each stroke.
    '1',
    `${isDistance ? race.split : 500}`,
    `${isDistance ? bounds.splitSeconds.min : race.split}`,
    `${highest}`,
    ...boats.flat(),
    '0',
  ];
  return lines.join(newline) + newline;
}

/** Reads the lanes of a `.rac`. Its name may end with the number of a heat. */
export function readRac(text: string): StartList {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const boats = numberAtEnd(lines[headLines - 1] ?? '');
  if (lines[0] !== 'RACE' || boats === null) {
    return {
      entries: [],
      problems: [
        { line: null, message: 'This file is not a race of Venue Race: it does not begin with RACE.' },
      ],
    };
  }
  const problems: RaceFileProblem[] = [];
  const [, , , title = ''] = lines;
  const entries = [];
  for (let boat = 0; boat < Math.min(boats, bounds.boats.max); boat += 1) {
    const at = headLines + boat * linesOfBoat;
    const [name, bib = '', event = ''] = lines.slice(at, at + linesOfBoat);
    if (name === undefined) {
      problems.push({ line: lines.length, message: `The file ends before lane ${boat + 1} of ${boats}.` });
      break;
    }
    const isEmpty = /^(?:|lane \d+)$/i.test(name);
    if (isEmpty) continue;
    entries.push({ heat: heatOf(title), lane: boat + 1, name, bib: bib === '0' ? '' : bib, club: '', event });
  }
  return { entries, problems };
}

/** The number of a heat or flight in the name of a race: `W 2k heat 1`. */
export function heatOf(title: string): number | null {
  const [, digits] = /(?:heat|flight|race|serie|lauf|manche)\s*(\d+)/i.exec(title) ?? [];
  return digits === undefined ? null : numberAtEnd(digits);
}

/** A result of Venue Race; one without a finish has no place. */
type VenueResult = {
  place: number | null;
  tenths: number | null;
  meters: number;
  name: string;
  bib: string;
  className: string;
  lane: number;
};

/**
 * Writes results like Venue Race: text whose lines end in CR and LF. `meters` is the distance of the race. Paces are
 * rounded to tenths: 6:27.4 over 2000 m is 1:36.9 in a file of the program.
 */
export function writeVraResults({
  meters,
  results,
}: {
  name: string;
  meters: number;
  results: readonly VenueResult[];
}): string {
  const rows = results
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || one.lane - other.lane)
    .map((result) => {
      const rowedM = result.meters > 0 ? result.meters : result.tenths === null ? 0 : meters;
      const sec = result.tenths === null ? null : result.tenths / 10;
      return {
        ...result,
        place: result.place === null ? '' : `${result.place}`,
        name: cellOf(result.name),
        time: timeOf(result.tenths),
        rowedM,
        pace: sec === null ? '' : formatPace(paceSecOf(rowedM, sec)),
        bib: cellOf(result.bib),
        className: cellOf(result.className),
      };
    });
  const lines = [
    'Race Results',
    '103',
    '',
    'Place,Time Rowed,Meters Rowed,Boat/Team Name,Avg. Pace,ID,Bib Number,Class',
    ...rows.map(({ place, time, rowedM, name, pace, bib, className }) =>
      [place, time, rowedM, name, pace, '', bib, className].join(','),
    ),
    '',
    'Detailed Results',
    '',
    'Place,Lane,Rower Name,,Time,Distance,Avg. Pace,ID,Class',
    '',
    ...rows.map(({ place, lane, time, rowedM, name, pace, className }) =>
      [place, lane, name, '', time, rowedM, pace, '', className].join(','),
    ),
  ];
  return lines.join(newline) + newline;
}

/** A cell without a comma: the program writes no quotation marks, and its readers understand none. */
const cellOf = (text: string) =>
  asciiOf(text).replaceAll(',', ' ').replaceAll('"', "'").replaceAll(/ +/g, ' ').trim();

/** `07:02.3`: minutes have two digits; an hour or more continues in minutes. */
function timeOf(tenths: number | null): string {
  if (tenths === null) return '';
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${String(minutes).padStart(2, '0')}:${(rest / 10).toFixed(1).padStart(4, '0')}`;
}

const listHead = /^Place,Time Rowed,Meters Rowed,/i;
const detailHead = /^Place,Lane,Rower Name,/i;

/** Whether a text has the results of Venue Race. */
export function isVenueResults(text: string): boolean {
  return /^\s*Race Results\s/.test(text);
}

/** Reads the results of Venue Race; the lanes come from its second list. */
export function readVenueResults(text: string): RaceResults {
  const { rows } = readRows(text, { delimiter: ',' });
  const listAt = rows.findIndex(({ cells }) => listHead.test(cells.join(',')));
  const detailAt = rows.findIndex(({ cells }) => detailHead.test(cells.join(',')));
  if (listAt < 0)
    return { results: [], problems: [{ line: null, message: 'The list of results is missing.' }] };
  const problems: RaceFileProblem[] = [];
  const endOfList = rows.findIndex(
    ({ cells }, index) => index > listAt && /^Detailed Results$/i.test(cells[0] ?? ''),
  );
  const listed = rows.slice(listAt + 1, endOfList < 0 ? rows.length : endOfList);
  const lanes = detailAt < 0 ? new Map<string, number[]>() : lanesOf(rows.slice(detailAt + 1));
  const results: RaceResult[] = [];
  for (const { line, cells } of listed) {
    const [place = '', time = '', meters = '', name = '', , , bib = ''] = cells.map((cell) => cell.trim());
    const tenths = tenthsOf(time);
    const rowedM = metersOf(meters);
    if (name === '' && time === '' && rowedM === null) {
      problems.push({ line, message: 'This line has neither a name nor a result.' });
      continue;
    }
    if (tenths === undefined) problems.push({ line, message: `"${time}" isn't a time.` });
    const lane = lanes.get(keyOf(place, name))?.shift() ?? null;
    results.push({ lane, name, bib, tenths: tenths ?? null, meters: rowedM });
  }
  return resultsOf(results, problems);
}

/** By place and name, because two lanes can have the same name with different results. */
function lanesOf(rows: readonly CsvLine[]): Map<string, number[]> {
  const lanes = new Map<string, number[]>();
  for (const { cells } of rows) {
    const [place = '', lane = '', name = ''] = cells.map((cell) => cell.trim());
    const number = numberAtEnd(lane);
    if (number !== null) lanes.set(keyOf(place, name), [...(lanes.get(keyOf(place, name)) ?? []), number]);
  }
  return lanes;
}

const keyOf = (place: string, name: string) => `${place} ${name}`;

function requireWithin(field: string, value: number, { min, max }: { min: number; max: number }): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new RangeError(`${field} must be a whole number from ${min} to ${max}, not ${value}`);
  }
}
