import { and, asc, eq, exists, gte, inArray, lt, or } from 'drizzle-orm';
import type { ClubRole } from '@boathouse/contract/clubs';
import { ClubRoleSchema } from '@boathouse/contract/clubs';
import type { Session } from '@boathouse/contract/sessions';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { activities, clubMemberships, clubs, sessions, users } from '../../db/tables.ts';
import { clubRefColumns } from '../clubs/index.ts';
import { userRefColumns } from '../users/index.ts';

const selection = {
  session: sessions,
  host: userRefColumns,
  club: clubRefColumns,
  role: clubMemberships.role,
};

type Row = {
  session: typeof sessions.$inferSelect;
  host: Session['hostUser'];
  club: Session['club'];
  role: number | null;
};

export type SessionForViewer = { session: Session; clubId: string | null; viewerRole: ClubRole | null };

function forViewer({ session, host, club, role }: Row): SessionForViewer {
  return {
    session: {
      _id: session.id,
      title: session.title,
      hostUser: host,
      startAt: session.startAt.toISOString(),
      isAccessibleByLink: session.isAccessibleByLink,
      club,
      workoutItems: session.workoutItems,
    },
    clubId: session.clubId,
    viewerRole: role === null ? null : ClubRoleSchema.parse(role),
  };
}

const selectForViewer = (db: Database, viewerId: string) =>
  db
    .select(selection)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.hostUserId))
    .leftJoin(clubs, eq(clubs.id, sessions.clubId))
    .leftJoin(
      clubMemberships,
      and(eq(clubMemberships.clubId, sessions.clubId), eq(clubMemberships.userId, viewerId)),
    );

/** A session with what the viewer's right to read it rests on. */
export async function findSession(
  db: Database,
  id: string,
  viewerId: string,
): Promise<SessionForViewer | null> {
  const [row] = await selectForViewer(db, viewerId).where(eq(sessions.id, id));
  return row ? forViewer(row) : null;
}

/** Sessions that concern the user (hosted, of a club of theirs, or taken part in) and start in [from, to). */
export async function listSessionsOfUser(
  db: Database,
  userId: string,
  from: Date,
  to: Date,
): Promise<SessionForViewer[]> {
  const rows = await selectForViewer(db, userId)
    .where(
      and(
        gte(sessions.startAt, from),
        lt(sessions.startAt, to),
        or(
          eq(sessions.hostUserId, userId),
          inArray(
            sessions.clubId,
            db
              .select({ id: clubMemberships.clubId })
              .from(clubMemberships)
              .where(and(eq(clubMemberships.userId, userId), gte(clubMemberships.role, 0))),
          ),
          exists(
            db
              .select({ id: activities.id })
              .from(activities)
              .where(and(eq(activities.sessionId, sessions.id), eq(activities.userId, userId))),
          ),
        ),
      ),
    )
    .orderBy(asc(sessions.startAt), asc(sessions.id));
  return rows.map(forViewer);
}

export type SessionToInsert = {
  title: string;
  hostUserId: string;
  startAt: Date;
  isAccessibleByLink: boolean;
  clubId: string | null;
  workoutItems: string[];
};

export async function insertSession(db: Database, session: SessionToInsert): Promise<string> {
  const id = newId();
  await db.insert(sessions).values({ id, ...session });
  return id;
}
