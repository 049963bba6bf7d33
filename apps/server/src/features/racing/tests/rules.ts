import type { Machine } from '@boathouse/contract/activities';
import type { SquadRef } from '@boathouse/contract/clubs/squad-ref';
import type { Category, CategorySex } from '@boathouse/contract/racing/categories';
import type { Piece, PieceKind } from '@boathouse/contract/racing/pieces';
import type {
  BoardRow,
  CountedResult,
  LineResult,
  Test,
  TestResult,
  UnrankedReason,
} from '@boathouse/contract/racing/tests';
import type { UserRef } from '@boathouse/contract/users';
import { ageGroupIn } from '@boathouse/racing/age-groups';
import { placesOf } from '@boathouse/racing/draw';
import { weightFactor } from '@boathouse/racing/handicap';
import { powerWOn } from '@boathouse/workout/machine';
import { formatDuration, formatPace, paceSecOf } from '@boathouse/workout/pace';
import type { TableRow } from '../../../infra/csv.ts';

/** A stored result of a piece; the score is in tenths of a second over a distance, in meters in a time. */
export type StoredResult = {
  userId: string;
  activityId: string;
  rowedAt: Date;
  score: number;
  strokeRate: number | null;
  isEntered: boolean;
};

export type Athlete = {
  user: UserRef;
  sex: CategorySex | null;
  birthYear: number | null;
  weightHg: number | null;
  squads: readonly SquadRef[];
};

/** Scores of the piece before a test opened. */
export type Before = { lastScore: number; bestScore: number };

/** The pace in seconds per 500 m, and the watts, of a score. */
function speedOf(machine: Machine, { kind, amount }: Piece, score: number) {
  const [meters, sec] = kind === 'distance' ? [amount, score / 10] : [score, amount];
  const pace = paceSecOf(meters, sec) ?? 0;
  const watts = powerWOn(machine, pace);
  return { pace, watts: watts === null ? null : Math.round(watts) };
}

/** Whether one score is better than another: a shorter time, or more meters. */
export function isBetter(kind: PieceKind, score: number, other: number): boolean {
  return kind === 'distance' ? score < other : score > other;
}

/**
 * Returns Concept2's weight adjustment of a score: multiplies a time by the factor, or divides a distance by it, in
 * whole tenths or meters.
 */
export function adjustedScoreOf(kind: PieceKind, score: number, kg: number): number {
  const factor = weightFactor(kg);
  return Math.round(kind === 'distance' ? score * factor : score / factor);
}

/**
 * Returns why a result has no place; the stroke rate counts as stored, which the monitor rounds, so 20 is within a maximum of
 * 20.
 */
export function unrankedReasonOf(
  rateMax: number | null,
  { strokeRate }: Pick<TestResult, 'strokeRate'>,
): UnrankedReason | null {
  if (rateMax === null) return null;
  if (strokeRate === null) return 'rateUnknown';
  return strokeRate > rateMax ? 'rateTooHigh' : null;
}

type Rules = { kind: PieceKind; counts: CountedResult; rateMax: number | null };

/**
 * Chooses the result that counts: the first or the best in time; a late one only if none was in time. The best has a
 * place if any result has one.
 */
export function countedOf({ kind, counts, rateMax }: Rules, tries: readonly TestResult[]): TestResult | null {
  const inTime = tries.filter(({ isLate }) => !isLate);
  const candidates = inTime.length > 0 ? inTime : tries;
  if (counts === 'first') return candidates[0] ?? null;
  const ranked = candidates.filter((result) => unrankedReasonOf(rateMax, result) === null);
  const among = ranked.length > 0 ? ranked : candidates;
  return among.reduce<TestResult | null>(
    (best, each) => (best === null || isBetter(kind, each.score, best.score) ? each : best),
    null,
  );
}

/** The results in the order in which they were rowed. */
export function triesOf(test: Test, stored: readonly StoredResult[]): TestResult[] {
  const closesMs = Date.parse(test.closesAt);
  return stored
    .toSorted((one, other) => one.rowedAt.getTime() - other.rowedAt.getTime())
    .map(({ activityId, rowedAt, score, strokeRate, isEntered }, index) => ({
      activity: activityId,
      rowedAt: rowedAt.toISOString(),
      score,
      ...speedOf(test.machine, test.piece, score),
      strokeRate,
      isEntered,
      isLate: rowedAt.getTime() > closesMs,
      attempt: index + 1,
      dragFactor: null,
      splits: [],
    }));
}

/** Returns the category of an athlete in the year in which a test closes. */
export function categoryOf(year: number, { sex, birthYear }: Pick<Athlete, 'sex' | 'birthYear'>): Category {
  return { sex, ageGroup: birthYear === null ? null : ageGroupIn(year, birthYear) };
}

type BoardFacts = {
  test: Test;
  /** By name. */
  athletes: readonly Athlete[];
  results: readonly StoredResult[];
  before: ReadonlyMap<string, Before>;
  /** Meters of the athletes who stopped before the end of the piece. */
  stopped: ReadonlyMap<string, number>;
};

