/**
 * Pace and power, and their format on the monitor.
 * A pace is always seconds per 500 m; power follows Concept2's published formula watts = 2.8 / (seconds per meter)^3
 * (https://www.concept2.com/training/watts-calculator).
 */

const noValue = '–';
const paceDistanceM = 500;

function isPositive(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value > 0;
}

/** Returns the average pace in seconds per 500 m; null without distance or time. */
export function paceSecOf(distanceM: number, elapsedSec: number): number | null {
  if (!isPositive(distanceM) || !isPositive(elapsedSec)) return null;
  const paceSec = (paceDistanceM * elapsedSec) / distanceM;
  return isPositive(paceSec) ? paceSec : null;
}

/** Converts a pace in seconds per 500 m to watts; null for an invalid pace. */
export function powerWOf(paceSec: number | null): number | null {
  if (!isPositive(paceSec)) return null;
  const powerW = 2.8 / (paceSec / paceDistanceM) ** 3;
  return isPositive(powerW) ? powerW : null;
}

/** Converts watts to seconds per 500 m, the inverse of `powerWOf`; null for no power. */
export function paceSecOfPower(powerW: number | null): number | null {
  if (!isPositive(powerW)) return null;
  const paceSec = paceDistanceM * Math.cbrt(2.8 / powerW);
  return isPositive(paceSec) ? paceSec : null;
}

/**
 * Converts watts to calories per hour: 4 cal for each watt-hour of work, plus 300 of the body itself. Source:
 * https://www.concept2.com/training/calorie-calculator
 */
export function caloriesPerHourOf(powerW: number | null): number | null {
  return isPositive(powerW) ? powerW * 4 * 0.8604 + 300 : null;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * Splits whole tenths rather than seconds, so that 59.96 is not formatted as 0:60.0. From an hour on, seconds are
 * whole: the digits of a tenth would not fit a column or the cockpit.
 */
function clockOfTenths(tenths: number): string {
  if (tenths < 36_000) {
    return `${Math.floor(tenths / 600)}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
  }
  const sec = Math.round(tenths / 10);
  return `${Math.floor(sec / 3_600)}:${two(Math.floor(sec / 60) % 60)}:${two(sec % 60)}`;
}

/** Formats a duration in seconds: '0:25.0', '20:00.0', and from an hour on in whole seconds, '1:02:03'. '–' for null. */
export function formatDuration(elapsedSec: number | null): string {
  return elapsedSec === null || !Number.isFinite(elapsedSec) || elapsedSec < 0
    ? noValue
    : clockOfTenths(Math.round(elapsedSec * 10));
}

/** Formats a pace in seconds per 500 m as '2:05.0'; '–' for null or zero. */
export function formatPace(paceSec: number | null): string {
  return isPositive(paceSec) ? formatDuration(paceSec) : noValue;
}
