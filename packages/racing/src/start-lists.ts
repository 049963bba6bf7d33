/** Start lists and results, from and for other race programs: this package's module for files. */
import { decodeText } from '@boathouse/formats/decode-text';
import { entryColumns, readEntryTable, type ChosenPlaces, type EntryColumns } from './entry-table.ts';
import { parseJson, readErgRaceResults, readRac2 } from './erg-race.ts';
import { isVenueResults, readRac, readVenueResults } from './venue-race.ts';
import type { RaceResults, StartList } from './start-list.ts';

export { writeRac2 } from './erg-race.ts';
export { writeRac, writeVraResults } from './venue-race.ts';

/**
 * Reads a start list: CSV, `.rac` of Venue Race or `.rac2` of ErgRace, by the beginning of the file. Returns everything
 * that can be read; the missing or doubtful rest is in the problems.
 * @param fileName names the kind of an empty or damaged file in the problem
 * @param chosen the columns of a table that a user has named
 */
export function readStartList(bytes: Uint8Array, fileName: string, chosen: ChosenPlaces = {}): StartList {
  const decoded = decodeText(bytes);
  if ('reason' in decoded) return { entries: [], problems: [{ line: null, message: decoded.reason }] };
  const text = decoded.text.trimStart();
  if (isJson(text, fileName)) {
    const json = parseJson(text);
    return json === null ? { entries: [], problems: [notJson(fileName)] } : readRac2(json);
  }
  if (isRac(text, fileName)) return readRac(decoded.text);
  return readEntryTable(decoded.text, chosen);
}

/** Returns the columns of a start list that is a table, for a user to choose; null for the files of race programs. */
export function startListColumns(
  bytes: Uint8Array,
  fileName: string,
  chosen: ChosenPlaces = {},
): EntryColumns | null {
  const decoded = decodeText(bytes);
  if ('reason' in decoded) return null;
  const text = decoded.text.trimStart();
  return isJson(text, fileName) || isRac(text, fileName) ? null : entryColumns(decoded.text, chosen);
}

const isJson = (text: string, fileName: string) => text.startsWith('{') || /\.(?:rac2|json)$/i.test(fileName);
const isRac = (text: string, fileName: string) => /^RACE\s/.test(text) || /\.rac$/i.test(fileName);

/** Reads results: the JSON of ErgRace or the text of Venue Race, by the beginning of the file. */
export function readResults(bytes: Uint8Array, fileName: string): RaceResults {
  const decoded = decodeText(bytes);
  if ('reason' in decoded) return { results: [], problems: [{ line: null, message: decoded.reason }] };
  const text = decoded.text.replace(/^\uFEFF/, '').trimStart();
  if (isVenueResults(text)) return readVenueResults(text);
  const json = parseJson(text);
  if (json !== null) return readErgRaceResults(json);
  if (text.startsWith('{') || /\.json$/i.test(fileName))
    return { results: [], problems: [notJson(fileName)] };
  const message = `${fileName} has results neither of ErgRace nor of Venue Race.`;
  return { results: [], problems: [{ line: null, message }] };
}

const notJson = (fileName: string) => ({ line: null, message: `${fileName} is damaged: it isn't JSON.` });
