import { randomUUID } from 'node:crypto';
import { notifications as contract } from '@boathouse/contract/notifications';
import { follows, notifications } from '../../src/db/tables.ts';
import type { Attempts, Fixture } from './authorization-fixture.ts';
import { nowMs } from '../support/now.ts';

/** Valid calls, made by any persona. */
export function notificationsAttempts(fixture: Fixture) {
  /** Leaves one notification: Sol Self has a follower. Returns its id. */
  const lineOfSelf = () => lines('of Sol Self', makeLine);
  const lines = fixture.shared<string>();
  const makeLine = async () => {
    const { self, other } = fixture.people();
    await fixture.db().delete(notifications);
    await fixture.db().delete(follows);
    const body = { follower: other.user._id, followee: self.user._id };
    await fixture.app().call('POST', '/api/follows', { as: other, body });
    const found = await fixture.app().call('GET', '/api/notifications', { as: self });
    return contract.list.response.parse(found.body)[0]?._id ?? '';
  };

  return {
    'notifications.list': async (as) => {
      await lineOfSelf();
      return fixture.app().call('GET', '/api/notifications', { as });
    },
    'notifications.unread': (as) => fixture.app().call('GET', '/api/notifications/unread', { as }),
    'notifications.read': async (as, situation) => {
      const id = situation === 'ofSelf' ? await lineOfSelf() : randomUUID();
      return fixture.app().call('PUT', `/api/notifications/${id}/read`, { as });
    },
    'notifications.readAll': (as) =>
      fixture
        .app()
        .call('PUT', '/api/notifications/read', { as, body: { until: new Date(nowMs()).toISOString() } }),
    'notifications.mailChoice': (as) => fixture.app().call('GET', '/api/notifications/mail', { as }),
    'notifications.chooseMail': (as) =>
      fixture.app().call('PUT', '/api/notifications/mail', { as, body: { kinds: ['like'] } }),
    'webpush.state': (as) => fixture.app().call('GET', '/api/webpush', { as }),
    'webpush.subscribe': (as) =>
      fixture.app().call('PUT', '/api/webpush', {
        as,
        body: {
          endpoint: 'https://elsewhere.example/push',
          keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
        },
      }),
    'webpush.unsubscribe': (as) => fixture.app().call('DELETE', '/api/webpush', { as }),
  } satisfies Attempts<'notifications' | 'webpush'>;
}
