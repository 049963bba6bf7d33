import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ReportDecision, ReportKind } from '@boathouse/contract/administration/reports';
import { comments, reportCases, reports } from '../../src/db/tables.ts';
import { newId } from '../../src/db/ids.ts';
import { buildActivity } from '../../src/features/training/activities/factory.ts';
import { buildComment } from '../support/comments.ts';
import type { Person } from '../support/test-app.ts';
import { activityPlaceOf, type Attempts, type Fixture } from './authorization-fixture.ts';
import { nowMs } from '../support/now.ts';

/** Valid calls, made by any persona. */
export function reportsAttempts(fixture: Fixture) {
  const self = () => fixture.people().self.user;

  /** A comment by Sol Self on an activity of their own in such a place. */
  const commentIn = async (situation: string, as: Person | null): Promise<string> => {
    const place = await fixture.placeOf(activityPlaceOf(situation), as);
    await fixture.forgetActivities();
    const userId = self()._id;
    const activityId = await buildActivity(fixture.db(), {
      userId,
      ...place,
      completedAt: new Date(nowMs()),
    });
    return buildComment(fixture.db(), { activityId, userId });
  };
  const report = (as: Person | null, kind: ReportKind, id: string) =>
    fixture.app().call('POST', '/api/reports', { as, body: { kind, id, reason: 'spam', text: '' } });
  const settings: Record<string, string> = {
    ofSelfHidden: 'selfHidden',
    ofSelfForClubs: 'selfForClubs',
    ofSelfWhoBlocks: 'selfBlocks',
  };

  const decisions: Record<string, ReportDecision> = {
    hidden: 'hidden',
    deleted: 'deleted',
    ofAClubsOwner: 'deleted',
    ofAnAdministrator: 'deleted',
    decidedOtherwise: 'hidden',
  };
  const decided: Record<string, ReportDecision> = { decidedOtherwise: 'dismissed', ofADeletion: 'deleted' };
  /** Opens a case about a user, reported by Mia Member. */
  const caseIn = async (situation: string): Promise<string> => {
    const { owner, administrator, member } = fixture.people();
    const known: Record<string, string> = {
      ofAClubsOwner: owner.user._id,
      ofAnAdministrator: administrator.user._id,
    };
    const targetId = known[situation] ?? (await fixture.signUp('Rick Reported')).user._id;
    const id = newId();
    const createdAt = new Date(nowMs());
    await fixture.db().delete(reportCases);
    await fixture
      .db()
      .insert(reportCases)
      .values({
        id,
        targetId,
        kind: 'user',
        name: 'Rick Reported',
        text: '',
        createdAt,
        ...(decided[situation] === undefined
          ? {}
          : { decision: decided[situation], decidedBy: 'Ada', decidedAt: createdAt }),
      });
    const given = { caseId: id, userId: member.user._id, reason: 'spam', text: '' } as const;
    await fixture
      .db()
      .insert(reports)
      .values({ ...given, createdAt });
    return id;
  };

  return {
    'reports.create': async (as, situation) => {
      await fixture.db().delete(reportCases);
      if (situation === 'ofNoComment') return report(as, 'comment', randomUUID());
      if (situation === 'ofNoUser') return report(as, 'user', randomUUID());
      if (situation === 'ofNoClub') return report(as, 'club', randomUUID());
      if (situation === 'ofTheClub') return report(as, 'club', fixture.clubId());
      if (situation === 'ofSelf') return report(as, 'user', self()._id);
      const how = settings[situation];
      if (how !== undefined) return fixture.withSelf(how, () => report(as, 'user', self()._id));
      const isRemoved = situation === 'ofARemovedComment';
      const comment = await commentIn(isRemoved ? 'link' : situation, as);
      if (isRemoved) {
        const removed = { message: '', removedAt: new Date(nowMs()) };
        await fixture.db().update(comments).set(removed).where(eq(comments.id, comment));
      }
      return report(as, 'comment', comment);
    },
    'reports.list': (as, situation) =>
      fixture.app().call('GET', `/api/administration/reports?state=${situation}`, { as }),
    'reports.decide': async (as, situation) => {
      const id = situation === 'ofNoReport' ? randomUUID() : await caseIn(situation);
      const body = { decision: decisions[situation] ?? 'dismissed' };
      return fixture.app().call('PATCH', `/api/administration/reports/${id}`, { as, body });
    },
    'reports.takeBack': async (as, situation) => {
      const id = situation === 'ofNoReport' ? randomUUID() : await caseIn(situation);
      return fixture.app().call('DELETE', `/api/administration/reports/${id}/decision`, { as });
    },
  } satisfies Attempts<'reports'>;
}
