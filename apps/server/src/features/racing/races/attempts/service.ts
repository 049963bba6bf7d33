import type { EndpointInput, EndpointResponse } from '@boathouse/contract/endpoint';
import type { RaceInFull, raceDay as contract } from '@boathouse/contract/races/day';
import type { Race, RaceAttempt } from '@boathouse/contract/races/race';
import { formerMemberName } from '@boathouse/contract/users';
import { readResults } from '@boathouse/racing/start-lists';
import type { Database } from '../../../../db/database.ts';
import { newId } from '../../../../db/ids.ts';
import { badField, HttpError, orNotFound, orNotListed } from '../../../../http/errors.ts';
import {
  hasResult,
  isFinal,
  isWithoutResult,
  metersOf,
  needsConfirmation,
  stateAt,
  validAttempt,
} from '../day/rules.ts';
import { act, actOnRace, raceChanged, type Acting, type DayParts, type Done } from '../day/service.ts';
import {
  insertAttempts,
  listLines,
  listLog,
  namesOf,
  updateAttempt,
  updateLane,
  type AttemptRow,
  type LaneRow,
  type RaceRow,
  type StoredLine,
} from '../day/store.ts';
import { categoryOf, readEventFacts, viewRaces, type EventFacts } from '../reads/service.ts';
import { grantedEvent, officialAlready } from '../service.ts';
import { recordsOfRace } from '../records/service.ts';
import { areAllIn } from '../settling/rules.ts';
import { lanesInWords, settle } from '../settling/service.ts';
import { findEventOfRace, insertLog } from '../store.ts';

type Body<K extends keyof typeof contract> = EndpointInput<(typeof contract)[K]>['body'];

/** @throws HttpError 404, 403 */
export async function raceInFull(
  { db, announcements, now, nowMs }: DayParts,
  raceId: string,
  callerId: string,
): Promise<RaceInFull> {
  const eventId = orNotFound(await findEventOfRace(db, raceId), 'race');
  const { event } = await grantedEvent(db, eventId, callerId, 'judge');
  await settle(db, { announcements, nowMs }, eventId, now());
  const facts = await readEventFacts(db, event, (all) => all.filter(({ id }) => id === raceId));
  const row = orNotFound(facts.races.find(({ id }) => id === raceId) ?? null, 'race');
  const [race] = await viewRaces(db, facts, [row], nowMs());
  const protests = await protestsOf(db, raceId);
  return {
    race: orNotFound(race ?? null, 'race'),
    attempts: await viewAttempts(db, facts, callerId),
    protests,
    open: openPoints(row, facts, protests),
  };
}

async function viewAttempts(
  db: Database,
  { lanes, attempts, runs }: EventFacts,
  callerId: string,
): Promise<RaceAttempt[]> {
  const ids = [
    ...attempts.flatMap((one) => [one.enteredBy, one.confirmedBy]),
    ...lanes.map((one) => one.chosenBy),
  ];
  const names = await namesOf(db, ids);
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? formerMemberName));
  return attempts.map((attempt) => {
    const lane = lanes.find((one) => one.lane === attempt.lane);
    const isChosen = lane?.validAttemptId === attempt.id && lane.chosenReason !== '';
    const { tenths, meters, splits, outcome, penaltyTenths, note, source } = attempt;
    return {
      _id: attempt.id,
      run: runs.find(({ id }) => id === attempt.runId)?.number ?? 0,
      lane: attempt.lane,
      entry: attempt.entryId,
      activity: attempt.activityId,
      source,
      tenths,
      meters,
      splits,
      outcome,
      penaltyTenths,
      note,
      enteredBy: source === 'monitor' ? null : (nameOf(attempt.enteredBy) ?? formerMemberName),
      confirmedBy: nameOf(attempt.confirmedBy),
      isOwn: attempt.enteredBy === callerId,
      isValid: lane !== undefined && validAttempt(lane, attempts)?.id === attempt.id,
      chosen: isChosen ? { by: nameOf(lane.chosenBy) ?? formerMemberName, reason: lane.chosenReason } : null,
      void: attempt.voidReason === null ? null : { reason: attempt.voidReason },
      createdAt: attempt.createdAt.toISOString(),
    };
  });
}

type Protest = RaceInFull['protests'][number];

