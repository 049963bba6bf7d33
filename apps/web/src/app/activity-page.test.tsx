// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { stubReplies } from '../../test/fake-api.ts';
import { idOf, mara } from '../../test/people.ts';
import { buildActivity } from '../../test/sessions/factory.ts';
import { cleanUp, openAs } from '../../test/signed-in-page.tsx';
import { ActivityPage } from './activity-page.tsx';

// The first import of a lazy module compiles it; no test waits for that.
beforeAll(() => import('../features/sessions/templates/save-template-dialog.tsx'), 60_000);
afterEach(cleanUp);

const workout = '4 x 500 m / 2:00 rest';

function open(activity = buildActivity({ _id: idOf(80), workout, title: 'Thursday pieces' })) {
  const api = stubReplies(({ method, path, body }) => {
    if (path === `/api/activities/${activity._id}`) return { body: activity };
    if (path === '/api/templates' && method === 'POST') {
      return { body: { ...body, _id: idOf(90), isManaged: true } };
    }
    if (path.endsWith('/standing')) return { body: { decides: null, last: null, best: null } };
    if (path.endsWith('/note')) return { body: { note: '' } };
    if (path.endsWith('/strokes')) return { body: { isComplete: true, strokes: [] } };
    return path.startsWith('/api/likes') ? { body: { count: 0, didLike: false } } : { body: [] };
  });
  const page = <ActivityPage />;
  openAs(mara, [{ path: '/activities/:activityID', element: page }], `/activities/${activity._id}`);
  return api;
}

test("the workout of another athlete's activity can be saved as a template", async () => {
  const api = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Save as template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as template' }));
  expect(dialog.getByText(workout)).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('Thursday pieces');
  fireEvent.click(dialog.getByRole('button', { name: 'Save template' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.changes().map(({ path, body }) => [path, body])).toEqual([
    ['/api/templates', { title: 'Thursday pieces', workoutItem: workout, club: null }],
  ]);
});

test('an activity without a text offers no template', async () => {
  open(buildActivity({ _id: idOf(80), workout: '', title: 'Thursday pieces' }));
  await screen.findByRole('heading', { level: 1, name: 'Thursday pieces' });
  expect(screen.queryByRole('button', { name: 'Save as template' })).toBeNull();
});
