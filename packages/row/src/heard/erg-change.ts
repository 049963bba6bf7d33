/*
 * Which erg a record is from. Two ergs are never one row: what is rowed on another one is another workout, and what another
 * one shows of a workout that was rowed before this page heard it is of no row of this page.
 */
import { otherRowerType } from '../machine.ts';
import { countdownPause, stageOf, type ErgDevice, type RowRecord } from '../records.ts';
import type { RowProgress, RowTrack } from '../state.ts';
import { closeStroke, hold } from '../strokes.ts';

/** A monitor's name ends with its serial number, and newer ones add the erg. */
const serialNumber = /\d{6}/;

/**
 * Whether a record is of another monitor than the one of `before`; false where that is not known. A browser may give a
 * monitor another id: then its name tells.
 */
function isOtherMonitor(before: ErgDevice | null, { device }: RowRecord): boolean {
  if (before === null || device === undefined || before.id === device.id) return false;
  const isByName = before.id === null || [before, device].every(({ name }) => serialNumber.test(name));
  return !isByName || !(before.name.startsWith(device.name) || device.name.startsWith(before.name));
}

/** Returns the progress with the monitor that it is of, as it is if that is the same. */
function withDevice(progress: RowProgress, device: ErgDevice | undefined): RowProgress {
  const { track } = progress;
  if (device === undefined) return progress;
  const isKnown = track.device?.id === device.id && track.device.name === device.name;
  return isKnown ? progress : { ...progress, track: { ...track, device } };
}

/** What has come of a workout that has not begun is of the monitor that sent it. */
const unheard = { earlyPower: null, curve: null, earlyCurveN: null } as const;

/**
 * Returns the progress for a record that may be of another erg than the workout under way: that workout is left, once
 * something is rowed there. Null for a record that is of no workout of this progress.
 */
export function readyForErg(progress: RowProgress, record: RowRecord): RowProgress | null {
  const { track, phase } = progress;
  const isOfRower = record.kind === 'rowerData';
  const isSameKind = isOfRower ? track.rower !== null || track.interval === null : track.rower === null;
  if (!isSameKind && phase !== 'finished') return readyForOtherKind(progress, record);
  if (isOfRower || !isSameKind) return progress;
  const isOther = isOtherMonitor(track.device, record);
  if (phase === 'finished') return isOther ? null : progress;
  if (!isOther) return withDevice(progress, record.device);
  if (track.interval === null) {
    const { device = null } = record;
    const fresh = { ...track, ...unheard, earlyStrokes: [], heldSummary: null, device };
    return { ...progress, ergMachineType: null, track: fresh };
  }
  return isRowedIn(record) ? { ...progress, track: leftFor(record, track) } : null;
}

/** A PM5 in the place of a rower of another maker, or such a rower in the place of a PM5. */
function readyForOtherKind(progress: RowProgress, record: RowRecord): RowProgress | null {
  const { track } = progress;
  if (record.kind !== 'rowerData' && record.kind !== 'generalStatus') return null;
  if (track.interval !== null) return { ...progress, track: { ...track, isAbandoned: true } };
  return { ...progress, ergMachineType: null, track: { ...track, rower: null } };
}

/** Whether a record tells that a workout is rowed. */
function isRowedIn(record: RowRecord): boolean {
  if (record.kind !== 'generalStatus' || record.workoutState === countdownPause) return false;
  const stage = stageOf(record.workoutState);
  return stage === 'work' || stage === 'rest';
}

function leftFor(record: RowRecord, track: RowTrack): RowTrack {
  const { device = null } = record;
  const earlyStrokes = track.earlyStrokes.filter((stroke) => !isOtherMonitor(device, stroke));
  return { ...track, ...unheard, earlyStrokes, isAbandoned: true };
}

/**
 * Returns the progress while another monitor is connected that rows nothing yet: it waits, for its own monitor may come back.
 * Strokes that come before their status are held for the workout of the other one.
 */
export function standingBy(progress: RowProgress, record: RowRecord): RowProgress {
  const { phase, track } = progress;
  if (phase === 'finished' || phase === 'ending' || !isOtherMonitor(track.device, record)) return progress;
  if (record.kind === 'strokeData') return record.strokeCount === 0 ? progress : hold(progress, record);
  if (record.kind !== 'generalStatus') return progress;
  const isOver = stageOf(record.workoutState) === 'over';
  const earlyStrokes = isOver ? [] : track.earlyStrokes;
  if (phase === 'waiting' && earlyStrokes === track.earlyStrokes) return progress;
  const waiting = { phase: 'waiting', remaining: null, restTimeSec: null, projection: null } as const;
  const closed = closeStroke(progress, null);
  return { ...closed, ...waiting, track: { ...closed.track, earlyStrokes } };
}

/** Returns a workout that has begun with the erg that it is of, whatever was rowed before it. */
export function onErgOf(begun: RowProgress, before: RowProgress, record: RowRecord): RowProgress {
  if (record.kind === 'rowerData') {
    return { ...begun, ergMachineType: otherRowerType, track: { ...begun.track, device: null } };
  }
  const isChanged = before.track.rower !== null || isOtherMonitor(before.track.device, record);
  return withDevice(isChanged ? { ...begun, ergMachineType: null } : begun, record.device);
}

type WithTrack = { progress: { track: Pick<RowTrack, 'device' | 'rower'> } };

/** Forgets the id of the row's erg, which the browser may give anew to each page. */
export function ofEarlierPage<Kept extends WithTrack>(kept: Kept): Kept {
  const { progress } = kept;
  const { rower, device } = progress.track;
  const track = {
    ...progress.track,
    device: device && { ...device, id: null },
    rower: rower?.device == null ? rower : { ...rower, device: { ...rower.device, id: null } },
  };
  return { ...kept, progress: { ...progress, track } };
}
