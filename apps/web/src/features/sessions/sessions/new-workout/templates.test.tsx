// @vitest-environment happy-dom
import type { Template } from '@boathouse/contract/sessions/templates';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../../test/signed-in-page.tsx';
import { NewWorkoutForm } from './new-workout-form.tsx';

const club = { _id: idOf(50), name: 'Riverside', customURL: 'riverside', iconURL: null };
const winter: Template = {
  _id: idOf(80),
  title: 'Winter',
  workoutItem: '4 x 2000 m / 5:00 rest',
  club,
  isManaged: false,
};
const test2k: Template = {
  _id: idOf(81),
  title: '2k test',
  workoutItem: '2000 m',
  club: null,
  isManaged: true,
};

let stored: Template[];
let whyNot: string | null;
let role: number;
let api: FakeApi;

beforeEach(() => {
  stored = [winter, test2k];
  whyNot = null;
  role = 1;
  api = stubReplies(({ method, path, body }) => {
    if (path.startsWith('/api/templates')) {
      if (whyNot !== null) return refusal(402, whyNot, 'quota_exceeded');
      if (method === 'GET') return { body: stored };
      if (method === 'DELETE') return { body: { _id: path.split('/').at(-1) } };
      if (method === 'PATCH') return { body: { ...test2k, title: body['title'] } };
      return { body: { ...body, _id: idOf(90), club: body['club'] === null ? null : club, isManaged: true } };
    }
    if (path.startsWith('/api/clubmemberships/')) {
      return { body: [{ _id: idOf(60), user: mara, club, role, createdAt: '2025-01-01T00:00:00.000Z' }] };
    }
    return { body: [] };
  });
});
afterEach(cleanUp);

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sent = () => api.changes().map(({ method, path, body }) => [method, path, body]);

async function openTemplates() {
  openPage(<NewWorkoutForm userId={mara._id} />, '/dashboard');
  press('Templates');
  return screen.findByRole('dialog', { name: 'Templates' });
}

test("lists the favorites before the whiteboards, and only the user's own can be changed", async () => {
  const dialog = await openTemplates();
  await within(dialog).findByText('Winter');
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent),
  ).toEqual(['Your favorites', 'Whiteboard of Riverside']);
  expect(screen.getByRole('button', { name: 'Rename 2k test' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Rename Winter' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete Winter' })).toBeNull();
});

test('a template fills the first empty workout item, and the title if there is none', async () => {
  const items = () =>
    screen.getAllByLabelText<HTMLInputElement>(/^Workout item \d/).map(({ value }) => value);
  await openTemplates();
  fireEvent.click(await screen.findByRole('button', { name: 'Use Winter' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Winter');
  expect(items()).toEqual(['4 x 2000 m / 5:00 rest', '']);
  for (let count = 0; count < 3; count += 1) {
    press('Templates');
    fireEvent.click(await screen.findByRole('button', { name: 'Use 2k test' }));
  }
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Winter');
  expect(items()).toEqual(['4 x 2000 m / 5:00 rest', '2000 m', '2000 m', '2000 m']);
  press('Templates');
  expect(
    await screen.findByText('All four workout items are filled in. Clear one to use a template.'),
  ).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use Winter' }).disabled).toBe(true);
});

test('a template is renamed in place, and deleted after a question', async () => {
  await openTemplates();
  fireEvent.click(await screen.findByRole('button', { name: 'Rename 2k test' }));
  type('New title', ' ');
  press('Save title');
  expect(sent()).toEqual([]);
  type('New title', 'Season test');
  press('Save title');
  expect(await screen.findByText('Season test')).toBeTruthy();
  press('Delete Season test');
  press('Yes');
  await waitFor(() => expect(screen.queryByText('Season test')).toBeNull());
  expect(sent()).toEqual([
    ['PATCH', `/api/templates/${test2k._id}`, { title: 'Season test' }],
    ['DELETE', `/api/templates/${test2k._id}`, {}],
  ]);
});

test('an item of a session is stored as a favorite or on the whiteboard of a club that the user runs', async () => {
  openPage(<NewWorkoutForm userId={mara._id} />, '/dashboard');
  type(/^Title/, 'Tuesday');
  type(/^Workout item 1/, '2000 m');
  type(/^Workout item 2/, ' 4 x 500 m ');
  press('Templates');
  fireEvent.click(await screen.findByRole('button', { name: 'Save as template' }));
  await screen.findByRole('dialog', { name: 'Save as template' });
  type('Workout item', '4 x 500 m');
  await screen.findByRole('option', { name: 'Whiteboard of Riverside' });
  type('Keep it in', club._id);
  press('Save template');
  press('Save template');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save as template' })).toBeNull());
  // It is in the list at once.
  expect(screen.getByRole('button', { name: 'Rename Tuesday' })).toBeTruthy();
  expect(sent()).toEqual([
    ['POST', '/api/templates', { title: 'Tuesday', workoutItem: '4 x 500 m', club: club._id }],
  ]);
  expect(toasts()).toEqual([{ title: 'Template saved', isError: false }]);
});

test('members of a club only store favorites; a title is needed, and a refusal is shown', async () => {
  role = 0;
  openPage(<NewWorkoutForm userId={mara._id} />, '/dashboard');
  type(/^Workout item 1/, '2000 m');
  press('Templates');
  fireEvent.click(await screen.findByRole('button', { name: 'Save as template' }));
  const saving = within(await screen.findByRole('dialog', { name: 'Save as template' }));
  expect(screen.queryByLabelText('Keep it in')).toBeNull();
  press('Save template');
  expect(saving.getByText('A title is required')).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.change(saving.getByLabelText(/^Title/), { target: { value: 'Tuesday' } });
  whyNot = 'Your favorites have 100 workouts.';
  press('Save template');
  await waitFor(() =>
    expect(toasts()).toEqual([
      { title: 'Error saving template. Your favorites have 100 workouts.', isError: true },
    ]),
  );
  expect(screen.getByRole('dialog', { name: 'Save as template' })).toBeTruthy();
});

test('templates that cannot be loaded show a message, and load again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  whyNot = 'No.';
  await openTemplates();
  await screen.findByText("The templates couldn't be loaded.");
  whyNot = null;
  press('Try again');
  expect(await screen.findByText('Winter')).toBeTruthy();
});
