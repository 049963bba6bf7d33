/** How often the monitor notifies 0x0031, 0x0032 and 0x0033: the one byte of characteristic 0x0034. */
export const SampleRate = {
  everySecond: 0,
  /** A PM5's rate before any is set. */
  every500Ms: 1,
  every250Ms: 2,
  every100Ms: 3,
} as const;

const intervalsMs = [1000, 500, 250, 100] as const;

/** Returns the interval in ms of a sample rate code, or null for an unknown code. */
export function sampleIntervalMs(code: number): number | null {
  return intervalsMs[code] ?? null;
}

/** Returns the code of an interval in ms, or null when the monitor has no such rate. */
export function sampleRateOf(intervalMs: number): number | null {
  const code = intervalsMs.findIndex((known) => known === intervalMs);
  return code === -1 ? null : code;
}
