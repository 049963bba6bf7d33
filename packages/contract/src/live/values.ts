import { limits, monitorBounds as bounds } from '../limits.ts';
import { rowPhases, type LiveSample } from '../live.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';

/*
 * The values of a sample in packed messages, in the monitor's own resolution: 0.1 m, and 0.01 s for times and paces.
 *
 *   bits 0 to 2     phase, its place in `rowPhases`
 *   bit 3           isSimulated
 *   bits 4 to 13    which of the values below that may be missing are there, in their order
 *   bits 14 and 15  inTarget: 0 missing, 1 false, 2 true
 *
 *   elapsedTime     count of 0.01 s
 *   distance        count of 0.1 m
 *   strokeRate      byte
 *   currentPace     count of 0.01 s
 *   averagePace     count of 0.01 s
 *   heartRate       byte
 *   power           count
 *   dragFactor      byte
 *   interval        byte
 *   left            count: 4 times the value, and the kind; distance in 0.1 m, calories whole, else 0.01 s
 *   projected       count: 2 times the value, and the kind; distance in 0.1 m, else 0.01 s
 *   lastSplit       number byte, time count of 0.01 s, distance count of 0.1 m, pace 0 or 1 + count of 0.01 s
 *   unsent          count
 */
const phaseBits = 0b111;
const isSimulatedBit = 1 << 3;
const hasBit = {
  currentPace: 1 << 4,
  averagePace: 1 << 5,
  heartRate: 1 << 6,
  power: 1 << 7,
  dragFactor: 1 << 8,
  interval: 1 << 9,
  left: 1 << 10,
  projected: 1 << 11,
  lastSplit: 1 << 12,
  unsent: 1 << 13,
};
const inTargetShift = 14;

const perMeter = 10;
const perSecond = 100;
const leftKinds = ['distance', 'time', 'calories', 'rest'] as const;
const leftUnits = { distance: perMeter, time: perSecond, calories: 1, rest: perSecond };
const projectedKinds = ['time', 'distance'] as const;
const projectedUnits = { time: perSecond, distance: perMeter };

const elapsedMax = bounds.elapsedSecMax * perSecond;
const distanceMax = bounds.distanceMMax * perMeter;
const paceMax = bounds.paceSecMax * perSecond;
/** Bound of `left` and `projected` of any kind: the schema has one bound for all. */
const valueMax = bounds.distanceMMax;

/** Appends the values of a sample. */
export function writeValues(to: ByteWriter, sample: LiveSample): void {
  let bits = rowPhases.indexOf(sample.phase);
  if (sample.isSimulated) bits |= isSimulatedBit;
  if (sample.currentPace !== null) bits |= hasBit.currentPace;
  if (sample.averagePace !== null) bits |= hasBit.averagePace;
  if (sample.heartRate !== null) bits |= hasBit.heartRate;
  if (sample.power !== undefined) bits |= hasBit.power;
  if (sample.dragFactor !== undefined) bits |= hasBit.dragFactor;
  if (sample.interval !== undefined) bits |= hasBit.interval;
  if (sample.left !== undefined) bits |= hasBit.left;
  if (sample.projected !== undefined) bits |= hasBit.projected;
  if (sample.lastSplit !== undefined) bits |= hasBit.lastSplit;
  if (sample.unsent !== undefined) bits |= hasBit.unsent;
  if (sample.inTarget !== undefined) bits |= (sample.inTarget ? 2 : 1) << inTargetShift;

  to.short(bits);
  to.count(sample.elapsedTime * perSecond);
  to.count(sample.distance * perMeter);
  to.byte(sample.strokeRate);
  if (sample.currentPace !== null) to.count(sample.currentPace * perSecond);
  if (sample.averagePace !== null) to.count(sample.averagePace * perSecond);
  if (sample.heartRate !== null) to.byte(sample.heartRate);
  if (sample.power !== undefined) to.count(sample.power);
  if (sample.dragFactor !== undefined) to.byte(sample.dragFactor);
  if (sample.interval !== undefined) to.byte(sample.interval);
  if (sample.left !== undefined) {
    const { kind, value } = sample.left;
    to.count(Math.round(value * leftUnits[kind]) * 4 + leftKinds.indexOf(kind));
  }
  if (sample.projected !== undefined) {
    const { kind, value } = sample.projected;
    to.count(Math.round(value * projectedUnits[kind]) * 2 + projectedKinds.indexOf(kind));
  }
  if (sample.lastSplit !== undefined) {
    const { number, time, distance, pace } = sample.lastSplit;
    to.byte(number);
    to.count(time * perSecond);
    to.count(distance * perMeter);
    to.count(pace === null ? 0 : 1 + Math.round(pace * perSecond));
  }
  if (sample.unsent !== undefined) to.count(sample.unsent);
}

/** Reads the values of a sample; null for invalid ones, or outside the bounds of `LiveSampleSchema`. */
export function readValues(from: ByteReader): LiveSample | null {
  const bits = from.short();
  const phase = rowPhases[bits & phaseBits];
  const inTarget = bits >>> inTargetShift;
  if (phase === undefined || inTarget === 3) return null;
  const elapsedTime = from.count(elapsedMax) / perSecond;
  const distance = from.count(distanceMax) / perMeter;
  const strokeRate = from.byte();
  const sample: LiveSample = {
    phase,
    elapsedTime,
    distance,
    currentPace: bits & hasBit.currentPace ? from.count(paceMax) / perSecond : null,
    averagePace: bits & hasBit.averagePace ? from.count(paceMax) / perSecond : null,
    strokeRate,
    heartRate: bits & hasBit.heartRate ? from.byte() : null,
    isSimulated: (bits & isSimulatedBit) !== 0,
  };
  if (bits & hasBit.power) sample.power = from.count(bounds.powerWMax);
  if (bits & hasBit.dragFactor) sample.dragFactor = from.byte();
  if (bits & hasBit.interval) sample.interval = from.byte();
  if (bits & hasBit.left) {
    const packed = from.count();
    const kind = leftKinds[packed % 4] ?? 'distance';
    const value = Math.floor(packed / 4) / leftUnits[kind];
    if (value > valueMax) return null;
    sample.left = { kind, value };
  }
  if (bits & hasBit.projected) {
    const packed = from.count();
    const kind = projectedKinds[packed % 2] ?? 'time';
    const value = Math.floor(packed / 2) / projectedUnits[kind];
    if (value > valueMax) return null;
    sample.projected = { kind, value };
  }
  if (bits & hasBit.lastSplit) {
    const number = from.byte();
    const time = from.count(elapsedMax) / perSecond;
    const splitDistance = from.count(distanceMax) / perMeter;
    const pace = from.count(1 + paceMax);
    sample.lastSplit = {
      number,
      time,
      distance: splitDistance,
      pace: pace === 0 ? null : (pace - 1) / perSecond,
    };
  }
  if (bits & hasBit.unsent) sample.unsent = from.count(limits.strokesMax);
  if (inTarget > 0) sample.inTarget = inTarget === 2;
  return from.isBad ? null : sample;
}
