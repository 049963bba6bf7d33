/** Consecutive strokes, packed into one row: `count` of them, from the sequence number `first`. */
export type StrokeChunk = { first: number; count: number; packed: Uint8Array };
