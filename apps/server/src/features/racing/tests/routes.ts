import type { FastifyInstance } from 'fastify';
import { records } from '@boathouse/contract/racing/records';
import { tests } from '@boathouse/contract/racing/tests';
import { turnout } from '@boathouse/contract/racing/turnout';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import type { Login } from '../../../http/caller.ts';
import { route } from '../../../http/route.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import { managesClub } from '../../clubs/clubs/index.ts';
import { recordsOf, recordsSheet, removeRecord, saveRecord } from './records/service.ts';
import {
  boardOf,
  boardSheet,
  lineOfAthlete,
  removeTest,
  saveTest,
  setOwnFigures,
  testsOf,
} from './service.ts';
import { turnoutOf, turnoutSheet } from './turnout/service.ts';

type TestDependencies = { db: Database; now: () => Date; secondFactorDemand: SecondFactorDemand };

export function testRoutes(app: FastifyInstance, { db, now, secondFactorDemand }: TestDependencies): void {
  const checkAdmin = ({ login, user }: { login: Login; user: UserRef }, clubId: string) =>
    secondFactorDemand.check(login, () => managesClub(db, user._id, clubId));

  route(app, tests.ofClub, ({ params, caller }) => testsOf(db, caller.user._id, params.id));
  route(app, tests.save, async ({ params, body, caller }) => {
    await checkAdmin(caller, params.id);
    return saveTest(db, caller.user._id, { clubId: params.id, id: params.test, wanted: body });
  });
  route(app, tests.remove, async ({ params, caller }) => {
    await checkAdmin(caller, params.id);
    return removeTest(db, caller.user._id, { clubId: params.id, id: params.test });
  });
  route(app, tests.board, ({ params, query, caller }) =>
    boardOf(db, caller.user._id, { clubId: params.id, id: params.test, filter: query }),
  );
  route(app, tests.sheet, ({ params, query, caller }) =>
    boardSheet(db, caller.user._id, { clubId: params.id, id: params.test, filter: query }),
  );
  route(app, tests.line, ({ params, caller }) =>
    lineOfAthlete(db, caller.user._id, { clubId: params.id, id: params.test, athleteId: params.user }),
  );
  route(app, tests.setOwn, ({ params, body, caller }) =>
    setOwnFigures(db, caller.user._id, { clubId: params.id, id: params.test, figures: body }),
  );

  route(app, records.ofClub, ({ params, query, caller }) => recordsOf(db, caller.user._id, params.id, query));
  route(app, records.sheet, ({ params, query, caller }) =>
    recordsSheet(db, caller.user._id, params.id, query.machine),
  );
  route(app, records.save, async ({ params, body, caller }) => {
    await checkAdmin(caller, params.id);
    return saveRecord(db, caller.user._id, { clubId: params.id, id: params.record, wanted: body });
  });
  route(app, records.remove, async ({ params, caller }) => {
    await checkAdmin(caller, params.id);
    return removeRecord(db, caller.user._id, { clubId: params.id, id: params.record });
  });

  route(app, turnout.ofClub, ({ params, query, caller }) =>
    turnoutOf(db, caller.user._id, params.id, { ...query, now: now() }),
  );
  route(app, turnout.sheet, ({ params, query, caller }) =>
    turnoutSheet(db, caller.user._id, params.id, { ...query, now: now() }),
  );
}
