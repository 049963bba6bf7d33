import * as z from 'zod/mini';

/** A number from 0 to a bound of the monitor. */
export function figure(maximum: number) {
  return z.number().check(z.minimum(0), z.maximum(maximum));
}

/** A whole number from 0 to a bound of the monitor. */
export function whole(maximum: number) {
  return z.int().check(z.minimum(0), z.maximum(maximum));
}
