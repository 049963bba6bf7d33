import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { calendar } from '@boathouse/contract/sessions/calendar';
import { boards } from '@boathouse/contract/sessions/boards';
import { newId } from '../../src/db/ids.ts';
import { workoutTemplates } from '../../src/db/tables.ts';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import { buildSession } from '../../src/features/sessions/sessions/factory.ts';
import { enteredForSelf } from './attempts-entries.ts';
import { moveAttempts, rowBeside } from './attempts-moves.ts';
import {
  activityPlaceOf,
  idOf,
  newSession,
  visibilityOf,
  type Attempt,
  type Attempts,
  type Fixture,
} from './authorization-fixture.ts';
import { nowMs } from '../support/now.ts';

/** Valid calls, made by any persona. */
export function sessionsAttempts(fixture: Fixture) {
  return {
    'sessions.byId': async (as, situation) =>
      fixture
        .app()
        .call('GET', `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}`, { as }),
    'sessions.activities': async (as, situation) =>
      fixture
        .app()
        .call('GET', `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}/activities`, {
          as,
        }),
    'sessions.ofUser': async (as) => {
      const hostUserId = fixture.people().self.user._id;
      await buildSession(fixture.db(), { hostUserId, startAt: new Date('2026-05-01T06:00:00Z') });
      return fixture.app().call('GET', `/api/sessions/user/${hostUserId}?year=2026&month=5`, { as });
    },
    'sessions.next': async (as) => {
      const hostUserId = fixture.people().self.user._id;
      await buildSession(fixture.db(), { hostUserId, startAt: new Date(nowMs() + 3_600_000) });
      return fixture.app().call('GET', `/api/sessions/user/${hostUserId}/next`, { as });
    },
    'sessions.create': async (as, situation) => {
      const body = {
        withTheIdOfAHostedOne: newSession(idOf(as), { _id: await fixture.sessionOf('onlyMe', as) }),
        forTheCaller: newSession(idOf(as)),
        hostedBySelf: newSession(fixture.people().self.user._id),
        forTheClub: newSession(idOf(as), { club: fixture.clubId() }),
      }[situation];
      return fixture.app().call('POST', '/api/sessions', { as, body });
    },
    'sessions.change': async (as, situation) => {
      const change = (id: string, body: object) =>
        fixture.app().call('PATCH', `/api/sessions/${id}`, { as, body });
      if (situation !== 'toTheClub' && situation !== 'outOfTheClub') {
        return change(await fixture.sessionOf(visibilityOf(situation), as), { title: 'Moved' });
      }
      const { host, formerHost } = fixture.people();
      const hostUserId = (as === formerHost ? formerHost : host).user._id;
      const clubId = fixture.clubId();
      return situation === 'toTheClub'
        ? change(await buildSession(fixture.db(), { hostUserId }), { club: clubId })
        : change(await buildSession(fixture.db(), { hostUserId, clubId }), { club: null });
    },
    'sessions.remove': async (as, situation) => {
      const isRowed = situation === 'whileOneRows';
      const id = await fixture.sessionOf(isRowed ? 'link' : visibilityOf(situation), as);
      if (isRowed) await buildActivity(fixture.db(), { userId: await fixture.anyUser(), sessionId: id });
      return fixture.app().call('DELETE', `/api/sessions/${id}`, { as });
    },
    'sessions.repeat': async (as, situation) => {
      const session = await fixture.sessionOf(visibilityOf(situation), as);
      const body = { weeks: 2, timeZone: 'Europe/Berlin' };
      return fixture.app().call('POST', `/api/sessions/${session}/repeats`, { as, body });
    },
    'sessions.handOver': async (as, situation) => {
      const { member, formerHost, pending } = fixture.people();
      const target = { toTheFormerHost: formerHost, toARequest: pending }[situation] ?? member;
      const toUser = situation === 'toAStranger' ? await fixture.anyUser() : target.user._id;
      const visibility = situation.startsWith('to') ? 'club' : visibilityOf(situation);
      const session = await fixture.sessionOf(visibility, as);
      return fixture.app().call('PUT', `/api/sessions/${session}/host`, { as, body: { toUser } });
    },
    ...attendanceAttempts(fixture),
    ...resultAttempts(fixture),
    ...moveAttempts(fixture),
    ...calendarAttempts(fixture),
    ...templateAttempts(fixture),
    'starts.ofSession': async (as, situation) =>
      fixture
        .app()
        .call('GET', `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}/starts`, { as }),
    'starts.set': async (as, situation) =>
      fixture
        .app()
        .call('PUT', `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}/starts/0`, {
          as,
          body: { inSec: 20 },
        }),
    'starts.cancel': async (as, situation) => {
      const session = await fixture.sessionOf(visibilityOf(situation), as);
      const { host, owner } = fixture.people();
      await fixture.app().call('PUT', `/api/sessions/${session}/starts/0`, {
        as: situation === 'club' ? owner : host,
        body: { inSec: 60 },
      });
      return fixture.app().call('DELETE', `/api/sessions/${session}/starts/0`, { as });
    },
    'previews.session': async (as, situation) => {
      const visibility = situation === 'privateClub' ? 'club' : visibilityOf(situation);
      const session = await fixture.sessionOf(visibility, as);
      return fixture.withPrivacy(situation === 'privateClub', () =>
        fixture.app().call('GET', `/api/previews/sessions/${session}`, { as }),
      );
    },
    'previews.club': (as, situation) => {
      const url = situation === 'ofNoClub' ? 'free-url' : 'matrix-crew';
      return fixture.withPrivacy(situation === 'ofAPrivateClub', () =>
        fixture.app().call('GET', `/api/previews/clubs/${url}`, { as }),
      );
    },
    'previews.clubOfSession': async (as, situation) => {
      const visibility = situation === 'privateClub' ? 'club' : visibilityOf(situation);
      const session = await fixture.sessionOf(visibility, as);
      return fixture.withPrivacy(situation === 'privateClub', () =>
        fixture.app().call('GET', `/api/sessions/${session}/club`, { as }),
      );
    },
    'boards.ofSession': async (as, situation) =>
      fixture
        .app()
        .call('GET', `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}/board`, { as }),
    'boards.create': async (as, situation) =>
      fixture
        .app()
        .call('POST', `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}/board`, { as }),
    'boards.revoke': async (as, situation) =>
      fixture
        .app()
        .call('DELETE', `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}/board`, {
          as,
        }),
    'boards.read': async (as, situation) => {
      const { host } = fixture.people();
      const path = `/api/sessions/${await fixture.sessionOf('onlyMe', as)}/board`;
      const { key } = boards.create.response.parse(
        (await fixture.app().call('POST', path, { as: host })).body,
      );
      const given = situation === 'withItsKey' ? key : 'A'.repeat(key.length);
      return fixture.app().call('GET', `/api/boards/${given}`, { as });
    },
    'history.search': (as, situation) => {
      const user = situation === 'ofSelf' ? fixture.people().self.user._id : idOf(as);
      return fixture.app().call('GET', `/api/activities/search?user=${user}`, { as });
    },
    'activities.byId': async (as, situation) =>
      situation.startsWith('beside')
        ? rowBeside(fixture, as, situation)
        : fixture
            .app()
            .call('GET', `/api/activities/${await fixture.activityOfSelf(activityPlaceOf(situation), as)}`, {
              as,
            }),
    'activities.create': async (as, situation) => {
      await fixture.forgetActivities();
      if (situation === 'me' || situation === 'profile') {
        const alone = { title: 'Just row', workout: 'Just row', visibility: situation };
        return fixture.app().call('POST', '/api/activities', { as, body: { user: idOf(as), ...alone } });
      }
      const isAfterDiscard = situation === 'afterItsDiscard' || situation === 'afterAnothersDiscard';
      const [user, visibility] =
        situation === 'asSelf'
          ? [fixture.people().self.user._id, 'link' as const]
          : [idOf(as), isAfterDiscard ? 'link' : visibilityOf(situation)];
      const session = await fixture.sessionOf(visibility, as);
      const _id = randomUUIDv7();
      if (isAfterDiscard) {
        const by = situation === 'afterItsDiscard' ? as : await fixture.signUp('Dan Discard');
        await fixture.app().call('DELETE', `/api/activities/${_id}`, { as: by });
      }
      return fixture
        .app()
        .call('POST', '/api/activities', { as, body: { _id, user, session, workoutItemIndex: 0 } });
    },
    'activities.complete': async (as, situation) =>
      fixture
        .app()
        .call(
          'PATCH',
          `/api/activities/${await fixture.activityOfSelf(activityPlaceOf(situation), as)}/complete`,
          {
            as,
            body: { distance: 2000 },
          },
        ),
    'activities.patch': async (as, situation) =>
      fixture
        .app()
        .call('PATCH', `/api/activities/${await fixture.activityOfSelf(activityPlaceOf(situation), as)}`, {
          as,
          body: { distance: 1000 },
        }),
    'activities.setOwner': async (as, situation) =>
      fixture
        .app()
        .call(
          'PUT',
          `/api/activities/${await fixture.activityOfSelf(activityPlaceOf(situation), as)}/owner`,
          {
            as,
            body: { owner: randomUUID() },
          },
        ),
    'activities.end': async (as, situation) =>
      fixture.app().call('POST', `/api/activities/${await fixture.activityIn(situation, as)}/end`, { as }),
    'activities.reopen': async (as, situation) => {
      const id = await fixture.activityOfSelf(activityPlaceOf(situation), as);
      await fixture.app().call('PATCH', `/api/activities/${id}/complete`, { as: fixture.people().self });
      return fixture.app().call('POST', `/api/activities/${id}/reopen`, { as });
    },
    'activities.discard': async (as, situation) => {
      const id = await (situation === 'fromAFile'
        ? activityFromAFile(fixture)
        : situation === 'entered'
          ? enteredForSelf(fixture, as)
          : fixture.activityIn(situation, as));
      return fixture.app().call('DELETE', `/api/activities/${id}`, { as });
    },
    'strokes.append': async (as, situation) =>
      fixture
        .app()
        .call(
          'POST',
          `/api/activities/${await fixture.activityOfSelf(activityPlaceOf(situation), as)}/strokes`,
          {
            as,
            body: { from: 0, strokes: [] },
          },
        ),
    'strokes.list': async (as, situation) =>
      fixture
        .app()
        .call(
          'GET',
          `/api/activities/${await fixture.activityOfSelf(activityPlaceOf(situation), as)}/strokes`,
          {
            as,
          },
        ),
    'activities.withoutSession': async (as) => {
      await fixture.forgetActivities();
      const userId = fixture.people().self.user._id;
      await buildActivity(fixture.db(), { userId, createdAt: new Date('2026-05-01T06:00:00Z') });
      return fixture.app().call('GET', `/api/activities/user/${userId}?year=2026&month=5`, { as });
    },
    'activities.inProgress': async (as) => {
      await fixture.activityOfSelf('link', as);
      return fixture
        .app()
        .call('GET', `/api/activities/inprogress/${fixture.people().self.user._id}`, { as });
    },
  } satisfies Attempts<
    | 'sessions'
    | 'attendance'
    | 'templates'
    | 'boards'
    | 'previews'
    | 'calendar'
    | 'starts'
    | 'activities'
    | 'history'
    | 'results'
    | 'moves'
    | 'tags'
    | 'strokes'
  >;
}

