import type { RaceCode } from '@boathouse/contract/races/codes';
import type { Database } from '../../../../db/database.ts';
import { badField, HttpError, orNotFound } from '../../../../http/errors.ts';
import { countedAddress, type Attempts } from '../../../../infra/identity/attempts.ts';
import { keyFor } from '../../../../infra/sealed-text.ts';
import type { Announcements } from '../../../../live/announcements.ts';
import type { Guests } from '../../../people/guests/index.ts';
import { isFinal } from '../day/rules.ts';
import { announceRaces } from '../live.ts';
import { grantedEvent } from '../service.ts';
import {
  findEntry,
  findEntryByCode,
  findEvent,
  findEventOfEntry,
  insertLog,
  listEntries,
  listStatesOfEntry,
  lockEvent,
  updateEntry,
  type EntryWithUser,
  type EventRow,
} from '../store.ts';
import { codeDigest, codeInWords, codeOf, codesEndAt, hasCode, typedCode } from './rules.ts';

export type CodeParts = {
  db: Database;
  announcements: Announcements;
  attempts: Pick<Attempts, 'count'>;
  guests: Pick<Guests, 'begin' | 'endLoginsOf'>;
  /** The installation's secret. */
  secret: string;
  now: () => Date;
  nowMs: () => number;
};

const keyIn = ({ secret }: Pick<CodeParts, 'secret'>) => keyFor(secret, 'codes of races');

/** @throws HttpError 404, 403 */
export async function codesOf(parts: CodeParts, eventId: string, callerId: string): Promise<RaceCode[]> {
  const key = keyIn(parts);
  return parts.db.transaction(async (tx) => {
    await grantedEvent(tx, eventId, callerId, 'manage', true);
    const codes: RaceCode[] = [];
    for (const entry of await listEntries(tx, eventId)) {
      if (hasCode(entry)) codes.push(await storeCode(tx, key, entry, Math.max(1, entry.codeNumber)));
    }
    return codes;
  });
}

/** Writes the digest where it is missing, or where it belongs to another secret: a backup was restored on another server. */
async function storeCode(
  tx: Database,
  key: Buffer,
  { id, codeNumber, codeDigest: stored }: EntryWithUser,
  number: number,
): Promise<RaceCode> {
  const code = codeOf(key, id, number);
  const digest = codeDigest(key, code);
  if (digest !== stored || number !== codeNumber) {
    await updateEntry(tx, id, { codeNumber: number, codeDigest: digest });
  }
  return { entry: id, code: codeInWords(code) };
}

/** @throws HttpError 404, 403, 400 for a member's entry */
export async function renewCode(parts: CodeParts, id: string, callerId: string): Promise<RaceCode> {
  const { db, announcements, now } = parts;
  const key = keyIn(parts);
  const { code, before } = await db.transaction(async (tx) => {
    const eventId = orNotFound(await findEventOfEntry(tx, id), 'entry');
    await grantedEvent(tx, eventId, callerId, 'manage', true);
    const entry = orNotFound(await findEntry(tx, id), 'entry');
    if (!hasCode(entry)) throw badField('id', 'is scratched, or a member has it: it has no code');
    const made = await storeCode(tx, key, entry, entry.codeNumber + 1);
    await updateEntry(tx, id, { userId: null, claimedAt: null });
    const text = `New code for ${entry.name}`;
    await insertLog(
      tx,
      { eventId, raceId: null, userId: callerId, kind: 'entry', text, data: { entry: id } },
      now(),
    );
    return { code: made, before: entry.userId };
  });
  await announceRaces(db, parts, await racesOf(db, id));
  // They have lost the rooms of the entry's races.
  if (before !== null) {
    await announcements.rightsChanged(before);
    await parts.guests.endLoginsOf(before);
  }
  return code;
}

async function racesOf(db: Database, entryId: string): Promise<string[]> {
  return (await listStatesOfEntry(db, entryId)).map(({ raceId }) => raceId);
}

