/** Plays clicks at times of its own clock. */
export type Clicks = {
  nowSec(): number;
  clickAt(atSec: number): void;
  /** Cancels the clicks that are still due. */
  close(): void;
};

/** Beats scheduled ahead: browsers run the timers of a hidden page once a second. */
const aheadSec = 1.5;
const scheduleEveryMs = 100;
const firstBeatSec = 0.1;

export type Metronome = {
  /** Strokes per minute; a change takes effect with the next beat not yet scheduled. */
  setRate(rateSpm: number): void;
  /** Number of the newest beat, from 1; 0 before the first. */
  beat(): number;
  stop(): void;
};

/**
 * Starts a click per stroke. Each beat is scheduled on the audio clock, from the previous beat, so late timers neither
 * delay a beat nor add up.
 */
export function startMetronome(clicks: Clicks, rateSpm: number): Metronome {
  let periodSec = 60 / rateSpm;
  let scheduled = 0;
  let nextSec = clicks.nowSec() + firstBeatSec;
  /** Times of the beats that may still be due. */
  let times: { beat: number; atSec: number }[] = [];
  let shown = 0;

  function schedule(): void {
    const now = clicks.nowSec();
    // After a suspension the missed beats are skipped.
    while (nextSec < now) nextSec += periodSec;
    while (nextSec <= now + aheadSec) {
      scheduled += 1;
      clicks.clickAt(nextSec);
      times.push({ beat: scheduled, atSec: nextSec });
      nextSec += periodSec;
    }
  }

  schedule();
  const timer = setInterval(schedule, scheduleEveryMs);
  return {
    setRate(rate) {
      periodSec = 60 / rate;
    },
    beat() {
      const now = clicks.nowSec();
      for (const { beat, atSec } of times) if (atSec <= now) shown = beat;
      times = times.filter(({ atSec }) => atSec > now);
      return shown;
    },
    stop() {
      clearInterval(timer);
      clicks.close();
    },
  };
}
