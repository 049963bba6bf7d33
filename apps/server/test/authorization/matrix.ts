import type { ActivityVisibility } from '@boathouse/contract/activities';
import type { api } from '@boathouse/contract/api';
import type { ErrorCode } from '@boathouse/contract/errors';
import type { HandshakeRefusal, liveEvents, Refusal } from '@boathouse/contract/live';
import type { packedKinds } from '@boathouse/contract/live/messages';

/**
 * The permissions as data: every API call and every live event has a row, and `authorization.test.ts` tests every cell
 * against the running app. A call or an event without a row does not compile.
 *
 * - anonymous: not signed in; loginWithoutRecord: signed in, but without a user record yet
 * - other: a user unrelated to the club and the session
 * - pending, member, admin, owner: by role in the session's club; none of them is the host
 * - host: the session's host, a member of its club
 * - formerHost: the host of the club's session, who is no longer a member of the club; another session has another host
 * - administrator: of the installation, in no club. Outside the calls of administration they have the rights of `other`
 * - self: the owner of the record (user, membership, activity), in no club
 */
export const personas = [
  'anonymous',
  'loginWithoutRecord',
  'other',
  'pending',
  'member',
  'admin',
  'owner',
  'host',
  'formerHost',
  'administrator',
  'self',
] as const;
export type Persona = (typeof personas)[number];

/** The response's status, with the error code of a refusal. `null` and `[]` are empty bodies that disclose nothing. */
export type Outcome =
  | '200'
  | '200 null'
  | '200 []'
  | '201'
  | '204'
  | `${400 | 401 | 403 | 404 | 409 | 422} ${ErrorCode}`;

/** Every persona has a cell; only `self` is optional, for calls without an owner of the record. */
type Cells<O> = Record<Exclude<Persona, 'self'>, O> & { self?: O };

type Nouns = typeof api;
export type EndpointKey = {
  [N in keyof Nouns]: `${N}.${keyof Nouns[N] & string}`;
}[keyof Nouns];

/** The visibility of the tested session. `onlyMe` and `link` sessions belong to no club. */
export type Visibility = 'onlyMe' | 'link' | 'club';
export const visibilities = ['onlyMe', 'link', 'club'] as const satisfies readonly Visibility[];

/** The place of an activity: in such a session, or without one and with such a visibility. */
export type ActivityPlace = Visibility | ActivityVisibility;
export const activityPlaces = [...visibilities, 'me', 'profile'] as const satisfies readonly ActivityPlace[];

const notAUser = { anonymous: '401 not_signed_in', loginWithoutRecord: '403 user_record_missing' } as const;

const everyUser = <O extends Outcome>(outcome: O) => ({
  ...notAUser,
  other: outcome,
  pending: outcome,
  member: outcome,
  admin: outcome,
  owner: outcome,
  host: outcome,
  formerHost: outcome,
  administrator: outcome,
  self: outcome,
});

/** Calls without a login. */
const anybody = <O extends Outcome>(outcome: O) => ({
  ...everyUser(outcome),
  anonymous: outcome,
  loginWithoutRecord: outcome,
});

/** Calls about the login itself, which need no user record. */
const anyLogin = <O extends Outcome>(outcome: O) =>
  ({ ...anybody(outcome), anonymous: '401 not_signed_in' }) as const;

const onlySelf = { ...everyUser('403 not_the_caller'), self: '200' } as const;

/** The calls of administration: all other signed-in users get 404 at their addresses. */
const administrators = <O extends Outcome>(done: O) =>
  ({ ...everyUser('404 not_found'), loginWithoutRecord: '404 not_found', administrator: done }) as const;

/** MEMB-3: admins and the owner; all others are refused before any other check. */
const clubAdmins = <O extends Outcome>(done: O) =>
  ({ ...everyUser('403 forbidden'), admin: done, owner: done }) as const;

/** Calls about data that a club shows only to its members: others get 404. */
const clubMembers = {
  ...everyUser('404 not_found'),
  member: '200',
  admin: '200',
  owner: '200',
  host: '200',
} as const;

/** Calls that name the club's owner as the caller. */
const onlyOwner = { ...everyUser('403 not_the_caller'), owner: '200' } as const;

/** SESS-11: reading a session. The refusal is always 404, so that it does not disclose that the session exists. */
const readers = {
  onlyMe: { ...everyUser('404 not_found'), host: '200' },
  link: everyUser('200'),
  club: {
    ...notAUser,
    other: '404 not_found',
    pending: '404 not_found',
    member: '200',
    admin: '200',
    owner: '200',
    host: '200',
    formerHost: '404 not_found',
    administrator: '404 not_found',
    self: '404 not_found',
  },
} as const satisfies Record<Visibility, Cells<Outcome>>;

/** Users who may not read the club's session do not find it. */
const notFoundOutsideTheClub = {
  other: '404 not_found',
  pending: '404 not_found',
  formerHost: '404 not_found',
  administrator: '404 not_found',
} as const;

/** Changes of an activity that only `self` may make. Others get 403 if they may read it, otherwise 404. */
const onlyOwnRecord = <O extends '403 not_the_caller' | '403 forbidden'>(refused: O) =>
  ({
    me: { ...everyUser('404 not_found'), self: '200' },
    profile: { ...everyUser(refused), self: '200' },
    onlyMe: { ...everyUser('404 not_found'), host: refused, self: '200' },
    link: { ...everyUser(refused), self: '200' },
    club: { ...everyUser(refused), ...notFoundOutsideTheClub, self: '200' },
  }) as const satisfies Record<ActivityPlace, Cells<Outcome>>;

/**
 * Changes of a session: its host, and of a club's session the admins and the owner, too. Others get 403 if they may
 * read it, otherwise 404.
 */
const managers = (done: Outcome) =>
  ({
    onlyMe: { ...everyUser('404 not_found'), host: done },
    link: { ...everyUser('403 forbidden'), host: done },
    club: {
      ...everyUser('403 forbidden'),
      ...notFoundOutsideTheClub,
      admin: done,
      owner: done,
      host: done,
      self: '404 not_found',
    },
  }) as const satisfies Record<Visibility, Cells<Outcome>>;

/** A club's whiteboard: its admins and owner. Members, who read it, get 403, and all others 404. */
const templateManagers = {
  ...everyUser('404 not_found'),
  member: '403 forbidden',
  host: '403 forbidden',
  admin: '200',
  owner: '200',
} as const;

/** Changes of an activity: its athlete only. */
const onlyAthlete = onlyOwnRecord('403 not_the_caller');

/**
 * An activity, its comments and likes: users who may read its session; without a session, users who see its athlete
 * unless only the athlete may see it; and always its athlete (`self`).
 */
