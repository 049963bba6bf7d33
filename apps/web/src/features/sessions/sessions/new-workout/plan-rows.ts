import type { Band, PieceTarget, PlannedPiece } from '@boathouse/workout-text/plan';
import { mostPieces, parseWorkoutText } from '@boathouse/workout-text/parse';
import { describePlan } from '@boathouse/workout-text/describe';
import { relativeText } from '@boathouse/workout-text/relative';
import { readMeters } from '@boathouse/workout/typed';
import { limits } from '@boathouse/contract/limits';

/** A row of the editor in the form of its fields: equal consecutive pieces. Empty targets are none. */
export type PlanRow = {
  count: string;
  amount: string;
  unit: WorkUnit;
  rest: string;
  restUnit: RestUnit;
  /** Per 500 m: '2:05'; relative to the athlete's own best: '2k+10', '70% 2k watts'; or both: '2:05, 2k+10'. */
  pace: string;
  /** '20', '18-20', '<20' */
  strokeRate: string;
  heartRate: string;
  power: string;
  intensity: string;
};

export type WorkUnit = 'm' | 'km' | 'min' | 's' | 'cal';
export type RestUnit = 'none' | 'min' | 's' | 'undefined';

/** The key is the field of the row. */
export type PlanRowErrors = Partial<Record<keyof PlanRow, string>>;

export const emptyRow: PlanRow = {
  count: '1',
  amount: '',
  unit: 'm',
  rest: '',
  restUnit: 'none',
  pace: '',
  strokeRate: '',
  heartRate: '',
  power: '',
  intensity: '',
};

const two = (value: number) => String(value).padStart(2, '0');
const clockOf = (sec: number) => `${Math.floor(sec / 60)}:${two(sec % 60)}`;
/** Whole minutes as a number, seconds below a minute, else '1:30' in minutes. */
function timeFields(sec: number): { amount: string; unit: 'min' | 's' } {
  if (sec < 60) return { amount: `${sec}`, unit: 's' };
  return { amount: sec % 60 === 0 ? `${sec / 60}` : clockOf(sec), unit: 'min' };
}

function bandField(band: Band | undefined): string {
  if (band === undefined) return '';
  if (band.min === band.max) return `${band.max}`;
  return band.min === 0 ? `<${band.max}` : `${band.min}-${band.max}`;
}

function paceField(paceSec: number | undefined): string {
  if (paceSec === undefined) return '';
  const tenths = Math.round(paceSec * 10);
  return clockOf(Math.floor(tenths / 10)) + (tenths % 10 === 0 ? '' : `.${tenths % 10}`);
}

function workFields(piece: PlannedPiece): Pick<PlanRow, 'amount' | 'unit'> {
  if (piece.kind === 'distance') return { amount: `${piece.distanceM}`, unit: 'm' };
  return piece.kind === 'time' ? timeFields(piece.durationSec) : { amount: `${piece.calories}`, unit: 'cal' };
}

function restFields(restSec: number | null): Pick<PlanRow, 'rest' | 'restUnit'> {
  if (restSec === null) return { rest: '', restUnit: 'undefined' };
  if (restSec === 0) return { rest: '', restUnit: 'none' };
  const { amount, unit } = timeFields(restSec);
  return { rest: amount, restUnit: unit };
}

function rowOf(piece: PlannedPiece, count: number): PlanRow {
  const { paceSec, relative, strokeRate, heartRate, powerW, intensity }: PieceTarget = piece.target ?? {};
  return {
    count: `${count}`,
    ...workFields(piece),
    ...restFields(piece.restSec),
    pace: [paceField(paceSec), relative === undefined ? '' : relativeText(relative)]
      .filter(Boolean)
      .join(', '),
    strokeRate: bandField(strokeRate),
    heartRate: bandField(heartRate),
    power: powerW === undefined ? '' : `${powerW}`,
    intensity: intensity ?? '',
  };
}

/** Returns the rows of a text, with equal neighbors joined; null if it is not understood as a plan. */
export function rowsOf(text: string): PlanRow[] | null {
  const plan = parseWorkoutText(text);
  if (plan === null) return null;
  const rows: { piece: PlannedPiece; count: number }[] = [];
  for (const piece of plan.pieces) {
    const last = rows.at(-1);
    if (last && JSON.stringify(last.piece) === JSON.stringify(piece)) last.count += 1;
    else rows.push({ piece, count: 1 });
  }
  return rows.map(({ piece, count }) => rowOf(piece, count));
}

/** Returns the only piece of a text that the editor builds, so that no field can add further pieces. */
function onlyPieceOf(text: string): PlannedPiece | null {
  const [piece, ...others] = parseWorkoutText(text)?.pieces ?? [];
  return piece && others.length === 0 ? piece : null;
}

const amountPattern = /^\d+(?:[.:]\d+){0,2}$/;
const pacePattern = /^\d{1,2}:\d{2}(?:\.\d)?$/;
const relativePattern =
  /^(?:\d+(?:\.\d+)?k|\d{3,5} ?m)(?: ?pace|(?: ?pace)? ?[-+−] ?\d+(?:\.\d)?)$|^\d{2,3} ?% (?:of )?\d+(?:k| ?m) (?:w|watts|power)$/i;
