import type { api } from '@boathouse/contract/api';
import type { ErrorCode } from '@boathouse/contract/errors';
import type { HandshakeRefusal, liveEvents, Refusal } from '@boathouse/contract/live';

/**
 * Who may do what, as data: every call of the API and every event of the live channel has its row here, and
 * `authorisation.test.ts` tries every cell on the real product. A call or an event without a row does not compile.
 *
 * - anonymous: nobody is signed in; loginWithoutRecord: signed in, but the first sign-in has not made a user record
 * - other: a user who has nothing to do with the club or the session
 * - pending, member, admin, owner: the user's standing in the club of the session; none of them is its host
 * - host: the session's host, who is in no club
 * - self: the user whom the record belongs to (the user, the membership, the activity), who is in no club
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
  'self',
] as const;
export type Persona = (typeof personas)[number];

/** The answer's status, and with a refusal its code. `null` and `[]` are answers that tell nothing. */
export type Outcome =
  '200' | '200 null' | '200 []' | '201' | '204' | `${400 | 401 | 403 | 404 | 409} ${ErrorCode}`;

/** Every call is tried as everybody; only `self` is left out where no record belongs to anyone. */
type Cells<O> = Record<Exclude<Persona, 'self'>, O> & { self?: O };

type Nouns = typeof api;
export type EndpointKey = {
  [N in keyof Nouns]: `${N}.${keyof Nouns[N] & string}`;
}[keyof Nouns];

/** The sessions that a call is tried on: `onlyMe` and `link` belong to no club. */
export type Visibility = 'onlyMe' | 'link' | 'club';
export const visibilities = ['onlyMe', 'link', 'club'] as const satisfies readonly Visibility[];

const nobody = { anonymous: '401 not_signed_in', loginWithoutRecord: '403 user_record_missing' } as const;

const everyUser = <O extends Outcome>(outcome: O) => ({
  ...nobody,
  other: outcome,
  pending: outcome,
  member: outcome,
  admin: outcome,
  owner: outcome,
  host: outcome,
  self: outcome,
});

const onlySelf = { ...everyUser('403 not_the_caller'), self: '200' } as const;

/** MEMB-3: who runs a club, and the others are refused before anything is looked at. */
const clubAdmins = <O extends Outcome>(done: O) =>
  ({ ...everyUser('403 forbidden'), admin: done, owner: done }) as const;

/** In the name of a club's owner. */
const ownerAlone = { ...everyUser('403 not_the_caller'), owner: '200' } as const;

/** SESS-11 for a call that shows a session; nobody is refused as such, so that nothing is told about it. */
const readers = {
  onlyMe: { ...everyUser('404 not_found'), host: '200' },
  link: everyUser('200'),
  club: {
    ...nobody,
    other: '404 not_found',
    pending: '404 not_found',
    member: '200',
    admin: '200',
    owner: '200',
    host: '200',
    self: '404 not_found',
  },
} as const satisfies Record<Visibility, Cells<Outcome>>;

/** What one person alone (`self`) may change: others are refused as such only when they may see it at all. */
const selfAlone = <O extends '403 not_the_caller' | '403 forbidden'>(refused: O) =>
  ({
    onlyMe: { ...everyUser('404 not_found'), host: refused, self: '200' },
    link: { ...everyUser(refused), self: '200' },
    club: { ...everyUser(refused), other: '404 not_found', pending: '404 not_found', self: '200' },
  }) as const satisfies Record<Visibility, Cells<Outcome>>;

/** An activity is changed by its athlete. */
const athleteAlone = selfAlone('403 not_the_caller');

/** A result and what is said of it: whoever may read its session, and the athlete (`self`) always. */
const resultReaders = {
  onlyMe: { ...readers.onlyMe, self: '200' },
  link: readers.link,
  club: { ...readers.club, self: '200' },
} as const satisfies Record<Visibility, Cells<Outcome>>;

/** In a list of many a result that the caller may not read is not there. */
const resultFinders = {
  onlyMe: { ...everyUser('200 []'), host: '200', self: '200' },
  link: everyUser('200'),
  club: { ...resultReaders.club, other: '200 []', pending: '200 []' },
} as const satisfies Record<Visibility, Cells<Outcome>>;

