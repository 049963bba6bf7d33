import { buildActivity } from '../../src/features/training/activities/factory.ts';
import { buildComment } from '../support/comments.ts';
import { buildFollow } from '../../src/features/news/follows/factory.ts';
import { buildSession } from '../../src/features/sessions/sessions/factory.ts';
import type { Person } from '../support/test-app.ts';
import { activityPlaceOf, idOf, type Attempts, type Fixture } from './authorization-fixture.ts';
import { nowMs } from '../support/now.ts';

/** Valid calls, made by any persona. */
export function feedAttempts(fixture: Fixture) {
  const self = () => fixture.people().self.user;

  /** Creates the only activity, by Sol Self. For `asSelf` its place does not matter. */
  const results = fixture.shared<string>();
  const resultOfSelf = async (as: Person | null, situation: string): Promise<string> => {
    const place = await fixture.placeOf(situation === 'asSelf' ? 'link' : activityPlaceOf(situation), as);
    return results(JSON.stringify(place), async () => {
      await fixture.forgetActivities();
      return buildActivity(fixture.db(), { userId: self()._id, ...place, completedAt: new Date(nowMs()) });
    });
  };
  /** Adds a comment and a reply by Sol Self. */
  const discussions = fixture.shared<{ activity: string; comment: string; reply: string }>();
  const commentsOfSelf = async (as: Person | null, situation: string) => {
    const activity = await resultOfSelf(as, situation);
    const userId = self()._id;
    return discussions(activity, async () => {
      const comment = await buildComment(fixture.db(), { activityId: activity, userId });
      const reply = await buildComment(fixture.db(), { activityId: activity, userId, commentId: comment });
      return { activity, comment, reply };
    });
  };
  const userOf = (as: Person | null, situation: string) => (situation === 'asSelf' ? self()._id : idOf(as));
  const call = (as: Person | null, method: 'GET' | 'DELETE', path: string, query: Record<string, string>) =>
    fixture.app().call(method, `/api${path}?${new URLSearchParams(query).toString()}`, { as });

  const ofClub = async (as: Person | null, situation: string, list: string, startAt: Date) => {
    const club = fixture.clubId();
    await buildSession(fixture.db(), { hostUserId: fixture.people().host.user._id, clubId: club, startAt });
    return fixture.withPrivacy(situation === 'ofThePrivateClub', () =>
      call(as, 'GET', `/feed/club-${list}`, { club }),
    );
  };

  return {
    'feed.dashboard': async (as, situation) => {
      await resultOfSelf(as, situation);
      const [followerId, followeeId] = [idOf(as), self()._id];
      if (as?.user._id && followerId !== followeeId)
        await buildFollow(fixture.db(), { followerId, followeeId });
      return call(as, 'GET', '/feed/dashboard', { user: userOf(as, situation) });
    },
    'feed.athleteProfile': async (as, situation) => {
      await resultOfSelf(as, situation);
      return call(as, 'GET', '/feed/athlete-profile', { user: self()._id });
    },
    'feed.clubProfile': (as, situation) => ofClub(as, situation, 'profile', new Date('2026-01-01T06:00:00Z')),
    'feed.clubUpcoming': (as, situation) => ofClub(as, situation, 'upcoming', new Date(nowMs() + 3_600_000)),
    'feed.clubResults': async (as, situation) => {
      const userId = fixture.people().host.user._id;
      const sessionId = await buildSession(fixture.db(), { hostUserId: userId, clubId: fixture.clubId() });
      await buildActivity(fixture.db(), { userId, sessionId, completedAt: new Date(nowMs()) });
      return ofClub(as, situation, 'results', new Date(nowMs()));
    },

    'comments.ofParent': async (as, situation) => {
      const { activity } = await commentsOfSelf(as, situation);
      return call(as, 'GET', `/comments/parent/${activity}`, {});
    },
    'comments.create': async (as, situation) => {
      const parent = await resultOfSelf(as, situation);
      const body = { parent, user: userOf(as, situation), message: 'Well rowed' };
      return fixture.app().call('POST', '/api/comments', { as, body });
    },
    'comments.reply': async (as, situation) => {
      const { comment: parent } = await commentsOfSelf(as, situation);
      const body = { parent, user: userOf(as, situation), message: 'Indeed' };
      return fixture.app().call('POST', '/api/comments/reply', { as, body });
    },
    'comments.remove': async (as, situation) => {
      const { comment } = await commentsOfSelf(as, situation);
      return call(as, 'DELETE', '/comments', { comment, user: userOf(as, situation) });
    },
    'comments.removeReply': async (as, situation) => {
      const { reply, comment: parent } = await commentsOfSelf(as, situation);
      return call(as, 'DELETE', '/comments/reply', { reply, parent, user: userOf(as, situation) });
    },

    'likes.ofParent': async (as, situation) => {
      const parent = await resultOfSelf(as, situation);
      return call(as, 'GET', `/likes/parent/${parent}`, { user: userOf(as, situation) });
    },
    'likes.create': async (as, situation) => {
      const body = { parent: await resultOfSelf(as, situation), user: userOf(as, situation) };
      return fixture.app().call('POST', '/api/likes', { as, body });
    },
    'likes.remove': async (as, situation) => {
      const parent = await resultOfSelf(as, situation);
      return call(as, 'DELETE', '/likes', { parent, user: userOf(as, situation) });
    },
  } satisfies Attempts<'feed' | 'comments' | 'likes'>;
}
