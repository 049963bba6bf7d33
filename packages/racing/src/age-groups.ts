/**
 * Age groups of results on ergometers, as in Concept2's records: up to 12, 13-14, 15-16, 17-18, 19-29, then by decades.
 */

const youngest = [0, 13, 15, 17, 19, 30, 40, 50, 60, 70, 80, 90, 100] as const;

/** The groups by their youngest age, which is also their name. */
export const ageGroups: readonly number[] = youngest;

/**
 * Returns the group of an athlete in a year, by its youngest age. The age on December 31, as World Rowing counts it, so
 * a year of birth is enough. Null for a year before the birth.
 */
export function ageGroupIn(year: number, birthYear: number): number | null {
  const age = year - birthYear;
  return youngest.findLast((from) => age >= from) ?? null;
}

/** Returns a group's ages: "up to 12", "19–29", "100+". */
export function ageGroupName(from: number): string {
  const at = youngest.findIndex((each) => each === from);
  const next = youngest[at + 1];
  if (at <= 0) return `up to ${(youngest[1] ?? 13) - 1}`;
  return next === undefined ? `${from}+` : `${from}–${next - 1}`;
}
