/**
 * Returns the text of a workout as a title: its distances from 1000 m are formatted (`10,000 m` for `10000m`), the rest is as
 * its author wrote it.
 */
export function workoutTitle(text: string, formatMeters: (meters: number) => string): string {
  return text.replaceAll(
    /(?<![\d.,:])(\d{4,6}) ?m(?![a-z])/gi,
    (_, meters) => `${formatMeters(Number(meters))} m`,
  );
}
