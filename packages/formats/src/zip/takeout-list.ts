import { readRows } from '../csv/rows.ts';
import { decodeText } from '../decode-text.ts';
import type { Workout } from '../workout.ts';

/** The fields of a file in the list of a Strava takeout, in the athlete's words. */
export type Listed = Pick<Workout, 'title' | 'comments' | 'startedAt'>;

/** The key is the file's name in the archive. */
export type TakeoutList = ReadonlyMap<string, Listed>;

export const listName = 'activities.csv';
const filePattern = /(?:^|\/)activities\/[^/]+$/;

/** The names of the columns are in the athlete's language. All languages have the same first five columns, and the file's name comes later. */
const [dateAt, titleAt, descriptionAt] = [1, 2, 4];

/**
 * Reads `activities.csv` of a Strava takeout, which describes the files of activities beside it. Returns null for
 * another table.
 * @param folder where the table is in the archive, with a slash at its end; empty at the top
 */
export function readTakeoutList(bytes: Uint8Array, folder: string): TakeoutList | null {
  const decoded = decodeText(bytes);
  if ('reason' in decoded) return null;
  const list = new Map<string, Listed>();
  for (const { cells } of readRows(decoded.text, { delimiter: ',' }).rows) {
    const file = cells.slice(descriptionAt + 1).find((cell) => filePattern.test(cell));
    if (file === undefined) continue;
    list.set(`${folder}${file}`, {
      title: textOf(cells[titleAt]),
      comments: textOf(cells[descriptionAt]),
      startedAt: startOf(cells[dateAt] ?? ''),
    });
  }
  return list.size === 0 ? null : list;
}

/** Writes a list of only these files that `readTakeoutList` reads. */
export function writeTakeoutList(list: TakeoutList): Uint8Array {
  const header = ['Activity ID', 'Activity Date', 'Activity Name', 'Activity Type', 'Activity Description'];
  const rows = Array.from(list, ([file, { title, comments, startedAt }]) => [
    '',
    startedAt ?? '',
    title ?? '',
    '',
    comments ?? '',
    file,
  ]);
  const lines = [[...header, 'Filename'], ...rows].map((cells) => cells.map(quoted).join(','));
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Adds data that the file itself does not contain. */
export function withListed(workout: Workout, listed: Listed): Workout {
  const { title, comments, startedAt, endedAt } = workout;
  return {
    ...workout,
    title: title ?? listed.title,
    comments: comments ?? listed.comments,
    startedAt: startedAt === null && endedAt === null ? listed.startedAt : startedAt,
  };
}

/**
 * Unescaped: `csvOf` guards spreadsheets by an apostrophe, which `readTakeoutList` would take for a part of the title.
 */
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const textOf = (cell: string | undefined) => cell?.trim() || null;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const englishDate = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}), (\d{1,2}):(\d\d):(\d\d)\s([AP])M$/;

/** Strava's dates are in UTC. In languages other than English they are left out. */
function startOf(text: string): string | null {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return text;
  const [, month = '', day, year, hour, minute, second, half] = englishDate.exec(text) ?? [];
  const at = months.indexOf(month);
  if (at < 0) return null;
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  return new Date(
    Date.UTC(Number(year), at, Number(day), hours, Number(minute), Number(second)),
  ).toISOString();
}
