import { previews } from '@boathouse/contract/sessions/previews';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../../db/database.ts';
import { route } from '../../../../http/route.ts';
import { findClubByCustomUrl } from '../../../clubs/clubs/index.ts';
import { findClubOfSession, findPublicSession } from './store.ts';

/** Serves previews of links to visitors and users who can't open the link yet: only public facts. */
export function previewRoutes(app: FastifyInstance, db: Database): void {
  route(app, previews.session, ({ params }) => findPublicSession(db, params.id));

  route(app, previews.club, async ({ params }) => {
    const club = await findClubByCustomUrl(db, params.url);
    return club === null || club.isPrivate ? null : { name: club.name };
  });

  route(app, previews.clubOfSession, ({ params, caller }) =>
    findClubOfSession(db, params.id, caller.user._id),
  );
}
