import * as z from 'zod/mini';
import { MachineSchema } from '../activities/machine.ts';
import { SquadRefSchema } from '../clubs/squad-ref.ts';
import { endpoint, FileSchema } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, NewIdSchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { wholeNumber } from '../paging.ts';
import { lineOfText } from '../text.ts';
import { UserRefSchema } from '../users.ts';
import { CategorySchema, CategorySexSchema } from './categories.ts';
import { PieceSchema } from './pieces.ts';

/** Which of an athlete's results counts: the first one, or the best. */
export const countedResults = ['first', 'best'] as const;
export type CountedResult = (typeof countedResults)[number];

const TestSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  piece: PieceSchema,
  machine: MachineSchema,
  opensAt: TimeSchema,
  closesAt: TimeSchema,
  counts: z.enum(countedResults),
  /** The highest average stroke rate that counts, in strokes a minute as the monitor rounds it; null for any. */
  rateMax: z.nullable(z.int()),
  /** Null: all members of the club. */
  squad: z.nullable(SquadRefSchema),
  /** The session whose workout item is the test; null: any row of the piece counts. */
  session: z.nullable(z.object({ _id: IdSchema, title: z.string(), item: z.int() })),
});
export type Test = z.infer<typeof TestSchema>;

const isAfter = (opensAt: string, closesAt: string) => Date.parse(closesAt) > Date.parse(opensAt);

const WantedTestSchema = z
  .strictObject({
    title: lineOfText('A title', limits.sessionTitleMax),
    piece: PieceSchema,
    machine: MachineSchema,
    opensAt: z.iso.datetime({ offset: true }),
    closesAt: z.iso.datetime({ offset: true }),
    counts: z.enum(countedResults),
    rateMax: z.nullable(z.int().check(z.gte(10, 'At least 10'), z.lte(60, 'At most 60'))),
    squad: z.nullable(IdSchema),
    session: z.nullable(
      z.strictObject({ _id: IdSchema, item: z.int().check(z.gte(0), z.lt(limits.workoutItemsMax)) }),
    ),
  })
  .check(
    z.refine(({ opensAt, closesAt }) => isAfter(opensAt, closesAt), {
      error: 'A test closes after it opens',
      path: ['closesAt'],
    }),
  );
export type WantedTest = z.infer<typeof WantedTestSchema>;

/** Why a result has no place. */
const unrankedReasons = ['rateTooHigh', 'rateUnknown'] as const;
export type UnrankedReason = (typeof unrankedReasons)[number];

/** A result of a single piece. */
const scored = {
  activity: IdSchema,
  rowedAt: TimeSchema,
  /** Tenths of a second over a distance, meters in a time. */
  score: z.int(),
  /** Seconds per 500 m. */
  pace: z.number(),
  watts: z.nullable(z.number()),
};

const TestResultSchema = z.object({
  ...scored,
  /** The average, in strokes a minute. */
  strokeRate: z.nullable(z.int()),
  /** A person typed it in. */
  isEntered: z.boolean(),
  /** Rowed after the test had closed. */
  isLate: z.boolean(),
  /** Counts the athlete's tries from 1, in the order in which they were rowed. */
  attempt: z.int(),
  /** The average; null if it is not known. For the result that counts only, like `splits`. */
  dragFactor: z.nullable(z.int()),
  /** Seconds per 500 m of each split, in their order; empty where the monitor sent none. */
  splits: z.array(z.number()),
});
export type TestResult = z.infer<typeof TestResultSchema>;

const BoardRowSchema = z.object({
  user: UserRefSchema,
  category: CategorySchema,
  /** Null without a result, or with one that is not ranked. */
  place: z.nullable(z.int()),
  /** The result that counts; null until the athlete has rowed. */
  result: z.nullable(TestResultSchema),
  unranked: z.nullable(z.enum(unrankedReasons)),
  /** The other tries, in the order in which they were rowed. */
  others: z.array(TestResultSchema),
  /** Scores of the piece before the test opened: the last and the best. */
  lastScore: z.nullable(z.int()),
  bestScore: z.nullable(z.int()),
  /**
   * Meters, where the athlete stopped before the end of the piece in the test's session and has no result; an older server
   * leaves it out.
   */
  stoppedAtM: z.optional(z.nullable(z.number())),
  /** Null unless the athlete gave a weight for this test. */
  wattsPerKg: z.nullable(z.number()),
  /** The score by Concept2's weight adjustment; null unless the athlete gave a weight for this test. */
  adjustedScore: z.nullable(z.int()),
});
export type BoardRow = z.infer<typeof BoardRowSchema>;

