import { NotUnderstood, short, unquoted } from './values.ts';

/** The order of a date that begins with neither the year nor a month's name; a date with dots begins with the day. */
export type SlashOrder = 'day first' | 'month first';

const time = String.raw`(?:[T,\s]+(\d{1,2}):(\d{2})(?::(\d{2})([.,]\d+)?)?\s*([ap]\.?m\.?)?)?`;
const zone = String.raw`\s*(Z|UTC|GMT|[-+]\d{2}(?::?\d{2})?)?`;
const byYear = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${time}${zone}$`, 'i');
const byDay = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${time}${zone}$`, 'i');
/** `20260303`, which BoatCoach writes in some languages. */
const compact = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${time}${zone}$`, 'i');
/** `20260303T080000.1`: a time without colons. */
const compactTime =
  /^(\d{4})-?(\d{2})-?(\d{2})[T\s]+(\d{2})(\d{2})(?:(\d{2})([.,]\d+)?)?\s*(Z|UTC|GMT|[-+]\d{2}(?::?\d{2})?)?$/i;
/** `30 Apr 2024` and `30-Apr-24`; `Apr 30, 2024`. */
const dayAndName = new RegExp(
  String.raw`^(\d{1,2})[-.\s]+([a-z]{3,9})[-.,\s]+(\d{4}|\d{2})${time}${zone}$`,
  'i',
);
const nameAndDay = new RegExp(String.raw`^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})${time}${zone}$`, 'i');
const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * Returns a date and time as ISO 8601, with the zone if the text has one, or null if the text is empty. Throws NotUnderstood
 * for other texts and for a date in an unknown order.
 */
export function isoOf(text: string, order?: SlashOrder): string | null {
  const bare = unquoted(text);
  if (bare === '') return null;
  const parts = partsOf(bare, order);
  if (parts === 'unknown order')
    throw new NotUnderstood(`“${short(text)}” can be read as day/month or month/day`);
  const date = parts === null ? null : written(parts);
  if (date === null) throw new NotUnderstood(`“${short(text)}” is not a date`);
  return date;
}

type Parts = { date: Date3; time: (string | undefined)[] };

function partsOf(text: string, wanted: SlashOrder | undefined): Parts | 'unknown order' | null {
  const year = byYear.exec(text);
  if (year !== null) {
    const [, years = '', , month = '', day = '', ...rest] = year;
    return { date: [years, month, day], time: rest };
  }
  const dense = compactTime.exec(text);
  if (dense !== null) {
    const [, years = '', month = '', day = '', hour, minute, second, fraction, zoneText] = dense;
    return { date: [years, month, day], time: [hour, minute, second, fraction, undefined, zoneText] };
  }
  const plain = compact.exec(text);
  if (plain !== null) {
    const [, years = '', month = '', day = '', ...rest] = plain;
    return { date: [years, month, day], time: rest };
  }
  const day = byDay.exec(text);
  if (day !== null) {
    const [, a = '', separator, b = '', years = '', ...rest] = day;
    const order = separator === '.' ? 'day first' : (certainOrder(Number(a), Number(b)) ?? wanted);
    if (order === undefined) return 'unknown order';
    return { date: order === 'day first' ? [years, b, a] : [years, a, b], time: rest };
  }
  const named = dayAndName.exec(text);
  if (named !== null) {
    const [, days = '', name = '', years = '', ...rest] = named;
    return { date: [years, monthOf(name), days], time: rest };
  }
  const [, name = '', days = '', years, ...rest] = nameAndDay.exec(text) ?? [];
  return years === undefined ? null : { date: [years, monthOf(name), days], time: rest };
}

/** Returns the number of a month, or 0. */
function monthOf(name: string): string {
  const word = name.toLowerCase();
  // “Sept” has four letters.
  return String(monthNames.findIndex((month) => month.startsWith(word)) + 1);
}

/** The order of a file's dates, if one of them can be read in only one way. */
export function slashOrderOf(texts: readonly string[]): SlashOrder | undefined {
  for (const text of texts) {
    const parts = byDay.exec(unquoted(text));
    const hasOrder = parts !== null && parts[2] !== '.';
    const order = hasOrder ? certainOrder(Number(parts[1]), Number(parts[3])) : undefined;
    if (order !== undefined) return order;
  }
  return undefined;
}

/** Makes an ISO date from Unix seconds. */
export function isoOfUnix(seconds: number): string {
  if (!(Math.abs(seconds) < 8.64e12)) throw new NotUnderstood(`${seconds} s is not a time of this world`);
  return new Date(Math.round(seconds * 1000)).toISOString().replace(/\.000Z$/, 'Z');
}

/** Adds seconds to a date in its zone; a local time stays without a zone. */
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
  return String((Number(text) % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0));
}

function zoneOf(text: string): string {
  if (text === '') return '';
  if (/^[a-z]/i.test(text)) return 'Z';
  return `${text.slice(0, 3)}:${text.slice(3).replace(':', '') || '00'}`;
}

type Date3 = [year: string, month: string, day: string];

/** Returns null if no such day or time exists. */
function written({ date: [year, month, day], time: parts }: Parts): string | null {
  const [hour = '0', minute = '00', second = '00', fraction = '', half, zoneText = ''] = parts;
  const two = (text: string) => text.padStart(2, '0');
  const days = `${yearOf(year)}-${two(month)}-${two(day)}`;
  const clock = `${two(hourOf(hour, half))}:${minute}:${second}`;
  const at = new Date(`${days}T${clock}Z`);
  const exists = !Number.isNaN(at.getTime()) && at.toISOString() === `${days}T${clock}.000Z`;
  return exists ? `${days}T${clock}${fractionOf(fraction)}${zoneOf(zoneText)}` : null;
}

/** `.000` says nothing. */
function fractionOf(text: string): string {
  return Number(text.slice(1)) === 0 ? '' : text.replace(',', '.');
}

/** Spreadsheets write two digits. */
function yearOf(text: string): string {
  if (text.length === 4) return text;
  return `${Number(text) < 70 ? 20 : 19}${text}`;
}