/** Returns the rows of a board: by place, then results without one, then athletes without a result, each by name. */
export function boardRowsOf({ test, athletes, results, before, stopped }: BoardFacts): BoardRow[] {
  const { kind } = test.piece;
  const year = new Date(test.closesAt).getUTCFullYear();
  const byAthlete = Map.groupBy(results, ({ userId }) => userId);
  const rows = athletes.map((athlete): BoardRow => {
    const tries = triesOf(test, byAthlete.get(athlete.user._id) ?? []);
    const result = countedOf({ kind, counts: test.counts, rateMax: test.rateMax }, tries);
    const kg = athlete.weightHg === null ? null : athlete.weightHg / 10;
    const { lastScore = null, bestScore = null } = before.get(athlete.user._id) ?? {};
    return {
      user: athlete.user,
      category: categoryOf(year, athlete),
      place: null,
      result,
      unranked: result && unrankedReasonOf(test.rateMax, result),
      others: tries.filter((each) => each !== result),
      lastScore,
      bestScore,
      wattsPerKg: result === null || kg === null || result.watts === null ? null : perKg(result.watts, kg),
      stoppedAtM: result === null ? (stopped.get(athlete.user._id) ?? null) : null,
      adjustedScore: result === null || kg === null ? null : adjustedScoreOf(kind, result.score, kg),
    };
  });
  const places = placesOf(
    rows.map(({ result, unranked }) => (unranked === null && result !== null ? result.score : null)),
    kind === 'distance' ? 'ascending' : 'descending',
  );
  const placed = rows.map((row, index) => ({ ...row, place: places[index] ?? null }));
  const groupOf = ({ place, result }: BoardRow) => (place !== null ? 0 : result !== null ? 1 : 2);
  return placed.toSorted(
    (one, other) => groupOf(one) - groupOf(other) || (one.place ?? 0) - (other.place ?? 0),
  );
}

/** The figures of an activity that its monitor sent, for the result that counts. */
export type ResultDetails = Pick<TestResult, 'dragFactor' | 'splits'>;

/** Adds the figures of their activities to the results that count. */
export function withDetails(
  rows: readonly BoardRow[],
  details: ReadonlyMap<string, ResultDetails>,
): BoardRow[] {
  return rows.map((row) =>
    row.result === null ? row : { ...row, result: { ...row.result, ...details.get(row.result.activity) } },
  );
}

const perKg = (watts: number, kg: number) => Math.round((watts / kg) * 100) / 100;

/** Returns an athlete's results of a piece, oldest first. */
export function lineOf(test: Test, stored: readonly StoredResult[]): LineResult[] {
  return triesOf(test, stored).map(
    ({ isLate: _late, attempt: _attempt, dragFactor: _drag, splits: _splits, ...result }) => result,
  );
}

/** Writes a score as a monitor shows it: "6:45.2", or "8512 m". */
export function scoreText(kind: PieceKind, score: number): string {
  return kind === 'distance' ? formatDuration(score / 10) : `${score} m`;
}

export const boardColumns = [
  'place',
  'athlete',
  'squads',
  'sex',
  'ageGroup',
  'result',
  'pace',
  'watts',
  'strokeRate',
  'dragFactor',
  'splits',
  'changeToLast',
  'changeToBest',
  'wattsPerKg',
  'weightAdjusted',
  'attempt',
  'otherTries',
  'entered',
  'late',
  'unranked',
  'rowedAt',
] as const;

/** One row of a board as a table: changes in seconds over a distance and in meters in a time. */
export function boardTableRow(
  { piece: { kind } }: Test,
  row: BoardRow,
  squads: readonly SquadRef[],
): TableRow {
  const { result } = row;
  const change = (from: number | null) =>
    result === null || from === null ? null : (result.score - from) / (kind === 'distance' ? 10 : 1);
  return {
    place: row.place,
    athlete: row.user.displayName,
    squads: squads.map(({ name }) => name).join('; '),
    sex: row.category.sex,
    ageGroup: row.category.ageGroup,
    result: result && scoreText(kind, result.score),
    pace: result && formatPace(result.pace),
    watts: result?.watts,
    strokeRate: result?.strokeRate,
    dragFactor: result?.dragFactor,
    splits: result?.splits.map(formatPace).join('; '),
    changeToLast: change(row.lastScore),
    changeToBest: change(row.bestScore),
    wattsPerKg: row.wattsPerKg,
    weightAdjusted: row.adjustedScore === null ? null : scoreText(kind, row.adjustedScore),
    attempt: result?.attempt,
    otherTries: row.others.map(({ score }) => scoreText(kind, score)).join('; '),
    entered: result?.isEntered,
    late: result?.isLate,
    unranked: row.unranked,
    rowedAt: result?.rowedAt,
  };
}
