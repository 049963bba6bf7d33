import { AsyncLocalStorage } from 'node:async_hooks';
import { BASE_ERROR_CODES, type BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { DrizzleQueryError } from 'drizzle-orm';
import { decodeJwt, errors } from 'jose';
import * as z from 'zod/mini';
import { ImagePathSchema } from '@boathouse/contract/ids';
import { limits } from '@boathouse/contract/limits';
import { DisplayNameSchema } from '@boathouse/contract/users';
import { countedAddress, type Attempts } from './attempts.ts';
import { clientAddressHeader } from './identity.ts';

/** How many calls in a minute, and of whom: of one address, or of one account where somebody is signed in. */
type Limit = { perMinute: number; of: 'address' | 'account' };
const ofAddress = (perMinute: number): Limit => ({ perMinute, of: 'address' });
const ofAccount = (perMinute: number): Limit => ({ perMinute, of: 'account' });

/**
 * The calls of the identity library that are served. A boathouse shares one address: a whole crew signs up or in at
 * once, and whoever uses the address up must not stop those who are signed in. What is not listed does not exist.
 */
const servedAlways: Record<string, Limit> = {
  '/get-session': ofAddress(Infinity),
  '/sign-out': ofAddress(Infinity),
  '/list-accounts': ofAccount(60),
  '/list-sessions': ofAccount(60),
  '/revoke-session': ofAccount(60),
  '/revoke-sessions': ofAccount(60),
  '/revoke-other-sessions': ofAccount(60),
};
const servedWithPopup: Record<string, Limit> = {
  '/sign-in/social': ofAddress(120),
  '/callback/:id': ofAddress(120),
};
const servedWithPasswords: Record<string, Limit> = {
  '/sign-up/email': ofAddress(60),
  '/sign-in/email': ofAddress(120),
  '/request-password-reset': ofAddress(30),
  '/reset-password': ofAddress(60),
  '/change-password': ofAccount(60),
  '/change-email': ofAccount(30),
  '/verify-email': ofAccount(60),
  '/update-user': ofAccount(60),
};
const windowSec = 60;

/** More mails in an hour are not sent to one person, or by one: those that were sent still work. */
const mailsMax = 5;
const mailsWindowSec = 60 * 60;

export type IdentityGuardsOptions = {
  attempts: Attempts;
  passwordSignIn: boolean;
  popupSignIn: boolean;
  sessionOf(headers: Headers): Promise<{ user: { id: string; email: string } } | null>;
  isEmailTaken(email: string): Promise<boolean>;
  /** Sends the mail when there is such an account, and says nothing about it. */
  requestReset(email: string): Promise<unknown>;
  /** The links that were sent to reset the password of an account count no more. */
  endResetLinks(userId: string): Promise<void>;
  /** Tells the old address of an account that a new one is asked for. */
  noticeChange(oldEmail: string, newEmail: string): void;
  /** Lets something go on after the answer. */
  afterAnswer(work: () => Promise<unknown>): void;
};

type Guess = { account: string; from: string };
type Exchange = { endTurns: Array<() => void>; guess: Guess | null; failure: unknown; isDuplicate: boolean };

/** What one request has under way; the hooks of the library are handed nothing of each other. */
const exchange = new AsyncLocalStorage<Exchange>();

/**
 * Runs one exchange with the identity library, and ends the turns it took, however it ends.
 * @throws what `noteFailure` was told of meanwhile, whatever the library made of it
 */
export async function guarded<T>(answer: () => Promise<T>): Promise<T> {
  const mine: Exchange = { endTurns: [], guess: null, failure: null, isDuplicate: false };
  try {
    return await exchange.run(mine, answer).finally(() => {
      if (mine.failure !== null) throw mine.failure;
    });
  } finally {
    for (const end of mine.endTurns) end();
  }
}

/**
 * The library catches some failures of the database and answers what looks like a refusal of a sign-up, or like a
 * sign-out that went well. Here they end the exchange instead. Of two sign-ups at once with one address the second is
 * refused, and only wants the reason.
 */
export function noteFailure(error: unknown): void {
  const mine = exchange.getStore();
  if (!mine || !(error instanceof DrizzleQueryError)) return;
  if (isDuplicate(error)) mine.isDuplicate = true;
  else mine.failure ??= error;
}

/** PostgreSQL's unique_violation. */
const isDuplicate = ({ cause }: DrizzleQueryError) =>
  cause !== undefined && 'code' in cause && cause.code === '23505';

/** Allow-list, limits and the rules that the identity library leaves to its user, as one plugin of it. */
export function identityGuards(options: IdentityGuardsOptions): BetterAuthPlugin {
  const { attempts } = options;
  const served = new Map(
    Object.entries({
      ...servedAlways,
      ...(options.popupSignIn ? servedWithPopup : {}),
      ...(options.passwordSignIn ? servedWithPasswords : {}),
    }),
  );

  /** Takes the turn of this guess, and refuses it when it comes too soon. */
  async function beginGuess(guess: Guess): Promise<void> {
    const mine = exchange.getStore();
    mine?.endTurns.push(await attempts.takeTurn(guess.account, guess.from));
    refuseFor(await attempts.waitFor(guess.account, guess.from));
    if (mine) mine.guess = guess;
  }

  const before = createAuthMiddleware(async (ctx) => {
    // Calls of our own have no request.
    if (!ctx.request) return;
    const headers = ctx.headers ?? new Headers();
    const limit = served.get(ctx.path);
    if (limit === undefined) {
      throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'There is no such call here' });
    }
    const address = countedAddress(headers.get(clientAddressHeader) ?? '');
    const body: Record<string, unknown> = isRecord(ctx.body) ? ctx.body : {};
    refuseUnstorable({ ...body, ...ctx.query });
    const text = (name: string) => (typeof body[name] === 'string' ? body[name] : null);
    const device = async (account: string) => {
      const cookie = ctx.context.createAuthCookie(deviceCookie);
      const known = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
      return known === account ? `device of ${account}` : address;
    };
    const signedIn = async () => {
      const session = await options.sessionOf(headers);
      if (session === null) throw new APIError('UNAUTHORIZED', { message: 'Sign in first' });
      return session.user;
    };
    const caller = async () => {
      if (ctx.path === '/sign-in/email') return device(text('email')?.toLowerCase() ?? '');
      if (limit.of === 'address') return address;
      const session = await options.sessionOf(headers);
      return session === null ? address : `account ${session.user.id}`;
    };
    if (limit.perMinute !== Infinity) {
      refuseFor(await attempts.count(ctx.path, await caller(), limit.perMinute, windowSec));
    }

    switch (ctx.path) {
      case '/sign-in/email': {
        const account = text('email')?.toLowerCase();
        if (account !== undefined) await beginGuess({ account, from: await device(account) });
        return;
      }
      case '/sign-up/email':
        refuseProfile({ image: null, ...body, name: body['name'] ?? '' });
        return;
      case '/update-user':
        refuseProfile(body);
        return;
      case '/request-password-reset': {
        const email = z.email().safeParse(body['email']);
        // The library finds the words for what is no address.
        if (!email.success) return;
        const account = email.data.toLowerCase();
        // Whether there is such an account is not even looked up before the answer, which therefore cannot tell.
        options.afterAnswer(async () => {
          const wait = await attempts.count('reset mail', account, mailsMax, mailsWindowSec);
          if (wait === 0) await options.requestReset(account);
        });
        return ctx.json({ status: true, message: 'Check your email for a reset password link.' });
      }
      case '/change-password': {
        const { email } = await signedIn();
        await beginGuess({ account: email, from: await device(email) });
        return { context: { body: { ...body, revokeOtherSessions: true } } };
      }
      case '/change-email': {
        const { id, email } = await signedIn();
        // Its mails go to any address that somebody types.
        refuseFor(await attempts.count('change mail', id, mailsMax, mailsWindowSec));
        const newEmail = text('newEmail');
        if (newEmail !== null) options.noticeChange(email, newEmail);
        return;
      }
      case '/verify-email': {
        // The library would sign in whoever opens the link: a mistyped address would give the account away.
        if ((await options.sessionOf(headers)) === null) throw ctx.redirect('/login');
        const newEmail = newEmailOf(ctx.query?.['token']);
        if (newEmail !== null && (await options.isEmailTaken(newEmail))) {
          throw ctx.redirect('/settings?error=EMAIL_TAKEN');
        }
      }
    }
  });

  const after = createAuthMiddleware(async (ctx) => {
    if (!ctx.request) return;
    const { returned, newSession } = ctx.context;
    const { guess = null, isDuplicate = false } = exchange.getStore() ?? {};
    if (isDuplicate && isAPIError(returned) && returned.body?.code === 'FAILED_TO_CREATE_USER') {
      throw APIError.from('UNPROCESSABLE_ENTITY', BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL);
    }
    if (guess === null) return;
    if (isAPIError(returned)) {
      const code = returned.body?.code;
      if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_PASSWORD') {
        await attempts.noteWrong(guess.account, guess.from);
      }
      return;
    }
    await attempts.noteRight(guess.account, guess.from);
    if (ctx.path === '/change-password' && newSession) await options.endResetLinks(newSession.user.id);
    // In a shared house this browser is then not slowed by what others of the same address try.
    const cookie = ctx.context.createAuthCookie(deviceCookie, { maxAge: deviceCookieSec });
    await ctx.setSignedCookie(cookie.name, guess.account, ctx.context.secret, cookie.attributes);
  });

  const everything = () => true;
  return {
    id: 'boathouse-guards',
    hooks: {
      before: [{ matcher: everything, handler: before }],
      after: [{ matcher: everything, handler: after }],
    },
  };
}

