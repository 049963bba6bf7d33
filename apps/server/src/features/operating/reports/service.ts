import type {
  ReportCase,
  ReportDecision,
  ReportKind,
  reports,
} from '@boathouse/contract/administration/reports';
import { clubRoles } from '@boathouse/contract/clubs';
import type { EndpointInput, EndpointResponse } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import { noteAction } from '../../people/admission/index.ts';
import type { Database } from '../../../db/database.ts';
import { isDuplicate } from '../../../db/failures.ts';
import { HttpError, notFound, orNotFound } from '../../../http/errors.ts';
import type { Identity } from '../../../infra/identity/identity.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import type { AccountOptions } from '../account/index.ts';
import { mayReadActivity } from '../../training/activities/index.ts';
import { deleteClubAs, deleteUserAs } from '../administration/index.ts';
import { findClub, findRole } from '../../clubs/clubs/index.ts';
import { deleteComment, findCommentRow, hideComment, showComment } from '../../news/comments/index.ts';
import { isVisibleUser, resetProfile, restoreName } from '../../people/users/index.ts';
import { actionOf, decisionInWords, takenBackInWords, targetInWords } from './rules.ts';
import {
  deleteOldCases,
  findCase,
  findAccount,
  hideClub,
  insertReport,
  openCase,
  reopenCase,
  showClub,
  updateDecision,
} from './store.ts';

export type ReportOptions = Omit<AccountOptions, 'auth' | 'identity'> & {
  identity: Pick<Identity, 'deleteAccount' | 'setProfile'>;
  notifier: Notifier;
};

type NewReport = EndpointInput<typeof reports.create>['body'];
type Reported = { name: string; text: string };

/**
 * Stores a report and notifies the administrators. A user with an open report of the same thing changes nothing.
 * @throws HttpError 404, the same for missing things and for those that the caller may not see; 403 for the
 * caller's own
 */
export async function report(
  { notifier, nowMs }: ReportOptions,
  caller: UserRef,
  { kind, id, reason, text }: NewReport,
): Promise<{ message: string }> {
  for (;;) {
    const isNew = await notifier.transaction(async (tx, notify) => {
      const createdAt = new Date(nowMs());
      const target = await finders[kind](tx, id, caller._id);
      const caseId = await openCase(tx, { kind, targetId: id, ...target, createdAt });
      if (caseId === null) return null;
      const isInserted = await insertReport(tx, { caseId, userId: caller._id, reason, text, createdAt });
      if (isInserted) await notify({ kind: 'report', user: caller._id, reportCase: caseId });
      return isInserted;
    });
    if (isNew === null) continue;
    return {
      message: isNew
        ? 'Thank you. The administrators will look at your report'
        : 'You have reported this already. The administrators will look at it',
    };
  }
}

/** Each returns the caller's view of a target. @throws HttpError 404, 403 for the caller's own */
const finders: Record<ReportKind, (db: Database, id: string, callerId: string) => Promise<Reported>> = {
  comment: async (db, id, callerId) => {
    const row = await findCommentRow(db, id, callerId);
    if (row === null || row.removedAt !== null || !(await mayReadActivity(db, row.activityId, callerId))) {
      throw notFound('comment');
    }
    if (row.userId === callerId) throw own("You can't report your own comment");
    const { name } = orNotFound(await findAccount(db, row.userId), 'comment');
    return { name, text: row.message };
  },
  user: async (db, id, callerId) => {
    if (!(await isVisibleUser(db, id, callerId))) throw notFound('user');
    if (id === callerId) throw own("You can't report yourself");
    const { name } = orNotFound(await findAccount(db, id), 'user');
    return { name, text: '' };
  },
  club: async (db, id, callerId) => {
    const { name, description } = orNotFound(await findClub(db, id), 'club');
    if ((await findRole(db, id, callerId)) === clubRoles.owner) throw own("You can't report your own club");
    return { name, text: description };
  },
};

const own = (message: string) => new HttpError(403, 'forbidden', message);

/** Another administrator was faster: this one's change is rolled back. */
class DecidedBefore extends Error {
  override name = 'DecidedBefore';
}

/**
 * Decides all reports of a case, once: if two administrators decide at the same moment, one does it, and the log has
 * one entry.
 * @throws HttpError 404, 409 already_decided if it was decided otherwise, and the errors of `deleteUserAs` and `deleteClubAs`
 */
export async function decide(
  options: ReportOptions,
  actor: UserRef,
  id: string,
  decision: ReportDecision,
): Promise<EndpointResponse<typeof reports.decide>> {
  const find = async () => orNotFound(await findCase(options.db, actor._id, id), 'report');
  const { shown, targetId } = await find();
  if (shown.decided === null) {
    try {
      await carryOut(options, actor, { shown, targetId }, decision);
    } catch (error) {
      // A slower administrator may also find the account or the club deleted.
      const { decided } = (await find()).shown;
      if (decided === null) throw error;
    }
  }
  const { shown: stored } = await find();
  const { decided } = stored;
  if (decided !== null && decided.decision !== decision) throw decidedOtherwise(decided);
  return { ...stored, message: decisionInWords(stored, decision) };
}

