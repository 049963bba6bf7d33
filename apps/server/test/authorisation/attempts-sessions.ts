import { buildSession } from '../../src/features/sessions/factory.ts';
import { idOf, newSession, visibilityOf, type Attempts, type Rig } from './rig.ts';

/** Valid calls, made by any persona. */
export const sessionsAttempts = (rig: Rig) =>
  ({
    'sessions.byId': async (as, situation) =>
      rig.app().call('GET', `/api/sessions/${await rig.sessionOf(visibilityOf(situation))}`, { as }),
    'sessions.activities': async (as, situation) =>
      rig
        .app()
        .call('GET', `/api/sessions/${await rig.sessionOf(visibilityOf(situation))}/activities`, { as }),
    'sessions.ofUser': async (as) => {
      const hostUserId = rig.people().self.user._id;
      await buildSession(rig.db(), { hostUserId, startAt: new Date('2026-05-01T06:00:00Z') });
      return rig.app().call('GET', `/api/sessions/user/${hostUserId}?year=2026&month=5`, { as });
    },
    'sessions.create': (as, situation) => {
      const body = {
        forTheCaller: newSession(idOf(as)),
        hostedBySelf: newSession(rig.people().self.user._id),
        forTheClub: newSession(idOf(as), { club: rig.clubId() }),
      }[situation];
      return rig.app().call('POST', '/api/sessions', { as, body });
    },
    'activities.search': (as, situation) => {
      const user = situation === 'ofSelf' ? rig.people().self.user._id : idOf(as);
      return rig.app().call('GET', `/api/activities/search?user=${user}`, { as });
    },
    'activities.create': async (as, situation) => {
      await rig.forgetActivities();
      const [user, visibility] =
        situation === 'asSelf'
          ? [rig.people().self.user._id, 'link' as const]
          : [idOf(as), visibilityOf(situation)];
      const session = await rig.sessionOf(visibility);
      return rig.app().call('POST', '/api/activities', { as, body: { user, session, workoutItemIndex: 0 } });
    },
    'activities.complete': async (as, situation) =>
      rig
        .app()
        .call('PATCH', `/api/activities/${await rig.activityOfSelf(visibilityOf(situation))}/complete`, {
          as,
          body: { distance: 2000 },
        }),
    'activities.patch': async (as, situation) =>
      rig.app().call('PATCH', `/api/activities/${await rig.activityOfSelf(visibilityOf(situation))}`, {
        as,
        body: { distance: 1000 },
      }),
    'activities.discard': async (as, situation) =>
      rig
        .app()
        .call('DELETE', `/api/activities/${await rig.activityOfSelf(visibilityOf(situation))}`, { as }),
    'strokes.append': async (as, situation) =>
      rig.app().call('POST', `/api/activities/${await rig.activityOfSelf(visibilityOf(situation))}/strokes`, {
        as,
        body: { from: 0, strokes: [] },
      }),
    'strokes.list': async (as, situation) =>
      rig
        .app()
        .call('GET', `/api/activities/${await rig.activityOfSelf(visibilityOf(situation))}/strokes`, { as }),
    'activities.inProgress': async (as) => {
      await rig.activityOfSelf('link');
      return rig.app().call('GET', `/api/activities/inprogress/${rig.people().self.user._id}`, { as });
    },
  }) satisfies Attempts<'sessions' | 'activities' | 'strokes'>;
