/** Rounds to decimals, without what binary fractions leave. */
export function numberTo(decimals: number, value: number): number;
export function numberTo(decimals: number, value: number | null): number | null;
export function numberTo(decimals: number, value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(decimals));
}
