import { boatCoach } from './csv/boat-coach.ts';
import { concept2Strokes } from './csv/concept2-strokes.ts';
import { ergStick } from './csv/erg-stick.ts';
import { eth } from './csv/eth.ts';
import { rowHero } from './csv/row-hero.ts';
import { rowPro } from './csv/row-pro.ts';
import { rowingData } from './csv/rowing-data.ts';
import { season } from './csv/season.ts';
import { smartRow } from './csv/smart-row.ts';
import { tcx } from './tcx/read.ts';
import type { TextReader } from './workout.ts';

/** The readers of text files; the first that detects its kind reads the file. */
export const textReaders: readonly TextReader[] = [
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
];
