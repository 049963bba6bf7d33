import { createHmac, randomBytes } from 'node:crypto';
import { and, count, desc, eq, gt, isNotNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import { newId } from '../../../db/ids.ts';
import { authDeviceMembers } from '../../../db/tables.ts';
import { keyFor } from '../../sealed-text.ts';
import { deviceOf } from '../device-words.ts';
import type { SharedDevices } from '../identity.ts';
import { cookieNamed } from './device-cookie.ts';
import { digestOf } from './guarded-database.ts';
import { userAgentMax } from './stored-logins.ts';

type SharedDeviceOptions = {
  db: Database;
  /** The installation's secret: a copy of the database and a browser's cookie together can't check a PIN. */
  secret: string;
  isSecure: boolean;
  nowMs: () => number;
  hash(text: string): Promise<string>;
  verify(hash: string, text: string): Promise<boolean>;
};

/** Wrong PINs since the last right one after which the password is needed. */
const wrongPinsMax = 5;
/** Enough for a large club's tablet. */
const membersMax = 200;
/** A member who has not logged in there for this long leaves the list. */
const unusedMaxMs = 180 * 86_400_000;

const { device, userId, pin, wrongPins, loginId, lastUsedAt } = authDeviceMembers;

/** The lists of shared browsers, and their PINs (decision 073). */
export function openSharedDevices(options: SharedDeviceOptions): SharedDevices {
  const cookie = new SharedDeviceCookie(options.isSecure);
  return {
    isShared: (headers) => cookie.read(headers) !== null,
    ...listsOf(options, cookie),
    ...membershipOf(options, cookie),
  };
}

/** The secret that makes a browser known. */
class SharedDeviceCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(isSecure: boolean) {
    this.#name = `${isSecure ? '__Secure-' : ''}boathouse.shared-device`;
    // Only the calls of sign-in need it.
    this.#attributes = `Path=/api/auth; HttpOnly${isSecure ? '; Secure' : ''}; SameSite=Lax`;
  }

  read(headers: Headers): string | null {
    const value = cookieNamed(headers, this.#name);
    return value === null || value === '' ? null : value;
  }

  set(value: string, lifetimeMs: number): Headers {
    const cookie = `${this.#name}=${value}; Max-Age=${lifetimeMs / 1_000}; ${this.#attributes}`;
    return new Headers({ 'set-cookie': cookie });
  }
}

type Lists = Pick<SharedDevices, 'membersOf' | 'devicesOf' | 'remove' | 'forget'>;

/** The members of a browser's list, and the browsers of an account. */
function listsOf({ db, nowMs }: SharedDeviceOptions, cookie: SharedDeviceCookie): Lists {
  return {
    membersOf: async (headers) => {
      const ofDevice = cookie.read(headers);
      if (ofDevice === null) return [];
      const rows = await db
        .select({ uid: userId, pin })
        .from(authDeviceMembers)
        .where(and(eq(device, digestOf(ofDevice)), isUsed(nowMs())))
        .orderBy(desc(lastUsedAt), desc(authDeviceMembers.id))
        .limit(membersMax);
      return rows.map((row) => ({ uid: row.uid, hasPin: row.pin !== null }));
    },
    devicesOf: async (uid, headers) => {
      const ofDevice = cookie.read(headers);
      const digest = ofDevice === null ? null : digestOf(ofDevice);
      const rows = await db
        .select()
        .from(authDeviceMembers)
        .where(and(eq(userId, uid), isUsed(nowMs())))
        .orderBy(desc(lastUsedAt), desc(authDeviceMembers.id))
        .limit(membersMax);
      return rows.map((row) => ({
        id: row.id,
        device: deviceOf(row.userAgent ?? ''),
        hasPin: row.pin !== null,
        createdAt: row.createdAt,
        lastUsedAt: row.lastUsedAt,
        isCurrent: row.device === digest,
      }));
    },
    remove: async (uid, where) => {
      const ofDevice = 'headers' in where ? cookie.read(where.headers) : null;
      if ('headers' in where && ofDevice === null) return false;
      const which = 'id' in where ? eq(authDeviceMembers.id, where.id) : eq(device, digestOf(ofDevice ?? ''));
      const removed = await db
        .delete(authDeviceMembers)
        .where(and(eq(userId, uid), which))
        .returning({ id: authDeviceMembers.id });
      return removed.length > 0;
    },
    forget: async (headers) => {
      const ofDevice = cookie.read(headers);
      if (ofDevice !== null) {
        await db.delete(authDeviceMembers).where(eq(device, digestOf(ofDevice)));
      }
      return cookie.set('', 0);
    },
  };
}

type Membership = Pick<SharedDevices, 'put' | 'usePin' | 'noteLogin'>;

/** A member in the list of their browser, and the PIN. */
function membershipOf(options: SharedDeviceOptions, cookie: SharedDeviceCookie): Membership {
  const { db, secret, nowMs, hash, verify } = options;
  const key = keyFor(secret, 'device pin');
  /** The secret is long and random, so that no one guesses the few digits of a PIN from its hash. */
  const secretPin = (ofDevice: string, digits: string) =>
    createHmac('sha256', key).update(`${ofDevice}.${digits}`).digest('base64url');
  const rowOf = (uid: string, ofDevice: string): SQL | undefined =>
    and(eq(device, digestOf(ofDevice)), eq(userId, uid), isUsed(nowMs()));

  return {
    put: async ({ uid, authSessionId }, digits, headers) => {
      const ofDevice = cookie.read(headers) ?? randomBytes(32).toString('base64url');
      const digest = digestOf(ofDevice);
      const now = new Date(nowMs());
      const chosen = {
        pin: digits === null ? null : await hash(secretPin(ofDevice, digits)),
        wrongPins: 0,
        loginId: authSessionId,
        userAgent: headers.get('user-agent')?.slice(0, userAgentMax) ?? null,
        lastUsedAt: now,
      };
      const isFull = await db.transaction(async (tx) => {
        const [others] = await tx
          .select({ members: count() })
          .from(authDeviceMembers)
          .where(and(eq(device, digest), ne(userId, uid)));
        if ((others?.members ?? 0) >= membersMax) return true;
        await tx
          .insert(authDeviceMembers)
          .values({ ...chosen, id: newId(), device: digest, userId: uid, createdAt: now })
          .onConflictDoUpdate({ target: [device, userId], set: chosen });
        return false;
      });
      return isFull ? null : cookie.set(ofDevice, unusedMaxMs);
    },
    usePin: async (uid, digits, headers) => {
      const ofDevice = cookie.read(headers);
      if (ofDevice === null) return 'none';
      // Counted before it is checked, so that tries at the same time all count, over all processes.
      const [row] = await db
        .update(authDeviceMembers)
        .set({ wrongPins: sql`${wrongPins} + 1` })
        .where(and(rowOf(uid, ofDevice), isNotNull(pin), lt(wrongPins, wrongPinsMax)))
        .returning({ pin, wrongPins });
      if (row === undefined || row.pin === null) return 'none';
      if (await verify(row.pin, secretPin(ofDevice, digits))) {
        await db
          .update(authDeviceMembers)
          .set({ wrongPins: 0 })
          .where(and(rowOf(uid, ofDevice), eq(pin, row.pin)));
        return 'right';
      }
      if (row.wrongPins < wrongPinsMax) return 'wrong';
      await db
        .update(authDeviceMembers)
        .set({ pin: null })
        .where(and(rowOf(uid, ofDevice), eq(pin, row.pin)));
      return 'ended';
    },
    noteLogin: async ({ uid, authSessionId }, headers) => {
      const ofDevice = cookie.read(headers);
      if (ofDevice === null) return new Headers();
      const noted = await db
        .update(authDeviceMembers)
        .set({ loginId: authSessionId, lastUsedAt: new Date(nowMs()) })
        .where(rowOf(uid, ofDevice))
        .returning({ id: authDeviceMembers.id });
      return noted.length === 0 ? new Headers() : cookie.set(ofDevice, unusedMaxMs);
    },
  };
}

const isUsed = (nowMs: number) => gt(lastUsedAt, new Date(nowMs - unusedMaxMs));

/**
 * Removes an account from the lists of browsers: from that of the login `only`, or from all except that of `except`
 * (null: all).
 */
export async function deleteDevicesOf(
  db: Database,
  uid: string,
  which: { only: string } | { except: string | null },
): Promise<void> {
  const chosen =
    'only' in which ? eq(loginId, which.only) : which.except === null ? undefined : ne(loginId, which.except);
  await db.delete(authDeviceMembers).where(and(eq(userId, uid), chosen));
}

/** Deletes rows that have not been used for long. */
export async function sweepDevices(db: Database, nowMs: number): Promise<void> {
  await deleteInBatches(db, authDeviceMembers, lt(lastUsedAt, new Date(nowMs - unusedMaxMs)));
}