/** Protests and their decisions are lines of the log. */
async function protestsOf(db: Database, raceId: string): Promise<Protest[]> {
  const lines = await listLines(db, raceId, ['protest', 'decision']);
  const names = await namesOf(
    db,
    lines.map(({ userId }) => userId),
  );
  const nameOf = (id: string | null) => (id === null ? null : names.get(id)) ?? formerMemberName;
  const decisions = lines.filter(({ kind }) => kind === 'decision');
  return lines
    .filter(({ kind }) => kind === 'protest')
    .map((line) => {
      const decision = decisions.find(({ data }) => data['protest'] === line.id);
      return {
        _id: line.id,
        lane: typeof line.data['lane'] === 'number' ? line.data['lane'] : null,
        text: line.text,
        by: nameOf(line.userId),
        at: line.at.toISOString(),
        decision:
          decision === undefined
            ? null
            : {
                outcome: decision.data['outcome'] === 'upheld' ? 'upheld' : 'rejected',
                text: decision.text,
                by: nameOf(decision.userId),
                at: decision.at.toISOString(),
              },
      };
    });
}

/** Returns the missing steps before a race's official result, as texts. */
function openPoints(race: RaceRow, { lanes, attempts }: EventFacts, protests: readonly Protest[]): string[] {
  if (isFinal(race)) return [];
  const points: string[] = [];
  for (const lane of lanes.filter(({ entryId }) => entryId !== null)) {
    const attempt = validAttempt(lane, attempts);
    if (attempt === null && !isWithoutResult(lane.state)) points.push(`Lane ${lane.lane} has no result.`);
    if (needsConfirmation(attempt))
      points.push(`Lane ${lane.lane}: a second official must confirm the result.`);
  }
  const undecided = protests.filter(({ decision }) => decision === null).length;
  if (undecided > 0)
    points.push(undecided === 1 ? 'A protest is undecided.' : `${undecided} protests are undecided.`);
  return points;
}

/** Runs an action of a judge, and returns the race in full. */
async function judged(
  parts: DayParts,
  raceId: string,
  callerId: string,
  action: string,
  work: (acting: Acting) => Promise<Done>,
): Promise<RaceInFull> {
  await act(parts, { raceId, callerId, need: 'judge', action }, (acting) => {
    if (isFinal(acting.race)) throw officialAlready('This race is official. Reopen it first.');
    return work(acting);
  });
  return raceInFull(parts, raceId, callerId);
}

/** @throws HttpError 404, 403, 409, 400 */
export function enterAttempt(
  parts: DayParts,
  raceId: string,
  callerId: string,
  { action, lane, outcome, tenths, meters, penaltyTenths, note }: Body<'enter'>,
): Promise<RaceInFull> {
  return judged(parts, raceId, callerId, action, async (acting) => {
    const seat = seatedLane(acting.facts, lane);
    const { kind, amount } = categoryOf(acting.facts, acting.race.categoryId).rules.piece;
    const isRowed = outcome === 'finished' || outcome === 'exhibition';
    if (isRowed && kind === 'distance' && tenths === null) throw badField('tenths', 'must be the time');
    if (isRowed && kind === 'time' && meters === null) throw badField('meters', 'must be the distance');
    const piece =
      kind === 'distance' ? { tenths, meters: meters ?? amount } : { tenths: tenths ?? amount * 10, meters };
    const figures = isRowed ? piece : { tenths, meters };
    await storeAttempt(acting, {
      id: action,
      lane: seat,
      ...figures,
      outcome,
      penaltyTenths,
      note,
      source: 'hand',
    });
    return {
      kind: 'attempt',
      text: `Lane ${lane}: entered by hand`,
      data: { lane, outcome, ...figures, penaltyTenths },
      ...finishing(acting, [lane]),
    };
  });
}

function seatedLane({ lanes }: EventFacts, number: number): LaneRow {
  const lane = orNotFound(lanes.find((one) => one.lane === number) ?? null, 'lane');
  if (lane.entryId === null) throw badField('lane', 'must be one with an athlete');
  return lane;
}

type ToStore = Pick<
  AttemptRow,
  'id' | 'tenths' | 'meters' | 'outcome' | 'penaltyTenths' | 'note' | 'source'
> & {
  lane: LaneRow;
};

async function storeAttempt(
  { tx, race, run, now, callerId }: Acting,
  { lane, ...attempt }: ToStore,
): Promise<void> {
  if (race.state === 'draft' || race.state === 'void') throw raceChanged('Publish the race first.');
  const runId = run === null || run.stopKind !== null ? null : run.id;
  const seat = { lane: lane.lane, entryId: lane.entryId };
  await insertAttempts(tx, [
    { ...attempt, ...seat, raceId: race.id, runId, splits: [], enteredBy: callerId, createdAt: now },
  ]);
}

/** The last result ends a running race. */
function finishing(
  { race, run, facts, now }: Acting,
  lanes: readonly number[],
): Pick<NonNullable<Done>, 'change'> {
  const isRunning = stateAt(race, run, now.getTime()) === 'running';
  const added = lanes.map((lane) => ({ lane }));
  return isRunning && areAllIn(facts.lanes, facts.attempts, added) ? { change: { state: 'finished' } } : {};
}

