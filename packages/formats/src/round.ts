/** Rounds to decimals, without the errors of binary fractions. */
export function numberTo(decimals: number, value: number): number;
export function numberTo(decimals: number, value: number | null): number | null;
export function numberTo(decimals: number, value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(decimals));
}
