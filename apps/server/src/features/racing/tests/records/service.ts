import type { Machine } from '@boathouse/contract/activities';
import { limits, serverLimits } from '@boathouse/contract/limits';
import type { Piece, PieceKind } from '@boathouse/contract/racing/pieces';
import type { RecordsOfCategory, WantedRecord } from '@boathouse/contract/racing/records';
import { rankedPieces } from '@boathouse/contract/statistics';
import type { Database } from '../../../../db/database.ts';
import { badField, HttpError, notFound } from '../../../../http/errors.ts';
import { csvFile, type CsvFile } from '../../../../infra/csv.ts';
import { lockClub, requireManagerOf, requireMemberOf } from '../../../clubs/clubs/index.ts';
import type { Viewer } from '../store.ts';
import { holdersOf, recordColumns, recordsOfSteps, recordSteps, recordTableRows } from './rules.ts';
import {
  countOtherRecords,
  deleteRecord,
  listByHand,
  listCandidates,
  listHolders,
  upsertRecord,
} from './store.ts';

type Wanted = { machine: Machine; kind: PieceKind; amount: number };

/** @throws HttpError 404 unless a member */
export async function recordsOf(
  db: Database,
  callerId: string,
  clubId: string,
  wanted: Wanted,
): Promise<RecordsOfCategory[]> {
  const role = await requireMemberOf(db, clubId, callerId);
  return recordsFor(db, { clubId, viewer: { id: callerId, role } }, wanted);
}

async function recordsFor(
  db: Database,
  { clubId, viewer }: { clubId: string; viewer: Viewer },
  { machine, kind, amount }: Wanted,
): Promise<RecordsOfCategory[]> {
  const of = { clubId, machine, piece: { kind, amount } };
  const [candidates, byHand] = await Promise.all([listCandidates(db, of), listByHand(db, of)]);
  const steps = recordSteps(kind, candidates, byHand, limits.recordsBefore + 1);
  return recordsOfSteps(steps, await listHolders(db, holdersOf(steps), viewer));
}

type RecordMark = { isOverall: boolean; isEqual: boolean };

/** Returns which results of a piece were records of the club when they were rowed, by activity. */
export async function recordMarksOf(
  db: Database,
  clubId: string,
  { machine, kind, amount }: Wanted,
): Promise<Map<string, RecordMark>> {
  const of = { clubId, machine, piece: { kind, amount } };
  const [candidates, byHand] = await Promise.all([listCandidates(db, of), listByHand(db, of)]);
  const marks = new Map<string, RecordMark>();
  // Records of all athletes first: such a record is also one of its sex and age group.
  for (const { category, steps } of recordSteps(kind, candidates, byHand, Infinity)) {
    for (const step of steps) {
      if (!('candidate' in step) || marks.has(step.candidate.activityId)) continue;
      const { isEqual } = step;
      marks.set(step.candidate.activityId, { isOverall: category.sex === null, isEqual });
    }
  }
  return marks;
}

/** Returns the records of the ranked pieces as a table. @throws HttpError 404 unless a member */
export async function recordsSheet(
  db: Database,
  callerId: string,
  clubId: string,
  machine: Machine,
): Promise<CsvFile> {
  const role = await requireMemberOf(db, clubId, callerId);
  const rows: ReturnType<typeof recordTableRows> = [];
  for (const ranked of rankedPieces) {
    const piece: Piece =
      'distanceM' in ranked
        ? { kind: 'distance', amount: ranked.distanceM }
        : { kind: 'time', amount: ranked.durationSec };
    const found = await recordsFor(db, { clubId, viewer: { id: callerId, role } }, { machine, ...piece });
    rows.push(...recordTableRows({ piece: ranked.piece, machine, kind: piece.kind }, found));
  }
  return csvFile(recordColumns, rows, `records-${machine}.csv`);
}

type InClub = { clubId: string; id: string };

/**
 * Stores a record by hand; repeating it changes nothing.
 * @throws HttpError 404, 403 unless admin or owner, 402 quota_exceeded, 400 ageGroup
 */
export async function saveRecord(
  db: Database,
  callerId: string,
  { clubId, id, wanted }: InClub & { wanted: WantedRecord },
): Promise<{ _id: string }> {
  return db.transaction(async (tx) => {
    await lockClub(tx, clubId);
    await requireManagerOf(tx, clubId, callerId);
    if (wanted.ageGroup !== null && wanted.sex === null) {
      throw badField('ageGroup', 'goes with a category of women or men');
    }
    if ((await countOtherRecords(tx, clubId, id)) >= serverLimits.recordsByHandMax) {
      throw new HttpError(
        402,
        'quota_exceeded',
        `The club has ${serverLimits.recordsByHandMax} records by hand, which is the most.`,
      );
    }
    if (!(await upsertRecord(tx, { id, clubId, wanted }))) throw notFound('record');
    return { _id: id };
  });
}

/** @throws HttpError 404, 403 unless admin or owner */
export async function removeRecord(
  db: Database,
  callerId: string,
  { clubId, id }: InClub,
): Promise<{ _id: string }> {
  await requireManagerOf(db, clubId, callerId);
  if (!(await deleteRecord(db, clubId, id))) throw notFound('record');
  return { _id: id };
}