const resultReaders = {
  me: { ...everyUser('404 not_found'), self: '200' },
  profile: everyUser('200'),
  onlyMe: { ...readers.onlyMe, self: '200' },
  link: readers.link,
  club: { ...readers.club, self: '200' },
} as const satisfies Record<ActivityPlace, Cells<Outcome>>;

/** Lists leave out activities that the caller may not read. */
const resultFinders = {
  me: { ...everyUser('200 []'), self: '200' },
  profile: everyUser('200'),
  onlyMe: { ...everyUser('200 []'), host: '200', self: '200' },
  link: everyUser('200'),
  club: {
    ...resultReaders.club,
    other: '200 []',
    pending: '200 []',
    formerHost: '200 []',
    administrator: '200 []',
  },
} as const satisfies Record<ActivityPlace, Cells<Outcome>>;

/**
 * The effects of Sol Self's setting and blocks, by the caller's relation: `selfHidden` shows them to no one,
 * `selfForConnections` to followers and followees (in `selfForFollower` the caller is one); `selfForClubs` to
 * members of the same club, and in `selfBlocks` the caller is blocked.
 */
const relations = <S extends Outcome, H extends Outcome>(shown: S, hidden: H) =>
  ({
    selfHidden: { ...everyUser(hidden), self: shown },
    selfForConnections: { ...everyUser(hidden), self: shown },
    selfForFollower: everyUser(shown),
    selfForClubs: {
      ...everyUser(hidden),
      member: shown,
      admin: shown,
      owner: shown,
      host: shown,
      self: shown,
    },
    selfBlocks: { ...everyUser(hidden), self: shown },
  }) as const;

const profileReaders = { ofSelf: everyUser('200'), ...relations('200', '404 not_found') } as const;

/** For a result in a session by link, the host is part of the session. */
const resultRelations = {
  ...relations('200', '404 not_found'),
  selfHidden: { ...everyUser('404 not_found'), host: '200', self: '200' },
  selfForConnections: { ...everyUser('404 not_found'), host: '200', self: '200' },
  selfForClubs: { ...everyUser('200'), ...notFoundOutsideTheClub },
  // For a result without a session, no user is.
  profileSelfHidden: relations('200', '404 not_found').selfHidden,
  profileSelfForConnections: relations('200', '404 not_found').selfForConnections,
  profileSelfForFollower: relations('200', '404 not_found').selfForFollower,
  profileSelfForClubs: relations('200', '404 not_found').selfForClubs,
  profileSelfBlocks: relations('200', '404 not_found').selfBlocks,
} as const;

/** SOCIAL-2: only the author may remove a comment. */
const onlyAuthor = { ...onlyOwnRecord('403 forbidden'), asSelf: onlySelf } as const;

/** STORE-1: the user of a user folder; the admins and owner of a club folder; any user under a free custom URL. */
const imageWriters = <O extends Outcome>(done: O) =>
  ({
    ofSelf: { ...everyUser('403 forbidden'), self: done },
    ofTheClub: { ...everyUser('403 forbidden'), admin: done, owner: done },
    ofAFreeURL: everyUser(done),
  }) as const;

/** A race day: users outside its club get 404. Its judge is the host of the sessions. */
const ofRaceDay = (members: Outcome, judge: Outcome, admins: Outcome) =>
  ({
    ...everyUser('404 not_found'),
    member: members,
    host: judge,
    admin: admins,
    owner: admins,
  }) as const;
/** Otto Other has entered the code of an entry. */
const withGuest = (guest: Outcome, members: Outcome = '200', officials: Outcome = '200') =>
  ({ ...ofRaceDay(members, officials, officials), other: guest }) as const;
const raceReaders = {
  published: ofRaceDay('200', '200', '200'),
  withGuest: withGuest('200'),
  unpublished: ofRaceDay('404 not_found', '200', '200'),
};
const raceClub = { ...raceReaders, withGuest: withGuest('403 forbidden') };
const raceJudges = { ofTheDay: ofRaceDay('403 forbidden', '200', '200') } as const;
const raceManagers = { ofTheDay: ofRaceDay('403 forbidden', '403 forbidden', '200') } as const;
const raceManagersWith = (done: Outcome) =>
  ({ ofTheDay: ofRaceDay('403 forbidden', '403 forbidden', done) }) as const;
const racePage = { withItsKey: anybody('200'), withAnotherKey: anybody('404 not_found') } as const;

