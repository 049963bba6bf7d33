/** A point by a device's clock, which continues in a pause. */
type ClockPoint = {
  atSec: number;
  meters: number;
  /** True if the file says that a pause ends here. */
  isAfterPause?: boolean;
};

/** Clocks of whole seconds put the last point of a part up to this much after its end. */
const clockStepSec = 2;

/**
 * Returns how many seconds of work there are up to each point. If the points last longer than the work, there were
 * pauses: first those that the file names, then gaps with fewer meters than at the average speed, the longest first.
 * The rest is taken evenly from all.
 */
export function workSecondsOf(
  points: readonly ClockPoint[],
  startSec: number,
  workSec: number | null,
): number[] {
  let [sec, meters] = [startSec, 0];
  const steps = points.map((point) => {
    const step = {
      sec: Math.max(0, point.atSec - sec),
      meters: Math.max(0, point.meters - meters),
      isAfterPause: point.isAfterPause ?? false,
      pauseSec: 0,
    };
    // A clock may step back by a second or two.
    sec = Math.max(sec, point.atSec);
    meters = Math.max(meters, point.meters);
    return step;
  });
  let beyondSec = workSec === null ? 0 : sec - startSec - workSec;
  let factor = 1;
  if (workSec !== null && beyondSec > clockStepSec) {
    const all = steps.reduce((sum, step) => sum + step.meters, 0);
    // The first step is from the start of the part, whose distance is arbitrary.
    const mps = workSec > 0 ? (all - (steps[0]?.meters ?? 0)) / workSec : 0;
    const gaps = steps.map((step) => ({
      step,
      idleSec: Math.max(0, step.sec - (mps > 0 ? step.meters / mps : 0)),
    }));
    gaps.sort(
      (one, other) =>
        Number(other.step.isAfterPause) - Number(one.step.isAfterPause) || other.idleSec - one.idleSec,
    );
    for (const { step, idleSec } of gaps) {
      step.pauseSec = Math.min(idleSec, beyondSec);
      beyondSec -= step.pauseSec;
      if (beyondSec <= 0) break;
    }
    const activeSec = steps.reduce((sum, step) => sum + step.sec - step.pauseSec, 0);
    if (activeSec > workSec + clockStepSec) factor = workSec / activeSec;
  }
  let sum = 0;
  return steps.map((step) => {
    sum += (step.sec - step.pauseSec) * factor;
    const isAtEnd = workSec !== null && sum > workSec && sum <= workSec + clockStepSec;
    return Math.round((isAtEnd ? workSec : sum) * 1e4) / 1e4;
  });
}
