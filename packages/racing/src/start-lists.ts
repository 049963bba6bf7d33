/** Start lists and results, from and for other race programs: the entry of this package for files. */
import { decodeText } from '@boathouse/formats/decode-text';
import { readEntryTable } from './entry-table.ts';
import { parseJson, readErgRaceResults, readRac2 } from './erg-race.ts';
import { isVenueResults, readRac, readVenueResults } from './venue-race.ts';
import type { RaceResults, StartList } from './start-list.ts';

export { writeRac2 } from './erg-race.ts';
export { writeRac, writeVraResults } from './venue-race.ts';

/**
 * Reads a start list: CSV, `.rac` of Venue Race or `.rac2` of ErgRace, by the beginning of the file. All that can be read is
 * returned; the missing or doubtful rest is in the problems.
 * @param fileName tells an empty or damaged file's kind in the problem
 */
export function readStartList(bytes: Uint8Array, fileName: string): StartList {
  const decoded = decodeText(bytes);
  if ('reason' in decoded) return { entries: [], problems: [{ line: null, message: decoded.reason }] };
  const text = decoded.text.trimStart();
  if (text.startsWith('{') || /\.(?:rac2|json)$/i.test(fileName)) {
    const json = parseJson(text);
    return json === null ? { entries: [], problems: [notJson(fileName)] } : readRac2(json);
  }
  if (/^RACE\s/.test(text) || /\.rac$/i.test(fileName)) return readRac(decoded.text);
  return readEntryTable(decoded.text);
}

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
