import { randomInt } from 'node:crypto';
import type { EndpointInput } from '@boathouse/contract/endpoint';
import type { RaceControl } from '@boathouse/contract/races';
import type { raceDay as contract } from '@boathouse/contract/races/day';
import type { Race, SetLaneState } from '@boathouse/contract/races/race';
import type { Database } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import { badField, HttpError, orNotFound } from '../../../../http/errors.ts';
import type { Notifier, Occurrence } from '../../../../infra/notifier.ts';
import { cancelFixedStart, fixStart } from '../../../evening/starts/index.ts';
import { insertSession } from '../../../sessions/sessions/index.ts';
import type { RowsEnder } from '../../../training/activities/index.ts';
import { announceRaces, type RaceAnnouncer } from '../live.ts';
import { categoryOf, racesByIds, readEventFacts, userOfIn, type EventFacts } from '../reads/service.ts';
import { nameOfRace, textOfPiece } from '../rules.ts';
import { controlOf, grantedEvent, officialAlready, type Granted, type Need } from '../service.ts';
import { lanesInWords, settle } from '../settling/service.ts';
import {
  findEventOfAction,
  findEventOfRace,
  insertLog,
  updateEvent,
  type EventRow,
  type LogLine,
} from '../store.ts';
import { isArmed, isFinal, isWithoutResult, newestRun, rowGapMs, startSequence, stateAt } from './rules.ts';
import {
  insertRun,
  readFacts,
  resetLanes,
  updateAttempt,
  updateLane,
  updateRace,
  updateRun,
  type RaceRow,
  type RunRow,
} from './store.ts';

export type DayParts = RaceAnnouncer & {
  db: Database;
  now: () => Date;
  notifier: Notifier;
  endRows: RowsEnder;
};

/** A race with all its stored facts, while its event is locked. */
export type Acting = {
  tx: Database;
  notify: (occurrence: Occurrence) => Promise<void>;
  granted: Granted;
  race: RaceRow;
  run: RunRow | null;
  facts: EventFacts;
  now: Date;
  callerId: string;
};

type Action = {
  raceId: string;
  callerId: string;
  need: Need;
  /** A repeated call changes nothing. */
  action: string;
  /** The version that the caller saw; absent if an older version does no harm. */
  version?: number;
  /** The id of the page, which must have the race control. */
  device?: string;
};

/** The log's line for the action, and the change of the race. Null if nothing has changed. */
export type Done = {
  kind: string;
  text: string;
  data?: Record<string, unknown>;
  change?: Partial<Omit<RaceRow, 'id' | 'version'>>;
  /** Other races that changed. */
  also?: string[];
} | null;

/**
 * Runs an action on a race once, and never at the same time as other actions of the event.
 * @throws HttpError 404, 403, 409 race_changed, race_control_taken
 */
export async function act(
  parts: DayParts,
  { raceId, callerId, need, action, version, device }: Action,
  work: (acting: Acting) => Promise<Done>,
): Promise<string[]> {
  const { db, now, notifier } = parts;
  const eventId = orNotFound(await findEventOfRace(db, raceId), 'race');
  await settle(db, parts, eventId, now());
  const changed = await notifier.transaction(async (tx, notify) => {
    const granted = await grantedEvent(tx, eventId, callerId, need, true);
    const facts = await readEventFacts(tx, granted.event, (all) => all.filter(({ id }) => id === raceId));
    const race = orNotFound(facts.races.find(({ id }) => id === raceId) ?? null, 'race');
    if ((await findEventOfAction(tx, action)) === eventId) return [raceId];
    if (device !== undefined) await checkControl(tx, granted.event, callerId, device);
    if (version !== undefined && version !== race.version) {
      throw raceChanged('This race has changed meanwhile. Look at it again.');
    }
    const at = now();
    const run = newestRun(raceId, facts.runs);
    const done = await work({ tx, notify, granted, race, run, facts, now: at, callerId });
    if (done === null) return [raceId];
    const { kind, text, data = {}, change, also = [] } = done;
    await updateRace(tx, raceId, change ?? {});
    await insertLog(tx, { id: action, eventId, raceId, userId: callerId, kind, text, data }, at);
    return [raceId, ...also];
  });
  await announceRaces(db, parts, changed);
  return changed;
}

/** The same, and returns the race. */
export async function actOnRace(
  parts: DayParts,
  action: Action,
  work: (acting: Acting) => Promise<Done>,
): Promise<Race> {
  const [race] = await racesAfter(parts, action, await act(parts, action, work));
  return orNotFound(race ?? null, 'race');
}