type FileResults = EndpointResponse<typeof contract.enterFile>;

/** @throws HttpError 404, 403, 409 */
export async function enterFile(
  parts: DayParts,
  raceId: string,
  callerId: string,
  { action, fileName, file, seats, isPreview }: Body<'enterFile'>,
): Promise<FileResults> {
  const { results, problems } = readResults(Buffer.from(file, 'base64'), fileName);
  const answers: FileResults[] = [];
  /** Thrown to leave the transaction without a change. */
  await act(parts, { raceId, callerId, need: 'judge', action }, async (acting) => {
    const { facts, race } = acting;
    if (isFinal(race)) throw officialAlready('This race is official. Reopen it first.');
    const chosen = new Map(seats.map((one) => [one.line, one.lane]));
    const lines = results.map(({ name, bib, lane, tenths, meters }, index) => {
      const byBib = facts.lanes.find(
        ({ entryId }) =>
          bib !== '' && facts.entries.some((entry) => entry.id === entryId && entry.bib === bib),
      );
      const given = chosen.get(index);
      const found = byBib ?? facts.lanes.find((one) => one.lane === lane && one.entryId !== null);
      const seat = given === undefined ? found : given === null ? undefined : seatedLane(facts, given);
      const known = facts.entries.find(({ id }) => id === seat?.entryId)?.name ?? null;
      const isOther = known !== null && known.toLowerCase() !== name.toLowerCase();
      return {
        name,
        lane: seat?.lane ?? null,
        tenths,
        meters: meters === null ? null : metersOf(meters),
        differs: isOther ? known : null,
      };
    });
    answers.push({ lines, problems });
    if (isPreview) return null;
    const { kind } = categoryOf(facts, race.categoryId).rules.piece;
    const stored = lines.filter(({ lane }) => lane !== null);
    if (new Set(stored.map(({ lane }) => lane)).size < stored.length)
      throw badField('seats', 'must give each line another lane');
    for (const { lane, tenths, meters } of stored) {
      const isFinished = kind === 'distance' ? tenths !== null : meters !== null;
      const outcome = isFinished ? ('finished' as const) : ('dnf' as const);
      const seat = seatedLane(facts, lane ?? 0);
      await storeAttempt(acting, {
        id: newId(),
        lane: seat,
        tenths,
        meters,
        outcome,
        penaltyTenths: 0,
        note: fileName,
        source: 'file',
      });
    }
    const text = `Read ${stored.length} results from ${fileName}`;
    return {
      kind: 'attempt',
      text,
      data: { fileName },
      ...finishing(
        acting,
        stored.map(({ lane }) => lane ?? 0),
      ),
    };
  });
  return answers[0] ?? { lines: [], problems };
}

/** @throws HttpError 404, 403 for the caller's own, 409 */
export async function confirmAttempts(
  parts: DayParts,
  raceId: string,
  callerId: string,
  ids: readonly string[],
): Promise<RaceInFull> {
  return judged(parts, raceId, callerId, newId(), async ({ tx, facts, now }) => {
    const open = ids.flatMap((id) => {
      const attempt = orNotFound(facts.attempts.find((one) => one.id === id) ?? null, 'result');
      return attempt.source === 'monitor' || attempt.confirmedBy !== null ? [] : [attempt];
    });
    if (open.some(({ enteredBy }) => enteredBy === callerId)) {
      throw new HttpError(403, 'forbidden', 'You entered this result: another official must confirm it');
    }
    if (open.length === 0) return null;
    for (const { id } of open) await updateAttempt(tx, id, { confirmedBy: callerId, confirmedAt: now });
    const lanes = lanesInWords(open.map(({ lane }) => lane));
    return {
      kind: 'confirm',
      text: `${lanes}: result confirmed`,
      data: { attempts: open.map(({ id }) => id) },
    };
  });
}

/** @throws HttpError 404, 403, 409 */
export function chooseAttempt(
  parts: DayParts,
  { id: raceId, lane: number }: { id: string; lane: number },
  callerId: string,
  { action, attempt: id, reason }: Body<'choose'>,
): Promise<RaceInFull> {
  return judged(parts, raceId, callerId, action, async ({ tx, facts }) => {
    const lane = orNotFound(facts.lanes.find((one) => one.lane === number) ?? null, 'lane');
    const attempt = facts.attempts.find((one) => one.id === id && one.lane === number);
    if (attempt === undefined || attempt.voidReason !== null)
      throw badField('attempt', 'must be one of the lane that is not void');
    await updateLane(tx, lane, { validAttemptId: id, chosenBy: callerId, chosenReason: reason });
    return {
      kind: 'choose',
      text: `Lane ${number}: chose a result, ${reason}`,
      data: { lane: number, attempt: id },
    };
  });
}

