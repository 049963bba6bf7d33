import type { SignedIn } from '@boathouse/contract/auth';
import type { Device, DeviceMember } from '@boathouse/contract/auth/devices';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import type { Login } from '../../../http/caller.ts';
import { badField, HttpError, notFound } from '../../../http/errors.ts';
import type { Exchange } from '../../../http/route.ts';
import type { Identity, Passwords, SharedDevices, WithHeaders } from '../../../infra/identity/identity.ts';
import { withHttpErrors, type Auth } from '../auth/index.ts';
import { isEasyPin } from './rules.ts';
import { findUidOf, findUsersOf } from './store.ts';

type DevicesOptions = {
  db: Database;
  identity: Identity;
  auth: Pick<Auth, 'askSecondFactor' | 'countSignIn' | 'noteDevice' | 'signIn' | 'signOut'>;
};

type Members = { members: DeviceMember[] };

/**
 * Browsers that several athletes share. A member adds themselves to the list of a browser, and is chosen from it by PIN
 * or password. If another provider stores the passwords, there are no lists.
 */
export class Devices {
  readonly #options: DevicesOptions;

  constructor(options: DevicesOptions) {
    this.#options = options;
  }

  async members(headers: Headers): Promise<Members> {
    const { db, identity } = this.#options;
    const listed = (await identity.passwords?.devices.membersOf(headers)) ?? [];
    const users = await findUsersOf(
      db,
      listed.map(({ uid }) => uid),
    );
    return {
      members: listed.flatMap(({ uid, hasPin }) => {
        const user = users.get(uid);
        return user === undefined ? [] : [{ ...user, hasPin }];
      }),
    };
  }

  /** @throws HttpError 400 pin, 402 */
  async join(
    { login, user }: { login: Login; user: UserRef },
    { pin }: { pin: string | null },
    exchange: Exchange,
  ): Promise<WithHeaders<Members>> {
    const { devices } = this.#passwords;
    if (pin !== null && isEasyPin(pin))
      throw badField('pin', 'This PIN is easy to guess. Choose another one.');
    const cookie = await devices.put(login, pin, exchange.headers);
    if (cookie === null) {
      throw new HttpError(402, 'quota_exceeded', 'This device has 200 members already. Remove one first.');
    }
    // The browser of this request may have received its cookie only now.
    const { members } = await this.members(exchange.headers);
    const others = members.filter(({ _id }) => _id !== user._id);
    return { value: { members: [{ ...user, hasPin: pin !== null }, ...others] }, headers: cookie };
  }

  async leave({ uid }: Login, { headers }: Exchange): Promise<Members> {
    await this.#devices?.remove(uid, { headers });
    return this.members(headers);
  }

  /** @throws HttpError 401 wrong_password, second_factor_needed or wrong_code, 403 of a locked account, 404, 429 */
  async switchTo(
    given: {
      member: string;
      pin?: string | undefined;
      password?: string | undefined;
      code?: string | undefined;
    },
    exchange: Exchange,
  ): Promise<WithHeaders<SignedIn>> {
    const uid = await findUidOf(this.#options.db, given.member);
    const listed = await this.#passwords.devices.membersOf(exchange.headers);
    if (uid === null || !listed.some((member) => member.uid === uid)) throw notFound('member of this device');
    return this.#prove(uid, given, exchange);
  }

  /** Ends only the data and logins of this browser, because every user of it may call this. */
  async logOutEveryone(exchange: Exchange): Promise<Headers> {
    const answered = await this.#options.auth.signOut(exchange);
    const cookies = await this.#devices?.forget(exchange.headers);
    for (const cookie of cookies?.getSetCookie() ?? []) answered.append('set-cookie', cookie);
    return answered;
  }

  async list({ uid }: Login, { headers }: Exchange): Promise<Device[]> {
    const own = (await this.#devices?.devicesOf(uid, headers)) ?? [];
    return own.map(({ id, createdAt, lastUsedAt, ...rest }) => ({
      ...rest,
      _id: id,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }));
  }

  /** @throws HttpError 404 */
  async end({ uid }: Login, id: string): Promise<void> {
    if ((await this.#devices?.remove(uid, { id })) !== true) throw notFound('device');
  }

  async #prove(
    uid: string,
    {
      pin,
      password,
      code,
    }: { pin?: string | undefined; password?: string | undefined; code?: string | undefined },
    exchange: Exchange,
  ): Promise<WithHeaders<SignedIn>> {
    const { auth, db, identity } = this.#options;
    if (pin === undefined) {
      const email = await identity.emailOf(db, uid);
      if (password === undefined) throw badField('password', 'Password is required');
      if (email === null) throw notFound('member of this device');
      return auth.signIn({ email, password, code }, exchange);
    }
    const { address, headers } = exchange;
    await auth.countSignIn(address);
    const outcome = await this.#passwords.devices.usePin(uid, pin, headers);
    if (outcome !== 'right') throw wrongPin(wordsOf[outcome]);
    await auth.askSecondFactor(uid, code, exchange);
    return withHttpErrors(async () => {
      const done = await this.#passwords.signInByPin(uid, headers);
      return auth.noteDevice(done, headers);
    });
  }

  get #passwords(): Passwords {
    if (this.#options.identity.passwords === null) throw notFound('call here');
    return this.#options.identity.passwords;
  }

  get #devices(): SharedDevices | undefined {
    return this.#options.identity.passwords?.devices;
  }
}

const wordsOf = {
  wrong: 'This PIN is wrong.',
  ended: 'Too many wrong PINs. Log in with your password, and set a new PIN in Settings.',
  none: 'There is no PIN here. Log in with your password.',
};

const wrongPin = (message: string) =>
  new HttpError(401, 'wrong_password', message, [{ field: 'pin', message }]);
