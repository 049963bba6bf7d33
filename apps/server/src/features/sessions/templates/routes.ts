import type { FastifyInstance } from 'fastify';
import { templates } from '@boathouse/contract/sessions/templates';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import type { SecondFactorDemand } from '../../../infra/second-factor-demand.ts';
import {
  createTemplate,
  managesAsAdmin,
  removeTemplate,
  renameTemplate,
  runsClub,
  templatesOf,
} from './service.ts';

type TemplateDependencies = { db: Database; secondFactorDemand: SecondFactorDemand };

export function templateRoutes(app: FastifyInstance, { db, secondFactorDemand }: TemplateDependencies): void {
  route(app, templates.list, ({ caller }) => templatesOf(db, caller.user._id));

  route(app, templates.create, async ({ caller, body }) => {
    await secondFactorDemand.check(caller.login, () => runsClub(db, body.club, caller.user._id));
    return createTemplate(db, caller.user._id, body);
  });

  route(app, templates.rename, async ({ caller, params, body }) => {
    await secondFactorDemand.check(caller.login, () => managesAsAdmin(db, params.id, caller.user._id));
    return renameTemplate(db, caller.user._id, params.id, body.title);
  });

  route(app, templates.remove, async ({ caller, params }) => {
    await secondFactorDemand.check(caller.login, () => managesAsAdmin(db, params.id, caller.user._id));
    return removeTemplate(db, caller.user._id, params.id);
  });
}
