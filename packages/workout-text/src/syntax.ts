/** The parts that the grammar reads from a text: groups, and the drafts of their pieces. */
import type { PieceTarget, Work } from '@boathouse/pm5/plan';
import type { PaceForm } from './pace-form.ts';

export type ReadRest = {
  /** null: undefined. */
  sec: number | null;
  /** Only the mark before it makes it a rest: '/ 1:00'. */
  isBare: boolean;
  /** Whether the text puts it after each set or after each piece; null if it says neither. */
  between: 'sets' | 'pieces' | null;
};

export type ReadTarget = PieceTarget & {
  /** Undefined for a pace with '/500m', which has one meaning. */
  paceForm?: PaceForm;
  /** The rate was written as 'r30', which some coaches use for a rest of 30 s. */
  isRateLikeRest?: true;
  /** The intensity has two words with different meanings. */
  isTwoWords?: true;
};

/** The parts after the work of a group, in any order. */
export type Modifiers = {
  rest: ReadRest | null;
  /** A rest after the group that replaces the rest of its last piece: '4 x 500 m / 1:00, 5:00 rest, 2 k'. */
  restAfter: ReadRest | null;
  target: ReadTarget;
  /** The count after the work: '500 m x 8'. */
  count: number | null;
  /** "1' on": a rest must follow. */
  isOn: boolean;
  /** The easy part that follows each piece: "1' hard / 1' easy". */
  easyPart: { durationSec: number; intensity: string } | null;
  /** The rest directly before the target, which may belong to either: "20' / 5' UT2", "4 x 1k / 3' rest r18". */
  restBeforeTarget: 'bare' | 'named' | null;
};

export type Body =
  | { kind: 'work'; work: Work }
  | { kind: 'ladder'; works: Work[]; mark: string }
  | { kind: 'set'; groups: Group[] };

export type Group = {
  separator: string | null;
  count: number;
  /** '3 sets of 4 x 500m': the number of sets in the count. */
  sets: number;
  isCountBehind: boolean;
  /** '3 rounds: 500m, 20 cal': the rounds apply to everything after them. */
  isOfRounds: boolean;
  body: Body;
  modifiers: Modifiers;
};

/** `restSec` is undefined if the text does not mention a rest. */
export type Draft = { work: Work; restSec: number | null | undefined; target: ReadTarget };
