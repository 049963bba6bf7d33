import { randomUUID } from 'node:crypto';
import { ne } from 'drizzle-orm';
import { invitations } from '@boathouse/contract/clubs/invitations';
import { StoredImageSchema } from '@boathouse/contract/files';
import { blocks, clubs, webhooks } from '../../src/db/tables.ts';
import { buildClub, buildMembership } from '../../src/features/clubs/clubs/factory.ts';
import { buildPlain } from '../support/images.ts';
import type { Answer, Person } from '../support/test-app.ts';
import { idOf, type Attempts, type Fixture } from './authorization-fixture.ts';

/** Valid calls, made by any persona. */
export function clubsAttempts(fixture: Fixture) {
  const send = (as: Person | null, method: 'GET' | 'DELETE', path: string, query: Record<string, string>) =>
    fixture.app().call(method, `/api/${path}?${new URLSearchParams(query).toString()}`, { as });
  const read = (as: Person | null, path: string) => fixture.app().call('GET', `/api/${path}`, { as });
  const change = (as: Person | null, what: string, body: object) =>
    fixture.app().call('PATCH', `/api/clubmemberships/${what}`, { as, body });

  const sharedClubs = fixture.shared<Awaited<ReturnType<typeof newClub>>>();
  const clubFor = ({ isPrivate = true } = {}) =>
    sharedClubs(isPrivate ? 'private' : 'public', () => newClub(fixture, isPrivate));
  const invitationPath = async (situation: string) =>
    `clubs/${situation === 'ofNoClub' ? randomUUID() : (await clubFor()).id}/invitation`;
  const webhookPath = async (situation: string) =>
    (await invitationPath(situation)).replace('invitation', 'webhook');

  const keys = fixture.shared<string>();
  const replacingKeys = fixture.shared<string>();
  /** Runs a call with a key of a new private club. */
  const withKey = async (as: Person | null, situation: string, run: (key: string) => Promise<Answer>) => {
    const { owner } = fixture.people();
    const path = `/api/${await invitationPath(situation)}`;
    const make = async () =>
      invitations.create.response.parse(
        (await fixture.withLogins('usual', () => fixture.app().call('POST', path, { as: owner }))).body,
      ).key;
    const key = await keys(path, make);
    if (situation === 'withAReplacedKey') await replacingKeys(path, make);
    const caller = as?.user._id || null;
    if (situation === 'blockedByTheOwner' && caller !== null && caller !== owner.user._id) {
      await fixture.db().insert(blocks).values({ blockerId: owner.user._id, blockedId: caller });
    }
    try {
      return await run(situation === 'withAMadeUpKey' ? 'A'.repeat(key.length) : key);
    } finally {
      await fixture.db().delete(blocks);
    }
  };

  /** A membership change that needs an admin or the owner. */
  const byAdmin =
    (what: string) =>
    async (as: Person | null, situation: string): Promise<Answer> => {
      const club = await clubFor();
      const user = club[targets[situation] ?? 'member'];
      const requestingUser = situation === 'asTheOwner' ? fixture.people().owner.user._id : idOf(as);
      const names = { requestingUser, user, club: situation === 'ofNoClub' ? randomUUID() : club.id };
      return what === 'revokeMembership'
        ? send(as, 'DELETE', 'clubmemberships/revokeMembership', names)
        : change(as, what, names);
    };

  return {
    'clubs.list': (as) => read(as, 'clubs'),
    'clubs.search': (as) => send(as, 'GET', 'clubs/search', { name: 'crew' }),
    'clubs.isAvailable': (as) => send(as, 'GET', 'clubs/isavailable', { customURL: 'matrix-crew' }),
    'clubs.byCustomURL': (as, situation) =>
      read(as, `clubs/customURL/${situation === 'ofNoClub' ? 'free-url' : 'matrix-crew'}`),
    'clubs.create': async (as, situation) => {
      const customURL = situation === 'withATakenURL' ? 'Matrix-Crew' : `new-${randomUUID().slice(0, 8)}`;
      const { self, owner } = fixture.people();
      const sender = { withAnIconOfSelf: self, withATakenURL: owner }[situation] ?? as ?? self;
      const iconURL = await iconOf(fixture, sender, customURL);
      return fixture.app().call('POST', '/api/clubs', {
        as,
        body: { name: 'New crew', customURL, iconURL, bannerURL: null, isPrivate: false },
      });
    },
    'clubs.patch': async (as, situation) => {
      const club = situation === 'ofNoClub' ? randomUUID() : (await clubFor()).id;
      const requestingUser = situation === 'asTheOwner' ? fixture.people().owner.user._id : idOf(as);
      const query = new URLSearchParams({ club, requestingUser });
      return fixture.app().call('PATCH', `/api/clubs?${query.toString()}`, { as, body: { name: 'Renamed' } });
    },
    'clubs.membershipsOfUser': async (as, situation) => {
      // Removes the clubs of earlier attempts.
      await fixture.db().delete(clubs).where(ne(clubs.id, fixture.clubId()));
      const whose = situation === 'ofTheMember' ? fixture.people().member : fixture.people().pending;
      return read(as, `clubmemberships/user/${whose.user._id}`);
    },
    'clubs.membershipsOfClub': (as, situation) =>
      read(as, `clubmemberships/club/${situation === 'ofNoClub' ? randomUUID() : fixture.clubId()}`),
    'clubs.isMember': (as, situation) =>
      send(as, 'GET', 'clubmemberships/ismember', {
        user: situation === 'ofThePendingUser' ? fixture.people().pending.user._id : idOf(as),
        club: situation === 'ofNoClub' ? randomUUID() : fixture.clubId(),
      }),
    'clubs.join': async (as, situation) => {
      const { id } = await clubFor({ isPrivate: situation === 'thePrivateClub' });
      const user = situation === 'asSelf' ? fixture.people().self.user._id : idOf(as);
      const club = situation === 'noClub' ? randomUUID() : id;
      return fixture.app().call('POST', '/api/clubmemberships', { as, body: { user, club, role: 2 } });
    },
    'invitations.ofClub': async (as, situation) => read(as, await invitationPath(situation)),
    'invitations.create': async (as, situation) =>
      fixture.app().call('POST', `/api/${await invitationPath(situation)}`, { as }),
    'invitations.revoke': async (as, situation) =>
      fixture.app().call('DELETE', `/api/${await invitationPath(situation)}`, { as }),
    'invitations.read': (as, situation) =>
      withKey(as, situation, (key) => fixture.app().call('POST', '/api/invitations', { as, body: { key } })),
    'invitations.accept': (as, situation) =>
      withKey(as, situation, (key) => {
        const user = situation === 'asSelf' ? fixture.people().self.user._id : idOf(as);
        return fixture.app().call('POST', '/api/clubmemberships/invited', { as, body: { user, key } });
      }),
    'clubs.leave': async (as, situation) => {
      const user = situation === 'asSelf' ? fixture.people().self.user._id : idOf(as);
      const club = situation === 'noClub' ? randomUUID() : (await clubFor()).id;
      return send(as, 'DELETE', 'clubmemberships/leave', { club, user });
    },
    'clubs.revokeMembership': byAdmin('revokeMembership'),
    'clubs.makeAdmin': byAdmin('makeAdmin'),
    'clubs.revokeAdmin': byAdmin('revokeAdmin'),
    'clubs.makeMember': byAdmin('makeMember'),
    'clubs.transferOwnership': async (as, situation) => {
      const club = await clubFor();
      const fromUser = situation === 'asTheOwner' ? fixture.people().owner.user._id : idOf(as);
      const toUser = club[targets[situation] ?? 'member'];
      return change(as, 'transferOwnership', { fromUser, toUser, club: club.id });
    },
    'webhooks.ofClub': async (as, situation) => read(as, await webhookPath(situation)),
    'webhooks.set': async (as, situation) => {
      // A public address, which this call checks but does not connect to.
      const body = { url: 'https://93.184.216.34/results' };
      return fixture.app().call('PUT', `/api/${await webhookPath(situation)}`, { as, body });
    },
    'webhooks.remove': async (as, situation) =>
      fixture.app().call('DELETE', `/api/${await webhookPath(situation)}`, { as }),
    'webhooks.test': async (as, situation) => {
      await fixture.db().delete(webhooks);
      return fixture.app().call('POST', `/api/${await webhookPath(situation)}/test`, { as });
    },
  } satisfies Attempts<'clubs' | 'invitations' | 'webhooks'>;
}

