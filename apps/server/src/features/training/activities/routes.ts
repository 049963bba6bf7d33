import type { FastifyInstance } from 'fastify';
import { activities, type Activity, type OwnActivity } from '@boathouse/contract/activities';
import { sessions } from '@boathouse/contract/sessions';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { notForGuests } from '../../../http/errors.ts';
import { isGuest, mayUse, type Caller } from '../../../http/caller.ts';
import { hourly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { Turns } from '../../../infra/keyed-queue.ts';
import { boundsOf } from '../../sessions/sessions/index.ts';
import { discardActivity } from './discards/service.ts';
import { sweepDiscards } from './discards/store.ts';
import {
  activitiesOfSession,
  activityWithParts,
  beginActivity,
  completeActivity,
  ownActivity,
  patchActivity,
  reopen,
  takeOver,
} from './service.ts';
import { endActivity } from './ends/service.ts';
import type { ActivityListener, ResultListeners } from './rules.ts';
import { findActivity, findActivityInProgress, listActivitiesWithoutSession } from './store.ts';

export type ActivityListeners = {
  /**
   * Called after an activity was begun, completed or reopened, after its result was replaced, or when it is on another
   * machine.
   */
  onChange: ActivityListener;
  /** Called after an activity in progress was discarded, or an entered one was deleted. */
  onDiscard: (activity: Pick<Activity, '_id'> & { session: { _id: string } | null }) => void;
  /** Called after another device took over an activity. */
  onTakeOver: (activity: OwnActivity) => void;
};

/** @param changes of an activity: run one after another, so that the last event that pages get has the stored state */
export function activityRoutes(
  app: FastifyInstance,
  db: Database,
  { onChange, onDiscard, onTakeOver }: ActivityListeners,
  changes: Turns,
): void {
  const stored: ResultListeners = {
    onChange,
    onReplaced: ({ id, sessionId }) => onDiscard({ _id: id, session: { _id: sessionId } }),
  };
  // The others rank an athlete among those on the same machine.
  const onOtherMachine = (id: string) =>
    changes.run(id, async () => {
      const activity = await findActivity(db, id);
      if (activity !== null) onChange(activity);
    });
  route(app, sessions.activities, ({ params, caller }) =>
    activitiesOfSession(db, params.id, caller.user._id),
  );
  route(app, activities.byId, ({ params, caller }) => activityWithParts(db, params.id, caller.user._id));
  route(app, activities.create, ({ body, caller }) => {
    if (isGuest(caller) && body.session === undefined) throw notForGuests();
    return beginActivity(db, caller.user._id, body, onChange);
  });
  route(app, activities.withoutSession, ({ query, caller }) =>
    listActivitiesWithoutSession(db, caller.user._id, boundsOf(query)),
  );
  route(app, activities.inProgress, ({ caller }) => findActivityInProgress(db, caller.user._id));
  route(app, activities.patch, ({ params, body, caller }) =>
    patchActivity(db, caller.user._id, params.id, body, onOtherMachine),
  );
  route(app, activities.setOwner, ({ params, body, caller }) =>
    changes.run(params.id, async () => {
      const activity = await takeOver(db, caller.user._id, params.id, body.owner);
      onTakeOver(activity);
      return activity;
    }),
  );
  route(app, activities.end, ({ params, caller }) =>
    changes.run(params.id, () => endActivity(db, caller.user._id, params.id, stored)),
  );
  route(app, activities.reopen, ({ params, caller }) =>
    changes.run(params.id, async () => {
      await requireOwnOfToken(db, caller, params.id);
      return reopen(db, caller.user._id, params.id, onChange);
    }),
  );
  route(app, activities.discard, ({ params, caller }) =>
    changes.run(params.id, async () => {
      await requireOwnOfToken(db, caller, params.id);
      return discardActivity(db, caller.user._id, params.id, onDiscard);
    }),
  );
  route(app, activities.complete, ({ params, body, caller }) =>
    changes.run(params.id, () => completeActivity(db, caller.user._id, params.id, body, stored)),
  );
  hourly(app, 'sweeping discarded activities', () => sweepDiscards(db, new Date()));
}

/** Like users who manage the session, a token may act on another athlete's activity, but only with the scope `host`. */
export async function requireOwnOfToken(
  db: Database,
  { user, scopes }: Pick<Caller, 'scopes'> & { user: UserRef },
  id: string,
): Promise<void> {
  if (mayUse({ scopes }, 'host') || (await findActivity(db, id)) === null) return;
  await ownActivity(db, user._id, id);
}
