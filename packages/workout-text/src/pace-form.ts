import { lengthOf, type Work } from '@boathouse/pm5/plan';

/** How a text says that a time is a pace: '@ 2:05', '2:05 pace', 'split 2:05'. */
export type PaceForm = 'bare' | 'pace' | 'split';

/** Seconds per 500 m in which athletes row whole pieces; a time outside this range is not a whole piece. */
const rowed = { fastestSec: 75, slowestSec: 150 };
/** Seconds per 500 m that are more likely a pace than the time of a piece. */
const usual = { fastestSec: 85, slowestSec: 140 };
/** Slower than this, '@ 7:30' is a goal or a time of day. */
export const slowestBareSec = 240;

/**
 * Whether a time that a text gives as a pace may be something else: the time of the piece ('1k @ 3:30', '2k @ 7:00'), the
 * time from start to start ('8 x 500m @ 3:00'), a time of day ('5k at 7:30') or the length of the monitor's splits
 * ('20:00 split 4:00').
 */
export function isPaceUnclear(work: Work, paceSec: number, form: PaceForm, isOnlyPiece = false): boolean {
  switch (work.kind) {
    case 'distance': {
      const isStartToStart =
        !isOnlyPiece && paceSec > usual.slowestSec && paceSec >= (rowed.fastestSec * work.distanceM) / 500;
      const isOther = form !== 'pace' && (isStartToStart || paceSec > slowestBareSec);
      return isOther || isTimeOf(work.distanceM, paceSec);
    }
    case 'time': {
      if (form === 'pace') return false;
      return paceSec > slowestBareSec || (form === 'split' && lengthOf(work) % paceSec === 0);
    }
    case 'calories':
      return form !== 'pace' && !isUsual(paceSec);
  }
}

/** Whether some seconds are a pace per 500 m rather than the time of a piece. */
export function isUsual(sec: number): boolean {
  return sec >= usual.fastestSec && sec <= usual.slowestSec;
}

/** Rests are multiples of this more often than paces are. */
const restStepSec = 15;
/** The largest difference between the two paces of '@ 1:55 / 1:50'. */
const nearPaceSec = 5;

/** Whether a time after a pace may be another pace: '2 x 2000m @ 1:55 / 1:50', not '10 x 500m @ 1:45 / 2:00'. */
export function isSecondPace(paceSec: number | undefined, sec: number | null): boolean {
  if (paceSec === undefined || sec === null || !isUsual(sec) || sec === paceSec) return false;
  return sec % restStepSec !== 0 || Math.abs(sec - paceSec) <= nearPaceSec;
}

function isTimeOf(distanceM: number, sec: number): boolean {
  const ofPieceSec = (sec * 500) / distanceM;
  const isRowed = ofPieceSec >= rowed.fastestSec && ofPieceSec <= rowed.slowestSec;
  return distanceM !== 500 && !isUsual(sec) && isRowed;
}

/** Returns the pace for a time beside some work: its own pace, or that of the whole piece; null if it is neither. */
export function goalPaceSec(work: Work, sec: number): number | null {
  if (isUsual(sec)) return sec;
  const isTime = work.kind === 'distance' && isTimeOf(work.distanceM, sec);
  return isTime ? Math.round((sec * 5000) / work.distanceM) / 10 : null;
}
