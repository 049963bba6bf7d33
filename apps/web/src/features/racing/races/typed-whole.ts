/** Reads a whole number between limits, both included; null for another text. */
export function readWhole(text: string, min: number, max: number): number | null {
  const typed = text.trim();
  if (!/^\d{1,7}$/.test(typed)) return null;
  const value = Number(typed);
  return value < min || value > max ? null : value;
}
