import type { FastifyInstance } from 'fastify';
import { entries } from '@boathouse/contract/activities/entries';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import type { Turns } from '../../../infra/keyed-queue.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import type { Announcements } from '../../../live/announcements.ts';
import { announceDiscard, listActivitiesByIds } from '../activities/index.ts';
import { managesAsAdmin } from '../../sessions/sessions/index.ts';
import { correctOwn, enterOwn, refuseEntry, saveSheet, sheetOf } from './service.ts';

type EntryDependencies = {
  db: Database;
  notifier: Notifier;
  announcements: Announcements;
  now: () => Date;
  /** Changes of a session, one after another: the last event that pages get has the stored state. */
  changes: Turns;
  secondFactorDemand: SecondFactorDemand;
};

export function entryRoutes(
  app: FastifyInstance,
  { db, notifier, announcements, now, changes, secondFactorDemand }: EntryDependencies,
): void {
  route(app, entries.enter, ({ body, caller }) => enterOwn(db, caller.user._id, body, now()));
  route(app, entries.correct, ({ params, body, caller }) =>
    correctOwn(db, caller.user._id, params.id, body, now()),
  );
  route(app, entries.sheet, ({ params, caller }) => sheetOf(db, caller.user._id, params.id, params.item));
  route(app, entries.save, ({ params, body, caller }) =>
    changes.run(params.id, async () => {
      const { id: sessionId, item } = params;
      const callerId = caller.user._id;
      await secondFactorDemand.check(caller.login, () => managesAsAdmin(db, sessionId, callerId));
      const { stored, removed, problems } = await saveSheet(
        notifier,
        callerId,
        { ...body, sessionId, item },
        now(),
      );
      for (const activity of await listActivitiesByIds(db, stored)) announcements.activityChanged(activity);
      for (const _id of removed) announceDiscard(announcements, { _id, session: { _id: sessionId } });
      return { ...(await sheetOf(db, callerId, sessionId, item)), problems };
    }),
  );
  route(app, entries.refuse, async ({ params, body, caller }) => {
    const refused = await refuseEntry(db, notifier, caller.user._id, params.id, body.reason, now());
    announceDiscard(announcements, refused);
    return { _id: refused._id };
  });
}