type Versioned = Body<'makeProvisional'>;

/** @throws HttpError 404, 403, 409 */
export function makeProvisional(
  parts: DayParts,
  raceId: string,
  callerId: string,
  body: Versioned,
): Promise<Race> {
  return actOnRace(parts, { raceId, callerId, need: 'manage', ...body }, async ({ race, facts, now }) => {
    if (hasResult(race)) return null;
    // A race that another program ran is never called here: its results are entered.
    const isEntered = ['published', 'called', 'armed'].includes(race.state) && facts.attempts.length > 0;
    if (race.state !== 'finished' && !(isEntered && areAllIn(facts.lanes, facts.attempts, []))) {
      throw raceChanged('Only a finished race can have a provisional result.');
    }
    return {
      kind: 'provisional',
      text: 'Provisional result',
      change: { state: 'provisional', provisionalAt: now },
    };
  });
}

/** Fixes the attempts that count: later ones change nothing. @throws HttpError 404, 403, 409 */
export function makeOfficial(
  parts: DayParts,
  raceId: string,
  callerId: string,
  body: Versioned,
): Promise<Race> {
  return actOnRace(parts, { raceId, callerId, need: 'manage', ...body }, async ({ tx, race, facts, now }) => {
    if (isFinal(race)) return null;
    if (!hasResult(race)) throw raceChanged('Publish the result as provisional first.');
    const open = openPoints(race, facts, await protestsOf(tx, raceId));
    if (open.length > 0) throw new HttpError(409, 'race_incomplete', open.join(' '));
    const records = await recordsOfRace(tx, race, facts);
    for (const lane of facts.lanes) {
      const attempt = validAttempt(lane, facts.attempts);
      const fixed = { validAttemptId: attempt?.id ?? null, records: records.get(lane.lane) ?? [] };
      if (attempt !== null) await updateLane(tx, lane, fixed);
    }
    const change = { state: 'official', officialAt: now, officialBy: callerId } as const;
    return { kind: 'official', text: 'Official result', change };
  });
}

/** @throws HttpError 404, 403, 409 */
export function reopenRace(
  parts: DayParts,
  raceId: string,
  callerId: string,
  { reason, ...body }: Body<'reopen'>,
): Promise<Race> {
  return actOnRace(parts, { raceId, callerId, need: 'manage', ...body }, async ({ tx, race, facts }) => {
    if (!isFinal(race)) throw raceChanged('This race is not official.');
    for (const lane of facts.lanes) {
      const isChosen = lane.chosenReason !== '';
      await updateLane(tx, lane, { records: [], ...(isChosen ? {} : { validAttemptId: null }) });
    }
    const change = { state: 'provisional', officialAt: null, officialBy: null } as const;
    return { kind: 'reopen', text: `Reopened: ${reason}`, change };
  });
}

/** @throws HttpError 404, 403, 409 */
export function noteProtest(
  parts: DayParts,
  raceId: string,
  callerId: string,
  { action, lane, text }: Body<'protest'>,
): Promise<RaceInFull> {
  return judged(parts, raceId, callerId, action, async () => ({ kind: 'protest', text, data: { lane } }));
}

/** @throws HttpError 404, 403, 409 already_decided */
export async function decideProtest(
  parts: DayParts,
  { id: raceId, protest: id }: { id: string; protest: string },
  callerId: string,
  { outcome, text }: Body<'decide'>,
): Promise<RaceInFull> {
  const { db, now } = parts;
  await db.transaction(async (tx) => {
    const { event } = await grantedEvent(tx, await findEventOfRace(tx, raceId), callerId, 'manage', true);
    const protest = orNotFound(
      (await protestsOf(tx, raceId)).find(({ _id }) => _id === id) ?? null,
      'protest',
    );
    if (protest.decision !== null) {
      if (protest.decision.outcome === outcome) return;
      throw new HttpError(409, 'already_decided', `This protest was ${protest.decision.outcome} before`);
    }
    const line = { eventId: event.id, raceId, userId: callerId };
    await insertLog(tx, { ...line, kind: 'decision', text, data: { protest: id, outcome } }, now());
  });
  return raceInFull(parts, raceId, callerId);
}

/** @throws HttpError 404, 403, 400 */
export async function logOf(
  { db }: DayParts,
  eventId: string,
  callerId: string,
  query: { race?: string | undefined; before?: string | undefined },
): Promise<StoredLine[]> {
  await grantedEvent(db, eventId, callerId, 'judge');
  return orNotListed(await listLog(db, eventId, query));
}
