import type { Work } from '@boathouse/pm5/plan';
import type { Cursor } from './cursor.ts';
import type { Group } from './grammar.ts';
import type { Draft } from './pieces.ts';
import type { ReadTarget } from './targets.ts';
import type { NumberToken } from './tokens.ts';

/** What only a trusting reader reads (`trusting.ts`); each returns null, and leaves the place, where it does not match. */
export type TrustingRules = {
  /** @param isAlone the work is not repeated */
  readGoal(cursor: Cursor, work: Work | null, isAlone: boolean): ReadTarget | null;
  readUnseparated(cursor: Cursor, last: Group): Group | null;
  /** A rest in seconds, of a number without a unit. */
  readBareRestSec(cursor: Cursor): number | null;
  /** Work of a number without a unit. */
  readBareWork(cursor: Cursor): Work | null;
  workOfBare(cursor: Cursor, number: NumberToken): Work | null;
  /** The pieces of a set whose only rest may be one of them, as a rest follows the set. */
  asPieces(groups: readonly Group[], drafts: readonly Draft[]): Draft[] | null;
  /** A list without brackets that is repeated, and how often. */
  listOfCount(
    groups: readonly Group[],
    time: Assumptions['time'],
  ): { count: number; once: readonly Group[] } | null;
};

/** What a reader takes for granted where a text has several meanings. */
export type Assumptions = {
  /** Whether it reads what a coach could mean otherwise. */
  isTrusting: boolean;
  /** Null of a reader that is not trusting. */
  rules: TrustingRules | null;
  /** The unit of a small number without one; a large one is meters. */
  unit: 'min' | 's';
  /** What a time is that nothing names: '4 x 500m, 2:00', '2k 7:00'. */
  time: 'piece' | 'rest' | 'goal';
  /** What 'r30' is. */
  shortRest: 'rate' | 'rest';
  /** The pace of a band. */
  band: 'slowest' | 'fastest';
  /** What the rest behind a set without rests follows: "2 x (500m, 250m) 1' rest". */
  setRest: 'set' | 'pieces';
};

/** Nothing: only a text with one meaning is read. */
export const clear: Assumptions = {
  isTrusting: false,
  rules: null,
  unit: 'min',
  time: 'piece',
  shortRest: 'rate',
  band: 'slowest',
  setRest: 'set',
};
