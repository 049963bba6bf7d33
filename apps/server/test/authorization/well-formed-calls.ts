import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { newSession, type Fixture } from './authorization-fixture.ts';

type WellFormedCall = {
  /** Additional to `id`, which is Sol Self's. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

const entered = {
  createdAt: '2026-03-01T06:00:00.000Z',
  timeZone: 'UTC',
  machine: 'rower',
  workout: '2000 m',
  distance: 2_000,
  elapsedTime: 425.3,
};

/** Returns a valid call by Sol Self for every endpoint with a caller claim, by method and path. */
export async function wellFormedCalls(fixture: Fixture): Promise<Record<string, WellFormedCall>> {
  const self = fixture.people().self.user._id;
  const followee = await fixture.followeeOfSelf();
  const someId = randomUUID();
  const pair = { follower: self, followee };
  const byAdmin = { requestingUser: self, user: followee, club: someId };
  return {
    'GET /sessions/user/:id': { query: { year: '2026', month: '5' } },
    'GET /sessions/user/:id/next': {},
    'GET /users/:id/calendar': {},
    'POST /users/:id/calendar': {},
    'DELETE /users/:id/calendar': {},
    'GET /users/:id/goal': {},
    'PUT /users/:id/goal': { body: { period: 'week', meters: 20_000 } },
    'DELETE /users/:id/goal': {},
    'GET /users/:id/rowed-days': { query: { from: '2026-11-01', to: '2026-11-30' } },
    'GET /users/:id/workouts': {},
    'GET /users/:id/workout-trend': { query: { workout: '2k' } },
    'GET /users/:id/statistics-span': { query: { from: '2026-11-01', to: '2026-11-30', step: 'day' } },
    'GET /users/:id/statistics-span-progress': {
      query: { from: '2026-11-01', to: '2026-11-30', step: 'day' },
    },
    'POST /sessions': { body: newSession(self) },
    'GET /activities/user/:id': { query: { year: '2026', month: '5' } },
    'POST /activities/entered': {
      body: { _id: randomUUIDv7(), user: self, ...entered },
    },
    'PUT /activities/:id/entered': {
      body: { ...entered },
    },
    'GET /activities/export': { query: { user: self, format: 'csv' } },
    'GET /activities/export/state': { query: { user: self, format: 'csv' } },
    'GET /activities/search': { query: { user: self } },
    'POST /activities': {
      body: { user: self, session: await fixture.sessionOf('link', null), workoutItemIndex: 0 },
    },
    'PATCH /users/:id/displayName': { body: { displayName: 'Sol Self' } },
    'PATCH /users/:id/trainingPartner': { body: { trainingPartner: followee } },
    'PATCH /users/:id/iconURL': { body: { iconURL: null } },
    'PATCH /users/:id/bannerURL': { body: { bannerURL: null } },
    'PATCH /users/:id/themeColor': { body: { themeColor: 0 } },
    'PATCH /users/:id/tintColor': { body: { tintColor: 0 } },
    'PATCH /users/:id/firstDay': { body: { firstDay: 'Monday' } },
    'GET /users/:id/deletion': {},
    'POST /users/:id/deletion': { body: { clubResults: 'keep', password: 'a wrong password' } },
    'GET /users/:id/archive/state': {},
    'GET /users/:id/archive': {},
    'PATCH /users/:id/visibility': { body: { visibility: 'everyone' } },
    'GET /users/:id/firststeps': {},
    'PATCH /users/:id/firststeps': { body: { isHidden: true } },
    'GET /users/:id/blocked': {},
    'PUT /users/:id/blocked/:blocked': { params: { blocked: followee } },
    'DELETE /users/:id/blocked/:blocked': { params: { blocked: followee } },
    'GET /follows/doesfollow': { query: pair },
    'GET /follows/facts': { query: { follower: self, athletes: followee } },
    'POST /follows': { body: pair },
    'DELETE /follows': { query: pair },
    'PATCH /clubs': { query: { club: someId, requestingUser: self }, body: { name: 'Renamed' } },
    'POST /clubmemberships': { body: { user: self, club: someId } },
    'POST /clubmemberships/invited': { body: { user: self, key: 'A'.repeat(43) } },
    'DELETE /clubmemberships/leave': { query: { user: self, club: someId } },
    'DELETE /clubmemberships/revokeMembership': { query: byAdmin },
    'PATCH /clubmemberships/transferOwnership': { body: { fromUser: self, toUser: followee, club: someId } },
    'PATCH /clubmemberships/makeAdmin': { body: byAdmin },
    'PATCH /clubmemberships/revokeAdmin': { body: byAdmin },
    'PATCH /clubmemberships/makeMember': { body: byAdmin },
    'GET /feed/dashboard': { query: { user: self } },
    'POST /comments': { body: { parent: someId, user: self, message: 'Well rowed' } },
    'POST /comments/reply': { body: { parent: someId, user: self, message: 'Indeed' } },
    'DELETE /comments': { query: { comment: someId, user: self } },
    'DELETE /comments/reply': { query: { reply: someId, parent: someId, user: self } },
    'GET /likes/parent/:parentId': { params: { parentId: someId }, query: { user: self } },
    'POST /likes': { body: { parent: someId, user: self } },
    'DELETE /likes': { query: { parent: someId, user: self } },
  };
}
