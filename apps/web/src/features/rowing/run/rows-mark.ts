import { deviceNotes } from '../../../lib/kept/device-notes.ts';

/** Notes which rows the journal has, by the user's id: when each began, in ms since 1970, by its key in the journal. */
export const rowNotes = deviceNotes('rows', (value): value is number => typeof value === 'number');

/** Notes what was rowed in them so far, in words for their athlete: it can be entered by hand where the rows are lost. */
export const rowWords = deviceNotes('row-words', (value): value is string => typeof value === 'string');
