import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/db/database.ts';
import * as tables from '../../src/db/tables.ts';

/** Names and texts that a format could spoil. */
const awkward = 'Zoë "Ö" O\'Neil \\ back\\slash\ttab\nline, {braces}, [] %s $1 NULL 🚣‍♀️ \u2028';
const id = (last: number) => `019a0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const at = (text: string) => new Date(text);
const moment = at('2026-03-29T01:59:59.987Z');

/** The name of the one stored image. */
export const imageName = 'users/someone/0123abcd.webp';

/**
 * Puts rows into every table, with values that are easily changed in transfer: extreme, empty, circular. @param name of
 * a login
 */
export async function fillEveryTable(db: Database, name = awkward): Promise<void> {
  await fillIdentity(db, name);
  const user = { displayName: awkward, createdAt: moment };
  await db.insert(tables.users).values([
    {
      ...user,
      id: id(1),
      uid: 'login-1',
      trainingPartnerId: null,
      visibility: 'me',
      themeColor: 3,
      firstDay: 'Saturday',
    },
    {
      ...user,
      id: id(2),
      uid: 'login-2',
      trainingPartnerId: id(1),
      displayName: 'Élan',
      isAdministrator: true,
      lockedAt: moment,
    },
    { ...user, id: id(3), uid: 'login-3', isFormer: true, displayName: 'Former member' },
  ]);
  // Two users who have chosen each other: neither can be stored first.
  await db.update(tables.users).set({ trainingPartnerId: id(2) });
  await db.insert(tables.follows).values({ followerId: id(1), followeeId: id(2), createdAt: moment });
  await db.insert(tables.blocks).values({ blockerId: id(2), blockedId: id(3), isNamed: false });
  const discarded = { userId: id(1), activityId: id(99), discardedAt: moment };
  await db.insert(tables.discardedActivities).values(discarded);
  await db.insert(tables.calendarKeys).values({ userId: id(1), digest: 'digest', createdAt: moment });
  const token = { id: id(4), userId: id(1), name: awkward, digest: 'token', createdAt: moment };
  await db
    .insert(tables.accessTokens)
    .values({ ...token, scopes: ['host', 'read'], lastUsedOn: '0001-01-01' });
  const guest = { id: id(5), userId: id(1), digest: 'guest', createdAt: moment, endsAt: moment };
  await db.insert(tables.guestLogins).values(guest);
  const push = { loginId: 's1', userId: id(1), endpoint: awkward, p256dh: 'p', auth: 'a', serverKey: 'k' };
  await db.insert(tables.pushSubscriptions).values({ ...push, createdAt: moment, endsAt: null });
  const season = { period: 'season', fromDay: '2026-01-01', toDay: '9999-12-31' } as const;
  await db.insert(tables.goals).values({ userId: id(1), meters: 2_147_483_647, ...season });
  await fillClubs(db);
  await fillActivities(db);
  await fillRaces(db);
  await fillTests(db);
  await fillAdministration(db);
  await db.insert(tables.storedImages).values({ name: imageName, userId: id(1), sizeBytes: 5 });
  const upload = { id: id(70), userId: id(1), folder: 'users', key: 'someone', sizeBytes: 9 };
  await db.insert(tables.pendingUploads).values(upload);
}

async function fillIdentity(db: Database, name: string): Promise<void> {
  await db.insert(tables.authUsers).values({ id: 'login-1', name, email: 'ann@club.example' });
  const expiresAt = at('2999-12-31T23:59:59.999Z');
  const login = { id: 's1', token: 'token', userId: 'login-1', expiresAt, userAgent: awkward };
  await db.insert(tables.authSessions).values(login);
  const change = { id: id(7), userId: 'login-1', digest: 'digest', oldEmail: 'old@club.example' };
  await db
    .insert(tables.authEmailChanges)
    .values({ ...change, newEmail: 'ann@club.example', createdAt: moment, expiresAt });
  const device = { id: id(6), device: 'digest', userId: 'login-1', loginId: 's1', userAgent: awkward };
  const times = { createdAt: moment, lastUsedAt: moment };
  await db.insert(tables.authDeviceMembers).values({ ...device, ...times, pin: null });
  const account = { id: 'a1', accountId: 'login-1', providerId: 'credential', userId: 'login-1' };
  await db.insert(tables.authAccounts).values({ ...account, password: 'salt:hash' });
  await db.insert(tables.authVerifications).values({ id: 'v1', identifier: 'x', value: '{}', expiresAt });
  const factor = { userId: 'login-1', secret: 'sealed', confirmedAt: moment, createdAt: moment };
  await db.insert(tables.authSecondFactors).values(factor);
  await db.insert(tables.authRecoveryCodes).values({ userId: 'login-1', digest: 'd1' });
  await db.insert(tables.authAttempts).values({ key: 'k', tries: 2, nextAt: moment, expiresAt });
}

async function fillAdministration(db: Database): Promise<void> {
  const setting = { name: 'signUp', value: 'closed', changedAt: moment };
  await db.insert(tables.installationSettings).values(setting);
  const invitation = { id: id(80), digest: 'link', createdBy: id(2), createdAt: moment, expiresAt: moment };
  await db.insert(tables.signUpInvitations).values({ ...invitation, usesLeft: null });
  const entry = { id: id(81), at: moment, actorName: null, action: 'locked', subjectName: awkward };
  await db.insert(tables.administrationLog).values(entry);
  const reported = {
    kind: 'club',
    targetId: id(20),
    name: awkward,
    text: awkward,
    createdAt: moment,
  } as const;
  await db.insert(tables.reportCases).values([
    { id: id(82), ...reported },
    { id: id(83), ...reported, decision: 'hidden', decidedBy: awkward, decidedAt: moment },
  ]);
  const said = { userId: id(1), reason: 'other', text: awkward, createdAt: moment } as const;
  await db.insert(tables.reports).values({ caseId: id(82), ...said });
}

async function fillClubs(db: Database): Promise<void> {
  const club = { id: id(20), name: awkward, customUrl: 'Crew', description: '', ranksEntered: true };
  await db.insert(tables.clubs).values(club);
  await db.insert(tables.clubMemberships).values({ id: id(21), clubId: id(20), userId: id(1), role: 2 });
  const invitation = { clubId: id(20), digest: 'invitation', createdAt: moment, expiresAt: moment };
  await db.insert(tables.clubInvitations).values(invitation);
  const hook = { clubId: id(20), url: 'https://x.example/?a=1', nonce: awkward, setBy: id(1), setAt: moment };
  await db.insert(tables.webhooks).values(hook);
  await db.insert(tables.sessions).values({
    id: id(30),
    title: awkward,
    hostUserId: id(1),
    startAt: at('0001-01-01T00:00:00Z'),
    isAccessibleByLink: true,
    clubId: id(20),
    workoutItems: ['2k', awkward, '', 'NULL'],
  });
  const delivery = { clubId: id(20), createdAt: moment, attempts: 5, problem: awkward };
  await db.insert(tables.webhookDeliveries).values([
    { ...delivery, id: id(33), event: 'session.finished', sessionId: id(30), nextAt: moment },
    { ...delivery, id: id(34), event: 'test', isDelivered: true, triedAt: moment },
  ]);
  const template = { id: id(31), clubId: id(20), title: 'Ladder', workoutItem: '4 x 500 m' };
  await db.insert(tables.workoutTemplates).values(template);
  await db.insert(tables.attendances).values({ sessionId: id(30), userId: id(2) });
  await db.insert(tables.starts).values({ sessionId: id(30), workoutItemIndex: 0, startAt: moment });
  const board = { id: id(32), sessionId: id(30), digest: 'board', createdBy: id(1) };
  await db.insert(tables.boards).values(board);
}

async function fillRaces(db: Database): Promise<void> {
  const event = { id: id(100), clubId: id(20), title: awkward, day: '2026-03-29', timeZone: 'Europe/Berlin' };
  const rules = { lanes: 40, closedLanes: [7, 40], minutesBetween: 20, protestMinutes: 0 };
  const control = { controlUserId: id(1), controlDevice: id(101), controlAt: moment };
  await db.insert(tables.raceEvents).values({
    ...event,
    ...rules,
    ...control,
    juniorNames: 'full',
    pageDigest: 'page',
    medals: { places: 2, minStarters: 3, isOneFewer: true },
  });
  await db.insert(tables.raceJudges).values({ eventId: id(100), userId: id(2) });
  const piece = { kind: 'time', amount: 240 } as const;
  const progression = { kind: 'heats', heats: 2, byPlace: 1, fastest: 3 } as const;
  const ages = { ageFrom: null, ageTo: 18, ageOn: { month: 12, day: 31 } };
  const category = {
    sex: 'women',
    ...ages,
    maxWeight: 615,
    piece,
    split: 60,
    scoring: 'relay',
    teamSize: 4,
    progression,
  } as const;
  await db
    .insert(tables.raceCategories)
    .values({ id: id(102), eventId: id(100), name: awkward, position: 3, rules: category });
  const entry = {
    id: id(103),
    eventId: id(100),
    categoryId: id(102),
    name: awkward,
    bib: '07',
    club: '',
    team: awkward,
  };
  await db.insert(tables.raceEntries).values({
    ...entry,
    userId: id(1),
    weighed: 'failed',
    weighedAt: moment,
    codeNumber: 2,
    codeDigest: 'digest of a code',
    claimedAt: moment,
  });
  const race = {
    id: id(104),
    eventId: id(100),
    categoryId: id(102),
    round: 'heat',
    number: 1,
    startsAt: moment,
  } as const;
  await db.insert(tables.races).values({ ...race, state: 'official', officialAt: moment, officialBy: id(2) });
  const run = { id: id(105), raceId: id(104), number: 2, sessionId: id(30), stopKind: 'falseStart' } as const;
  await db.insert(tables.raceRuns).values({ ...run, stopLanes: [1, 2], rowAt: moment, stoppedAt: moment });
  const lane = {
    raceId: id(104),
    lane: 40,
    entryId: id(103),
    validAttemptId: id(106),
    chosenReason: awkward,
  };
  await db.insert(tables.raceLanes).values(lane);
  const attempt = {
    id: id(106),
    raceId: id(104),
    runId: id(105),
    lane: 40,
    entryId: id(103),
    source: 'monitor',
  } as const;
  const figures = {
    activityId: id(40),
    tenths: 2_400,
    meters: 1_234,
    splits: [{ tenths: 600, meters: 300 }],
  };
  await db
    .insert(tables.raceAttempts)
    .values({ ...attempt, ...figures, outcome: 'finished', createdAt: moment });
  const line = { id: id(107), eventId: id(100), raceId: id(104), at: moment, userId: null, isByUser: false };
  await db.insert(tables.raceLog).values({ ...line, kind: 'result', text: awkward, data: { text: awkward } });
}

async function fillTests(db: Database): Promise<void> {
  await db.insert(tables.squads).values({ id: id(35), clubId: id(20), name: awkward });
  await db.insert(tables.squadMembers).values({ squadId: id(35), clubId: id(20), userId: id(1) });
  const piece = { kind: 'distance', amount: 2_000, machine: 'rower' } as const;
  const rules = { opensAt: moment, closesAt: moment, counts: 'first', rateMax: 20 } as const;
  const of = { squadId: id(35), sessionId: id(30), workoutItemIndex: 0 };
  await db
    .insert(tables.tests)
    .values({ id: id(36), clubId: id(20), title: awkward, ...piece, ...rules, ...of });
  await db.insert(tables.testWeights).values({ testId: id(36), userId: id(1), weightHg: 32_767 });
  await db.insert(tables.athleteCategories).values({ userId: id(1), sex: null, birthYear: 1900 });
  const record = { id: id(37), clubId: id(20), ...piece, score: 1, holder: awkward, note: awkward };
  await db.insert(tables.recordsByHand).values({ ...record, sex: 'female', ageGroup: 0, day: '0001-01-01' });
  const result = { activityId: id(40), userId: id(1), ...piece, score: 2_147_483_647, rowedAt: moment };
  await db.insert(tables.singleResults).values({
    ...result,
    strokeRate: null,
    isEntered: false,
    isOpen: true,
    sessionId: id(30),
    workoutItemIndex: 0,
    clubId: id(20),
  });
}

async function fillActivities(db: Database): Promise<void> {
  const rowed = { userId: id(1), title: awkward, workout: '2k', createdAt: moment, day: '2026-03-29' };
  await db.insert(tables.activities).values([
    {
      ...rowed,
      id: id(40),
      sessionId: id(30),
      workoutItemIndex: 0,
      isCompleted: true,
      completedAt: moment,
      distance: 0.1 + 0.2,
      elapsedTime: 5e-324,
      averagePace: 1.7976931348623157e308,
      strokeRate: null,
      startOffset: -0,
    },
    { ...rowed, id: id(41), visibility: 'profile' },
    {
      ...rowed,
      id: id(42),
      sessionId: id(30),
      workoutItemIndex: 0,
      source: 'entered',
      enteredBy: id(2),
      isCompleted: true,
      completedAt: moment,
    },
  ]);
  const refused = { sessionId: id(30), workoutItemIndex: 1, userId: id(1), refusedAt: moment };
  await db
    .insert(tables.entryRefusals)
    .values({ ...refused, distance: 1 / 3, elapsedTime: 1e-7, reason: awkward });
  const packed = Buffer.concat([Buffer.from([0, 10, 13, 34, 39, 92, 255]), randomBytes(300)]);
  await db.insert(tables.strokeChunks).values([
    { activityId: id(40), first: 0, count: 1, packed },
    { activityId: id(40), first: 1, count: 1, packed: Buffer.alloc(0) },
  ]);
  const day = { userId: id(1), day: '2026-03-29', machine: 'rower', calories: 1e-7 } as const;
  await db.insert(tables.activityDays).values({ ...day, count: 1, meters: 1e21, timeSec: 1 / 3 });
  const ranked = {
    activityId: id(40),
    piece: '2000m',
    userId: id(1),
    machine: 'rower',
    pace: 105.25,
  } as const;
  await db.insert(tables.rankedResults).values(ranked);
  const made = { id: id(45), userId: id(1), createdAt: moment, undoneAt: moment };
  const choice = { order: [1, 0], timeZone: 'UTC', machine: null, starts: [] };
  await db
    .insert(tables.imports)
    .values({ ...made, fileNames: [awkward, ''], count: 1, chosen: 2, choice, progressAt: moment });
  const origin = { activityId: id(40), userId: id(1), importId: id(45), fileName: awkward };
  await db.insert(tables.activityOrigins).values({ ...origin, logbookId: '1', restDistance: 1e-7 });
  const added = { strokes: 2, intervals: true, heartRate: 150 } as const;
  await db
    .insert(tables.importCompletions)
    .values({ importId: id(45), activityId: id(40), fileName: awkward, added, completedAt: moment });
  await db
    .insert(tables.sameRowQuestions)
    .values({ activityId: id(40), otherId: id(40), userId: id(1), askedAt: moment, answeredAt: moment });
  const own = { title: awkward, workout: awkward, plan: null, isPartial: true, isLeft: false } as const;
  await db
    .insert(tables.rowMoves)
    .values({ activityId: id(40), besideSessionId: id(30), own: { ...own, visibility: 'me' } });
  await fillSync(db);
  await db.insert(tables.activityNotes).values({ activityId: id(40), note: awkward, updatedAt: moment });
  await db.insert(tables.activityTags).values({ activityId: id(40), userId: id(1), place: 0, tag: awkward });
  const comment = { activityId: id(40), userId: id(2), message: awkward };
  // The reply is stored before its comment.
  await db.insert(tables.comments).values([
    { ...comment, id: id(51), commentId: id(52) },
    { ...comment, id: id(52) },
  ]);
  await db.insert(tables.likes).values({ activityId: id(40), userId: id(2) });
  await db.insert(tables.notifications).values({
    id: id(60),
    userId: id(1),
    kind: 'like',
    occurrence: 'o',
    line: 'l',
    actorId: id(2),
    activityId: id(40),
    commentId: id(51),
    createdAt: moment,
    isToMail: false,
  });
  const mails = { userId: id(1), kinds: [], timeZone: 'Europe/Zurich', locale: 'de-CH' };
  await db.insert(tables.notificationMails).values(mails);
}

async function fillSync(db: Database): Promise<void> {
  const choices = { uploads: true, imports: false, weightClass: 'L', timeZone: 'Europe/Zurich' } as const;
  const connection = { id: id(100), userId: id(1), service: 'logbook', sealed: awkward, ...choices } as const;
  await db.insert(tables.syncConnections).values({
    ...connection,
    state: 'loginNeeded',
    accountName: awkward,
    connectedAt: moment,
    problem: awkward,
    importedIds: ['1', awkward],
  });
  const upload = { activityId: id(40), userId: id(1), createdAt: moment, problem: awkward } as const;
  await db.insert(tables.syncUploads).values([
    { ...upload, service: 'logbook', state: 'refused', attempts: 3, remoteId: awkward },
    { ...upload, service: 'intervals', nextAt: moment },
  ]);
  const begun = { digest: 'state', userId: id(1), service: 'logbook', loginId: 's1', ...choices } as const;
  await db.insert(tables.syncAuthorizations).values({ ...begun, expiresAt: moment });
}