/** Returns races after an action, the affected one first. */
async function racesAfter(
  { db, nowMs }: DayParts,
  { raceId, callerId }: Pick<Action, 'raceId' | 'callerId'>,
  ids: readonly string[],
): Promise<Race[]> {
  const { event } = await grantedEvent(db, await findEventOfRace(db, raceId), callerId, 'read');
  const races = await racesByIds(db, event, ids, nowMs());
  return races.toSorted((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id));
}

export function raceChanged(message: string): HttpError {
  return new HttpError(409, 'race_changed', message);
}

async function checkControl(tx: Database, event: EventRow, callerId: string, device: string): Promise<void> {
  if (event.controlDevice === device && event.controlUserId === callerId) return;
  const control = await controlOf(tx, event);
  const message =
    control === null
      ? 'Take the race control first.'
      : `${control.user.displayName} has the race control on another page. Take it over first.`;
  throw new HttpError(409, 'race_control_taken', message);
}

/** @throws HttpError 404, 403, 409 race_control_taken */
export async function takeControl(
  { db, now }: DayParts,
  eventId: string,
  callerId: string,
  { device, takeOver }: { device: string; takeOver: boolean },
): Promise<RaceControl> {
  return db.transaction(async (tx) => {
    const { event } = await grantedEvent(tx, eventId, callerId, 'manage', true);
    const held = await controlOf(tx, event);
    if (held?.device === device && held.user._id === callerId) return held;
    if (held !== null && !takeOver) {
      throw new HttpError(
        409,
        'race_control_taken',
        `${held.user.displayName} has had the race control since ${held.since}. Take it over?`,
      );
    }
    const at = now();
    await updateEvent(tx, eventId, { controlUserId: callerId, controlDevice: device, controlAt: at });
    const text =
      held === null ? 'Took the race control' : `Took the race control over from ${held.user.displayName}`;
    await insertLog(tx, { ...lineOf(eventId, callerId), kind: 'control', text }, at);
    const taken = await grantedEvent(tx, eventId, callerId, 'manage');
    return orNotFound(await controlOf(tx, taken.event), 'race control');
  });
}

const lineOf = (eventId: string, userId: string): Pick<LogLine, 'eventId' | 'raceId' | 'userId'> => ({
  eventId,
  raceId: null,
  userId,
});

/** @throws HttpError 404, 403 */
export async function releaseControl(
  { db, now }: DayParts,
  eventId: string,
  callerId: string,
  device: string,
): Promise<{ control: RaceControl | null }> {
  return db.transaction(async (tx) => {
    const { event } = await grantedEvent(tx, eventId, callerId, 'manage', true);
    if (event.controlDevice !== device || event.controlUserId !== callerId) {
      return { control: await controlOf(tx, event) };
    }
    await updateEvent(tx, eventId, { controlUserId: null, controlDevice: null, controlAt: null });
    await insertLog(
      tx,
      { ...lineOf(eventId, callerId), kind: 'control', text: 'Released the race control' },
      now(),
    );
    return { control: null };
  });
}

type Controlled = EndpointInput<typeof contract.call>['body'];

const controlled = (raceId: string, callerId: string, { action, version, device }: Controlled): Action => ({
  raceId,
  callerId,
  need: 'manage',
  action,
  version,
  device,
});

/** @throws HttpError 404, 403, 409 */
export function callRace(parts: DayParts, raceId: string, callerId: string, body: Controlled): Promise<Race> {
  return actOnRace(parts, controlled(raceId, callerId, body), async (acting) => {
    const { race, facts, notify } = acting;
    if (race.state !== 'published') throw raceChanged('Only a published race can be called.');
    const { number, session } = await openRun(acting);
    await notify({ kind: 'raceCalled', session, startsAt: race.startsAt, athletes: athletesIn(facts) });
    return { kind: 'call', text: 'Called', data: { run: number }, change: { state: 'called' } };
  });
}

/** Returns the users who sit in a race, with their lanes. */
function athletesIn(facts: Pick<EventFacts, 'lanes' | 'entries'>): { user: string; lane: number }[] {
  const userOf = userOfIn(facts);
  return facts.lanes.flatMap(({ lane, entryId, state }) => {
    const user = entryId === null || isWithoutResult(state) ? null : userOf(entryId);
    return user === null ? [] : [{ user, lane }];
  });
}

/**
 * Notifies athletes whose seat in a called race has changed; `before` are the facts before the change. After the start
 * the next run calls everyone again.
 */
