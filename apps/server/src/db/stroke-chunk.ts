/** Strokes that follow each other, packed into one row: `count` of them, the first of which is the row's `first`. */
export type StrokeChunk = { first: number; count: number; packed: Uint8Array };
