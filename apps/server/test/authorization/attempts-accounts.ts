import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { blocks, follows, users } from '../../src/db/tables.ts';
import { buildUser } from '../../src/features/people/users/factory.ts';
import type { Person } from '../support/test-app.ts';
import { idOf, pairOf, type Attempts, type Fixture } from './authorization-fixture.ts';

/** Valid calls, made by any persona. */
export function accountsAttempts(fixture: Fixture) {
  const blockedOfSelf = () => `/api/users/${fixture.people().self.user._id}/blocked`;
  const accounts = fixture.shared<Person>();
  const firstStepsOfSelf = () => `/api/users/${fixture.people().self.user._id}/firststeps`;
  return {
    'product.read': (as) => fixture.app().call('GET', '/api/product', { as }),
    'users.byUid': (as, situation) =>
      fixture
        .app()
        .call(
          'GET',
          `/api/users/uid/${situation === 'uidOfTheCaller' ? (as?.uid ?? 'no-uid') : fixture.people().self.uid}`,
          { as },
        ),
    'users.byId': (as) => fixture.app().call('GET', `/api/users/${fixture.people().self.user._id}`, { as }),
    'users.list': (as) => fixture.app().call('GET', '/api/users', { as }),
    'users.search': (as) => fixture.app().call('GET', '/api/users/search?displayName=sol', { as }),
    'users.create': async (as, situation) => {
      const uid = situation === 'forTheCaller' ? (as?.uid ?? 'no-uid') : fixture.people().self.uid;
      const answer = await fixture.app().call('POST', '/api/users', {
        as,
        body: { displayName: 'Made again', uid, iconURL: null },
      });
      await fixture.db().delete(users).where(eq(users.uid, fixture.people().loginWithoutRecord.uid));
      return answer;
    },
    'users.setDisplayName': (as) =>
      fixture.app().call('PATCH', `/api/users/${fixture.people().self.user._id}/displayName`, {
        as,
        body: { displayName: 'Sol Self' },
      }),
    'users.setTrainingPartner': async (as, situation) => {
      const partner =
        situation === 'toSomebodyUnconnected'
          ? fixture.people().owner.user._id
          : await fixture.followeeOfSelf();
      return fixture.app().call('PATCH', `/api/users/${fixture.people().self.user._id}/trainingPartner`, {
        as,
        body: { trainingPartner: partner },
      });
    },
    'users.setIconURL': (as) =>
      fixture.app().call('PATCH', `/api/users/${fixture.people().self.user._id}/iconURL`, {
        as,
        body: { iconURL: null },
      }),
    'users.setBannerURL': (as) =>
      fixture.app().call('PATCH', `/api/users/${fixture.people().self.user._id}/bannerURL`, {
        as,
        body: { bannerURL: null },
      }),
    'users.setThemeColor': (as) =>
      fixture.app().call('PATCH', `/api/users/${fixture.people().self.user._id}/themeColor`, {
        as,
        body: { themeColor: 1 },
      }),
    'users.setTintColor': (as) =>
      fixture.app().call('PATCH', `/api/users/${fixture.people().self.user._id}/tintColor`, {
        as,
        body: { tintColor: 1 },
      }),
    'users.setFirstDay': (as) =>
      fixture.app().call('PATCH', `/api/users/${fixture.people().self.user._id}/firstDay`, {
        as,
        body: { firstDay: 'Monday' },
      }),
    'account.deletion': (as) =>
      fixture.app().call('GET', `/api/users/${fixture.people().self.user._id}/deletion`, { as }),
    // Uses a separate account, because other attempts need Sol Self's.
    'account.remove': async (as, situation) => {
      const self = await accounts('of Sol Self', () => fixture.signUp('Sol Self'));
      const passwords: Record<string, object> = {
        withoutPassword: {},
        withAWrongPassword: { password: 'a wrong password' },
      };
      return fixture.app().call('POST', `/api/users/${self.user._id}/deletion`, {
        as: as === fixture.people().self ? self : as,
        body: { clubResults: 'keep', ...(passwords[situation] ?? { password: 'a good password' }) },
      });
    },
    'account.archiveState': (as) =>
      fixture.app().call('GET', `/api/users/${fixture.people().self.user._id}/archive/state`, { as }),
    'account.archive': (as) =>
      fixture.app().call('GET', `/api/users/${fixture.people().self.user._id}/archive`, { as }),
    'users.setVisibility': (as) =>
      fixture.app().call('PATCH', `/api/users/${fixture.people().self.user._id}/visibility`, {
        as,
        body: { visibility: 'everyone' },
      }),
    'users.firstSteps': (as) => fixture.app().call('GET', firstStepsOfSelf(), { as }),
    'users.hideFirstSteps': (as) =>
      fixture.app().call('PATCH', firstStepsOfSelf(), { as, body: { isHidden: true } }),
    'users.blocked': (as) => fixture.app().call('GET', blockedOfSelf(), { as }),
    'users.block': async (as, situation) => {
      const self = fixture.people().self.user._id;
      const others: Record<string, () => string | Promise<string>> = {
        oneself: () => self,
        missingUser: () => randomUUID(),
        hiddenUser: async () => (await buildUser(fixture.db(), { visibility: 'me' }))._id,
      };
      const blocked = await (others[situation] ?? fixture.anyUser)();
      const answer = await fixture.app().call('PUT', `${blockedOfSelf()}/${blocked}`, { as });
      await fixture.db().delete(blocks);
      return answer;
    },
    'users.unblock': (as) => fixture.app().call('DELETE', `${blockedOfSelf()}/${randomUUID()}`, { as }),
    'follows.followees': async (as) => {
      await fixture.followeeOfSelf();
      return fixture
        .app()
        .call('GET', `/api/follows/user/${fixture.people().self.user._id}/followees`, { as });
    },
    'follows.followers': async (as) => {
      const followee = await fixture.followeeOfSelf();
      return fixture.app().call('GET', `/api/follows/user/${followee}/followers`, { as });
    },
    'follows.summary': (as) =>
      fixture.app().call('GET', `/api/follows/user/${fixture.people().self.user._id}/summary`, { as }),
    'follows.doesFollow': async (as, situation) => {
      const follower = situation === 'ofSelf' ? fixture.people().self.user._id : idOf(as);
      return fixture
        .app()
        .call('GET', `/api/follows/doesfollow?${pairOf(follower, await fixture.anyUser())}`, { as });
    },
    'follows.facts': async (as, situation) => {
      const follower = situation === 'ofSelf' ? fixture.people().self.user._id : idOf(as);
      const athletes = await fixture.anyUser();
      return fixture
        .app()
        .call('GET', `/api/follows/facts?follower=${follower}&athletes=${athletes}`, { as });
    },
    'follows.create': async (as, situation) => {
      await fixture.db().delete(follows);
      if (situation.startsWith('ofSelf')) {
        const how = situation === 'ofSelfHidden' ? 'selfHidden' : 'selfBlocks';
        const followee = fixture.people().self.user._id;
        return fixture.withSelf(how, () =>
          fixture.app().call('POST', '/api/follows', { as, body: { follower: idOf(as), followee } }),
        );
      }
      const follower = situation === 'asSelf' ? fixture.people().self.user._id : idOf(as);
      const followee =
        situation === 'oneself'
          ? follower
          : situation === 'missingUser'
            ? randomUUID()
            : await fixture.anyUser();
      return fixture.app().call('POST', '/api/follows', { as, body: { follower, followee } });
    },
    'follows.remove': async (as, situation) => {
      const follower = situation === 'asSelf' ? fixture.people().self.user._id : idOf(as);
      return fixture
        .app()
        .call('DELETE', `/api/follows?${pairOf(follower, await fixture.anyUser())}`, { as });
    },
  } satisfies Attempts<'product' | 'users' | 'account' | 'follows'>;
}
