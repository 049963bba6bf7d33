import { beforeAll, expect, test } from 'vitest';
import { liveEvents } from '@boathouse/contract/live';
import { activities } from '../../../db/tables.ts';
import { buildActivity } from '../../training/activities/factory.ts';
import { buildSession } from '../../sessions/sessions/factory.ts';
import { clubCalls } from '../../../../test/support/club-calls.ts';
import { usePglite } from '../../../../test/support/databases.ts';
import { liveSample } from '../../../../test/support/live-sample.ts';
import { untilMembers } from '../../../../test/support/room-members.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { usePages } from '../../../../test/support/test-page.ts';
import { buildClub, buildMembership } from './factory.ts';

const database = usePglite();
const app = useTestApp(database);
const { leave, revoke } = clubCalls(app);
let address: string;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  ann = await app().signUp('Ann');
  ben = await app().signUp('Ben');
  address = await app().listen();
});

const open = usePages(() => address);

/** Creates a club of Ann's with Ben as a member, and a session in it. */
async function clubSession(hostUserId: string): Promise<{ clubId: string; room: string }> {
  const { db } = database();
  const clubId = await buildClub(db, { ownerId: ann.user._id });
  await buildMembership(db, { clubId, userId: ben.user._id, role: 0 });
  return { clubId, room: await buildSession(db, { hostUserId, clubId }) };
}

test.for([
  ['leaves', (clubId: string) => leave(ben, clubId)],
  ['is removed from', (clubId: string) => revoke(ann, ben.user._id, clubId)],
] as const)(
  '[MEMB-3] [SESS-11] a user who %s a club is removed from the rooms of its sessions at once, on every page',
  async ([, end]) => {
    const { clubId, room } = await clubSession(ann.user._id);
    const anns = await open.into(room, ann);
    const pages = [await open.into(room, ben), await open.into(room, ben)];
    const bensRow = await buildActivity(database().db, { userId: ben.user._id, sessionId: room });
    expect(await pages[0]?.outcomeOf(liveEvents.sample, { activity: bensRow, sample: liveSample(1) })).toBe(
      'ok',
    );

    const refusals = pages.map((page) => page.next(liveEvents.refused));
    await untilMembers(anns, room, ['Ann', 'Ben']);
    expect((await end(clubId)).status).toBe(200);
    await untilMembers(anns, room, ['Ann']);
    for (const refusal of await Promise.all(refusals))
      expect(refusal).toMatchObject({ event: liveEvents.joinRoom, code: 'not_found' });

    // The server accepts no samples from Ben, sends him no frames and rejects his next join.
    const later = { activity: bensRow, sample: liveSample(2) };
    expect(await pages[0]?.outcomeOf(liveEvents.sample, later)).toBe('not_joined');
    const annsRow = await buildActivity(database().db, { userId: ann.user._id, sessionId: room });
    const seen = pages.map((page) => page.frames.length);
    const shown = anns.nextFrame(({ rows }) => rows.some(({ activity }) => activity === annsRow));
    expect(await anns.outcomeOf(liveEvents.sample, { activity: annsRow, sample: liveSample(1) })).toBe('ok');
    await shown;
    for (const page of pages)
      expect(await page.outcomeOf(liveEvents.joinRoom, { user: ben.user._id, room })).toBe('not_found');
    expect(pages.map((page) => page.frames.length)).toEqual(seen);
    await database().db.delete(activities);
  },
);

test('[MEMB-3] [SESS-11] a user who leaves a club leaves its rooms, even as a host, and stays in the rooms that they may still read', async () => {
  const { clubId, room } = await clubSession(ben.user._id);
  const byLink = await buildSession(database().db, { hostUserId: ann.user._id });
  // A program may be in several rooms on one connection.
  const page = await open.into(room, ben, { address: {} });
  expect(await page.outcomeOf(liveEvents.joinRoom, { user: ben.user._id, room: byLink })).toBe('ok');
  expect((await leave(ben, clubId)).status).toBe(200);
  const keyframe = page.nextFrame((frame) => frame.room === byLink && frame.isKeyframe);
  expect(await page.outcomeOf(liveEvents.keyframeRequest, { room: byLink })).toBe('ok');
  await keyframe;
  expect(page.received(liveEvents.refused)).toMatchObject([
    { event: liveEvents.joinRoom, code: 'not_found' },
  ]);
  expect(await page.outcomeOf(liveEvents.joinRoom, { user: ben.user._id, room })).toBe('not_found');
});
