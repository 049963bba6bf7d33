// Developer fields of the rowing FIT standard 1.2 (github.com/sanderroosendaal/rowingdata, docs/FIT_STANDARD.md), and
// Boathouse's own, which keep the digits that native fields round. A field is found by its name, declared scale and
// units: numbers and scales differ between versions and apps.
import { developerKey, firstNumber, type Message } from './message.ts';
import type { BaseType } from './profile.ts';

export type DeveloperField = { num: number; type: BaseType; scale: number; units: string };
const field = (num: number, type: BaseType, scale: number, units: string): DeveloperField => ({
  num,
  type,
  scale,
  units,
});

/** UUID v5 of DNS:rowingdata. */
export const standardApplicationId = uuidBytes('89e86158-6d47-5c98-9d46-7d29437f27b9');
export const ownApplicationId = uuidBytes('b0a7405e-0c2d-4f17-9f2e-5a3f1d6c8e40');

export const standardFields = {
  DriveLength: field(0, 'uint16', 1, 'mm'),
  StrokeDriveTime: field(1, 'uint16', 1, 'ms'),
  DragFactor: field(2, 'uint16', 1, ''),
  StrokeRecoveryTime: field(3, 'uint16', 1, 'ms'),
  AverageDriveForceN: field(6, 'uint16', 10, 'N'),
  PeakDriveForceN: field(7, 'uint16', 10, 'N'),
  WorkoutState: field(9, 'uint8', 1, ''),
  RecordingStrategy: field(10, 'uint8', 1, ''),
  PeakForcePositionNorm: field(17, 'uint16', 1, ''),
  StrokeWork: field(19, 'uint16', 1, 'J'),
  HandleForceCurve: field(60, 'uint16', 10, 'N'),
  InstrokeAbscissaType: field(90, 'uint8', 1, ''),
  InstrokeSampleInterval: field(91, 'uint16', 1, ''),
  InstrokePointCount: field(92, 'uint8', 1, ''),
  StrokeRate: field(93, 'uint16', 100, 'spm'),
} as const satisfies Record<string, DeveloperField>;

export const ownFields = {
  ElapsedWorkTime: field(0, 'uint32', 1, 'ms'),
  WorkDistance: field(1, 'uint32', 1, 'mm'),
  Pace: field(2, 'uint32', 1, 'ms'),
  IntervalNumber: field(3, 'uint16', 1, ''),
  RowedAfter: field(4, 'uint32', 1, 'ms'),
  ForceCurvePart2: field(5, 'uint16', 10, 'N'),
  ForceCurvePart3: field(6, 'uint16', 10, 'N'),
  BoathouseVersion: field(20, 'uint8', 1, ''),
  StartedAt: field(21, 'string', 1, ''),
  EndedAt: field(22, 'string', 1, ''),
  Machine: field(23, 'string', 1, ''),
  RestTime: field(24, 'uint32', 1, 'ms'),
  RestDistance: field(25, 'uint32', 1, 'mm'),
  IntervalCount: field(26, 'uint16', 1, ''),
  LogbookId: field(27, 'string', 1, ''),
  Comments: field(28, 'string', 1, ''),
  SourceApp: field(29, 'string', 1, ''),
  AveragePower: field(30, 'uint32', 1, 'mW'),
  AverageHeartRate: field(31, 'uint16', 100, 'bpm'),
  WorkTime: field(32, 'uint32', 1, 'ms'),
  Simulated: field(33, 'uint8', 1, ''),
  DayOnly: field(34, 'uint8', 1, ''),
} as const satisfies Record<string, DeveloperField>;

/** A developer field holds at most 255 bytes. */
export const curvePartPoints = 127;

type DeveloperName = keyof typeof standardFields | keyof typeof ownFields;
const keys = new Map<string, string>(
  [...Object.keys(standardFields), ...Object.keys(ownFields)].map((name) => [name, developerKey(name)]),
);

const toSiByUnit: Readonly<Record<string, number>> = {
  m: 1,
  cm: 0.01,
  mm: 0.001,
  s: 1,
  ms: 0.001,
  n: 1,
  newton: 1,
  newtons: 1,
  lbs: 4.44822,
  lbf: 4.44822,
  j: 1,
  w: 1,
  mw: 0.001,
};

/** Returns the number of a developer field without a unit, or with a unit that is not converted. */
export function developerNumber(message: Message | undefined, name: DeveloperName): number | null {
  return firstNumber(message?.developer.get(keys.get(name) ?? '')?.value);
}

export function developerText(message: Message | undefined, name: DeveloperName): string | null {
  const value = message?.developer.get(keys.get(name) ?? '')?.value;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns a field in meters, seconds, newtons, joules or watts; null if it declares no unit. */
export function developerQuantity(message: Message | undefined, ...names: string[]): number | null {
  for (const name of names) {
    const found = message?.developer.get(keys.get(name) ?? developerKey(name));
    const number = firstNumber(found?.value);
    const factor = toSiByUnit[found?.units ?? ''];
    if (number !== null && factor !== undefined) return scaled(number, factor);
  }
  return null;
}

/** Returns the points of a stroke's force curve in newtons, or null. */
export function forceCurveOf(message: Message): number[] | null {
  const points = curvePart(message, 'HandleForceCurve');
  const count = developerNumber(message, 'InstrokePointCount');
  if (count !== null && count > 0 && count < points.length) points.length = count;
  points.push(...curvePart(message, 'ForceCurvePart2'), ...curvePart(message, 'ForceCurvePart3'));
  return points.length > 0 ? points : null;
}

function curvePart(message: Message, name: DeveloperName): number[] {
  const found = message.developer.get(keys.get(name) ?? '');
  if (!found || typeof found.value === 'string') return [];
  const factor = found.units === '' ? 1 : toSiByUnit[found.units];
  return factor === undefined ? [] : [found.value].flat().map((point) => scaled(point, factor));
}

/** Multiplies by a factor; for a fraction, in the way that gives the nearest decimal: 1.37 for 1370 mm. */
function scaled(number: number, factor: number): number {
  return factor < 1 ? number / Math.round(1 / factor) : number * factor;
}

function uuidBytes(uuid: string): number[] {
  return (uuid.replaceAll('-', '').match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
}