export const endpointMatrix = {
  'product.read': {
    always: { ...everyUser('200'), anonymous: '200', loginWithoutRecord: '200' },
  },

  'auth.signUp': { withANewEmail: anybody('200'), withATakenEmail: anybody('422 already_exists') },
  'auth.signIn': {
    withTheRightPassword: anybody('200'),
    withAWrongPassword: anybody('401 wrong_password'),
  },
  'auth.signOut': { always: anybody('200') },
  'auth.session': { always: { ...anybody('200'), anonymous: '200 null' } },
  'auth.requestReset': { ofAnAccount: anybody('200'), ofNoAccount: anybody('200') },
  'auth.resetPassword': { withAMadeUpToken: anybody('400 bad_request') },
  'auth.changePassword': {
    withTheRightPassword: anyLogin('200'),
    withAWrongPassword: anyLogin('400 wrong_password'),
  },
  'auth.changeEmail': { always: anyLogin('200') },
  'auth.takeBackEmail': { withAMadeUpToken: anybody('400 bad_request') },
  'auth.secondFactor': { always: anyLogin('200') },
  'auth.beginSecondFactor': {
    withTheRightPassword: anyLogin('200'),
    withAWrongPassword: anyLogin('400 wrong_password'),
  },
  'auth.confirmSecondFactor': { withAMadeUpCode: anyLogin('400 wrong_code') },
  'auth.newRecoveryCodes': {
    withoutASecondFactor: anyLogin('404 not_found'),
    withAWrongPassword: anyLogin('400 wrong_password'),
  },
  'auth.removeSecondFactor': {
    withTheRightPassword: anyLogin('200'),
    withAWrongPassword: anyLogin('400 wrong_password'),
  },
  'auth.logins': { always: anyLogin('200') },
  'auth.endLogin': { ofTheCaller: anyLogin('200'), ofAnotherUser: anyLogin('404 not_found') },
  'auth.endOtherLogins': { always: anyLogin('200') },
  'auth.accounts': { always: anyLogin('200') },
  'auth.beginPopup': { withoutAProvider: anybody('404 not_found') },

  // A cookie identifies the list of a browser, and these callers do not have it; devices.test.ts has one.
  'devices.members': { always: anybody('200') },
  'devices.join': {
    withTheRightPassword: everyUser('200'),
    withAWrongPassword: everyUser('400 wrong_password'),
  },
  'devices.leave': { always: everyUser('200') },
  'devices.switchTo': { withoutTheBrowser: anybody('404 not_found') },
  'devices.logOutEveryone': { always: anybody('200') },
  'devices.list': { always: everyUser('200 []') },
  'devices.end': { ofNoDevice: everyUser('404 not_found') },

  // A token belongs to its owner; a login isn't a token. The rights of each token are in token-scopes.test.ts.
  'tokens.list': { always: everyUser('200') },
  'tokens.create': {
    withThePassword: everyUser('200'),
    withAWrongPassword: everyUser('400 wrong_password'),
  },
  'tokens.current': { withALogin: everyUser('404 not_found') },
  'tokens.end': { ofSelf: { ...everyUser('404 not_found'), self: '200' } },
  'tokens.endAll': { always: everyUser('200') },

  'users.byUid': {
    // A record can be found by login only with that login.
    uidOfSelf: { ...everyUser('200 null'), loginWithoutRecord: '200 null', self: '200' },
    uidOfTheCaller: { ...everyUser('200'), loginWithoutRecord: '200 null' },
  },
  'users.byId': profileReaders,
  'users.list': { always: everyUser('200') },
  'users.search': { always: everyUser('200') },
  'users.create': {
    forTheCaller: { ...everyUser('200'), loginWithoutRecord: '200' },
    forSelf: {
      ...everyUser('403 not_the_caller'),
      loginWithoutRecord: '403 not_the_caller',
      self: '200',
    },
  },
  'users.setDisplayName': { ofSelf: onlySelf },
  'users.setIconURL': { ofSelf: onlySelf },
  'users.setBannerURL': { ofSelf: onlySelf },
  'users.setTrainingPartner': {
    ofSelf: onlySelf,
    toSomebodyUnconnected: { ...onlySelf, self: '400 bad_request' },
  },
  'users.setThemeColor': { ofSelf: onlySelf },
  'users.setTintColor': { ofSelf: onlySelf },
  'users.setFirstDay': { ofSelf: onlySelf },
  'users.setVisibility': { ofSelf: onlySelf },
  'users.firstSteps': { ofSelf: onlySelf },
  'users.hideFirstSteps': { ofSelf: onlySelf },
  'users.blocked': { ofSelf: { ...onlySelf, self: '200 []' } },
  'users.block': {
    ofSelf: onlySelf,
    oneself: { ...onlySelf, self: '400 bad_request' },
    // The same response for a user who does not exist and for one whom the caller may not see.
    missingUser: { ...onlySelf, self: '200 []' },
    hiddenUser: { ...onlySelf, self: '200 []' },
  },
  'users.unblock': { ofSelf: { ...onlySelf, self: '200 []' } },

  'account.deletion': { ofSelf: onlySelf },
  'account.remove': {
    ofSelf: onlySelf,
    withoutPassword: { ...onlySelf, self: '400 bad_request' },
    withAWrongPassword: { ...onlySelf, self: '400 wrong_password' },
  },
  'account.archiveState': { ofSelf: onlySelf },
  'account.archive': { ofSelf: onlySelf },

  'statistics.meters': profileReaders,
  'statistics.general': profileReaders,
  'statistics.progress': profileReaders,
  'statistics.heatmap': profileReaders,
  // The best activity that the caller may read: never one that they may not.
  'statistics.personalBests': { ...resultFinders, ...relations('200', '404 not_found') },

  // The same 404 as for no club at all.
  'statistics.rowedDays': { ofSelf: { ...onlySelf, self: '200 []' } },
  'statistics.totalsOfSpan': { ofSelf: { ...onlySelf, self: '200 []' } },
  'statistics.paceOfSpan': { ofSelf: { ...onlySelf, self: '200 []' } },
  'goals.ofUser': { ofSelf: onlySelf },
  'goals.set': { ofSelf: onlySelf },
  'goals.remove': { ofSelf: { ...onlySelf, self: '200 null' } },
  'statistics.clubMeters': {
    ofThePublicClub: everyUser('200'),
    ofThePrivateClub: {
      ...everyUser('404 not_found'),
      member: '200',
      admin: '200',
      owner: '200',
      host: '200',
    },
  },

  // A user who may not be seen follows no one.
  'follows.followees': { ofSelf: everyUser('200'), ...relations('200', '200 []') },
  'follows.followers': { ofSelf: everyUser('200') },
  'follows.summary': { ofSelf: everyUser('200') },
  'follows.doesFollow': { ofTheCaller: everyUser('200'), ofSelf: onlySelf },
  'follows.facts': { ofTheCaller: everyUser('200'), ofSelf: onlySelf },
  'follows.create': {
    ofTheCaller: everyUser('200'),
    asSelf: onlySelf,
    oneself: everyUser('400 bad_request'),
    missingUser: everyUser('404 not_found'),
    // Only users who see an athlete may begin to follow.
    ofSelfHidden: { ...everyUser('404 not_found'), self: '400 bad_request' },
    ofSelfWhoBlocks: { ...everyUser('404 not_found'), self: '400 bad_request' },
  },
  'follows.remove': { ofTheCaller: everyUser('200'), asSelf: onlySelf },

  'clubs.list': { always: everyUser('200') },
  'clubs.search': { always: everyUser('200') },
  'clubs.isAvailable': { always: everyUser('200') },
  'clubs.byCustomURL': { ofAClub: everyUser('200'), ofNoClub: everyUser('404 not_found') },
  'clubs.create': {
    withAnIconOfTheCaller: everyUser('200'),
    withAnIconOfSelf: { ...everyUser('400 bad_request'), self: '200' },
    withATakenURL: everyUser('409 already_exists'),
  },
  // CLUB-7
  'clubs.patch': {
    ofTheClub: clubAdmins('200'),
    asTheOwner: onlyOwner,
    ofNoClub: everyUser('404 not_found'),
  },
  'clubs.membershipsOfUser': {
    ofTheMember: everyUser('200'),
    ofThePendingUser: { ...everyUser('200 []'), pending: '200' },
  },
  'clubs.membershipsOfClub': { ofTheClub: everyUser('200'), ofNoClub: everyUser('404 not_found') },
  // Always 200; the body shows the request only to users who may see it.
  'clubs.isMember': {
    ofTheCaller: everyUser('200'),
    ofThePendingUser: everyUser('200'),
    ofNoClub: everyUser('404 not_found'),
  },
  // MEMB-1
  'clubs.join': {
    thePublicClub: everyUser('200'),
    thePrivateClub: everyUser('200'),
    asSelf: onlySelf,
    noClub: everyUser('404 not_found'),
  },
  'invitations.ofClub': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'invitations.create': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'invitations.revoke': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'squads.ofClub': { ofTheClub: clubMembers, ofNoClub: everyUser('404 not_found') },
  'squads.save': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'squads.remove': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'tests.ofClub': { ofTheClub: clubMembers, ofNoClub: everyUser('404 not_found') },
  'tests.save': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'tests.remove': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'tests.board': { ofTheClub: clubMembers, ofAnotherClub: everyUser('404 not_found') },
  'tests.sheet': { ofTheClub: clubMembers, ofAnotherClub: everyUser('404 not_found') },
  'tests.line': {
    ofTheMember: clubMembers,
    ofSelf: everyUser('404 not_found'),
  },
  'tests.setOwn': { ofTheClub: clubMembers, ofAnotherClub: everyUser('404 not_found') },
  'records.ofClub': { ofTheClub: clubMembers, ofNoClub: everyUser('404 not_found') },
  'records.sheet': { ofTheClub: clubMembers, ofNoClub: everyUser('404 not_found') },
  'records.save': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'records.remove': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'turnout.ofClub': { ofTheClub: clubMembers, ofNoClub: everyUser('404 not_found') },
  'turnout.sheet': { ofTheClub: clubMembers, ofNoClub: everyUser('404 not_found') },
  'webhooks.ofClub': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'webhooks.set': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'webhooks.remove': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'webhooks.test': {
    withoutAWebhook: clubAdmins('404 not_found'),
    ofNoClub: everyUser('404 not_found'),
  },
  'invitations.read': {
    withItsKey: everyUser('200'),
    withAReplacedKey: everyUser('404 not_found'),
    withAMadeUpKey: everyUser('404 not_found'),
    // Not for users who are already members.
    blockedByTheOwner: { ...everyUser('404 not_found'), member: '200', admin: '200', owner: '200' },
  },
  'invitations.accept': {
    withItsKey: everyUser('200'),
    withAReplacedKey: everyUser('404 not_found'),
    withAMadeUpKey: everyUser('404 not_found'),
    blockedByTheOwner: { ...everyUser('404 not_found'), member: '200', admin: '200', owner: '200' },
    asSelf: onlySelf,
  },
  // MEMB-2
  'clubs.leave': {
    theClub: { ...everyUser('200'), owner: '403 forbidden' },
    asSelf: onlySelf,
    noClub: everyUser('404 not_found'),
  },
  // MEMB-2, MEMB-3
  'clubs.revokeMembership': {
    ofARequest: clubAdmins('200'),
    ofAMember: clubAdmins('200'),
    ofAnAdmin: clubAdmins('200'),
    ofTheOwner: everyUser('403 forbidden'),
    ofAStranger: clubAdmins('200'),
    asTheOwner: onlyOwner,
    ofNoClub: everyUser('404 not_found'),
  },
  'clubs.makeMember': {
    ofARequest: clubAdmins('200'),
    ofAMember: clubAdmins('200'),
    ofAStranger: clubAdmins('404 not_found'),
    asTheOwner: onlyOwner,
    ofNoClub: everyUser('404 not_found'),
  },
  'clubs.makeAdmin': {
    ofARequest: clubAdmins('400 bad_request'),
    ofAMember: clubAdmins('200'),
    ofTheOwner: everyUser('403 forbidden'),
    ofAStranger: clubAdmins('404 not_found'),
    asTheOwner: onlyOwner,
    ofNoClub: everyUser('404 not_found'),
  },
  'clubs.revokeAdmin': {
    ofARequest: clubAdmins('400 bad_request'),
    ofAnAdmin: clubAdmins('200'),
    ofTheOwner: everyUser('403 forbidden'),
    ofAStranger: clubAdmins('404 not_found'),
    asTheOwner: onlyOwner,
    ofNoClub: everyUser('404 not_found'),
  },
  // MEMB-4
  'clubs.transferOwnership': {
    toAMember: { ...everyUser('403 forbidden'), owner: '200' },
    toARequest: { ...everyUser('403 forbidden'), owner: '400 bad_request' },
    toAStranger: { ...everyUser('403 forbidden'), owner: '404 not_found' },
    asTheOwner: onlyOwner,
  },

  'sessions.byId': readers,
  'sessions.activities': readers,
  'sessions.ofUser': { ofSelf: onlySelf },
  'sessions.next': { ofSelf: onlySelf },
  'sessions.create': {
    forTheCaller: everyUser('200'),
    hostedBySelf: onlySelf,
    withTheIdOfAHostedOne: { ...everyUser('400 bad_request'), host: '200' },
    // WORK-3
    forTheClub: {
      ...everyUser('400 bad_request'),
      member: '200',
      admin: '200',
      owner: '200',
      host: '200',
    },
  },

  'sessions.change': {
    ...managers('200'),
    // Only the host, and to one of their own clubs.
    toTheClub: { ...everyUser('403 forbidden'), host: '200', formerHost: '400 bad_request' },
    outOfTheClub: { ...managers('403 forbidden').club, host: '200' },
  },
  'sessions.remove': { ...managers('200'), whileOneRows: managers('409 still_rowing').link },
  'sessions.repeat': managers('200'),
  'sessions.handOver': {
    // To a member. A session without a club can't be handed over.
    club: managers('200').club,
    onlyMe: managers('400 bad_request').onlyMe,
    link: managers('400 bad_request').link,
    toTheFormerHost: managers('400 bad_request').club,
    toARequest: managers('400 bad_request').club,
    toAStranger: managers('400 bad_request').club,
  },

  // All users who read a session may attend it.
  'attendance.ofSession': {
    onlyMe: { ...everyUser('404 not_found'), host: '200 []' },
    link: everyUser('200 []'),
    club: { ...everyUser('200 []'), ...notFoundOutsideTheClub, self: '404 not_found' },
  },
  'attendance.say': readers,
  'attendance.takeBack': {
    onlyMe: { ...everyUser('404 not_found'), host: '200 []' },
    link: everyUser('200 []'),
    club: { ...everyUser('200 []'), ...notFoundOutsideTheClub, self: '404 not_found' },
  },

  'templates.list': {
    ofSelf: { ...everyUser('200 []'), self: '200' },
    ofTheClub: { ...everyUser('200 []'), member: '200', admin: '200', owner: '200', host: '200' },
  },
  'templates.create': {
    ofTheCaller: everyUser('200'),
    ofTheClub: templateManagers,
  },
  'templates.rename': { ofSelf: { ...everyUser('404 not_found'), self: '200' }, ofTheClub: templateManagers },
  'templates.remove': { ofSelf: { ...everyUser('404 not_found'), self: '200' }, ofTheClub: templateManagers },

  'starts.ofSession': {
    onlyMe: { ...everyUser('404 not_found'), host: '200 []' },
    link: everyUser('200 []'),
    club: {
      ...everyUser('200 []'),
      ...notFoundOutsideTheClub,
      self: '404 not_found',
    },
  },
  'starts.set': managers('200'),
  'starts.cancel': managers('200 []'),

  // Only for a public club, as if the others did not exist.
  'previews.session': {
    onlyMe: anybody('200 null'),
    link: anybody('200 null'),
    club: anybody('200'),
    privateClub: anybody('200 null'),
  },
  'previews.club': {
    ofAPublicClub: anybody('200'),
    ofAPrivateClub: anybody('200 null'),
    ofNoClub: anybody('200 null'),
  },
  // A club's name and address are visible to every user; the link reveals which club it is.
  'previews.clubOfSession': {
    onlyMe: everyUser('200 null'),
    link: everyUser('200 null'),
    club: everyUser('200'),
    privateClub: everyUser('200'),
  },

  // Users who manage a session make and delete its board's key; the key by itself opens it.
  'boards.ofSession': managers('200'),
  'boards.create': managers('200'),
  'boards.revoke': managers('200'),
  'boards.read': { withItsKey: anybody('200'), withAnotherKey: anybody('404 not_found') },

  // A calendar address belongs to its owner; the key by itself opens the sessions that they may read.
  'calendar.address': { ofSelf: onlySelf },
  'calendar.create': { ofSelf: onlySelf },
  'calendar.revoke': { ofSelf: onlySelf },
  'calendar.read': {
    withItsKey: anybody('200'),
    withTheKeyBefore: anybody('404 not_found'),
    ofAnotherClub: anybody('200'),
  },

  'history.search': { ofTheCaller: everyUser('200'), ofSelf: onlySelf },
  'activities.byId': {
    ...resultReaders,
    ...resultRelations,
    // Rowed on the session's page without an item: only its athlete, and users who manage the session.
    besideLink: { ...everyUser('404 not_found'), host: '200', self: '200' },
    besideClub: { ...everyUser('404 not_found'), admin: '200', owner: '200', host: '200', self: '200' },
  },
  'activities.create': {
    ...readers,
    me: everyUser('200'),
    profile: everyUser('200'),
    asSelf: onlySelf,
    afterItsDiscard: everyUser('404 not_found'),
    afterAnothersDiscard: everyUser('200'),
  },
  'activities.complete': onlyAthlete,
  'activities.patch': onlyAthlete,
  'activities.setOwner': onlyAthlete,
  // Users who manage the session may end or remove only a stale activity.
  'activities.end': {
    // No one manages one without a session.
    staleMe: { ...everyUser('404 not_found'), self: '403 forbidden' },
    staleProfile: everyUser('403 forbidden'),
    staleOnlyMe: { ...managers('200').onlyMe, self: '403 forbidden' },
    staleLink: managers('200').link,
    staleClub: { ...managers('200').club, self: '403 forbidden' },
    link: managers('409 still_rowing').link,
    club: { ...managers('409 still_rowing').club, self: '403 forbidden' },
  },
  'activities.reopen': {
    me: { ...everyUser('404 not_found'), self: '200' },
    profile: { ...everyUser('403 forbidden'), self: '200' },
    onlyMe: { ...managers('200').onlyMe, self: '200' },
    link: { ...managers('200').link, self: '200' },
    club: { ...managers('200').club, self: '200' },
  },
  'activities.discard': {
    me: onlyAthlete.me,
    profile: onlyAthlete.profile,
    staleMe: onlyAthlete.me,
    staleProfile: onlyAthlete.profile,
    onlyMe: { ...onlyAthlete.onlyMe, host: '409 still_rowing' },
    link: { ...onlyAthlete.link, host: '409 still_rowing' },
    club: {
      ...onlyAthlete.club,
      admin: '409 still_rowing',
      owner: '409 still_rowing',
      host: '409 still_rowing',
    },
    staleLink: { ...onlyAthlete.link, host: '200' },
    staleClub: { ...onlyAthlete.club, admin: '200', owner: '200', host: '200' },
    fromAFile: onlyAthlete.me,
    // Users who manage the session remove it on its sheet.
    entered: {
      ...onlyAthlete.club,
      admin: '409 activity_completed',
      owner: '409 activity_completed',
      host: '409 activity_completed',
    },
  },
  'activities.withoutSession': { ofSelf: onlySelf },
  'activities.inProgress': { ofSelf: onlySelf },

  // Its athlete, into any session that they may read. Users who manage a session move rows that their athlete rowed on
  // its page.
  'moves.places': {
    me: { ...everyUser('404 not_found'), self: '200 []' },
    profile: everyUser('200 []'),
    besideLink: { ...everyUser('404 not_found'), host: '200', self: '200' },
    besideClub: { ...everyUser('404 not_found'), admin: '200', owner: '200', host: '200', self: '200' },
  },
  'moves.move': {
    me: onlyAthlete.me,
    profile: { ...everyUser('403 forbidden'), self: '200' },
    besideLink: { ...everyUser('404 not_found'), host: '200', self: '200' },
    besideClub: { ...everyUser('404 not_found'), admin: '200', owner: '200', host: '200', self: '200' },
  },
  'moves.takeOut': {
    besideLink: { ...everyUser('403 forbidden'), host: '200', self: '200' },
    besideClub: { ...managers('200').club, self: '200' },
  },
  'moves.beside': {
    besideOnlyMe: { ...everyUser('404 not_found'), host: '200' },
    besideLink: { ...everyUser('200 []'), host: '200', self: '200' },
    besideClub: {
      ...notFoundOutsideTheClub,
      ...notAUser,
      member: '200 []',
      admin: '200',
      owner: '200',
      host: '200',
      self: '404 not_found',
    },
  },

  'tags.set': onlyAthlete,
  'tags.used': { ofSelf: onlySelf },

  'results.standing': { ...resultReaders, ...resultRelations },
  'trends.workouts': { ofSelf: { ...onlySelf, self: '200 []' } },
  'trends.ofWorkout': { ofSelf: onlySelf },
  'results.note': onlyAthlete,
  'results.setNote': onlyAthlete,
  // An activity of a session has its session's title.
  'results.setTitle': {
    me: onlyAthlete.me,
    profile: onlyAthlete.profile,
    link: { ...onlyAthlete.link, self: '409 already_exists' },
    club: { ...onlyAthlete.club, self: '409 already_exists' },
  },

  // The session decides who reads its activities.
  'results.setVisibility': {
    me: onlyAthlete.me,
    profile: onlyAthlete.profile,
    link: { ...onlyAthlete.link, self: '409 already_exists' },
    club: { ...onlyAthlete.club, self: '409 already_exists' },
  },
  'results.remove': {
    me: onlyAthlete.me,
    profile: onlyAthlete.profile,
    link: { ...onlyAthlete.link, self: '409 already_exists' },
    club: { ...onlyAthlete.club, self: '409 already_exists' },
  },

  'entries.enter': { ofTheCaller: everyUser('200'), asSelf: onlySelf },
  'entries.correct': {
    own: onlyAthlete.me,
    entered: { ...onlyAthlete.club, self: '409 activity_completed' },
    me: { ...onlyAthlete.me, self: '409 activity_completed' },
  },
  // Users who manage the session. Sol Self is one of its athletes.
  'entries.sheet': managers('200'),
  'entries.save': managers('200'),
  'entries.refuse': {
    entered: onlyAthlete.club,
    link: { ...onlyAthlete.link, self: '409 activity_completed' },
    me: { ...onlyAthlete.me, self: '409 activity_completed' },
  },

  // Of completed activities.
  'exports.activity': { ...resultReaders, ...resultRelations },
  'exports.session': managers('200'),
  'exports.club': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'exports.historyState': { ofTheCaller: everyUser('200'), ofSelf: onlySelf },
  'exports.history': { ofTheCaller: everyUser('200'), ofSelf: onlySelf },

  // Another user's read or stored import gets the same response as a missing one.
  'imports.read': { aFile: everyUser('200'), intoThatOfSelf: { ...everyUser('404 not_found'), self: '200' } },
  'imports.store': { readBySelf: { ...everyUser('404 not_found'), self: '200' } },
  'imports.undo': {
    readBySelf: { ...everyUser('404 not_found'), self: '200' },
    storedBySelf: { ...everyUser('404 not_found'), self: '200' },
  },
  'imports.byId': { storedBySelf: { ...everyUser('404 not_found'), self: '200' } },
  'imports.questions': { ofTheCaller: { ...everyUser('200 []'), self: '200' } },
  'imports.answer': { ofSelf: { ...everyUser('404 not_found'), self: '200' } },
  'imports.list': { ofTheCaller: { ...everyUser('200 []'), self: '200' } },
  'sync.state': { always: everyUser('200') },
  'sync.ofActivity': { ofSelf: { ...everyUser('200 []'), self: '200' } },
  'sync.connect': { aServiceThatIsAway: everyUser('400 bad_request') },
  'sync.change': { connectedBySelf: { ...everyUser('404 not_found'), self: '200' } },
  'sync.disconnect': { connectedBySelf: everyUser('200') },
  'sync.importNow': { connectedBySelf: { ...everyUser('404 not_found'), self: '200' } },
  'sync.retry': { refusedToSelf: { ...everyUser('404 not_found'), self: '200' } },
  'sync.authorize': { always: everyUser('200') },

  'strokes.append': onlyAthlete,
  'strokes.list': { ...resultReaders, ...resultRelations },

  'feed.dashboard': {
    ...resultFinders,
    // The caller follows Sol Self.
    selfForFollower: relations('200', '200 []').selfForFollower,
    selfHidden: relations('200', '200 []').selfHidden,
    selfForClubs: relations('200', '200 []').selfForClubs,
    selfBlocks: relations('200', '200 []').selfBlocks,
    asSelf: onlySelf,
  },
  'feed.athleteProfile': { ...resultFinders, ...relations('200', '404 not_found') },
  // CLUB-4
  'feed.clubProfile': {
    ofThePublicClub: everyUser('200'),
    ofThePrivateClub: {
      ...everyUser('200 []'),
      member: '200',
      admin: '200',
      owner: '200',
      host: '200',
    },
  },

  'feed.clubUpcoming': {
    ofThePublicClub: everyUser('200'),
    ofThePrivateClub: {
      ...everyUser('200 []'),
      member: '200',
      admin: '200',
      owner: '200',
      host: '200',
    },
  },

  'feed.clubResults': {
    ofThePublicClub: { ...everyUser('200 []'), member: '200', admin: '200', owner: '200', host: '200' },
    ofThePrivateClub: { ...everyUser('200 []'), member: '200', admin: '200', owner: '200', host: '200' },
  },

  'comments.ofParent': { ...resultReaders, ...resultRelations },
  'comments.create': { ...resultReaders, ...resultRelations, asSelf: onlySelf },
  'comments.reply': { ...resultReaders, ...resultRelations, asSelf: onlySelf },
  'comments.remove': onlyAuthor,
  'comments.removeReply': onlyAuthor,
  'likes.ofParent': { ...resultReaders, ...resultRelations, asSelf: onlySelf },
  'likes.create': { ...resultReaders, ...resultRelations, asSelf: onlySelf },
  'likes.remove': { ...resultReaders, asSelf: onlySelf },

  // Lines belong to the caller; another user's line is like a missing one.
  'notifications.list': { ofSelf: { ...everyUser('200 []'), self: '200' } },
  'notifications.unread': { always: everyUser('200') },
  'notifications.read': { ofSelf: everyUser('200'), ofNoLine: everyUser('200') },
  'notifications.readAll': { always: everyUser('200') },
  'notifications.mailChoice': { always: everyUser('200') },
  'notifications.chooseMail': { always: everyUser('200') },
  // For the caller's own login.
  'webpush.state': { always: everyUser('200') },
  'webpush.subscribe': { aServiceThatIsUnknown: everyUser('400 bad_request') },
  'webpush.unsubscribe': { always: everyUser('200') },

  // STORE-3
  'files.upload': imageWriters('200'),
  'files.list': imageWriters('200'),
  'files.createUpload': imageWriters('201'),
  'files.continueUpload': { ofSelf: { ...everyUser('404 not_found'), self: '204' } },
  'files.removeUpload': { ofSelf: { ...everyUser('404 not_found'), self: '204' } },
  // The upload is not complete.
  'files.uploadResult': { ofSelf: { ...everyUser('404 not_found'), self: '409 upload_conflict' } },

  // The fixture's installation is set up, so that no code is right.
  'setUp.check': { withAMadeUpCode: anybody('409 already_exists') },
  'setUp.finish': { withAMadeUpCode: everyUser('409 already_exists') },
  'setUp.restore': { withAMadeUpCode: anybody('409 already_exists') },
  'setUp.restoreState': { always: anybody('200') },
  'administration.state': { always: administrators('200') },
  'administration.warnings': { always: administrators('200') },
  'administration.sendTestMail': { always: administrators('200') },
  'administration.users': { always: administrators('200') },
  'administration.makeResetLink': {
    ofAUser: administrators('200'),
    ofNoUser: administrators('404 not_found'),
  },
  'administration.lock': {
    ofAUser: administrators('200'),
    oneself: administrators('403 forbidden'),
    ofNoUser: administrators('404 not_found'),
  },
  'administration.unlock': { ofAUser: administrators('200'), ofNoUser: administrators('404 not_found') },
  'administration.endLogins': { ofAUser: administrators('200'), ofNoUser: administrators('404 not_found') },
  'administration.removeUser': {
    ofAUser: administrators('200'),
    ofAClubsOwner: administrators('409 owns_a_club'),
    oneself: administrators('403 forbidden'),
    ofNoUser: administrators('404 not_found'),
  },
  'administration.makeAdministrator': {
    ofAUser: administrators('200'),
    ofNoUser: administrators('404 not_found'),
  },
  'administration.revokeAdministrator': {
    ofAUser: administrators('200'),
    ofTheLastOne: administrators('409 last_administrator'),
    ofNoUser: administrators('404 not_found'),
  },
  'administration.clubs': { always: administrators('200') },
  'administration.clubMembers': {
    ofAClub: administrators('200'),
    ofNoClub: administrators('200 []'),
  },
  'administration.handOverClub': {
    toAMember: administrators('200'),
    toARequest: administrators('400 bad_request'),
    toAStranger: administrators('400 bad_request'),
    ofNoClub: administrators('404 not_found'),
  },
  'administration.removeClub': { ofAClub: administrators('200'), ofNoClub: administrators('404 not_found') },
  'administration.settings': { always: administrators('200') },
  'administration.changeSettings': { always: administrators('200') },
  'administration.createInvitation': { always: administrators('200') },
  'administration.endInvitation': { ofNone: administrators('200') },
  'administration.log': { always: administrators('200') },
  'outgoing.state': { always: administrators('200') },
  'outgoing.retry': { ofNone: administrators('200') },
  'outgoing.discard': { ofNone: administrators('200') },

  // Only targets that the caller sees: the comment of an activity, a profile, and clubs, which everyone finds; not the
  // caller's own.
  'reports.create': {
    me: { ...resultReaders.me, self: '403 forbidden' },
    profile: { ...resultReaders.profile, self: '403 forbidden' },
    onlyMe: { ...resultReaders.onlyMe, self: '403 forbidden' },
    link: { ...resultReaders.link, self: '403 forbidden' },
    club: { ...resultReaders.club, self: '403 forbidden' },
    selfHidden: { ...resultRelations.selfHidden, self: '403 forbidden' },
    selfForClubs: { ...resultRelations.selfForClubs, self: '403 forbidden' },
    selfBlocks: { ...resultRelations.selfBlocks, self: '403 forbidden' },
    ofNoComment: everyUser('404 not_found'),
    ofARemovedComment: everyUser('404 not_found'),
    ofSelf: { ...everyUser('200'), self: '403 forbidden' },
    ofSelfHidden: { ...everyUser('404 not_found'), self: '403 forbidden' },
    ofSelfForClubs: { ...everyUser('200'), ...notFoundOutsideTheClub, self: '403 forbidden' },
    ofSelfWhoBlocks: { ...everyUser('404 not_found'), self: '403 forbidden' },
    ofNoUser: everyUser('404 not_found'),
    ofTheClub: { ...everyUser('200'), owner: '403 forbidden' },
    ofNoClub: everyUser('404 not_found'),
  },
  'reports.list': { open: administrators('200'), decided: administrators('200') },
  'reports.decide': {
    dismissed: administrators('200'),
    hidden: administrators('200'),
    deleted: administrators('200'),
    ofAClubsOwner: administrators('409 owns_a_club'),
    ofAnAdministrator: administrators('403 forbidden'),
    decidedOtherwise: administrators('409 already_decided'),
    ofNoReport: administrators('404 not_found'),
  },
  'reports.takeBack': {
    decidedOtherwise: administrators('200'),
    undecided: administrators('200'),
    ofADeletion: administrators('409 already_decided'),
    ofNoReport: administrators('404 not_found'),
  },

  'races.ofClub': { ofTheClub: ofRaceDay('200', '200', '200'), ofNoClub: everyUser('404 not_found') },
  'races.create': { ofTheClub: clubAdmins('200'), ofNoClub: everyUser('404 not_found') },
  'races.byId': raceReaders,
  'races.change': raceManagers,
  'races.remove': raceManagers,
  'races.addJudge': raceManagers,
  'races.removeJudge': raceManagersWith('200 []'),
  'races.makePage': raceManagers,
  'races.closePage': raceManagers,
  'races.addCategory': raceManagers,
  'races.changeCategory': raceManagers,
  'races.removeCategory': raceManagers,
  'races.addEntry': raceManagers,
  'races.changeEntry': raceManagers,
  'races.removeEntry': raceManagersWith('409 already_exists'),
  'races.weigh': raceJudges,
  'startLists.preview': raceManagers,
  'startLists.apply': raceManagersWith('409 race_changed'),
  'startLists.ofEvent': raceClub,
  'startLists.ofRace': raceJudges,
  'raceDay.now': raceReaders,
  'raceDay.mine': {
    always: { ...everyUser('200 []'), member: '200' },
    withGuest: { ...everyUser('200 []'), member: '200', other: '200' },
  },
  'raceDay.race': raceJudges,
  'raceDay.draw': raceManagers,
  'raceDay.advance': raceJudges,
  'raceDay.drawFinal': raceManagers,
  'raceDay.timetable': raceManagers,
  'raceDay.publish': raceManagers,
  'raceDay.seat': raceManagers,
  'raceDay.swap': raceJudges,
  'raceDay.setLane': {
    // Mia Member's own lane, where she reports that she is there.
    ofMember: ofRaceDay('200', '200', '200'),
    ofMemberOut: ofRaceDay('403 forbidden', '200', '200'),
    ofAGuest: ofRaceDay('403 forbidden', '200', '200'),
    withGuest: withGuest('200', '403 forbidden'),
    withGuestOut: withGuest('403 forbidden', '403 forbidden'),
  },
  'raceDay.takeControl': raceManagers,
  'raceDay.releaseControl': raceManagers,
  'raceDay.call': raceManagers,
  'raceDay.arm': raceManagers,
  'raceDay.start': raceManagers,
  'raceDay.stop': raceManagers,
  'raceDay.finish': raceManagers,
  'raceDay.rerow': raceManagers,
  'raceDay.enter': raceJudges,
  'raceDay.enterFile': raceJudges,
  'raceDay.confirm': raceJudges,
  'raceDay.choose': raceJudges,
  'raceDay.makeProvisional': raceManagers,
  'raceDay.makeOfficial': raceManagers,
  'raceDay.reopen': raceManagers,
  'raceDay.protest': raceJudges,
  'raceDay.decide': raceManagers,
  'raceDay.log': raceJudges,
  // The club has no race day before.
  'raceResults.before': {
    published: ofRaceDay('200 []', '200 []', '200 []'),
    withGuest: withGuest('403 forbidden', '200 []', '200 []'),
    unpublished: ofRaceDay('404 not_found', '200 []', '200 []'),
  },
  'raceResults.ofEvent': raceReaders,
  'raceResults.file': raceReaders,
  'raceCodes.ofEvent': raceManagers,
  'raceCodes.renew': raceManagers,
  'raceCodes.claim': {
    // Mia Member rows in the category already.
    rightCode: { ...everyUser('200'), member: '409 already_exists' },
    usedCode: { ...everyUser('400 wrong_code'), other: '200' },
    wrongCode: everyUser('400 wrong_code'),
  },
  'raceCodes.enter': {
    rightCode: anybody('200'),
    // A user with an account has the entry.
    usedCode: anybody('400 wrong_code'),
    wrongCode: anybody('400 wrong_code'),
  },
  'raceResults.page': racePage,
  'raceResults.pageNow': racePage,
  'raceResults.pageReplay': racePage,
  'raceResults.pageFile': racePage,
} as const satisfies Record<EndpointKey, Record<string, Cells<Outcome>>>;

