import { beforeAll, expect, test } from 'vitest';
import { onEachDatabase } from '../../../../../test/support/databases.ts';
import { useTestApp, type Person } from '../../../../../test/support/test-app.ts';
import { buildClub, buildMembership } from '../../../clubs/clubs/factory.ts';
import { buildSession } from '../factory.ts';

onEachDatabase('previews of links', (database) => {
  const app = useTestApp(database);
  const startAt = new Date('2026-05-01T17:30:00.000Z');
  let owner: Person;
  let fay: Person;
  const ids = { public: '', private: '', ofPublic: '', ofPrivate: '', byLink: '' };

  beforeAll(async () => {
    const { db } = database();
    owner = await app().signUp('Otto');
    fay = await app().signUp('Fay');
    const club = { ownerId: owner.user._id };
    ids.public = await buildClub(db, { ...club, name: 'Harbour', customUrl: 'harbour' });
    ids.private = await buildClub(db, { ...club, name: 'Night Shift', customUrl: 'night', isPrivate: true });
    const session = { hostUserId: owner.user._id, title: 'Tuesday pieces', startAt };
    ids.ofPublic = await buildSession(db, { ...session, clubId: ids.public });
    ids.ofPrivate = await buildSession(db, { ...session, clubId: ids.private });
    ids.byLink = await buildSession(db, session);
  });

  const read = (path: string, as: Person | null = null) => app().call('GET', `/api/${path}`, { as });
  test('a visitor reads the title, start and club of a session of a public club, and nothing else', async () => {
    expect(await read(`previews/sessions/${ids.ofPublic}`)).toMatchObject({
      status: 200,
      body: { title: 'Tuesday pieces', startAt: startAt.toISOString(), club: 'Harbour' },
    });
    const { body } = await read(`previews/sessions/${ids.ofPublic}`);
    expect(Object.keys(Object(body)).toSorted()).toEqual(['club', 'startAt', 'title']);
    expect((await read('previews/clubs/HARBOUR')).body).toEqual({ name: 'Harbour' });
  });

  test('a visitor reads nothing of a private club, and nothing of a session by its link', async () => {
    for (const path of [
      `previews/sessions/${ids.ofPrivate}`,
      `previews/sessions/${ids.byLink}`,
      'previews/sessions/018f0000-0000-7000-8000-0000000000ff',
      'previews/clubs/night',
      'previews/clubs/nobody',
    ]) {
      expect(await read(path), path).toMatchObject({ status: 200, body: null });
    }
  });

  test("a user with the link reads which club to join, but nothing of an invite-only club's session", async () => {
    expect((await read(`sessions/${ids.ofPublic}/club`, fay)).body).toMatchObject({
      name: 'Harbour',
      isPrivate: false,
      role: null,
      session: { title: 'Tuesday pieces', startAt: startAt.toISOString() },
    });
    const ofPrivate = () => read(`sessions/${ids.ofPrivate}/club`, fay);
    expect((await ofPrivate()).body).toMatchObject({
      name: 'Night Shift',
      isPrivate: true,
      role: null,
      session: null,
    });
    await buildMembership(database().db, { clubId: ids.private, userId: fay.user._id, role: -1 });
    expect((await ofPrivate()).body).toMatchObject({ role: -1, session: null });
    expect((await read(`sessions/${ids.byLink}/club`, fay)).body).toBeNull();
  });
});