/** SOCIAL-2: what was said is taken back by its author. */
const authorAlone = { ...selfAlone('403 forbidden'), asSelf: onlySelf } as const;

/** STORE-1: a user folder is its user's alone; a club folder is its admins', or anyone's while no club has the URL. */
const imageWriters = <O extends Outcome>(done: O) =>
  ({
    ofSelf: { ...everyUser('403 forbidden'), self: done },
    ofTheClub: { ...everyUser('403 forbidden'), admin: done, owner: done },
    ofAFreeURL: everyUser(done),
  }) as const;

export const endpointMatrix = {
  'product.read': {
    always: { ...everyUser('200'), anonymous: '200', loginWithoutRecord: '200' },
  },

  'users.byUid': {
    // By the login a record is found by that login alone.
    uidOfSelf: { ...everyUser('200 null'), loginWithoutRecord: '200 null', self: '200' },
    uidOfTheCaller: { ...everyUser('200'), loginWithoutRecord: '200 null' },
  },
  'users.byId': { idOfSelf: everyUser('200') },
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

  'statistics.meters': { ofSelf: everyUser('200') },
  'statistics.general': { ofSelf: everyUser('200') },
  'statistics.progress': { ofSelf: everyUser('200') },
  'statistics.heatmap': { ofSelf: everyUser('200') },

  'follows.followees': { ofSelf: everyUser('200') },
  'follows.followers': { ofSelf: everyUser('200') },
  'follows.summary': { ofSelf: everyUser('200') },
  'follows.doesFollow': { ofTheCaller: everyUser('200'), ofSelf: onlySelf },
  'follows.create': {
    ofTheCaller: everyUser('200'),
    asSelf: onlySelf,
    oneself: everyUser('400 bad_request'),
    nobody: everyUser('404 not_found'),
  },
  'follows.remove': { ofTheCaller: everyUser('200'), asSelf: onlySelf },

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
    asTheOwner: ownerAlone,
    ofNoClub: everyUser('404 not_found'),
  },
  'clubs.membershipsOfUser': {
    ofTheMember: everyUser('200'),
    ofThePendingUser: { ...everyUser('200 []'), pending: '200' },
  },
  'clubs.membershipsOfClub': { ofTheClub: everyUser('200'), ofNoClub: everyUser('404 not_found') },
  // To whom the request is told is in the answer.
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
    asTheOwner: ownerAlone,
    ofNoClub: everyUser('404 not_found'),
  },
  'clubs.makeMember': {
    ofARequest: clubAdmins('200'),
    ofAMember: clubAdmins('200'),
    ofAStranger: clubAdmins('404 not_found'),
    asTheOwner: ownerAlone,
    ofNoClub: everyUser('404 not_found'),
  },
  'clubs.makeAdmin': {
    ofARequest: clubAdmins('400 bad_request'),
    ofAMember: clubAdmins('200'),
    ofTheOwner: everyUser('403 forbidden'),
    ofAStranger: clubAdmins('404 not_found'),
    asTheOwner: ownerAlone,
    ofNoClub: everyUser('404 not_found'),
  },
  'clubs.revokeAdmin': {
    ofARequest: clubAdmins('400 bad_request'),
    ofAnAdmin: clubAdmins('200'),
    ofTheOwner: everyUser('403 forbidden'),
    ofAStranger: clubAdmins('404 not_found'),
    asTheOwner: ownerAlone,
    ofNoClub: everyUser('404 not_found'),
  },
  // MEMB-4
  'clubs.transferOwnership': {
    toAMember: { ...everyUser('403 forbidden'), owner: '200' },
    toARequest: { ...everyUser('403 forbidden'), owner: '400 bad_request' },
    toAStranger: { ...everyUser('403 forbidden'), owner: '404 not_found' },
    asTheOwner: ownerAlone,
  },

  'sessions.byId': readers,
  'sessions.activities': readers,
  'sessions.ofUser': { ofSelf: onlySelf },
  'sessions.create': {
    forTheCaller: everyUser('200'),
    hostedBySelf: onlySelf,
    // WORK-3
    forTheClub: {
      ...everyUser('400 bad_request'),
      member: '200',
      admin: '200',
      owner: '200',
    },
  },

  'activities.search': { ofTheCaller: everyUser('200'), ofSelf: onlySelf },
  'activities.create': {
    ...readers,
    asSelf: onlySelf,
  },
  'activities.complete': athleteAlone,
  'activities.patch': athleteAlone,
  'activities.discard': athleteAlone,
  'activities.inProgress': { ofSelf: onlySelf },

  'strokes.append': athleteAlone,
  'strokes.list': resultReaders,

  'feed.dashboard': { ...resultFinders, asSelf: onlySelf },
  'feed.athleteProfile': resultFinders,
  // CLUB-4
  'feed.clubProfile': {
    ofThePublicClub: everyUser('200'),
    ofThePrivateClub: { ...everyUser('200 []'), member: '200', admin: '200', owner: '200' },
  },

  'comments.ofParent': resultReaders,
  'comments.create': { ...resultReaders, asSelf: onlySelf },
  'comments.reply': { ...resultReaders, asSelf: onlySelf },
  'comments.remove': authorAlone,
  'comments.removeReply': authorAlone,
  'likes.ofParent': { ...resultReaders, asSelf: onlySelf },
  'likes.create': { ...resultReaders, asSelf: onlySelf },
  'likes.remove': { ...resultReaders, asSelf: onlySelf },

  // STORE-3
  'files.upload': imageWriters('200'),
  'files.list': imageWriters('200'),
  'files.createUpload': imageWriters('201'),
  'files.continueUpload': { ofSelf: { ...everyUser('404 not_found'), self: '204' } },
  'files.removeUpload': { ofSelf: { ...everyUser('404 not_found'), self: '204' } },
  // Bytes are missing still.
  'files.uploadResult': { ofSelf: { ...everyUser('404 not_found'), self: '409 upload_conflict' } },
} as const satisfies Record<EndpointKey, Record<string, Cells<Outcome>>>;