async function activityFromAFile(fixture: Fixture): Promise<string> {
  await fixture.forgetActivities();
  const userId = fixture.people().self.user._id;
  return buildActivity(fixture.db(), { userId, completedAt: new Date(nowMs()), source: 'file' });
}

function resultAttempts(fixture: Fixture) {
  const call =
    (path: string, body?: object): Attempt =>
    async (as, situation) => {
      const id = await fixture.activityOfSelf(activityPlaceOf(situation), as);
      const method = body === undefined ? 'GET' : 'PUT';
      return fixture.app().call(method, `/api/activities/${id}/${path}`, { as, body });
    };
  return {
    'results.standing': call('standing'),
    'trends.workouts': async (as) => {
      await fixture.forgetActivities();
      return fixture.app().call('GET', `/api/users/${fixture.people().self.user._id}/workouts`, { as });
    },
    'trends.ofWorkout': (as) =>
      fixture
        .app()
        .call('GET', `/api/users/${fixture.people().self.user._id}/workout-trend?workout=2k`, { as }),
    'results.note': call('note'),
    'results.setNote': call('note', { note: 'Head up' }),
    'tags.set': call('tags', { tags: ['Test'] }),
    'tags.used': async (as) =>
      fixture.app().call('GET', `/api/activities/user/${fixture.people().self.user._id}/tags`, { as }),
    'results.setTitle': call('title', { title: 'Before work' }),
    'results.setVisibility': call('visibility', { visibility: 'me' }),
    'results.remove': async (as, situation) => {
      const place = await fixture.placeOf(activityPlaceOf(situation), as);
      const userId = fixture.people().self.user._id;
      await fixture.forgetActivities();
      const id = await buildActivity(fixture.db(), { userId, ...place, completedAt: new Date(nowMs()) });
      return fixture.app().call('DELETE', `/api/activities/${id}/result`, { as });
    },
  } satisfies Attempts<'results' | 'tags' | 'trends'>;
}