/**
 * A whole club may share one address, and each guest types a code once or twice. With 400 valid codes of 40 bits, guesses at
 * the limit of the installation take about 100 years to find one.
 */
const windowSec = 15 * 60;
const perAddressMax = 400;
const overallMax = 800;

type Entered = { code: string; address: string };
type Claimed = { event: string; entry: string };

/**
 * Gives an entry to the caller, who has an account.
 * @throws HttpError 400 wrong_code, the same for a wrong, a used and an expired one; 409 already_exists; 429
 */
export async function claimEntry(parts: CodeParts, callerId: string, entered: Entered): Promise<Claimed> {
  return takeEntry(parts, entered, async () => callerId);
}

/**
 * Begins the login of an entry's guest, who has no account, again on each device on which the code is entered. Returns the
 * cookie to set.
 * @throws HttpError like `claimEntry`
 */
export async function enterAsGuest(
  parts: CodeParts,
  entered: Entered,
): Promise<{ claimed: Claimed; cookie: string }> {
  let cookie = '';
  const claimed = await takeEntry(parts, entered, async (tx, entry, event) => {
    const begun = await parts.guests.begin(tx, {
      entryId: entry.id,
      name: entry.name,
      endsAt: codesEndAt(event),
    });
    cookie = begun.cookie;
    return begun.userId;
  });
  return { claimed, cookie };
}

/** Finds the entry of a code, and stores that the user has claimed it. A refusal undoes what `findUser` has stored. */
async function takeEntry(
  parts: CodeParts,
  { code: text, address }: Entered,
  findUser: (tx: Database, entry: Pick<EntryWithUser, 'id' | 'name'>, event: EventRow) => Promise<string>,
): Promise<Claimed> {
  const { db, attempts, now } = parts;
  for (const [who, max] of [
    [countedAddress(address), perAddressMax],
    ['everyone', overallMax],
  ] as const) {
    const waitSec = await attempts.count('race code', who, max, windowSec);
    if (waitSec > 0) throw tooMany(waitSec);
  }
  const key = keyIn(parts);
  const code = typedCode(text);
  // Found by a keyed digest: how long it takes says nothing about codes that are similar.
  const found = code === null ? null : await findEntryByCode(db, codeDigest(key, code));
  if (code === null || found === null) throw wrongCode();
  const { eventId } = found;
  await db.transaction(async (tx) => {
    await lockEvent(tx, eventId);
    // Another device may have been first, or the code was renewed.
    const entry = await findEntryByCode(tx, codeDigest(key, code));
    const event = await findEvent(tx, eventId);
    if (
      entry === null ||
      event === null ||
      !event.isPublished ||
      now() >= codesEndAt(event) ||
      !hasCode(entry)
    ) {
      throw wrongCode();
    }
    const userId = await findUser(tx, entry, event);
    if (entry.userId === userId) return;
    const states = await listStatesOfEntry(tx, entry.id);
    if (entry.userId !== null || (states.length > 0 && states.every(isFinal))) throw wrongCode();
    const entries = await listEntries(tx, eventId);
    if (entries.some((other) => other.userId === userId && other.categoryId === entry.categoryId)) {
      throw new HttpError(409, 'already_exists', 'You already row in this category. Ask an official.');
    }
    await updateEntry(tx, entry.id, { userId, claimedAt: now() });
    const line = { eventId, raceId: null, userId, kind: 'entry', data: { entry: entry.id } };
    await insertLog(tx, { ...line, text: `Entered the code of ${entry.name}` }, now());
  });
  await announceRaces(db, parts, await racesOf(db, found.id));
  return { event: eventId, entry: found.id };
}

function wrongCode(): HttpError {
  const message =
    'This code is not valid. Check each character, or ask an official for a new code: a code is for one person, until the ' +
    'day after the race.';
  return new HttpError(400, 'wrong_code', message, [{ field: 'code', message }]);
}

function tooMany(waitSec: number): HttpError {
  const message = 'Too many codes were entered. Try again in a few minutes, or ask an official.';
  return new HttpError(429, 'too_many_requests', message, undefined, waitSec);
}