async function notifyOfSeats(
  { tx, notify }: Pick<Acting, 'tx' | 'notify'>,
  before: EventFacts,
  changed: readonly RaceRow[],
): Promise<void> {
  for (const race of changed) {
    const run = newestRun(race.id, before.runs);
    if (run === null || (race.state !== 'called' && race.state !== 'armed')) continue;
    const { lanes } = await readFacts(tx, [race.id]);
    const present = athletesIn({ ...before, lanes });
    const old = athletesIn({ ...before, lanes: before.lanes.filter(({ raceId }) => raceId === race.id) });
    const had = new Set(old.map(({ user, lane }) => `${user} ${lane}`));
    const moved = new Set(
      present.filter(({ user, lane }) => !had.has(`${user} ${lane}`)).map(({ user }) => user),
    );
    const gone = old.map(({ user }) => user).filter((user) => !present.some((one) => one.user === user));
    // All lanes of an athlete: two entries may be of one user.
    const athletes = present.filter(({ user }) => moved.has(user));
    if (athletes.length + gone.length === 0) continue;
    const { sessionId: session } = run;
    await notify({ kind: 'seatsChanged', session, startsAt: race.startsAt, athletes, gone });
  }
}

/** Opens the next run of a race, with a session of the club that lists leave out. */
async function openRun({
  tx,
  granted,
  race,
  facts,
  now,
  callerId,
}: Acting): Promise<{ number: number; session: string }> {
  const { event } = granted;
  const { name, rules } = categoryOf(facts, race.categoryId);
  const number = 1 + Math.max(0, ...facts.runs.map((run) => run.number));
  const sessionId = newId();
  await insertSession(tx, {
    id: sessionId,
    title: nameOfRace(name, race.round, race.number),
    hostUserId: callerId,
    startAt: now,
    isAccessibleByLink: false,
    clubId: event.clubId,
    workoutItems: [textOfPiece(rules.piece)],
    isRace: true,
  });
  await insertRun(tx, { id: newId(), raceId: race.id, number, sessionId });
  return { number, session: sessionId };
}

/** @throws HttpError 404, 403, 409 */
export function armRace(parts: DayParts, raceId: string, callerId: string, body: Controlled): Promise<Race> {
  return actOnRace(parts, controlled(raceId, callerId, body), async ({ race }) => {
    if (race.state !== 'called') throw raceChanged('Call the race first.');
    return { kind: 'arm', text: 'Armed', change: { state: 'armed' } };
  });
}

/** Fixes the moments of the start on the server's clock. @throws HttpError 404, 403, 409 */
export function startRace(
  parts: DayParts,
  raceId: string,
  callerId: string,
  body: Controlled,
): Promise<Race> {
  return actOnRace(parts, controlled(raceId, callerId, body), async ({ tx, race, run, now }) => {
    if (race.state !== 'armed' || run === null) throw raceChanged('Arm the race first.');
    const sequence = startSequence(now.getTime(), randomInt(rowGapMs.min, rowGapMs.max + 1));
    await updateRun(tx, run.id, sequence);
    await fixStart(tx, run.sessionId, sequence.rowAt, now);
    const data = { run: run.number, rowAt: sequence.rowAt.toISOString() };
    return { kind: 'start', text: 'Began the start', data, change: { state: 'started' } };
  });
}

type Stop = EndpointInput<typeof contract.stop>['body'];

/** Its version is not compared, because a race must stop at once. @throws HttpError 404, 403, 409 */
export function stopRace(
  parts: DayParts,
  raceId: string,
  callerId: string,
  { falseStartLanes: lanes, reason, ...body }: Stop,
): Promise<Race> {
  const { version: _, ...action } = controlled(raceId, callerId, body);
  return actOnRace(parts, action, async ({ tx, race, run, now }) => {
    if (race.state === 'falseStart' || race.state === 'stopped') return null;
    if (race.state !== 'started' || run === null) throw raceChanged('Only a started race can be stopped.');
    const isFalse = lanes.length > 0;
    const stopKind = isFalse ? ('falseStart' as const) : ('stopped' as const);
    await updateRun(tx, run.id, { stopKind, stopLanes: lanes, stopReason: reason, stoppedAt: now });
    await cancelFixedStart(tx, run.sessionId, now);
    const what = isFalse ? `False start: ${lanesInWords(lanes)}` : 'Stopped';
    const text = reason === '' ? what : `${what}: ${reason}`;
    return { kind: 'stop', text, data: { run: run.number, lanes }, change: { state: stopKind } };
  });
}

type Rerow = EndpointInput<typeof contract.rerow>['body'];
const preparable = ['called', 'armed', 'falseStart', 'stopped', 'started', 'finished', 'provisional'];

/**
 * Ends what athletes have begun in earlier runs, because they can't begin the next before: what was stopped ends before
 * they see the next start.
 * @throws HttpError 404, 403, 409, 400 reason
 */
