/** Consecutive strokes, packed into one row: `count` of them, from the sequence `first` on. */
export type StrokeChunk = { first: number; count: number; packed: Uint8Array };
