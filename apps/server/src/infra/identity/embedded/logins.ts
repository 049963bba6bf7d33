import { eq } from 'drizzle-orm';
import { authSessions } from '../../../db/tables.ts';
import type { Identity } from '../identity.ts';
import type { IdentityCore } from './core.ts';
import { accountOf, answered, cookiesIn } from './library-calls.ts';
import { deleteDevicesOf } from './shared-devices.ts';
import { deleteLogins, endOfLogin, lastUseStepMs, listLogins, noteUse } from './stored-logins.ts';

type Logins = Pick<Identity, 'loginOf' | 'session' | 'signOut' | 'loginsOf' | 'endLogins'>;

/** The logins that requests prove by a cookie or a bearer token, and their list. */
export function openLogins({ db, library: { api }, events, afterResponse, nowMs }: IdentityCore): Logins {
  return {
    loginOf: async (headers) => {
      const found = await answered(() => api.getSession({ headers }));
      if (found === null) return null;
      const { user, session } = found;
      const { id: uid, name, email } = user;
      const signedInAtMs = session.createdAt.getTime();
      const endsLatestMs = endOfLogin(session.createdAt);
      const now = new Date(nowMs());
      if (endsLatestMs <= now.getTime()) return null;
      // Not awaited: a full disk must not stop reads.
      if (now.getTime() - session.updatedAt.getTime() >= lastUseStepMs) {
        afterResponse.run(() => noteUse(db, session.id, now));
      }
      return {
        uid,
        name,
        email,
        authSessionId: session.id,
        endsAtMs: null,
        endsLatestMs,
        signedInAtMs,
        isByPin: session.isByPin === true,
      };
    },
    session: async (headers) => {
      const found = await answered(() => api.getSession({ headers, returnHeaders: true }));
      const cookies = cookiesIn(found.headers);
      if (found.response === null) return { value: null, headers: cookies };
      const { user, session } = found.response;
      const { id, userId } = session;
      const endsAtMs = endOfLogin(session.createdAt);
      if (endsAtMs <= nowMs()) return { value: null, headers: cookies };
      const expiresAt = new Date(Math.min(session.expiresAt.getTime(), endsAtMs)).toISOString();
      const isByPin = session.isByPin === true;
      return {
        value: { session: { id, userId, expiresAt, isByPin }, user: accountOf(user) },
        headers: cookies,
      };
    },
    signOut: async (headers) => {
      const found = await answered(() => api.getSession({ headers }));
      if (found !== null) {
        // The library would report success if the login could not be deleted.
        await db.delete(authSessions).where(eq(authSessions.id, found.session.id));
        events.loginsEnded([found.session.id]);
      }
      return cookiesIn((await answered(() => api.signOut({ headers, returnHeaders: true }))).headers);
    },
    loginsOf: ({ uid }) => listLogins(db, uid, new Date(nowMs())),
    endLogins: async ({ uid }, which) => {
      await deleteDevicesOf(db, uid, which);
      const ended = await deleteLogins(db, uid, which);
      events.loginsEnded(ended);
      return ended.length;
    },
  };
}
