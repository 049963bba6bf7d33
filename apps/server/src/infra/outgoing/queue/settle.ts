import type { Database } from '../../../db/database.ts';
import { delayOf, pauseOf } from './delays.ts';
import {
  delayOfUser,
  deleteClaimed,
  failuresUntilPause,
  giveUpClaimed,
  noteBusy,
  noteFailure,
  noteReached,
  pauseUntil,
  postpone,
  type Claimed,
} from './store.ts';
import type { Outcome, Report, Transport } from './transport.ts';

/** A destination that was busy gets one more message at once after this time without being busy. */
const calmMs = 60_000;
const usualBusyWaitMs = 5_000;
/** A destination that requests a longer wait is called again after a day. */
const longestWaitMs = 86_400_000;
/** How long the limit of one user delays the others, if it may be only that user's own. */
const othersWaitMs = 60_000;

/** The values with which outcomes are recorded. */
type Settling = {
  now: Date;
  /** A number from 0 to 1. */
  random: () => number;
  /** Whether the content of an abandoned message is kept, so that it can be sent again. */
  isKept: boolean;
};

/** Stores the outcome of a try. Returns null if another process has the message by now. */
export async function settle(
  tx: Database,
  transport: Transport,
  claimed: Claimed,
  outcome: Outcome,
  settling: Settling,
): Promise<Report | null> {
  const { now } = settling;
  const { attempts, expiresAt } = claimed;
  if (outcome.kind === 'sent' || outcome.kind === 'obsolete') {
    if (outcome.kind === 'sent') await reached(tx, transport, claimed, now);
    const state = outcome.kind === 'sent' ? 'sent' : 'dropped';
    const report = { state, problem: null, attempts, hasExpired: false, nextAt: null } as const;
    return (await deleteClaimed(tx, claimed)) ? report : null;
  }
  const { problem } = outcome;
  if (outcome.kind === 'refused') {
    await reached(tx, transport, claimed, now);
    return giveUp(tx, claimed, { problem, hasExpired: false }, settling);
  }
  const dueAt = new Date(now.getTime() + (await waitAfter(tx, transport, claimed, outcome, settling)));
  if (dueAt >= expiresAt) return giveUp(tx, claimed, { problem, hasExpired: true }, settling);
  const counted = outcome.kind === 'busy' ? attempts - 1 : attempts;
  const isStored = await postpone(tx, claimed, { dueAt, problem, attempts: counted });
  return isStored ? { state: 'waiting', problem, attempts, hasExpired: false, nextAt: dueAt } : null;
}

/** Stores that a message is not sent. Returns null if another process has it by now. */
export async function giveUp(
  tx: Database,
  claimed: Claimed,
  { problem, hasExpired }: { problem: string; hasExpired: boolean },
  { now, isKept }: Pick<Settling, 'now' | 'isKept'>,
): Promise<Report | null> {
  if (!(await giveUpClaimed(tx, claimed, { now, problem, isKept }))) return null;
  return { state: 'givenUp', problem, attempts: claimed.attempts, hasExpired, nextAt: null };
}

/** Notes how the destination is, and returns how long the message waits, in milliseconds. */
async function waitAfter(
  tx: Database,
  transport: Transport,
  claimed: Claimed,
  outcome: Extract<Outcome, { kind: 'failed' | 'busy' }>,
  { now, random }: Settling,
): Promise<number> {
  if (outcome.kind === 'busy') {
    const { waitSec, problem } = outcome;
    const isAlone = await noteBusy(tx, claimed, now);
    if (waitSec === null) {
      // A destination that is busy for a single message counts as unavailable.
      if (isAlone) await failed(tx, transport, claimed, problem, { now, random });
      return usualBusyWaitMs * (0.5 + random());
    }
    const waitMs = Math.min(waitSec * 1_000, longestWaitMs);
    const pauseMs = transport.isOnePerUser ? Math.min(waitMs, othersWaitMs) : waitMs;
    await pauseUntil(tx, claimed, new Date(now.getTime() + pauseMs));
    if (transport.isOnePerUser) await delayOfUser(tx, claimed, new Date(now.getTime() + waitMs));
    return waitMs * (1 + 0.1 * random());
  }
  if (outcome.isReached) await reached(tx, transport, claimed, now);
  else await failed(tx, transport, claimed, outcome.problem, { now, random });
  return delayOf(claimed.attempts, claimed.expiresAt.getTime() - claimed.createdAt.getTime(), random());
}

async function reached(tx: Database, { placesMax }: Transport, claimed: Claimed, now: Date): Promise<void> {
  await noteReached(tx, claimed, { now, placesMax, calmBefore: new Date(now.getTime() - calmMs) });
}

async function failed(
  tx: Database,
  { pauseMaxMs }: Transport,
  claimed: Claimed,
  problem: string,
  { now, random }: Pick<Settling, 'now' | 'random'>,
): Promise<void> {
  const failures = await noteFailure(tx, claimed, { now, problem });
  if (failures < failuresUntilPause) return;
  const pauseMs = pauseOf(failures - failuresUntilPause, pauseMaxMs, random());
  await pauseUntil(tx, claimed, new Date(now.getTime() + pauseMs));
}