/** The caller's own figures; no other user gets them. */
const OwnFiguresSchema = z.strictObject({
  /** Weight in kg, for this test. */
  weightKg: z.nullable(
    z.number().check(z.gte(25, 'At least 25 kg'), z.lte(250, 'At most 250 kg'), z.multipleOf(0.1)),
  ),
  sex: z.nullable(CategorySexSchema),
  birthYear: z.nullable(z.int().check(z.gte(1900, 'From 1900 on'), z.lte(2100, 'Until 2100'))),
});
export type OwnFigures = z.infer<typeof OwnFiguresSchema>;

const BoardSchema = z.object({
  test: TestSchema,
  /** The athletes who pass the filters, ranked among themselves; those without a result come last, by name. */
  rows: z.array(BoardRowSchema),
  own: OwnFiguresSchema,
});
export type TestBoard = z.infer<typeof BoardSchema>;

const BoardFilterSchema = z.strictObject({
  squad: z.optional(IdSchema),
  sex: z.optional(CategorySexSchema),
  ageGroup: z.optional(wholeNumber(0, 100)),
});
export type BoardFilter = z.infer<typeof BoardFilterSchema>;

const LineResultSchema = z.object({ ...scored, strokeRate: z.nullable(z.int()), isEntered: z.boolean() });
export type LineResult = z.infer<typeof LineResultSchema>;

const TestParamsSchema = z.strictObject({ id: IdSchema, test: NewIdSchema });

/** A club's tests. Members read them; admins and the owner define them. */
export const tests = {
  ofClub: endpoint({
    method: 'GET',
    path: '/clubs/:id/tests',
    summary: `A club's tests, the last to close first, ${limits.testsMax} at most. Members of the club only.`,
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(TestSchema),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/clubs/:id/tests/:test',
    summary:
      'Define a test, or change it. Admins and owner only. The results of a test are those that are stored: a changed ' +
      `test has the results of its new rules. Refused (402 quota_exceeded) for a new test when there are ${limits.testsMax}.`,
    auth: 'user',
    params: TestParamsSchema,
    body: WantedTestSchema,
    response: TestSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/clubs/:id/tests/:test',
    summary: 'Delete a test; the rows stay with their athletes. Admins and owner only.',
    auth: 'user',
    params: TestParamsSchema,
    response: z.object({ _id: IdSchema }),
  }),
  board: endpoint({
    method: 'GET',
    path: '/clubs/:id/tests/:test/board',
    summary:
      "A test's board: the members of the club or squad with the result that counts. It has rows of the club's sessions, " +
      'and rows without a session that are on the profile of their athlete. Simulated rows never count.',
    auth: 'user',
    cost: 'rows',
    params: TestParamsSchema,
    query: BoardFilterSchema,
    response: BoardSchema,
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/clubs/:id/tests/:test/board.csv',
    summary: "A test's board as a table",
    auth: 'user',
    cost: 'rows',
    params: TestParamsSchema,
    query: BoardFilterSchema,
    produces: 'text/csv; charset=utf-8',
    response: FileSchema,
  }),
  line: endpoint({
    method: 'GET',
    path: '/clubs/:id/tests/:test/athletes/:user',
    summary: `An athlete's results of a test's piece over the seasons, oldest first; the newest ${limits.trendResultsMax}`,
    auth: 'user',
    cost: 'rows',
    params: z.strictObject({ id: IdSchema, test: NewIdSchema, user: IdSchema }),
    response: z.array(LineResultSchema),
  }),
  setOwn: endpoint({
    method: 'PUT',
    path: '/clubs/:id/tests/:test/own',
    summary:
      "Replace the caller's weight for a test, and their sex and year of birth for all; null deletes. Others see what " +
      'follows: watts per kg and the adjusted result, from which the weight can be computed, and the category.',
    auth: 'user',
    params: TestParamsSchema,
    body: OwnFiguresSchema,
    response: OwnFiguresSchema,
  }),
};