export async function rerowRace(
  parts: DayParts,
  raceId: string,
  callerId: string,
  { reason, ...body }: Rerow,
): Promise<Race> {
  await endStopped(parts, raceId, callerId);
  const prepared = await actOnRace(parts, controlled(raceId, callerId, body), async (acting) => {
    const { tx, notify, race, run, facts, now } = acting;
    if (isFinal(race)) throw officialAlready('This race is official. Reopen it first.');
    if (!preparable.includes(race.state)) throw raceChanged('This race has not been called.');
    const isStopped = run === null || run.stopKind !== null;
    const isRowed = !isStopped && run.rowAt !== null;
    if (isRowed && reason === '') throw badField('reason', 'is required: the race was started');
    if (!isStopped) {
      await updateRun(tx, run.id, { stopKind: 'rerow', stopReason: reason, stoppedAt: now });
      await cancelFixedStart(tx, run.sessionId, now);
    }
    const voidReason = reason === '' ? 'The race is rowed again' : reason;
    for (const attempt of facts.attempts) {
      if (attempt.voidReason === null) await updateAttempt(tx, attempt.id, { voidReason });
    }
    await resetLanes(tx, raceId);
    const { number, session } = await openRun(acting);
    await notify({ kind: 'raceCalled', session, startsAt: now, athletes: athletesIn(facts) });
    const text = isRowed ? `Re-row: ${reason}` : 'Prepared again';
    return { kind: 'rerow', text, data: { run: number }, change: { state: 'called', provisionalAt: null } };
  });
  // The run that this has stopped; also when the action is repeated, because the server may have died between.
  await endStopped(parts, raceId, callerId);
  return prepared;
}

/** Ends the rows of a race's stopped runs, which no longer count. @throws HttpError 404, 403 */
async function endStopped({ db, endRows }: DayParts, raceId: string, callerId: string): Promise<void> {
  const eventId = orNotFound(await findEventOfRace(db, raceId), 'race');
  await grantedEvent(db, eventId, callerId, 'manage');
  const { runs } = await readFacts(db, [raceId]);
  for (const { sessionId, stopKind } of runs) if (stopKind !== null) await endRows(sessionId);
}

/** @throws HttpError 404, 403, 409 */
export function finishRace(
  parts: DayParts,
  raceId: string,
  callerId: string,
  body: Controlled,
): Promise<Race> {
  const { version: _, ...action } = controlled(raceId, callerId, body);
  return actOnRace(parts, action, async ({ race, run, now }) => {
    if (race.state === 'finished') return null;
    if (stateAt(race, run, now.getTime()) !== 'running') throw raceChanged('This race does not run.');
    return { kind: 'finish', text: 'Ended the race', change: { state: 'finished' } };
  });
}

type LaneChange = EndpointInput<typeof contract.setLane>['body'];
/**
 * Taps of athletes and officials before the start: they don't change the version, so no one has to look at the race
 * again.
 */
const taps: readonly SetLaneState[] = ['entered', 'here', 'ready'];

/** @throws HttpError 404, 403, 409, 400 */
export async function setLane(
  parts: DayParts,
  { id: raceId, lane }: { id: string; lane: number },
  callerId: string,
  { action, state, reason }: LaneChange,
): Promise<Race> {
  return actOnRace(
    parts,
    { raceId, callerId, need: 'read', action },
    async ({ tx, granted, race, facts }) => {
      const row = orNotFound(facts.lanes.find((one) => one.lane === lane) ?? null, 'lane');
      const isTap = taps.includes(state) && taps.includes(row.state);
      const isOwn = row.entryId !== null && userOfIn(facts)(row.entryId) === callerId;
      if (!granted.may.judge && !(isOwn && isTap)) {
        throw new HttpError(403, 'forbidden', 'Only judges and admins can set the state of this lane');
      }
      if (isFinal(race)) throw officialAlready('This race is official. Reopen it first.');
      if (row.state === state) return null;
      if (row.entryId === null && state !== 'closed' && state !== 'entered')
        throw badField('state', 'needs an athlete in the lane');
      if (row.entryId !== null && state === 'closed')
        throw badField('state', 'needs an empty lane: seat the athlete elsewhere first');
      if (state === 'dsq' && reason === '') throw badField('reason', 'is required for a disqualification');
      await updateLane(tx, row, { state });
      if (isTap) return null;
      const text = `Lane ${lane}: ${state}${reason === '' ? '' : `, ${reason}`}`;
      return { kind: 'lane', text, data: { lane, state } };
    },
  );
}