function templateAttempts(fixture: Fixture) {
  const template = { title: 'Winter', workoutItem: '4 x 2000 m / 5:00 rest' };
  const made = async (situation: string) => {
    const id = newId();
    const owner =
      situation === 'ofSelf' ? { userId: fixture.people().self.user._id } : { clubId: fixture.clubId() };
    await fixture.db().delete(workoutTemplates);
    await fixture
      .db()
      .insert(workoutTemplates)
      .values({ id, ...owner, ...template });
    return `/api/templates/${id}`;
  };
  return {
    'templates.list': async (as, situation) => {
      await made(situation);
      return fixture.app().call('GET', '/api/templates', { as });
    },
    'templates.create': async (as, situation) => {
      const body = { ...template, club: situation === 'ofTheClub' ? fixture.clubId() : null };
      return fixture.app().call('POST', '/api/templates', { as, body });
    },
    'templates.rename': async (as, situation) =>
      fixture.app().call('PATCH', await made(situation), { as, body: { title: 'Spring' } }),
    'templates.remove': async (as, situation) => fixture.app().call('DELETE', await made(situation), { as }),
  } satisfies Attempts<'templates'>;
}

function attendanceAttempts(fixture: Fixture) {
  const attempt =
    (method: 'GET' | 'PUT' | 'DELETE'): Attempt =>
    async (as, situation) =>
      fixture
        .app()
        .call(method, `/api/sessions/${await fixture.sessionOf(visibilityOf(situation), as)}/attendance`, {
          as,
        });
  return {
    'attendance.ofSession': attempt('GET'),
    'attendance.say': attempt('PUT'),
    'attendance.takeBack': attempt('DELETE'),
  } satisfies Attempts<'attendance'>;
}

function calendarAttempts(fixture: Fixture) {
  const path = () => `/api/users/${fixture.people().self.user._id}/calendar`;
  const newKey = async () => {
    const answer = await fixture.app().call('POST', path(), { as: fixture.people().self });
    return calendar.create.response.parse(answer.body).key;
  };
  return {
    'calendar.address': (as) => fixture.app().call('GET', path(), { as }),
    'calendar.create': (as) => fixture.app().call('POST', path(), { as }),
    'calendar.revoke': (as) => fixture.app().call('DELETE', path(), { as }),
    'calendar.read': async (as, situation) => {
      const key = await newKey();
      if (situation === 'withTheKeyBefore') await newKey();
      const query = situation === 'ofAnotherClub' ? `?club=${fixture.clubId()}` : '';
      return fixture.app().call('GET', `/api/calendars/${key}${query}`, { as });
    },
  } satisfies Attempts<'calendar'>;
}
