import type { TextReader } from './workout.ts';

/** The readers of text files; the first that detects its kind reads the file. */
export const textReaders: readonly TextReader[] = [];
