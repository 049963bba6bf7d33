import { NotUnderstood, short, unquoted } from './values.ts';

/** The order of a date with slashes; one with dots begins with the day, one with hyphens with the year. */
export type SlashOrder = 'day first' | 'month first';

const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?\s*(Z|UTC|GMT|[-+]\d{2}:?\d{2})?$/i;
const byDay =
  /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?\s*([ap]m)?$/i;

/**
 * Returns a date and time as ISO 8601, with the zone if the text has one, or null if the text is empty. Throws NotUnderstood
 * for other texts and for a date with slashes in an unknown order.
 */
export function isoOf(text: string, slashes?: SlashOrder): string | null {
  const bare = unquoted(text);
  if (bare === '') return null;
  const notUnderstood = () => new NotUnderstood(`“${short(text)}” is not a date`);
  const [, year, month, day, hour = '0', minute = '00', second = '00', fraction = '', zone = ''] =
    iso.exec(bare) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined)
    return (
      written([year, month, day], [hour, minute, second], fraction, zoneOf(zone)) ?? raise(notUnderstood())
    );
  const parts = byDay.exec(bare);
  if (parts === null) throw notUnderstood();
  const [
    ,
    a = '',
    separator,
    b = '',
    years = '',
    hours = '0',
    minutes = '00',
    seconds = '00',
    rest = '',
    half,
  ] = parts;
  const order = separator === '.' ? 'day first' : (certainOrder(Number(a), Number(b)) ?? slashes);
  if (order === undefined) throw new NotUnderstood(`“${short(text)}” can be read as day/month or month/day`);
  const date: Date3 = order === 'day first' ? [years, b, a] : [years, a, b];
  return written(date, [hourOf(hours, half), minutes, seconds], rest, '') ?? raise(notUnderstood());
}

/** Which order the dates of a file have, if one of them can only be read in one way. */
export function slashOrderOf(texts: readonly string[]): SlashOrder | undefined {
  for (const text of texts) {
    const parts = byDay.exec(unquoted(text));
    const order = parts?.[2] === '/' ? certainOrder(Number(parts[1]), Number(parts[3])) : undefined;
    if (order !== undefined) return order;
  }
  return undefined;
}

/** Makes a moment of Unix seconds. */
export function isoOfUnix(seconds: number): string {
  if (!(Math.abs(seconds) < 8.64e12)) throw new NotUnderstood(`${seconds} s is not a time of this world`);
  return new Date(Math.round(seconds * 1000)).toISOString().replace(/\.000Z$/, 'Z');
}

/** Adds seconds to a moment, in its zone; a clock's time without a zone stays one. */
export function later(moment: string, seconds: number): string {
  const [, wall = '', zone = ''] = /^(.*?)(Z|[-+]\d{2}:\d{2})?$/.exec(moment) ?? [];
  const moved = new Date(Date.parse(`${wall}Z`) + Math.round(seconds * 1000));
  return moved.toISOString().replace(/(?:\.000)?Z$/, '') + zone;
}

function certainOrder(first: number, second: number): SlashOrder | undefined {
  if (first > 12) return 'day first';
  return second > 12 ? 'month first' : undefined;
}

function hourOf(text: string, half: string | undefined): string {
  if (half === undefined) return text;
  return String((Number(text) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0));
}

function zoneOf(text: string): string {
  if (text === '') return '';
  return /^[a-z]/i.test(text) ? 'Z' : text.replace(/^(...):?/, '$1:');
}

type Date3 = [year: string, month: string, day: string];

/** Returns null if there is no such day or time. */
function written(
  [year, month, day]: Date3,
  [hour, minute, second]: [string, string, string],
  fraction: string,
  zone: string,
): string | null {
  const two = (text: string) => text.padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  const time = `${two(hour)}:${minute}:${second}`;
  const at = new Date(`${date}T${time}Z`);
  const exists = !Number.isNaN(at.getTime()) && at.toISOString() === `${date}T${time}.000Z`;
  return exists ? `${date}T${time}${fraction}${zone}` : null;
}

function raise(error: Error): never {
  throw error;
}
