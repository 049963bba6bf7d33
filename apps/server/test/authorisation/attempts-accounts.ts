import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { follows, users } from '../../src/db/tables.ts';
import { idOf, pairOf, type Attempts, type Rig } from './rig.ts';

/** Valid calls, made by any persona. */
export const accountsAttempts = (rig: Rig) =>
  ({
    'product.read': (as) => rig.app().call('GET', '/api/product', { as }),
    'users.byUid': (as, situation) =>
      rig
        .app()
        .call(
          'GET',
          `/api/users/uid/${situation === 'uidOfTheCaller' ? (as?.uid ?? 'no-uid') : rig.people().self.uid}`,
          { as },
        ),
    'users.byId': (as) => rig.app().call('GET', `/api/users/${rig.people().self.user._id}`, { as }),
    'users.search': (as) => rig.app().call('GET', '/api/users/search?displayName=sol', { as }),
    'users.create': async (as, situation) => {
      const uid = situation === 'forTheCaller' ? (as?.uid ?? 'no-uid') : rig.people().self.uid;
      const answer = await rig.app().call('POST', '/api/users', {
        as,
        body: { displayName: 'Made again', uid, iconURL: null },
      });
      await rig.db().delete(users).where(eq(users.uid, rig.people().loginWithoutRecord.uid));
      return answer;
    },
    'users.setDisplayName': (as) =>
      rig.app().call('PATCH', `/api/users/${rig.people().self.user._id}/displayName`, {
        as,
        body: { displayName: 'Sol Self' },
      }),
    'users.setTrainingPartner': async (as, situation) => {
      const partner =
        situation === 'toSomebodyUnconnected' ? rig.people().owner.user._id : await rig.followeeOfSelf();
      return rig.app().call('PATCH', `/api/users/${rig.people().self.user._id}/trainingPartner`, {
        as,
        body: { trainingPartner: partner },
      });
    },
    'users.setIconURL': (as) =>
      rig
        .app()
        .call('PATCH', `/api/users/${rig.people().self.user._id}/iconURL`, { as, body: { iconURL: null } }),
    'users.setBannerURL': (as) =>
      rig.app().call('PATCH', `/api/users/${rig.people().self.user._id}/bannerURL`, {
        as,
        body: { bannerURL: null },
      }),
    'users.setThemeColor': (as) =>
      rig.app().call('PATCH', `/api/users/${rig.people().self.user._id}/themeColor`, {
        as,
        body: { themeColor: 1 },
      }),
    'users.setTintColor': (as) =>
      rig
        .app()
        .call('PATCH', `/api/users/${rig.people().self.user._id}/tintColor`, { as, body: { tintColor: 1 } }),
    'follows.followees': async (as) => {
      await rig.followeeOfSelf();
      return rig.app().call('GET', `/api/follows/user/${rig.people().self.user._id}/followees`, { as });
    },
    'follows.followers': async (as) => {
      const followee = await rig.followeeOfSelf();
      return rig.app().call('GET', `/api/follows/user/${followee}/followers`, { as });
    },
    'follows.summary': (as) =>
      rig.app().call('GET', `/api/follows/user/${rig.people().self.user._id}/summary`, { as }),
    'follows.doesFollow': async (as, situation) => {
      const follower = situation === 'ofSelf' ? rig.people().self.user._id : idOf(as);
      return rig
        .app()
        .call('GET', `/api/follows/doesfollow?${pairOf(follower, await rig.anyUser())}`, { as });
    },
    'follows.create': async (as, situation) => {
      await rig.db().delete(follows);
      const follower = situation === 'asSelf' ? rig.people().self.user._id : idOf(as);
      const followee =
        situation === 'oneself' ? follower : situation === 'missingUser' ? randomUUID() : await rig.anyUser();
      return rig.app().call('POST', '/api/follows', { as, body: { follower, followee } });
    },
    'follows.remove': async (as, situation) => {
      const follower = situation === 'asSelf' ? rig.people().self.user._id : idOf(as);
      return rig.app().call('DELETE', `/api/follows?${pairOf(follower, await rig.anyUser())}`, { as });
    },
  }) satisfies Attempts<'product' | 'users' | 'follows'>;