type Swap = EndpointInput<typeof contract.swap>['body'];

/** @throws HttpError 404, 403, 409, 400 */
export function swapLanes(
  parts: DayParts,
  raceId: string,
  callerId: string,
  { action, version, lanes, times, reason }: Swap,
): Promise<Race> {
  return actOnRace(
    parts,
    { raceId, callerId, need: 'judge', action, version },
    async ({ tx, notify, race, facts }) => {
      if (isFinal(race)) throw officialAlready('This race is official. Reopen it first.');
      const [one, other] = lanes.map((lane) => facts.lanes.find((row) => row.lane === lane));
      if (!one || !other || one === other) throw badField('lanes', 'must be two lanes of the race');
      if (isArmed(race) && reason === '') throw badField('reason', 'is required once the race is armed');
      const isWithAthletes = times === 'withAthletes';
      for (const [to, from] of [
        [one, other],
        [other, one],
      ] as const) {
        const { entryId, state, validAttemptId, chosenBy, chosenReason } = from;
        const chosen = isWithAthletes ? { validAttemptId, chosenBy, chosenReason } : {};
        await updateLane(tx, to, { entryId, state, ...chosen });
        for (const attempt of facts.attempts.filter(({ lane }) => lane === from.lane)) {
          await updateAttempt(tx, attempt.id, isWithAthletes ? { lane: to.lane } : { entryId: to.entryId });
        }
      }
      await notifyOfSeats({ tx, notify }, facts, [race]);
      const whose =
        facts.attempts.length === 0
          ? ''
          : isWithAthletes
            ? ', times with the athletes'
            : ', times with the lanes';
      const text = `Swapped ${lanesInWords(lanes).toLowerCase()}${whose}${reason === '' ? '' : `: ${reason}`}`;
      return { kind: 'swap', text, data: { lanes, times } };
    },
  );
}

type Seat = EndpointInput<typeof contract.seat>['body'];

/** @throws HttpError 404, 403, 409, 400 */
export async function seatEntry(
  parts: DayParts,
  raceId: string,
  callerId: string,
  { action, version, entry: entryId, lane, reason }: Seat,
): Promise<Race[]> {
  const asked = { raceId, callerId, need: 'manage' as const, action, version };
  const moved: string[] = [];
  const ids = await act(parts, asked, async ({ tx, notify, granted, race, facts: ofRace }) => {
    const round = (one: RaceRow) => one.categoryId === race.categoryId && one.round === race.round;
    const facts = await readEventFacts(tx, granted.event, (all) => all.filter(round));
    const target = orNotFound(
      facts.lanes.find((row) => row.raceId === raceId && row.lane === lane) ?? null,
      'lane',
    );
    const entry = facts.entries.find(({ id }) => id === entryId);
    if (entryId !== null && entry?.categoryId !== race.categoryId) {
      throw badField('entry', "must be of the race's category");
    }
    const from = entryId === null ? undefined : facts.lanes.find((row) => row.entryId === entryId);
    const fromRace = facts.races.find(({ id }) => id === from?.raceId);
    const concerned = fromRace === undefined || fromRace.id === raceId ? [race] : [race, fromRace];
    if (concerned.some(isFinal)) throw officialAlready('An official race keeps its seats');
    if (facts.attempts.some((one) => concerned.some(({ id }) => id === one.raceId))) {
      throw raceChanged('There are results already: swap two lanes of the race instead.');
    }
    if (concerned.some(isArmed) && reason === '')
      throw badField('reason', 'is required once the race is armed');
    if (target.entryId === entryId) return null;
    for (const { id, userId, claimedAt } of facts.entries) {
      if ((id === entryId || id === target.entryId) && userId !== null && claimedAt !== null)
        moved.push(userId);
    }
    await updateLane(tx, target, { entryId, state: 'entered' });
    if (from !== undefined) await updateLane(tx, from, { entryId: target.entryId, state: 'entered' });
    await notifyOfSeats({ tx, notify }, facts, concerned);
    const also = fromRace === undefined || fromRace.id === raceId ? [] : [fromRace.id];
    for (const id of also) await updateRace(tx, id, {});
    const who =
      entry?.name ??
      `No one (before: ${ofRace.entries.find(({ id }) => id === target.entryId)?.name ?? 'no one'})`;
    const text = `${who} in lane ${lane}${reason === '' ? '' : `: ${reason}`}`;
    return { kind: 'seat', text, data: { entry: entryId, lane, before: target.entryId }, also };
  });
  // A guest reads the sessions of their own races alone.
  for (const guest of moved) await parts.announcements.rightsChanged(guest);
  return racesAfter(parts, asked, ids);
}
