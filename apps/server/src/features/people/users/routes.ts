import type { FastifyInstance } from 'fastify';
import { users } from '@boathouse/contract/users';
import { route } from '../../../http/route.ts';
import {
  block,
  changeUser,
  createUser,
  firstStepsOf,
  setBanner,
  setDisplayName,
  setIcon,
  setTrainingPartner,
  unblock,
  userFor,
  type UserDependencies,
} from './service.ts';
import { findUserByUid, listBlocked, listUsers, searchUsers, updateUser } from './store.ts';

export function userRoutes(app: FastifyInstance, dependencies: UserDependencies): void {
  const { db } = dependencies;

  // The login of another user returns null, like one that does not exist.
  route(app, users.byUid, async ({ params, caller }) =>
    params.uid === caller.login.uid ? findUserByUid(db, params.uid) : null,
  );
  route(app, users.byId, ({ params, caller }) => userFor(db, params.id, caller.user._id));
  route(app, users.list, ({ query, caller }) => listUsers(db, caller.user._id, query));
  route(app, users.search, ({ query, caller }) =>
    searchUsers(db, caller.user._id, { ...query, text: query.displayName }),
  );
  route(app, users.create, ({ body, caller }) => createUser(dependencies, caller.login.uid, body));

  route(app, users.setDisplayName, ({ params: { id }, body, caller }) =>
    setDisplayName(dependencies, { id, uid: caller.login.uid }, body.displayName),
  );
  route(app, users.setIconURL, ({ params: { id }, body, caller }) =>
    setIcon(dependencies, { id, uid: caller.login.uid }, body.iconURL),
  );
  route(app, users.setBannerURL, ({ params, body }) => setBanner(dependencies, params.id, body.bannerURL));
  route(app, users.setTrainingPartner, ({ params, body }) =>
    setTrainingPartner(dependencies, params.id, body.trainingPartner),
  );
  route(app, users.setThemeColor, ({ params, body: { themeColor } }) =>
    changeUser(db, params.id, { themeColor }),
  );
  route(app, users.setTintColor, ({ params, body: { tintColor } }) =>
    changeUser(db, params.id, { tintColor }),
  );
  route(app, users.setFirstDay, ({ params, body: { firstDay } }) => changeUser(db, params.id, { firstDay }));
  route(app, users.setVisibility, ({ params, body: { visibility } }) =>
    changeUser(db, params.id, { visibility }),
  );

  route(app, users.firstSteps, ({ params }) => firstStepsOf(db, params.id));
  route(app, users.hideFirstSteps, async ({ params: { id }, body }) => {
    await updateUser(db, id, { hidesFirstSteps: body.isHidden });
    return firstStepsOf(db, id);
  });

  route(app, users.blocked, ({ params }) => listBlocked(db, params.id));
  route(app, users.block, ({ params: { id, blocked } }) => block(db, id, blocked));
  route(app, users.unblock, ({ params: { id, blocked } }) => unblock(db, id, blocked));
}