/** A browser that has once had the right password of an account keeps this, signed, to count for itself there. */
const deviceCookie = 'device';
const deviceCookieSec = 365 * 24 * 60 * 60;

function refuseFor(waitSec: number): void {
  if (waitSec === 0) return;
  const unit = waitSec === 1 ? 'second' : 'seconds';
  throw new APIError(
    'TOO_MANY_REQUESTS',
    {
      code: 'TOO_MANY_REQUESTS',
      message: `Too many tries. Wait ${waitSec} ${unit}, then try again.`,
    },
    { 'Retry-After': String(waitSec) },
  );
}

/** RFC 5321, 4.5.3.1.3: a path of 256 characters, of which two are its brackets. */
const emailMax = 254;

/** What the database could not store, or not find by index, is wrong and no failure. */
function refuseUnstorable(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') continue;
    if (value.includes('\0')) {
      throw new APIError('BAD_REQUEST', {
        code: 'INVALID_TEXT',
        message: `${name} must not contain the character U+0000`,
      });
    }
    if (['email', 'newEmail'].includes(name) && value.length > emailMax) {
      throw new APIError('BAD_REQUEST', {
        code: 'INVALID_EMAIL',
        message: `An email has at most ${emailMax} characters`,
      });
    }
  }
}

/** A name that the user record can take over, and a photo from our own store alone. */
function refuseProfile(profile: Record<string, unknown>): void {
  const { name, image } = profile;
  if (typeof name === 'string' && !DisplayNameSchema.safeParse(name).success) {
    const message =
      name.length > limits.displayNameMax
        ? `A name has at most ${limits.displayNameMax} characters`
        : 'A name is required';
    throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message });
  }
  if (image !== undefined && image !== null && !ImagePathSchema.safeParse(image).success) {
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_IMAGE',
      message: 'A photo must be one that is stored here',
    });
  }
}

/** What a change-of-email link would change the address to; the library checks the link itself. */
function newEmailOf(token: unknown): string | null {
  if (typeof token !== 'string') return null;
  try {
    const { updateTo } = decodeJwt(token);
    return typeof updateTo === 'string' ? updateTo : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