/** The target of a change, by situation. */
const targets: Record<string, 'pending' | 'member' | 'admin' | 'owner' | 'stranger'> = {
  ofARequest: 'pending',
  ofAMember: 'member',
  ofAnAdmin: 'admin',
  ofTheOwner: 'owner',
  ofAStranger: 'stranger',
  toARequest: 'pending',
  toAMember: 'member',
  toAStranger: 'stranger',
};

/** Creates a club with the roles of `Matrix-Crew`, plus one user per role as the target of a change. */
async function newClub(fixture: Fixture, isPrivate: boolean) {
  const { owner, admin, member, pending } = fixture.people();
  const id = await buildClub(fixture.db(), { ownerId: owner.user._id, name: 'Another crew', isPrivate });
  const join = (userId: string, role: -1 | 0 | 1) =>
    buildMembership(fixture.db(), { clubId: id, userId, role });
  await join(admin.user._id, 1);
  await join(member.user._id, 0);
  await join(pending.user._id, -1);
  const target = async (role: -1 | 0 | 1) => {
    const userId = await fixture.anyUser();
    await join(userId, role);
    return userId;
  };
  return {
    id,
    owner: owner.user._id,
    admin: await target(1),
    member: await target(0),
    pending: await target(-1),
    stranger: await fixture.anyUser(),
  };
}

async function iconOf(fixture: Fixture, as: Person, customURL: string): Promise<string> {
  const body = await buildPlain('teal');
  const answer = await fixture.app().call('POST', `/api/files/clubicons?key=${customURL}`, { as, body });
  // A persona that may not store images may not create clubs either, so any path works.
  if (answer.status !== 200) return '/files/clubicons/free-url/none.webp';
  return StoredImageSchema.parse(answer.body).path;
}
