import { beforeAll, beforeEach, expect, test } from 'vitest';
import { activities as activityCalls } from '@boathouse/contract/activities';
import { history } from '@boathouse/contract/activities/history';
import { limits } from '@boathouse/contract/limits';
import { newId } from '../../../db/ids.ts';
import { activities, activityTags } from '../../../db/tables.ts';
import { onEachDatabase } from '../../../../test/support/databases.ts';
import { nowMs } from '../../../../test/support/now.ts';
import { useTestApp, type Person } from '../../../../test/support/test-app.ts';
import { buildActivity, type ActivityToBuild } from '../activities/factory.ts';

onEachDatabase('tags', (database) => {
  const app = useTestApp(database);
  let ann: Person;
  let ben: Person;

  beforeAll(async () => {
    ann = await app().signUp('Ann');
    ben = await app().signUp('Ben');
  });
  beforeEach(() => database().db.delete(activities));

  const rowed = (title: string, more: Partial<ActivityToBuild> = {}) =>
    buildActivity(database().db, {
      userId: ann.user._id,
      title,
      workout: '2000m',
      completedAt: new Date(nowMs()),
      ...more,
    });
  const give = (id: string, tags: readonly string[], as = ann) =>
    app().call('PUT', `/api/activities/${id}/tags`, { as, body: { tags } });
  const tagsOf = async (id: string, as = ann) =>
    activityCalls.byId.response.parse((await app().call('GET', `/api/activities/${id}`, { as })).body).tags;
  async function found(tag?: string) {
    const query = new URLSearchParams({ user: ann.user._id, ...(tag === undefined ? {} : { tag }) });
    const answer = await app().call('GET', `/api/activities/search?${query.toString()}`, { as: ann });
    return history.search.response.parse(answer.body);
  }

  test('are replaced as a whole and stay in their order, without blanks and repetitions', async () => {
    const id = await rowed('Morning');
    expect(await tagsOf(id)).toEqual([]);
    const given = await give(id, [' winter ', 'Long   row', 'WINTER']);
    expect(given).toMatchObject({ status: 200, body: { tags: ['winter', 'Long row'] } });
    expect(await tagsOf(id)).toEqual(['winter', 'Long row']);
    await give(id, ['Test', 'winter']);
    expect(await tagsOf(id)).toEqual(['Test', 'winter']);
    await give(id, []);
    expect(await database().db.$count(activityTags)).toBe(0);
  });

  test.each([
    ['too many', Array.from({ length: limits.tagsMax + 1 }, (_, index) => `tag ${index}`)],
    ['a long one', ['x'.repeat(limits.tagLengthMax + 1)]],
    ['an empty one', [' ']],
    ['one with a comma', ['a, b']],
  ])('are refused: %s', async (_, tags) => {
    const id = await rowed('Morning');
    await give(id, ['kept']);
    expect((await give(id, tags)).status).toBe(400);
    expect(await tagsOf(id)).toEqual(['kept']);
  });

  test('find past activities, ignoring case and accents, and are listed with them', async () => {
    const [one, two] = [await rowed('One'), await rowed('Two')];
    await rowed('Three');
    await give(one, ['Été', 'test']);
    await give(two, ['Test']);
    const all = await found();
    expect(all.tags).toEqual(['Été', 'Test']);
    expect(Object.fromEntries(all.activities.map(({ title, tags }) => [title, tags]))).toEqual({
      One: ['Été', 'test'],
      Two: ['Test'],
      Three: [],
    });
    const ofTest = await found('TEST');
    expect(ofTest.activities.map(({ title }) => title).toSorted()).toEqual(['One', 'Two']);
    expect(ofTest.totals).toMatchObject([{ count: 2 }]);
    expect((await found('ete')).count).toBe(1);
    expect(await found('tes')).toMatchObject({ count: 0, without: [{ filter: 'tag', count: 3 }] });
  });

  test('belong only to their athlete: others neither see nor set them', async () => {
    const id = await rowed('Morning', { visibility: 'profile' });
    await give(id, ['tired']);
    expect((await give(id, ['theirs'], ben)).status).toBe(403);
    expect(await tagsOf(id, ben)).toEqual([]);
    const used = await app().call('GET', `/api/activities/user/${ben.user._id}/tags`, { as: ben });
    expect(used.body).toEqual({ tags: [] });
    const feed = await app().call('GET', `/api/activities/feed?user=${ann.user._id}`, { as: ben });
    expect(JSON.stringify(feed.body)).not.toContain('tired');
  });

  test('are given to a result when it is entered', async () => {
    const _id = newId();
    const body = {
      _id,
      user: ann.user._id,
      createdAt: new Date(nowMs() - 3_600_000).toISOString(),
      timeZone: 'UTC',
      machine: 'rower',
      workout: '2000m',
      distance: 2_000,
      elapsedTime: 425.3,
      tags: ['borrowed erg'],
    };
    const enter = () => app().call('POST', '/api/activities/entered', { as: ann, body });
    expect((await enter()).status).toBe(200);
    expect((await enter()).status).toBe(200);
    expect(await tagsOf(_id)).toEqual(['borrowed erg']);
  });
});
