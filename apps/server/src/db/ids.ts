import { randomUUIDv7 } from 'node:crypto';

/** Ids rise with time, so that new rows land together in an index. */
export const newId = (): string => randomUUIDv7();
