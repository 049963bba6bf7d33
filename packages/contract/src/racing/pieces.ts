import * as z from 'zod/mini';

/** The largest values that the monitor accepts: 50,000 m, and 9:59:59. */
const metersMax = 50_000;
const secondsMax = 35_999;

/** A single distance in meters, or a single time in seconds. */
export const PieceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('distance'),
    amount: z.int().check(z.gte(100, 'At least 100 m'), z.lte(metersMax, `At most ${metersMax} m`)),
  }),
  z.strictObject({
    kind: z.literal('time'),
    amount: z.int().check(z.gte(10, 'At least 10 seconds'), z.lte(secondsMax, 'At most 9:59:59')),
  }),
]);
export type Piece = z.infer<typeof PieceSchema>;

export const pieceKinds = ['distance', 'time'] as const;
export type PieceKind = (typeof pieceKinds)[number];