/** Below /api without a row, because they are the provider's or tell nothing about anyone. */
export const mountedWithoutRow = ['/api/auth/*', '/api/openapi.json', '/api/docs'] as const;

/** Whether the answer to an event is ok, or why it is refused; without a connection it cannot even be sent. */
export type LiveOutcome = 'ok' | Refusal['code'] | `handshake: ${HandshakeRefusal}`;

export type LiveRow = {
  /** Events that only the server sends are refused from a page like any unknown event. */
  sender: 'page' | 'server';
  situations: Record<string, Cells<LiveOutcome>>;
};

const nobodyLive = {
  anonymous: 'handshake: not_signed_in',
  loginWithoutRecord: 'handshake: not_signed_in',
} as const;

const everyUserLive = <O extends LiveOutcome>(outcome: O) => ({
  ...nobodyLive,
  other: outcome,
  pending: outcome,
  member: outcome,
  admin: outcome,
  owner: outcome,
  host: outcome,
  self: outcome,
});

const fromServer = {
  sender: 'server',
  situations: { sentByAPage: everyUserLive('bad_message') },
} as const satisfies LiveRow;

/** About the sender's own place in a room: without one it changes nothing, and tells nothing about the room. */
const ownPlace = {
  sender: 'page',
  situations: { notInTheRoom: everyUserLive('ok') },
} as const satisfies LiveRow;

export const liveMatrix = {
  joinRoom: {
    sender: 'page',
    situations: {
      onlyMe: { ...everyUserLive('not_found'), host: 'ok' },
      link: everyUserLive('ok'),
      club: {
        ...nobodyLive,
        other: 'not_found',
        pending: 'not_found',
        member: 'ok',
        admin: 'ok',
        owner: 'ok',
        host: 'ok',
        self: 'not_found',
      },
      asSelf: { ...everyUserLive('not_the_caller'), self: 'ok' },
    },
  },
  leaveRoom: ownPlace,
  frameAck: ownPlace,
  keyframeRequest: ownPlace,
  sample: {
    sender: 'page',
    situations: {
      ofSelfInTheRoom: { ...everyUserLive('not_found'), self: 'ok' },
      ofSelfOutsideTheRoom: { ...everyUserLive('not_found'), self: 'not_joined' },
    },
  },
  roomMembers: fromServer,
  activityChanged: fromServer,
  frame: fromServer,
  refused: fromServer,
} as const satisfies Record<keyof typeof liveEvents, LiveRow>;