const bandPattern = /^[<≤]? ?\d+(?: ?[-–] ?\d+)?$/;

function targetOf(text: string, pattern: RegExp, field: string): PieceTarget | null {
  if (!pattern.test(field)) return null;
  return onlyPieceOf(`2000 m ${text.replace('?', field)}`)?.target ?? null;
}

/** Reads a pace, one relative to a best, or one of each; null for any other text. */
function pacesOf(field: string): PieceTarget | null {
  let paces: PieceTarget = {};
  // A comma between seconds and one digit is a decimal mark; any other comma separates two paces.
  const points = field.replaceAll(/(:\d{2}),(\d)(?![\d:])/g, '$1.$2');
  for (const part of points.split(',').map((text) => text.trim())) {
    if (part === '' && field.trim() === '') continue;
    const isRelative = /[k%]|\d ?m/i.test(part);
    const found = isRelative
      ? targetOf('@ ?', relativePattern, part)
      : targetOf('@ ?/500m', pacePattern, part);
    if (found === null || (isRelative ? paces.relative : paces.paceSec) !== undefined) return null;
    paces = { ...paces, ...found };
  }
  return paces;
}

const amountOfRest = (row: PlanRow) => row.rest.trim().replace(',', '.');

const restInWords = (row: PlanRow) =>
  row.restUnit === 'undefined' ? 'undefined rest' : `${amountOfRest(row)} ${row.restUnit} rest`;

function restSecOf(row: PlanRow): number | null | undefined {
  if (row.restUnit === 'none') return 0;
  if (row.restUnit !== 'undefined' && !amountPattern.test(amountOfRest(row))) return undefined;
  return onlyPieceOf(`2000 m / ${restInWords(row)}`)?.restSec;
}

function workOf(row: PlanRow): PlannedPiece | null {
  const amount = row.unit === 'm' ? `${readMeters(row.amount) ?? ''}` : row.amount.trim().replace(',', '.');
  return amountPattern.test(amount) ? onlyPieceOf(`${amount} ${row.unit}`) : null;
}

const workErrors: Record<WorkUnit, string> = {
  m: 'Enter 100 to 50,000 m',
  km: 'Enter 0.1 to 50 km',
  min: 'Enter minutes, or minutes and seconds such as 1:30',
  s: 'Enter 20 s or more',
  cal: 'Enter 1 to 9999 cal',
};

/** Reads a row; a field with an error is missing in `pieces`. */
function read(row: PlanRow): { errors: PlanRowErrors; pieces: PlannedPiece[] } {
  const errors: PlanRowErrors = {};
  const count = /^\d{1,3}$/.test(row.count.trim()) ? Number(row.count) : 0;
  if (count < 1 || count > mostPieces) errors.count = `Enter 1 to ${mostPieces}`;
  const work = workOf(row);
  if (work === null) errors.amount = workErrors[row.unit];
  const restSec = restSecOf(row);
  if (restSec === undefined) errors.rest = 'Enter a time such as 1:30';
  let target: PieceTarget = {};
  const join = (
    field: 'strokeRate' | 'heartRate' | 'power',
    text: string,
    pattern: RegExp,
    error: string,
  ) => {
    const value = row[field].trim();
    if (value === '') return;
    const found = targetOf(text, pattern, value);
    if (found === null) errors[field] = error;
    else target = { ...target, ...found };
  };
  const paces = pacesOf(row.pace);
  if (paces === null) errors.pace = 'Enter a pace such as 2:05 or 2k+10';
  else target = { ...target, ...paces };
  join('strokeRate', 'rate ?', bandPattern, 'Enter a rate such as 20, 18-20 or <20');
  join('heartRate', 'hr ?', bandPattern, 'Enter a heart rate such as 140-150');
  join('power', '? w', /^\d+$/, 'Enter 20 to 1500 W');
  if (row.intensity !== '') target = { ...target, intensity: row.intensity };
  if (work === null || restSec === undefined || Object.keys(errors).length > 0) return { errors, pieces: [] };
  const piece: PlannedPiece = { ...work, restSec, ...(Object.keys(target).length > 0 ? { target } : {}) };
  return { errors, pieces: Array.from({ length: count }, () => piece) };
}

export function errorsOfRow(row: PlanRow): PlanRowErrors {
  return read(row).errors;
}

/** Returns the text of the rows, or the reason if there is none. */
export function textOf(rows: readonly PlanRow[]): { text: string } | { refusal: string } {
  const found = rows.map(read);
  const wrong = found.findIndex(({ pieces }) => pieces.length === 0);
  if (wrong >= 0) return { refusal: `Row ${wrong + 1} is not complete, so the text is unchanged` };
  const pieces = found.flatMap((each) => each.pieces);
  if (pieces.length === 0) return { text: '' };
  if (pieces.length > mostPieces) {
    return { refusal: `A workout item has at most ${mostPieces} pieces, so the text is unchanged` };
  }
  const text = describePlan({ pieces });
  return text.length > limits.workoutItemMax
    ? {
        refusal: `These rows need ${text.length} characters, and a workout item has at most ${limits.workoutItemMax}, so the text is unchanged`,
      }
    : { text };
}
