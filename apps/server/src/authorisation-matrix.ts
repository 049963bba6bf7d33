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

/** An activity is changed by its athlete; others are refused as such only when they may see it at all. */
const athleteAlone = {
  onlyMe: { ...everyUser('404 not_found'), host: '403 not_the_caller', self: '200' },
  link: { ...everyUser('403 not_the_caller'), self: '200' },
  club: {
    ...nobody,
    other: '404 not_found',
    pending: '404 not_found',
    member: '403 not_the_caller',
    admin: '403 not_the_caller',
    owner: '403 not_the_caller',
    host: '403 not_the_caller',
    self: '200',
  },
} as const satisfies Record<Visibility, Cells<Outcome>>;

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
    // Whose login has which record is told to that login alone.
    uidOfSelf: { ...everyUser('200 null'), loginWithoutRecord: '200 null', self: '200' },
    uidOfTheCaller: { ...everyUser('200'), loginWithoutRecord: '200 null' },
  },
  'users.byId': { idOfSelf: everyUser('200') },
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

  'clubs.membershipsOfUser': {
    ofTheMember: everyUser('200'),
    ofThePendingUser: { ...everyUser('200 []'), pending: '200' },
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

  'activities.create': {
    ...readers,
    asSelf: onlySelf,
  },
  'activities.complete': athleteAlone,
  'activities.patch': athleteAlone,
  'activities.inProgress': { ofSelf: onlySelf },

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
