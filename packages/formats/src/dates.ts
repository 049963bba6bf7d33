import { fitEpochMs } from './fit/profile.ts';

/** Returns a moment of FIT's clock as ISO text, in UTC or with the zone's offset. */
export function dateOf(fitSec: number, offsetSec = 0): string {
  const local = new Date(fitEpochMs + (fitSec + offsetSec) * 1000).toISOString().replace('.000Z', 'Z');
  return offsetSec === 0 ? local : local.replace('Z', offsetText(offsetSec));
}

function offsetText(offsetSec: number): string {
  const minutes = Math.abs(offsetSec) / 60;
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  return `${offsetSec < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/**
 * Whether a date has no time of day: a user who types a result into the Logbook gives only a day, and it writes
 * 00:00:00.
 */
export function isDayOnly(iso: string | null): boolean {
  return iso?.endsWith('T00:00:00') ?? false;
}

type Moment = { ms: number; offsetSec: number | null };

/** Parses ISO text. A date without a zone gets its moment in UTC and the offset null; null for anything else. */
export function momentOf(iso: string): Moment | null {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(iso);
  if (!parts) return null;
  const [, day = '', time = '', zone] = parts;
  const ms = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(ms)) return null;
  if (zone === undefined) return { ms, offsetSec: null };
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offsetSec = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  return { ms: ms - offsetSec * 1000, offsetSec };
}
