import { limits } from '@boathouse/contract/limits';
import type {
  BoardFilter,
  LineResult,
  OwnFigures,
  Test,
  TestBoard,
  WantedTest,
} from '@boathouse/contract/racing/tests';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import type { Database } from '../../../db/database.ts';
import { badField, HttpError, notFound } from '../../../http/errors.ts';
import { csvFile, type CsvFile } from '../../../infra/csv.ts';
import { isMemberVisible, lockClub, requireManagerOf, requireMemberOf } from '../../clubs/clubs/index.ts';
import { findSquad } from '../../clubs/squads/index.ts';
import {
  boardColumns,
  boardRowsOf,
  boardTableRow,
  categoryOf,
  lineOf,
  withDetails,
  type Athlete,
} from './rules.ts';
import {
  countOtherTests,
  deleteTest,
  findOwnFigures,
  findDetails,
  findTest,
  findSessionItem,
  listAthletes,
  listBefore,
  listLine,
  listStopped,
  listTests,
  listTries,
  setCategory,
  setWeight,
  upsertTest,
  type Viewer,
} from './store.ts';

type InClub = { clubId: string; id: string };

/** @throws HttpError 404 unless a member */
export async function testsOf(db: Database, callerId: string, clubId: string): Promise<Test[]> {
  await requireMemberOf(db, clubId, callerId);
  return listTests(db, clubId);
}

/**
 * Defines a test, or changes it; repeating it changes nothing.
 * @throws HttpError 404, 403 unless admin or owner, 402 quota_exceeded, 400 squad, session or piece
 */
export async function saveTest(
  db: Database,
  callerId: string,
  { clubId, id, wanted }: InClub & { wanted: WantedTest },
): Promise<Test> {
  return db.transaction(async (tx) => {
    await lockClub(tx, clubId);
    await requireManagerOf(tx, clubId, callerId);
    if ((await countOtherTests(tx, clubId, id)) >= limits.testsMax) {
      throw new HttpError(
        402,
        'quota_exceeded',
        `The club has ${limits.testsMax} tests, which is the most. Delete one first.`,
      );
    }
    if (wanted.squad !== null && (await findSquad(tx, clubId, wanted.squad, 'share')) === null) {
      throw badField('squad', 'must be a squad of the club');
    }
    await checkSession(tx, clubId, wanted);
    if (!(await upsertTest(tx, { id, clubId, wanted }))) throw notFound('test');
    return requireTest(tx, { clubId, id });
  });
}

/** @throws HttpError 400 */
async function checkSession(db: Database, clubId: string, { session, piece }: WantedTest): Promise<void> {
  if (session === null) return;
  const text = await findSessionItem(db, clubId, session);
  if (text === null) throw badField('session', "must be a workout item of one of the club's sessions");
  const [planned, ...others] = parseWorkoutText(text)?.pieces ?? [];
  const amount =
    planned?.kind === 'distance'
      ? planned.distanceM
      : planned?.kind === 'time'
        ? planned.durationSec
        : undefined;
  if (others.length > 0 || planned?.kind !== piece.kind || amount !== piece.amount) {
    throw badField('piece', 'must be the single distance or time of the workout item');
  }
}

/** @throws HttpError 404, 403 unless admin or owner */
export async function removeTest(
  db: Database,
  callerId: string,
  { clubId, id }: InClub,
): Promise<{ _id: string }> {
  await requireManagerOf(db, clubId, callerId);
  if (!(await deleteTest(db, clubId, id))) throw notFound('test');
  return { _id: id };
}

type BoardRequest = InClub & { filter: BoardFilter };

/** @throws HttpError 404 unless a member */
export async function boardOf(db: Database, callerId: string, request: BoardRequest): Promise<TestBoard> {
  const viewer = { id: callerId, role: await requireMemberOf(db, request.clubId, callerId) };
  const [{ test, rows }, own] = await Promise.all([
    boardFor(db, viewer, request),
    findOwnFigures(db, request.id, callerId),
  ]);
  return { test, rows, own };
}

/** Returns a board as a table. @throws HttpError 404 unless a member */
export async function boardSheet(db: Database, callerId: string, request: BoardRequest): Promise<CsvFile> {
  const viewer = { id: callerId, role: await requireMemberOf(db, request.clubId, callerId) };
  const { test, rows, athletes } = await boardFor(db, viewer, request);
  const squadsOf = new Map(athletes.map(({ user, squads }) => [user._id, squads]));
  return csvFile(
    boardColumns,
    rows.map((row) => boardTableRow(test, row, squadsOf.get(row.user._id) ?? [])),
    `test-${test.closesAt.slice(0, 10)}-${test._id.slice(-8)}.csv`,
  );
}

async function boardFor(db: Database, viewer: Viewer, { clubId, id, filter }: BoardRequest) {
  const test = await requireTest(db, { clubId, id });
  const year = new Date(test.closesAt).getUTCFullYear();
  const isInCategory = (athlete: Athlete) => {
    const { sex, ageGroup } = categoryOf(year, athlete);
    return (
      (filter.sex === undefined || sex === filter.sex) &&
      (filter.ageGroup === undefined || ageGroup === filter.ageGroup) &&
      (filter.squad === undefined || athlete.squads.some(({ _id }) => _id === filter.squad))
    );
  };
  const [all, results, before, stopped] = await Promise.all([
    listAthletes(db, { clubId, test, viewer }),
    listTries(db, clubId, test),
    listBefore(db, clubId, test),
    listStopped(db, test),
  ]);
  const athletes = all.filter(isInCategory);
  const rows = boardRowsOf({ test, athletes, results, before, stopped });
  const counted = rows.flatMap(({ result }) => result?.activity ?? []);
  return { test, athletes, rows: withDetails(rows, await findDetails(db, counted)) };
}

/**
 * Returns the results of a test's piece over the seasons, for an athlete whom the caller sees.
 * @throws HttpError 404
 */
export async function lineOfAthlete(
  db: Database,
  callerId: string,
  { clubId, id, athleteId }: InClub & { athleteId: string },
): Promise<LineResult[]> {
  const role = await requireMemberOf(db, clubId, callerId);
  await requireMemberOf(db, clubId, athleteId);
  if (!(await isMemberVisible(db, athleteId, { id: callerId, role }))) throw notFound('user');
  const test = await requireTest(db, { clubId, id });
  return lineOf(test, await listLine(db, { clubId, test, athleteId }));
}

/** Replaces the caller's own figures; null deletes them. @throws HttpError 404 unless a member */
export async function setOwnFigures(
  db: Database,
  callerId: string,
  { clubId, id, figures }: InClub & { figures: OwnFigures },
): Promise<OwnFigures> {
  return db.transaction(async (tx) => {
    await requireMemberOf(tx, clubId, callerId);
    await requireTest(tx, { clubId, id });
    await setWeight(tx, { testId: id, userId: callerId, weightKg: figures.weightKg });
    await setCategory(tx, callerId, figures);
    return findOwnFigures(tx, id, callerId);
  });
}

async function requireTest(db: Database, { clubId, id }: InClub): Promise<Test> {
  const test = await findTest(db, clubId, id);
  if (test === null) throw notFound('test');
  return test;
}
