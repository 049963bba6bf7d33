import { randomUUID } from 'node:crypto';
import { imports as calls } from '@boathouse/contract/activities/imports';
import { activities, activityDays, imports } from '../../src/db/tables.ts';
import { buildActivities, buildActivity } from '../../src/features/training/activities/factory.ts';
import { insertQuestions } from '../../src/features/training/samerows/index.ts';
import type { Person } from '../support/test-app.ts';
import { activityPlaceOf, idOf, visibilityOf, type Attempts, type Fixture } from './authorization-fixture.ts';
import { nowMs } from '../support/now.ts';

/** One workout, rowed on a RowErg. */
const seasonFile = Buffer.from(
  '"Log ID",Date,Description,"Work Time (Formatted)","Work Time (Seconds)","Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance","Stroke Rate/Cadence","Stroke Count",Pace,"Avg Watts",Cal/Hour,"Total Cal","Avg Heart Rate","Drag Factor",Age,Weight,Type,Ranked,Comments,"Date Entered"\n' +
    '87737957,"2024-04-30 06:44:00","2000m row",8:00.0,480,,,2000,,28,224,2:00.0,203,998,133,,118,40,Hwt,RowErg,No,,"2024-04-30 11:45:21"\n',
);

export function transferAttempts(fixture: Fixture) {
  const send = (as: Person | null, more: Record<string, string> = {}) =>
    fixture
      .app()
      .call('POST', `/api/imports?${new URLSearchParams({ name: 'season.csv', ...more }).toString()}`, {
        as,
        body: seasonFile,
        headers: { 'content-type': 'application/octet-stream' },
      });
  const store = (as: Person | null, id: string) =>
    fixture.app().call('POST', `/api/imports/${id}`, { as, body: { indexes: [0] } });
  const readBySelf = async () => {
    for (const table of [activities, activityDays, imports]) await fixture.db().delete(table);
    return calls.read.response.parse((await send(fixture.people().self)).body)._id;
  };
  const storedBySelf = async () => {
    const id = await readBySelf();
    await store(fixture.people().self, id);
    return id;
  };

  /** Two activities that are probably one row. */
  const askedOfSelf = async () => {
    const userId = fixture.people().self.user._id;
    await fixture.forgetActivities();
    const built = { userId, completedAt: new Date(nowMs()), source: 'sync' as const };
    const [activityId = '', otherId = ''] = await buildActivities(fixture.db(), [built, built]);
    const asked = { askedAt: new Date(nowMs()), answeredAt: null };
    await insertQuestions(fixture.db(), userId, [{ activityId, otherId }], asked);
    return { activityId, otherId };
  };

  const historyOf = (as: Person | null, situation: string) =>
    `user=${situation === 'ofSelf' ? fixture.people().self.user._id : idOf(as)}&format=csv`;

  return {
    'imports.read': async (as, situation) =>
      send(as, situation === 'intoThatOfSelf' ? { into: await readBySelf() } : {}),
    'imports.store': async (as) => store(as, await readBySelf()),
    'imports.undo': async (as, situation) => {
      const id = await (situation === 'storedBySelf' ? storedBySelf() : readBySelf());
      return fixture.app().call('DELETE', `/api/imports/${id}`, { as });
    },
    'imports.byId': async (as) => fixture.app().call('GET', `/api/imports/${await storedBySelf()}`, { as }),
    'imports.questions': async (as) => {
      await askedOfSelf();
      return fixture.app().call('GET', '/api/imports/questions', { as });
    },
    'imports.answer': async (as) => {
      const { activityId, otherId: other } = await askedOfSelf();
      const body = { other, isSame: true };
      return fixture.app().call('PUT', `/api/imports/questions/${activityId}`, { as, body });
    },
    'imports.list': async (as) => {
      await storedBySelf();
      return fixture.app().call('GET', '/api/imports', { as });
    },
    'exports.activity': async (as, situation) => {
      const place = await fixture.placeOf(activityPlaceOf(situation), as);
      const userId = fixture.people().self.user._id;
      await fixture.forgetActivities();
      const id = await buildActivity(fixture.db(), { userId, ...place, completedAt: new Date(nowMs()) });
      return fixture.app().call('GET', `/api/activities/${id}/export?format=fit`, { as });
    },
    'exports.session': async (as, situation) => {
      const session = await fixture.sessionOf(visibilityOf(situation), as);
      return fixture.app().call('GET', `/api/sessions/${session}/export?table=results`, { as });
    },
    'exports.club': (as, situation) => {
      const club = situation === 'ofNoClub' ? randomUUID() : fixture.clubId();
      return fixture.app().call('GET', `/api/clubs/${club}/export`, { as });
    },
    'exports.historyState': (as, situation) =>
      fixture.app().call('GET', `/api/activities/export/state?${historyOf(as, situation)}`, { as }),
    'exports.history': (as, situation) =>
      fixture.app().call('GET', `/api/activities/export?${historyOf(as, situation)}`, { as }),
  } satisfies Attempts<'imports' | 'exports'>;
}
