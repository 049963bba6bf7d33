/**
 * The possible range of a heart rate, in beats a minute; belts send other values without a beat, or with weak contact.
 */
const plausibleBpm = { lowest: 30, highest: 240 };

/** Returns a possible heart rate; null for any other value or for none. */
export function plausibleHeartRate(bpm: number | null | undefined): number | null {
  return bpm != null && bpm >= plausibleBpm.lowest && bpm <= plausibleBpm.highest ? bpm : null;
}
