import { createHash, randomInt } from 'node:crypto';
import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../../db/database.ts';
import { authRecoveryCodes, authSecondFactors } from '../../../db/tables.ts';
import { keyFor, seal, unseal } from '../../sealed-text.ts';
import type { SecondFactors } from '../identity.ts';

type SecondFactorOptions = {
  db: Database;
  /** Encrypts the shared secrets. */
  secret: string;
  /** Names the account in the authenticator app. */
  productName: string;
  nowMs: () => number;
};

/** The parameters that all authenticator apps support (RFC 6238 with the defaults of the `otpauth:` address). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A code of the step before or after is accepted: clocks differ, and typing takes time. */
const windowSteps = 1;

const recoveryCodesMade = 10;
/** Without letters and digits that look alike. 16 of them have 79 bits, so a digest without a salt is enough. */
const recoveryAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Codes of authenticator apps, and recovery codes. Every code is accepted once, over all processes. */
export function openSecondFactors({ db, secret, productName, nowMs }: SecondFactorOptions): SecondFactors {
  const key = keyFor(secret, 'second factor');

  const useAppCode = appCodesOf({ db, key, nowMs });

  return {
    isOn: async (uid) => {
      const [row] = await db
        .select({ userId: authSecondFactors.userId })
        .from(authSecondFactors)
        .where(isConfirmed(uid));
      return row !== undefined;
    },
    recoveryCodesLeft: async (uid) => {
      const [row] = await db
        .select({ left: count() })
        .from(authRecoveryCodes)
        .where(eq(authRecoveryCodes.userId, uid));
      return row?.left ?? 0;
    },
    begin: async ({ uid, email }) => {
      const shared = new Secret({ size: 20 });
      const fresh = { secret: seal(key, shared.base32), createdAt: new Date(nowMs()) };
      const kept = await db
        .insert(authSecondFactors)
        .values({ userId: uid, ...fresh })
        .onConflictDoUpdate({
          target: authSecondFactors.userId,
          set: { ...fresh, lastStep: 0 },
          setWhere: isNull(authSecondFactors.confirmedAt),
        })
        .returning({ userId: authSecondFactors.userId });
      if (kept.length === 0) return null;
      const totp = new TOTP({ ...parameters, issuer: productName, label: email, secret: shared });
      return { secret: shared.base32, url: totp.toString() };
    },
    confirm: async (uid, code) => {
      const [row] = await db
        .select({ kept: authSecondFactors.secret })
        .from(authSecondFactors)
        .where(and(eq(authSecondFactors.userId, uid), isNull(authSecondFactors.confirmedAt)));
      if (row === undefined || !(await useAppCode(uid, comparable(code), row.kept))) return null;
      return db.transaction(async (tx) => {
        await tx
          .update(authSecondFactors)
          .set({ confirmedAt: new Date(nowMs()) })
          .where(eq(authSecondFactors.userId, uid));
        return makeRecoveryCodes(tx, uid);
      });
    },
    renewRecoveryCodes: (uid) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .select({ userId: authSecondFactors.userId })
          .from(authSecondFactors)
          .where(isConfirmed(uid))
          .for('update');
        return row === undefined ? null : makeRecoveryCodes(tx, uid);
      }),
    use: async (uid, code) => {
      const [row] = await db
        .select({ kept: authSecondFactors.secret })
        .from(authSecondFactors)
        .where(isConfirmed(uid));
      if (row === undefined) return null;
      const given = comparable(code);
      if (await useAppCode(uid, given, row.kept)) return 'app code';
      return (await useRecoveryCode(db, uid, given)) ? 'recovery code' : null;
    },
    remove: async (uid) => {
      await db.delete(authSecondFactors).where(eq(authSecondFactors.userId, uid));
    },
  };
}

const isConfirmed = (uid: string) =>
  and(eq(authSecondFactors.userId, uid), isNotNull(authSecondFactors.confirmedAt));

type AppCodes = { db: Database; key: ReturnType<typeof keyFor>; nowMs: () => number };

/** Returns how to use a code of the app: it is accepted if its step is later than the last one's. */
function appCodesOf({ db, key, nowMs }: AppCodes) {
  return async (uid: string, code: string, kept: string): Promise<boolean> => {
    const shared = unseal(key, kept);
    if (shared === null || !/^\d{6}$/.test(code)) return false;
    const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(shared) });
    const timestamp = nowMs();
    const delta = totp.validate({ token: code, timestamp, window: windowSteps });
    if (delta === null) return false;
    const step = Math.floor(timestamp / (parameters.period * 1000)) + delta;
    const used = await db
      .update(authSecondFactors)
      .set({ lastStep: step })
      .where(and(eq(authSecondFactors.userId, uid), lt(authSecondFactors.lastStep, step)))
      .returning({ userId: authSecondFactors.userId });
    return used.length > 0;
  };
}

async function useRecoveryCode(db: Database, uid: string, code: string): Promise<boolean> {
  const used = await db
    .delete(authRecoveryCodes)
    .where(and(eq(authRecoveryCodes.userId, uid), eq(authRecoveryCodes.digest, digestOf(code))))
    .returning({ userId: authRecoveryCodes.userId });
  return used.length > 0;
}

/** Replaces the recovery codes. Returns the new codes. */
async function makeRecoveryCodes(tx: Database, uid: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesMade }, newRecoveryCode);
  await tx.delete(authRecoveryCodes).where(eq(authRecoveryCodes.userId, uid));
  await tx
    .insert(authRecoveryCodes)
    .values(codes.map((code) => ({ userId: uid, digest: digestOf(comparable(code)) })));
  return codes;
}

const comparable = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase();
const digestOf = (code: string) => createHash('sha256').update(code).digest('base64url');

function newRecoveryCode(): string {
  const group = () =>
    Array.from({ length: 4 }, () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length))).join('');
  return [group(), group(), group(), group()].join('-');
}
