import { boatCoach } from './csv/boat-coach.ts';
import { concept2Strokes } from './csv/concept2-strokes.ts';
import { ergStick } from './csv/erg-stick.ts';
import { eth } from './csv/eth.ts';
import { rowHero } from './csv/row-hero.ts';
import { rowPro } from './csv/row-pro.ts';
import { rp3 } from './csv/rp3.ts';
import { rowingData } from './csv/rowing-data.ts';
import { season } from './csv/season.ts';
import { smartRow } from './csv/smart-row.ts';
import { tcx } from './tcx/read.ts';
import type { TextReader } from './workout.ts';

/** The readers of text files; the one that knows most of a file's columns reads it. */
const textReaders: readonly TextReader[] = [
  tcx,
  season,
  concept2Strokes,
  rowingData,
  rowPro,
  boatCoach,
  ergStick,
  smartRow,
  rowHero,
  eth,
  rp3,
];

const headSize = 16_384;

/** Spreadsheets begin a CSV file with a line that names its separator; the other lines show it too. */
const separatorLinePattern = /^"?sep=[,;\t|]"?(?:\r\n|\r|\n)/i;

/** JSON, HTML and XML; takeouts have thousands of such files, and none of them is a table. */
const isMarkup = /^\s*[{[<]/;

/**
 * Returns the reader that knows most of a text's columns (the first of equal ones), and the text without a line that
 * names its separator.
 */
export function textReaderOf(text: string): {
  reader: TextReader | null;
  body: string;
  hasSeparatorLine: boolean;
} {
  const [separatorLine = ''] = separatorLinePattern.exec(text) ?? [];
  const body = text.slice(separatorLine.length);
  const head = body.slice(0, headSize);
  let best: TextReader | null = null;
  let most = 0;
  for (const reader of isMarkup.test(head) ? [tcx] : textReaders) {
    const rank = reader.detect(head);
    if (rank > most) [best, most] = [reader, rank];
  }
  return { reader: best, body, hasSeparatorLine: separatorLine !== '' };
}

/** Shows the beginning of a text that no reader knows. */
export function unknownTextMessage(text: string): string {
  const first = text.trimStart().split(/\r?\n|\r/, 1)[0] ?? '';
  if (first === '') return 'This file holds only blank lines.';
  const shown = first.length > 80 ? `${first.slice(0, 80)}…` : first;
  return `This kind of file is not known. Its first line is: ${shown}`;
}
