import type { FastifyInstance } from 'fastify';
import { squads } from '@boathouse/contract/clubs/squads';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import { managesClub } from '../clubs/index.ts';
import { removeSquad, saveSquad, squadsOf } from './service.ts';

type SquadDependencies = { db: Database; secondFactorDemand: SecondFactorDemand; now: () => Date };

export function squadRoutes(app: FastifyInstance, { db, secondFactorDemand, now }: SquadDependencies): void {
  route(app, squads.ofClub, ({ params, caller }) =>
    squadsOf(db, caller.user._id, { clubId: params.id, now: now() }),
  );
  route(app, squads.save, async ({ params, body, caller }) => {
    await secondFactorDemand.check(caller.login, () => managesClub(db, caller.user._id, params.id));
    return saveSquad(db, caller.user._id, { clubId: params.id, id: params.squad, ...body, now: now() });
  });
  route(app, squads.remove, async ({ params, caller }) => {
    await secondFactorDemand.check(caller.login, () => managesClub(db, caller.user._id, params.id));
    return removeSquad(db, caller.user._id, { clubId: params.id, id: params.squad });
  });
}
