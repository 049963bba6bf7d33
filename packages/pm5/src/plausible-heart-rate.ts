/** The range of a heart, in beats a minute; belts send others without a beat, or with weak contact. */
const plausibleBpm = { lowest: 30, highest: 240 };

/** Returns a heart rate that a heart can have; null for any other, and for none. */
export function plausibleHeartRate(bpm: number | null | undefined): number | null {
  return bpm != null && bpm >= plausibleBpm.lowest && bpm <= plausibleBpm.highest ? bpm : null;
}
