const minuteMs = 60_000;

/**
 * Returns the start of the race after one that starts at `startMs`, both in epoch ms. Flights of 2,000 m follow each
 * other after about 20 minutes (Wesel).
 */
export function nextStart(startMs: number, minutesBetween: number): number {
  return startMs + minutesBetween * minuteMs;
}

/**
 * Returns when a lightweight athlete weighs in, in epoch ms: from two hours to one hour before their first race of the
 * day (World Rowing, Rules of Racing; USRowing has the same).
 */
export function weighInOf(firstRaceMs: number): { fromMs: number; untilMs: number } {
  return { fromMs: firstRaceMs - 120 * minuteMs, untilMs: firstRaceMs - 60 * minuteMs };
}
