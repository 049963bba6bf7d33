import type { FastifyInstance } from 'fastify';
import { mayManage } from '../../clubs/clubs/index.ts';
import { races as contract } from '@boathouse/contract/races';
import { raceCodes } from '@boathouse/contract/races/codes';
import type { UserRef } from '@boathouse/contract/users';
import type { Login } from '../../../http/caller.ts';
import { route } from '../../../http/route.ts';
import type { Notifier } from '../../../infra/notifier.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import { findRole } from '../../clubs/clubs/index.ts';
import { claimEntry, codesOf, enterAsGuest, renewCode, type CodeParts } from './codes/service.ts';
import { addEntry, changeEntry, removeEntry, weighEntry } from './entries/service.ts';
import { wholeEvent } from './reads/service.ts';
import {
  addCategory,
  changeCategory,
  changeEvent,
  closePage,
  createEvent,
  eventsOfClub,
  grantedEvent,
  makePage,
  managesRacesOf,
  removeCategory,
  removeEvent,
  setJudge,
} from './service.ts';
import type { RowsEnder } from '../../training/activities/index.ts';
import { findEventOfCategory, findEventOfEntry } from './store.ts';

export type RaceParts = CodeParts & {
  secondFactorDemand: SecondFactorDemand;
  notifier: Notifier;
  endRows: RowsEnder;
};

type Caller = { login: Login; user: UserRef };

/** The part of a call's input that the check reads; the endpoint's schemas define the rest. */
type Input = { params: { id: string }; caller: Caller };

type EventOf = (id: string) => string | null | Promise<string | null>;

/**
 * Returns a wrapper for handlers of changes that only an admin of the event's club may make, with a second factor if
 * the club requires one. `eventOf` finds the event of the id in the path.
 */
export function adminCheck({ db, secondFactorDemand }: RaceParts) {
  return <I extends Input, T>(eventOf: EventOf, act: (input: I) => Promise<T>) =>
    async (input: I): Promise<T> => {
      const { params, caller } = input;
      await secondFactorDemand.check(caller.login, async () =>
        managesRacesOf(db, await eventOf(params.id), caller.user._id),
      );
      return act(input);
    };
}

/** The id of a call whose path names the event itself. */
export const itself: EventOf = (id) => id;

/** Setup of race days. */
export function setUpRoutes(app: FastifyInstance, parts: RaceParts): void {
  const { db, now, nowMs } = parts;
  const check = adminCheck(parts);
  const ofCategory = (id: string) => findEventOfCategory(db, id);
  const ofEntry = (id: string) => findEventOfEntry(db, id);

  route(app, contract.ofClub, ({ params, caller }) => eventsOfClub(db, params.id, caller.user._id));
  route(app, contract.create, async ({ params, body, caller }) => {
    await parts.secondFactorDemand.check(caller.login, async () =>
      mayManage(await findRole(db, params.id, caller.user._id)),
    );
    return createEvent(db, params.id, caller.user._id, body);
  });
  route(app, contract.byId, async ({ params, caller }) =>
    wholeEvent(db, await grantedEvent(db, params.id, caller.user._id, 'read'), caller.user._id, nowMs()),
  );
  route(
    app,
    contract.change,
    check(itself, ({ params, body, caller }) => changeEvent(db, params.id, caller.user._id, body, now())),
  );
  route(
    app,
    contract.remove,
    check(itself, ({ params, caller }) => removeEvent(parts, params.id, caller.user._id)),
  );
  route(
    app,
    contract.addJudge,
    check(itself, ({ params, caller }) => setJudge(db, params, caller.user._id, true)),
  );
  route(
    app,
    contract.removeJudge,
    check(itself, ({ params, caller }) => setJudge(db, params, caller.user._id, false)),
  );
  route(
    app,
    contract.makePage,
    check(itself, ({ params, caller }) => makePage(db, params.id, caller.user._id, now())),
  );
  route(
    app,
    contract.closePage,
    check(itself, ({ params, caller }) => closePage(db, params.id, caller.user._id)),
  );
  route(
    app,
    contract.addCategory,
    check(itself, ({ params, body, caller }) => addCategory(db, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.changeCategory,
    check(ofCategory, ({ params, body, caller }) => changeCategory(db, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.removeCategory,
    check(ofCategory, ({ params, caller }) => removeCategory(db, params.id, caller.user._id)),
  );
  route(
    app,
    contract.addEntry,
    check(itself, ({ params, body, caller }) => addEntry(db, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.changeEntry,
    check(ofEntry, ({ params, body, caller }) => changeEntry(parts, params.id, caller.user._id, body)),
  );
  route(
    app,
    contract.removeEntry,
    check(ofEntry, ({ params, caller }) => removeEntry(db, params.id, caller.user._id)),
  );
  route(
    app,
    contract.weigh,
    check(ofEntry, ({ params, body, caller }) =>
      weighEntry(db, params.id, caller.user._id, body.weighed, now()),
    ),
  );
  route(
    app,
    raceCodes.ofEvent,
    check(itself, ({ params, caller }) => codesOf(parts, params.id, caller.user._id)),
  );
  route(
    app,
    raceCodes.renew,
    check(ofEntry, ({ params, caller }) => renewCode(parts, params.id, caller.user._id)),
  );
  route(app, raceCodes.claim, ({ body, caller }, { address }) =>
    claimEntry(parts, caller.user._id, { ...body, address }),
  );
  route(app, raceCodes.enter, async ({ body }, { address, send }) => {
    const { claimed, cookie } = await enterAsGuest(parts, { ...body, address });
    return send({ value: claimed, headers: new Headers({ 'set-cookie': cookie }) });
  });
}
