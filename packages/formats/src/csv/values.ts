import type { Delimiter } from './columns.ts';
import type { CsvLine } from './rows.ts';

/** A cell or a row that is not understood; `message` is for the user who chose the file. */
export class NotUnderstood extends Error {}

/** Texts of apps for a missing value. */
const noValue = /^(?:-+|n\/?a|nan|null|none|[-+]?inf(?:inity)?)?$/i;

/** RowPerfect fills a curve up to a fixed number of points with it. */
const padding = -32_768;

export type Decimal = '.' | ',';

/** Returns null for a cell without a value; throws NotUnderstood if the text is not a number. */
export function numberOf(text: string, decimal: Decimal): number | null {
  const bare = unquoted(text);
  // Most cells are a plain number; letters would make it a hexadecimal number or a name.
  const number = bare === '' || (decimal === ',' && bare.includes('.')) ? NaN : Number(bare);
  if (Number.isFinite(number) && !/[a-df-z]/i.test(bare)) return number;
  if (noValue.test(bare)) return null;
  const plain = decimal === ',' ? withPoint(bare) : bare;
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(plain)) return Number(plain);
  // Digits in groups of three.
  if (decimal === '.' && /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain))
    return Number(plain.replaceAll(',', ''));
  throw new NotUnderstood(`“${short(text)}” is not a number`);
}

function withPoint(text: string): string {
  if (/^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return text.includes('.') ? 'ambiguous' : text.replace(',', '.');
}

/** Reads seconds, or a time of `m:ss`, `m:ss.t`, `h:mm:ss` or `h:mm:ss.t`. */
export function secondsOf(text: string, decimal: Decimal): number | null {
  if (!text.includes(':')) return numberOf(text, decimal);
  const bare = unquoted(text).replace(',', '.');
  const time = /^(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)$/.exec(bare);
  if (time === null) throw new NotUnderstood(`“${short(text)}” is not a time`);
  const [, hours, minutes, seconds] = time;
  if (Number(seconds) >= 60 || (hours !== undefined && Number(minutes) >= 60))
    throw new NotUnderstood(`“${short(text)}” is not a time`);
  // Whole tenths stay whole: 60 * 4 + 31.9 has a rounding error.
  return Number(((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)).toFixed(6));
}

/**
 * Returns the numbers of a list such as `[1.5, 2]`, `1.5 2` or, with decimal commas, `1,5 2`; null if there is none.
 */
export function numbersOf(text: string, decimal: Decimal): number[] | null {
  const bare = unquoted(text);
  if (noValue.test(bare)) return null;
  // Apps that part the numbers with commas write points in every language.
  const hasCommas = decimal === ',' && !bare.includes('.') && /\d[\s;]+\d/.test(bare);
  const parts = bare.split(hasCommas ? /[\s;[\]"]+/ : /[\s,;[\]"]+/).filter((part) => part !== '');
  const numbers = parts
    .map((part) => Number(hasCommas ? part.replace(',', '.') : part))
    .filter((value) => value !== padding);
  if (numbers.length === 0) return null;
  if (numbers.some((value) => !Number.isFinite(value)))
    throw new NotUnderstood(`“${short(text)}” is not a list of numbers`);
  return numbers;
}

/** Whether numbers have a decimal comma. Between commas it needs quotation marks, where it could also group thousands. */
export function decimalOf(rows: readonly CsvLine[], delimiter: Delimiter): Decimal {
  let comma = false;
  for (const { cells } of rows.slice(0, 500)) {
    for (const cell of cells) {
      const text = cell.trim();
      if (delimiter === ',') {
        if (/^-?\d*\.\d+$/.test(text)) return '.';
        comma ||= /^-?\d+,(?:\d{1,2}|\d{4,})$/.test(text);
      } else {
        comma ||= /^-?[\d.]+,\d+$/.test(text);
      }
    }
  }
  return comma ? ',' : '.';
}

/** Spreadsheets and the Logbook to 2021 leave quotation marks in a cell: `"4:31.9"`. */
export function unquoted(text: string): string {
  const bare = text.trim();
  return bare.startsWith('"') ? bare.replace(/^"(.*)"$/s, '$1').trim() : bare;
}

export function short(text: string): string {
  const bare = text.trim();
  return bare.length > 40 ? `${bare.slice(0, 40)}…` : bare;
}
