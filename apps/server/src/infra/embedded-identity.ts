import { eq } from 'drizzle-orm';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { bearer } from 'better-auth/plugins/bearer';
import { limits } from '@boathouse/contract/limits';
import type { Database } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { authAccounts, authSessions, authUsers, authVerifications } from '../db/tables.ts';
import { isOwnOrigin } from '../http/origin.ts';
import { clientAddressHeader, type Identity } from './identity.ts';

export type EmbeddedIdentityOptions = {
  db: Database;
  secret: string;
  publicUrl: string | null;
  /** Where the server listens: the base of the provider's own links when there is no public address. */
  listenUrl: string;
};

/** Email and password on the product's own database, by better-auth. */
export function openEmbeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { db, secret, publicUrl, listenUrl } = options;
  const baseURL = publicUrl ?? listenUrl;
  const auth = betterAuth({
    appName: 'Boathouse',
    baseURL,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
      },
    }),
    emailAndPassword: { enabled: true, minPasswordLength: limits.passwordMin, maxPasswordLength: 128 },
    plugins: [bearer()],
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin');
      const host = request?.headers.get('host') ?? undefined;
      return origin && isOwnOrigin(origin, host, publicUrl) ? [origin] : [];
    },
    // A boathouse shares one address: a whole crew signs up or in within a minute.
    rateLimit: {
      enabled: true,
      window: 60,
      max: 600,
      customRules: {
        '/sign-up/email': { window: 60, max: 60 },
        '/sign-in/email': { window: 60, max: 120 },
      },
    },
    advanced: {
      cookiePrefix: 'boathouse',
      useSecureCookies: baseURL.startsWith('https:'),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    logger: { disabled: true },
  });
  return {
    handle: (request) => auth.handler(request),
    loginOf: async (headers) => {
      const found = await auth.api.getSession({ headers });
      return found === null ? null : { uid: found.user.id, name: found.user.name };
    },
    ensureLogin: async (person) => {
      const [known] = await db
        .select({ id: authUsers.id })
        .from(authUsers)
        .where(eq(authUsers.email, person.email));
      if (known) return known.id;
      const made = await auth.api.signUpEmail({ body: person });
      return made.user.id;
    },
  };
}
