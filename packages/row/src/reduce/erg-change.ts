/*
 * Which erg a record is from. A row never has two ergs: a workout on another erg is another workout. If another erg
 * shows a workout that was rowed before this page received it, no row of this page gets it.
 */
import { otherRowerType } from './machine.ts';
import { countdownPause, stageOf, type ErgDevice, type RowRecord } from './records.ts';
import { withStrokes, withSummary, withWork, type RowProgress, type RowTrack } from './state.ts';
import { closeStroke, hold } from './strokes.ts';

/** A monitor's name ends with its serial number, and newer ones add the erg. */
const serialNumber = /\d{6}/;

/**
 * Whether a record is from another monitor than `before`; false if that is unknown. A browser may give a monitor
 * another id: then its name decides.
 */
function isOtherMonitor(before: ErgDevice | null, { device }: RowRecord): boolean {
  if (before === null || device === undefined || before.id === device.id) return false;
  const isByName = before.id === null || [before, device].every(({ name }) => serialNumber.test(name));
  return !isByName || !(before.name.startsWith(device.name) || device.name.startsWith(before.name));
}

/** Returns the progress with its monitor; unchanged if that is the same. */
function withDevice(progress: RowProgress, device: ErgDevice | undefined): RowProgress {
  const { device: known } = progress.track.work;
  if (device === undefined) return progress;
  const isKnown = known?.id === device.id && known.name === device.name;
  return isKnown ? progress : withWork(progress, { device });
}

/** Values received before a workout began belong to the monitor that sent them. */
const unheard = { earlyPower: null, curve: null, earlyCurveN: null } as const;

/**
 * Returns the progress for a record that may be from another erg than the workout under way. That workout is left once
 * something is rowed on the other erg. Null for a record of a workout outside this progress.
 */
export function readyForErg(progress: RowProgress, record: RowRecord): RowProgress | null {
  const { track, phase } = progress;
  const { interval, device: known } = track.work;
  const isOfRower = record.kind === 'rowerData';
  const isSameKind = isOfRower ? track.rower !== null || interval === null : track.rower === null;
  if (!isSameKind && phase !== 'finished') return readyForOtherKind(progress, record);
  if (isOfRower || !isSameKind) return progress;
  const isOther = isOtherMonitor(known, record);
  if (phase === 'finished') return isOther ? null : progress;
  if (!isOther) return withDevice(progress, record.device);
  if (interval === null) {
    const { device = null } = record;
    const fresh = withStrokes(withWork(progress, { device }), { ...unheard, earlyStrokes: [] });
    return { ...withSummary(fresh, { heldSummary: null }), ergMachineType: null };
  }
  return isRowedIn(record) ? leftFor(record, progress) : null;
}

/** Handles a PM5 that replaces an erg of another maker, or the reverse. */
function readyForOtherKind(progress: RowProgress, record: RowRecord): RowProgress | null {
  const { track } = progress;
  if (record.kind !== 'rowerData' && record.kind !== 'generalStatus') return null;
  if (track.work.interval !== null) return withWork(progress, { isAbandoned: true });
  return { ...progress, ergMachineType: null, track: { ...track, rower: null } };
}

/** Whether a record shows that the athlete is rowing a workout. */
function isRowedIn(record: RowRecord): boolean {
  if (record.kind !== 'generalStatus' || record.workoutState === countdownPause) return false;
  const stage = stageOf(record.workoutState);
  return stage === 'work' || stage === 'rest';
}

function leftFor(record: RowRecord, progress: RowProgress): RowProgress {
  const { device = null } = record;
  const { earlyStrokes: held } = progress.track.strokes;
  const earlyStrokes = held.filter((stroke) => !isOtherMonitor(device, stroke));
  return withStrokes(withWork(progress, { isAbandoned: true }), { ...unheard, earlyStrokes });
}

/**
 * Returns the progress while another monitor is connected but nothing was rowed on it. The progress waits, because its
 * own monitor may come back. Strokes that arrive before their status are held for the other monitor's workout.
 */
export function standingBy(progress: RowProgress, record: RowRecord): RowProgress {
  const { phase } = progress;
  const { work, strokes } = progress.track;
  if (phase === 'finished' || phase === 'ending' || !isOtherMonitor(work.device, record)) return progress;
  if (record.kind === 'strokeData') {
    return record.strokeCount === 0 ? progress : withStrokes(progress, hold(strokes, record));
  }
  if (record.kind !== 'generalStatus') return progress;
  const isOver = stageOf(record.workoutState) === 'over';
  const earlyStrokes = isOver ? [] : strokes.earlyStrokes;
  if (phase === 'waiting' && earlyStrokes === strokes.earlyStrokes) return progress;
  const waiting = { phase: 'waiting', remaining: null, restTimeSec: null, projection: null } as const;
  return { ...withStrokes(closeStroke(progress, null), { earlyStrokes }), ...waiting };
}

/** Returns a workout that has begun with its erg, even if the previous workout had another one. */
export function onErgOf(begun: RowProgress, before: RowProgress, record: RowRecord): RowProgress {
  if (record.kind === 'rowerData') {
    return { ...withWork(begun, { device: null }), ergMachineType: otherRowerType };
  }
  const isChanged = before.track.rower !== null || isOtherMonitor(before.track.work.device, record);
  return withDevice(isChanged ? { ...begun, ergMachineType: null } : begun, record.device);
}

/** Clears the id of the row's erg: the browser may give it another id in each page. */
export function ofEarlierPage<Kept extends { progress: RowProgress }>(kept: Kept): Kept {
  const { progress } = kept;
  const { rower, work } = progress.track;
  const track: RowTrack = {
    ...progress.track,
    work: { ...work, device: work.device && { ...work.device, id: null } },
    rower: rower?.device == null ? rower : { ...rower, device: { ...rower.device, id: null } },
  };
  return { ...kept, progress: { ...progress, track } };
}
