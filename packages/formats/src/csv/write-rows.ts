// oxlint-disable-next-line typescript/triple-slash-reference -- programs that import this package need the declaration too
/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';

/** A spreadsheet runs a text that begins like this. `season.ts` removes these apostrophes again. */
const formula = /^'*[=+\-@\t\r\n]/;

/** Writes rows. A text that a spreadsheet would run gets an apostrophe; numbers stay as they are. */
export function csvOf(
  rows: readonly (readonly (string | number | null)[])[],
  newline: '\n' | '\r\n',
): string {
  return Papa.unparse(rows, { newline, escapeFormulae: formula });
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
