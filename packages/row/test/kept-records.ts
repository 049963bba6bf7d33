import first from './kept-records/version-1-first.json' with { type: 'json' };
import version1 from './kept-records/version-1.json' with { type: 'json' };
import version2 from './kept-records/version-2.json' with { type: 'json' };
import version3 from './kept-records/version-3.json' with { type: 'json' };
import version4 from './kept-records/version-4.json' with { type: 'json' };
import version5 from './kept-records/version-5.json' with { type: 'json' };
import version6 from './kept-records/version-6.json' with { type: 'json' };
import version7 from './kept-records/version-7.json' with { type: 'json' };
import version8 from './kept-records/version-8.json' with { type: 'json' };
import version9 from './kept-records/version-9.json' with { type: 'json' };
import version10 from './kept-records/version-10.json' with { type: 'json' };
import version11 from './kept-records/version-11.json' with { type: 'json' };
import version12 from './kept-records/version-12.json' with { type: 'json' };
import version13 from './kept-records/version-13.json' with { type: 'json' };
import version9OtherRower from './kept-records/version-9-other-rower.json' with { type: 'json' };
import version11OtherRower from './kept-records/version-11-other-rower.json' with { type: 'json' };

/*
 * For tests: records of a row with two strokes, in its second interval, as pages of each version have stored them in
 * the journal. `first` is from the first page that had one, `version1` from the last page of its version, and
 * `OtherRower` is a row on an erg of another maker. Recorded once from the code of that version; never edited. A new
 * version adds a file of its own.
 */

type StoredRecords = { row: Record<string, unknown>; strokes: Array<Record<string, unknown>> };

/** Widens the type that TypeScript infers from the files: a stored record can have any shape. */
const stored = <Name extends string>(records: Record<Name, StoredRecords>): Record<Name, StoredRecords> =>
  records;

export const keptRecords = stored({
  first,
  version1,
  version2,
  version3,
  version4,
  version5,
  version6,
  version7,
  version8,
  version9,
  version10,
  version11,
  version12,
  version13,
  version9OtherRower,
  version11OtherRower,
});
