/**
 * A monitor's display for each machine, by the contract's name of it. Paces are stored and sent per 500 m on every
 * machine; only the display differs. Sources: the BikeErg shows its pace per 1000 m, revolutions a minute and no force
 * curve (ergarcade/pm5-base issue 10); its watts are 0.35 v³, within 1 W in 1,607 rows of Logbook seasons.
 */
import { formatPace, paceSecOfPower, powerWOf } from './pace.ts';

type MachineFigures = {
  paceMeters: 500 | 1000;
  paceUnit: '/500 m' | '/1000 m';
  rateName: 'Stroke rate' | 'Cadence';
  rateUnit: 'spm' | 'rpm';
  hasForceCurve: boolean;
};

const rowed: MachineFigures = {
  paceMeters: 500,
  paceUnit: '/500 m',
  rateName: 'Stroke rate',
  rateUnit: 'spm',
  hasForceCurve: true,
};
const bike: MachineFigures = {
  paceMeters: 1000,
  paceUnit: '/1000 m',
  rateName: 'Cadence',
  rateUnit: 'rpm',
  hasForceCurve: false,
};

/**
 * Returns the display of a machine: like a RowErg's for each except the bike, and without forces for a rower of another
 * maker.
 */
export function figuresOn(machine: string): MachineFigures {
  if (machine === 'otherrower') return { ...rowed, hasForceCurve: false };
  return machine === 'bike' ? bike : rowed;
}

/** Converts a pace in seconds per 500 m to that on a machine's screen. */
export function shownPaceSec(machine: string, paceSec: number): number;
export function shownPaceSec(machine: string, paceSec: number | null): number | null;
export function shownPaceSec(machine: string, paceSec: number | null): number | null {
  return paceSec === null ? null : (paceSec * figuresOn(machine).paceMeters) / 500;
}

/** Formats a pace in seconds per 500 m as a machine shows it, without the unit; '–' for null or zero. */
export function formatPaceOn(machine: string, paceSec: number | null): string {
  return formatPace(shownPaceSec(machine, paceSec));
}

/** 2.8 v³ on a RowErg, 0.35 v³ on a BikeErg. */
const rowedToBikeWatts = 0.35 / 2.8;

/**
 * Converts a pace in seconds per 500 m to the watts that a machine's monitor shows for it; null for an invalid pace, and on
 * machines whose formula is not published (MultiErg, rowers of other makers, other).
 */
export function powerWOn(machine: string, paceSec: number | null): number | null {
  if (!hasKnownWatts(machine)) return null;
  const powerW = powerWOf(paceSec);
  return powerW !== null && machine === 'bike' ? powerW * rowedToBikeWatts : powerW;
}

/** Converts a machine's watts to a pace in seconds per 500 m, the inverse of `powerWOn`; null for no power. */
export function paceSecOfPowerOn(machine: string, powerW: number | null): number | null {
  if (!hasKnownWatts(machine)) return null;
  return paceSecOfPower(powerW !== null && machine === 'bike' ? powerW / rowedToBikeWatts : powerW);
}

const unknownWatts: readonly string[] = ['multierg', 'otherrower', 'other'];
const hasKnownWatts = (machine: string) => !unknownWatts.includes(machine);

/** After this time of rowing, a monitor has counted a meter. */
const firstMeterSec = 5;

/**
 * Returns the meters of a row, or null if its machine sends none: some rowers of other makers count only strokes, and a
 * row without a meter after some seconds comes from one of them.
 */
export function knownMeters(distanceM: number, elapsedSec: number): number | null {
  return distanceM > 0 || elapsedSec < firstMeterSec ? distanceM : null;
}

/**
 * Whether results on a machine are compared with others: as ranks and as bests. Each rower of another maker measures by
 * its own rules.
 */
export function isCompared(machine: string): boolean {
  return machine !== 'otherrower';
}