const inPast = { dismissed: 'dismissed it', hidden: 'hidden it', deleted: 'deleted it' } as const;

const decidedOtherwise = ({ decision, by }: NonNullable<ReportCase['decided']>) =>
  new HttpError(409, 'already_decided', `${by} has already ${inPast[decision]}.`);

/** Carries out the decision, and stores it with the log's entry in the same transaction. */
async function carryOut(
  options: ReportOptions,
  actor: UserRef,
  { shown, targetId }: { shown: ReportCase; targetId: string },
  decision: ReportDecision,
): Promise<void> {
  const { db, nowMs, identity } = options;
  const { kind } = shown;
  const name = shown.now?.name ?? shown.reported.name;
  const now = new Date(nowMs());
  // Last in each transaction, so that all lock the target before the case.
  const settle = async (tx: Database) => {
    const decided = { decision, decidedBy: actor.displayName, decidedAt: now };
    if (!(await updateDecision(tx, shown._id, decided))) throw new DecidedBefore();
    const subject = targetInWords(kind, name);
    await noteAction(tx, { actor: actor.displayName, action: actionOf[decision], subject }, now);
  };
  const store = (change: (tx: Database) => Promise<void>) =>
    db.transaction(async (tx) => {
      await change(tx);
      await settle(tx);
    });
  if (decision === 'dismissed') return db.transaction(settle);
  if (kind === 'comment') {
    return store((tx) =>
      decision === 'hidden' ? hideComment(tx, targetId, now) : deleteComment(tx, targetId),
    );
  }
  if (kind === 'club') {
    if (decision === 'hidden') return store((tx) => hideClub(tx, targetId, now));
    await deleteClubAs(options, actor, targetId, settle);
    return;
  }
  if (decision === 'deleted') {
    await deleteUserAs(options, actor, targetId, settle);
    return;
  }
  const { uid } = orNotFound(await findAccount(db, targetId), 'user');
  await store((tx) => resetProfile(tx, identity, { id: targetId, uid }));
  options.noteAccountChange(uid);
}

/**
 * Undoes a decision, once: the case is open again, and hidden things are shown again with the reported text. Images do
 * not come back.
 * @throws HttpError 404, 409 already_decided if that is no longer possible
 */
export async function takeBack(
  options: ReportOptions,
  actor: UserRef,
  id: string,
): Promise<{ message: string }> {
  const { db, nowMs } = options;
  const { shown, targetId } = orNotFound(await findCase(db, actor._id, id), 'report');
  const { decided, kind } = shown;
  const message = takenBackInWords(shown);
  if (decided === null) return { message };
  if (decided.decision === 'deleted' || shown.now === null) throw notPossible(gone);
  const { name } = shown.now;
  const decidedAt = new Date(decided.at);
  try {
    await db.transaction(async (tx) => {
      // The target before the case, as everywhere.
      const isShown =
        decided.decision !== 'hidden' || (await show(options, tx, { shown, targetId, decidedAt }));
      if (!(await reopenCase(tx, id, decidedAt))) throw new DecidedBefore();
      if (!isShown) throw notPossible(changedSince);
      const entry = { actor: actor.displayName, action: 'reopenedReport' } as const;
      await noteAction(tx, { ...entry, subject: targetInWords(kind, name) }, new Date(nowMs()));
    });
  } catch (error) {
    if (isDuplicate(error)) throw notPossible(reportedAgain);
    if (!(error instanceof DecidedBefore)) throw error;
    const { shown: now } = orNotFound(await findCase(db, actor._id, id), 'report');
    if (now.decided !== null) throw decidedOtherwise(now.decided);
    return { message };
  }
  if (kind === 'user') {
    const account = await findAccount(db, targetId);
    if (account !== null) options.noteAccountChange(account.uid);
  }
  return { message };
}

/** Returns false if the target has changed since it was hidden. */
async function show(
  { identity }: ReportOptions,
  tx: Database,
  { shown, targetId: id, decidedAt }: { shown: ReportCase; targetId: string; decidedAt: Date },
): Promise<boolean> {
  const { kind, reported } = shown;
  if (kind === 'comment') return showComment(tx, { id, removedAt: decidedAt, message: reported.text });
  if (kind === 'club') return showClub(tx, { id, unlistedAt: decidedAt, description: reported.text });
  const account = await findAccount(tx, id);
  return account !== null && restoreName(tx, identity, { id, uid: account.uid, name: reported.name });
}

const gone = "It is deleted, and can't be brought back.";
const changedSince = "It was changed or removed since it was hidden, so it can't be shown as it was.";
const reportedAgain = 'It was reported again meanwhile. Decide those reports.';
const notPossible = (message: string) => new HttpError(409, 'already_decided', message);

const dayMs = 86_400_000;

export function forgetOldCases(db: Database, now: Date): Promise<void> {
  return deleteOldCases(db, new Date(now.getTime() - limits.reportDays * dayMs));
}