/**
 * Routes under /api without a row. The first two redirect browsers: a mailed link changes an email only for the
 * login that asked for it (account.test.ts), and the provider's redirect is bound to the browser that began the
 * sign-in (popup-sign-in.test.ts). The others describe the API and contain no user data.
 */
export const mountedWithoutRow = [
  '/api/auth/verify-email',
  '/api/auth/callback/oidc',
  '/api/sync/logbook/callback',
  '/api/openapi.json',
  '/api/docs',
] as const;

/** The acknowledgement of an event: ok or the refusal's code. Without a handshake the event cannot be sent. */
export type LiveOutcome = 'ok' | Refusal['code'] | `handshake: ${HandshakeRefusal}`;

type LiveRule = {
  /** Events that only the server sends are refused from a page, like unknown events. */
  sender: 'page' | 'server';
  situations: Record<string, Cells<LiveOutcome>>;
};

const notAUserLive = {
  anonymous: 'handshake: not_signed_in',
  loginWithoutRecord: 'handshake: not_signed_in',
} as const;

const everyUserLive = <O extends LiveOutcome>(outcome: O) => ({
  ...notAUserLive,
  other: outcome,
  pending: outcome,
  member: outcome,
  admin: outcome,
  owner: outcome,
  host: outcome,
  formerHost: outcome,
  administrator: outcome,
  self: outcome,
});

