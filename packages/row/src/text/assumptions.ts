/** What a reader takes for granted where a text has several meanings. */
export type Assumptions = {
  /** Whether it reads what a coach could mean otherwise. */
  isTrusting: boolean;
  /** The unit of a small number without one; a large one is meters. */
  unit: 'min' | 's';
  /** What a time is that nothing names: '4 x 500m, 2:00', '2k 7:00'. */
  time: 'piece' | 'rest' | 'goal';
  /** What 'r30' is. */
  shortRest: 'rate' | 'rest';
  /** The pace of a band. */
  band: 'slowest' | 'fastest';
};

/** Nothing: only a text with one meaning is read. */
export const clear: Assumptions = {
  isTrusting: false,
  unit: 'min',
  time: 'piece',
  shortRest: 'rate',
  band: 'slowest',
};
