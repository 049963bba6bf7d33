import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import { rowsOf } from '../../db/migrations.ts';
import { authAttempts } from '../../db/tables.ts';
import type { Turns } from '../keyed-queue.ts';

/** Seconds until the next attempt is allowed; 0 allows it now. */
type WaitSec = number;

/** Wrong passwords without a wait, from one address for one account. */
const freeGuesses = 5;
/** The wait doubles with every further wrong password, up to this. */
export const waitMaxSec = 300;
/** Wrong passwords for one account, from all addresses, after which every address waits from its first one on. */
const accountGuessesMax = 20;
const accountWindowSec = 15 * 60;
const guessesForgottenSec = 60 * 60;
/** Expired rows are deleted once in this many attempts. */
const pruneEvery = 500;

const RowSchema = z.object({ tries: z.number(), next_ms: z.number(), expires_ms: z.number() });
type AttemptRow = z.output<typeof RowSchema>;

/**
 * Counts attempts in the database, so that all processes count together. Two kinds:
 *
 * - `count`: limits the attempts of one address in a time window.
 * - guesses: wrong passwords of one address for one account make that address wait for that account, longer each time.
 *   Under attack from many addresses, each address waits sooner and longer, but the first attempt of an address is always
 *   allowed: an attacker cannot lock out the account's owner.
 */
export class Attempts {
  readonly #db: Database;
  readonly #nowMs: () => number;
  readonly #turns: Turns;
  #untilPrune = pruneEvery;

  /** @param turns of guesses, over all processes */
  constructor(db: Database, nowMs: () => number, turns: Turns) {
    this.#db = db;
    this.#nowMs = nowMs;
    this.#turns = turns;
  }

  /** Counts one attempt of `what` by `who`; returns how long to wait when it exceeds `max`. */
  async count(what: string, who: string, max: number, windowSec: number): Promise<WaitSec> {
    const nowMs = this.#nowMs();
    const row = await this.#add(keyOf(what, who), nowMs, windowSec, sql`excluded.next_at`);
    await this.#prune(nowMs);
    return row.tries <= max ? 0 : secondsFrom(nowMs, row.expires_ms);
  }

  /**
   * Waits until no other guess of this address for this account is running, so that parallel guesses all count. Returns
   * a function that ends the turn.
   */
  takeTurn(account: string, address: string): Promise<() => void> {
    return this.#turns.acquire(keyOf('guess', account, address));
  }

  /** Returns how long this address must wait before its next password for this account. */
  async waitFor(account: string, address: string): Promise<WaitSec> {
    const nowMs = this.#nowMs();
    const row = await this.#find(keyOf('guess', account, address), nowMs);
    return row === null || row.next_ms <= nowMs ? 0 : secondsFrom(nowMs, row.next_ms);
  }

  async noteWrong(account: string, address: string): Promise<void> {
    const nowMs = this.#nowMs();
    const { tries } = await this.#add(
      keyOf('account', account),
      nowMs,
      accountWindowSec,
      sql`excluded.next_at`,
    );
    const isUnderAttack = tries > accountGuessesMax;
    const free = isUnderAttack ? 1 : freeGuesses;
    const firstWaitSec = isUnderAttack ? Math.min(60, 2 ** Math.floor(tries / accountGuessesMax)) : 1;
    const guesses = sql`case when ${authAttempts.expiresAt} <= ${at(nowMs)} then 1 else ${authAttempts.tries} + 1 end`;
    const waitSec = sql`least(${waitMaxSec}, ${firstWaitSec} * power(2, least(${guesses} - ${free}, 20)))`;
    await this.#add(
      keyOf('guess', account, address),
      nowMs,
      guessesForgottenSec,
      sql`${at(nowMs)} + case when ${guesses} < ${free} then 0 else ${waitSec} end * interval '1 second'`,
      free <= 1 ? firstWaitSec : 0,
    );
  }

  /** Deletes the attempts of `what` by `who`. */
  async forget(what: string, who: string): Promise<void> {
    await this.#db.delete(authAttempts).where(sql`${authAttempts.key} = ${keyOf(what, who)}`);
  }

  /** Resets the waits of this address for this account, after the right password. */
  async noteRight(account: string, address: string): Promise<void> {
    await this.#db.delete(authAttempts).where(sql`${authAttempts.key} = ${keyOf('guess', account, address)}`);
  }

  async #add(
    key: string,
    nowMs: number,
    windowSec: number,
    nextAt: ReturnType<typeof sql>,
    firstWaitSec = 0,
  ): Promise<AttemptRow> {
    const now = at(nowMs);
    const end = at(nowMs + windowSec * 1000);
    const { tries, expiresAt } = authAttempts;
    const rows = rowsOf(
      await this.#db.execute(sql`
        insert into ${authAttempts} (key, tries, next_at, expires_at)
        values (${key}, 1, ${at(nowMs + firstWaitSec * 1000)}, ${end})
        on conflict (key) do update set
          tries = case when ${expiresAt} <= ${now} then 1 else least(${tries} + 1, 1000000) end,
          next_at = ${nextAt},
          expires_at = case when ${expiresAt} <= ${now} then ${end} else ${expiresAt} end
        returning tries, ${milliseconds('next_at')} as next_ms, ${milliseconds('expires_at')} as expires_ms`),
    );
    return RowSchema.parse(rows[0]);
  }

  async #find(key: string, nowMs: number): Promise<AttemptRow | null> {
    const rows = rowsOf(
      await this.#db.execute(sql`
        select tries, ${milliseconds('next_at')} as next_ms, ${milliseconds('expires_at')} as expires_ms
        from ${authAttempts} where key = ${key} and expires_at > ${at(nowMs)}`),
    );
    return rows[0] === undefined ? null : RowSchema.parse(rows[0]);
  }

  async #prune(nowMs: number): Promise<void> {
    this.#untilPrune -= 1;
    if (this.#untilPrune > 0) return;
    this.#untilPrune = pruneEvery;
    await deleteInBatches(this.#db, authAttempts, sql`${authAttempts.expiresAt} <= ${at(nowMs)}`);
  }
}

const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const milliseconds = (column: 'next_at' | 'expires_at') =>
  sql`(extract(epoch from auth_attempts.${sql.raw(column)}) * 1000)::double precision`;
const secondsFrom = (nowMs: number, thenMs: number) => Math.max(1, Math.ceil((thenMs - nowMs) / 1000));
const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Returns the address to count by: for IPv6 its /64 network, because one household or attacker has all of it;
 * IPv4-mapped IPv6 addresses count as IPv4.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