const fromServer = {
  sender: 'server',
  situations: { sentByAPage: everyUserLive('bad_message') },
} as const satisfies LiveRule;

/** Events about the sender's own membership of a room. Without one they do nothing and disclose nothing. */
const ownPlace = {
  sender: 'page',
  situations: { notInTheRoom: everyUserLive('ok') },
} as const satisfies LiveRule;

const ownSample = {
  sender: 'page',
  situations: {
    ofSelfInTheRoom: { ...everyUserLive('not_found'), self: 'ok' },
    ofSelfOutsideTheRoom: { ...everyUserLive('not_found'), self: 'not_joined' },
    ofSelfWithoutASession: { ...everyUserLive('not_found'), self: 'not_joined' },
  },
} as const satisfies LiveRule;

export const liveMatrix = {
  joinRoom: {
    sender: 'page',
    situations: {
      onlyMe: { ...everyUserLive('not_found'), host: 'ok' },
      link: everyUserLive('ok'),
      club: {
        ...notAUserLive,
        other: 'not_found',
        pending: 'not_found',
        member: 'ok',
        admin: 'ok',
        owner: 'ok',
        host: 'ok',
        formerHost: 'not_found',
        administrator: 'not_found',
        self: 'not_found',
      },
      asSelf: { ...everyUserLive('not_the_caller'), self: 'ok' },
      linkOnTheConnectionOfAnotherSession: everyUserLive('elsewhere'),
    },
  },
  leaveRoom: ownPlace,
  keyframeRequest: ownPlace,
  sample: ownSample,
  // CHAT-1. The right to chat is the place in the room; a direct message needs two users in it.
  sendMessage: {
    sender: 'page',
    situations: {
      inTheRoom: everyUserLive('ok'),
      outsideTheRoom: everyUserLive('not_joined'),
      inTheClubsRoom: {
        ...notAUserLive,
        other: 'not_joined',
        pending: 'not_joined',
        member: 'ok',
        admin: 'ok',
        owner: 'ok',
        host: 'ok',
        formerHost: 'not_joined',
        administrator: 'not_joined',
        self: 'not_joined',
      },
      asSelf: { ...everyUserLive('not_the_caller'), self: 'ok' },
      toSelf: { ...everyUserLive('ok'), self: 'bad_message' },
      toSelfWhoIsElsewhere: { ...everyUserLive('not_present'), self: 'bad_message' },
    },
  },
  receiveMessage: fromServer,
  // On Sol Self's activity in progress, whose page is in the room; in the club's, on Mia Member's.
  nudge: {
    sender: 'page',
    situations: {
      inTheRoom: { ...everyUserLive('not_allowed'), host: 'ok' },
      outsideTheRoom: everyUserLive('not_joined'),
      inTheClubsRoom: {
        ...notAUserLive,
        other: 'not_joined',
        pending: 'not_joined',
        member: 'not_allowed',
        admin: 'ok',
        owner: 'ok',
        host: 'ok',
        formerHost: 'not_joined',
        administrator: 'not_joined',
        self: 'not_joined',
      },
      ofAnotherSession: everyUserLive('not_found'),
      ofACompletedActivity: { ...everyUserLive('not_allowed'), host: 'completed' },
      ofAnAthleteWhoIsElsewhere: { ...everyUserLive('not_allowed'), host: 'not_present' },
    },
  },
  nudged: fromServer,
  roomMembers: fromServer,
  roomPresence: fromServer,
  activityChanged: fromServer,
  activityOwner: fromServer,
  ergAsk: { sender: 'page', situations: { always: everyUserLive('ok') } },
  ergAsked: fromServer,
  sessionChanged: fromServer,
  notificationsChanged: fromServer,
  boardChanged: fromServer,
  raceChanged: fromServer,
  sessionStart: fromServer,
  roomReload: fromServer,
  clockAsk: { sender: 'page', situations: { always: everyUserLive('ok') } },
  clockTold: fromServer,
  memberState: { sender: 'page', situations: { notInTheRoom: everyUserLive('not_joined') } },
  roomStates: fromServer,
  setMonitors: {
    sender: 'page',
    situations: {
      inTheRoom: { ...everyUserLive('not_allowed'), host: 'ok' },
      outsideTheRoom: everyUserLive('not_joined'),
      inTheClubsRoom: {
        ...notAUserLive,
        other: 'not_joined',
        pending: 'not_joined',
        member: 'not_allowed',
        admin: 'ok',
        owner: 'ok',
        host: 'ok',
        formerHost: 'not_joined',
        administrator: 'not_joined',
        self: 'not_joined',
      },
      ofAMissingItem: { ...everyUserLive('not_allowed'), host: 'not_found' },
    },
  },
  monitorsAsked: fromServer,
  monitorReport: {
    sender: 'page',
    situations: { inTheRoom: everyUserLive('ok'), notInTheRoom: everyUserLive('not_joined') },
  },
  roomMonitors: fromServer,
  refused: fromServer,
} as const satisfies Record<keyof typeof liveEvents, LiveRule>;

/** The messages without a name: each kind of packed message. */
export const packedMatrix = {
  frame: fromServer,
  sample: ownSample,
  acknowledgement: ownPlace,
} as const satisfies Record<keyof typeof packedKinds, LiveRule>;
