// @vitest-environment happy-dom
import type { FirstSteps as Steps } from '@boathouse/contract/users';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { FirstSteps } from './first-steps.tsx';

const path = `/api/users/${mara._id}/firststeps`;
const product = {
  name: 'Boathouse',
  contactEmail: 'hello@boathouse.example',
  simulatedErg: true,
  passwordSignIn: true,
  passwordMin: 6,
  popupSignIn: null,
};
const coaching: Steps['coaching'] = { club: null, hasSession: false, hasInvited: false };
const nothing: Steps = { hasClub: false, hasRowed: false, follows: false, coaching, isHidden: false };
const club = { _id: idOf(50), name: 'Riverside', customURL: 'riverside', iconURL: null };
let steps: Steps | null;
let isRefused: boolean;
let api: FakeApi;

beforeEach(() => {
  steps = nothing;
  isRefused = false;
  api = stubReplies(({ method, path: called, body }) => {
    if (called === '/api/product') return { body: product };
    if (steps === null || (isRefused && method === 'PATCH')) return refusal(503, 'No.', 'unavailable');
    if (method === 'PATCH') steps = { ...steps, isHidden: body['isHidden'] === true };
    return { body: steps };
  });
});
afterEach(cleanUp);

function open() {
  return openAs(
    mara,
    [
      { path: '/dashboard', element: <FirstSteps userId={mara._id} /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    '/dashboard',
  );
}

const shown = async () => {
  const panel = await screen.findByRole('region', { name: 'Your first steps' });
  return within(panel)
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.closest('li') ?? panel)
    .map((step) => [
      within(step).getByRole('heading').textContent,
      within(step).queryByRole('link')?.getAttribute('href') ??
        within(step).queryByRole('button')?.textContent,
    ]);
};

test('each step links to its page, and a done step is checked off', async () => {
  open();
  expect(await shown()).toEqual([
    ['Find your club', '/explore/clubs'],
    ['Row now', '/row'],
    ['Follow someone', '/explore/athletes'],
    ['Coach a crew', '/club-create'],
  ]);
  expect(screen.getByText('0 of 4 done')).toBeTruthy();
});

test('a finished step has no action', async () => {
  steps = { ...nothing, hasClub: true, follows: true };
  open();
  expect(await shown()).toEqual([
    ['Find your club', undefined],
    ['Row now', '/row'],
    ['Follow someone', undefined],
    ['Coach a crew', '/club-create'],
  ]);
  expect(screen.getAllByText('Done')).toHaveLength(2);
  expect(screen.getByText('2 of 4 done')).toBeTruthy();
});

test.each<[string, Steps['coaching'], (string | null)[]]>([
  ['a club', coaching, ['/club-create', null, null]],
  [
    'its session and its link',
    { ...coaching, club },
    [null, `/dashboard?club=${club._id}`, '/clubs/riverside/members'],
  ],
  ['its link', { club, hasSession: true, hasInvited: false }, [null, null, '/clubs/riverside/members']],
])('a coach is led to %s, even after the others are done', async (_, now, links) => {
  steps = { hasClub: true, hasRowed: true, follows: true, coaching: now, isHidden: false };
  if (now.club === null) steps = { ...steps, hasRowed: false };
  open();
  const step = (await screen.findByRole('heading', { name: 'Coach a crew' })).closest('li');
  const parts = within(within(step ?? document.body).getByRole('list')).getAllByRole('listitem');
  expect(parts.map((part) => part.textContent.replace(' Done', ''))).toEqual([
    'Create a club',
    'Plan a session',
    'Invite your crew',
  ]);
  expect(parts.map((part) => within(part).queryByRole('link')?.getAttribute('href') ?? null)).toEqual(links);
});

test.each<[string, Steps | null]>([
  ['all is done but coaching', { ...nothing, hasClub: true, hasRowed: true, follows: true }],
  [
    'all is done, coaching too',
    {
      ...nothing,
      hasClub: true,
      hasRowed: true,
      follows: true,
      coaching: { club, hasSession: true, hasInvited: true },
    },
  ],
  ['the member has hidden them', { ...nothing, isHidden: true }],
  ['they are not known', null],
])('are not shown when %s', async (_, known) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  steps = known;
  open();
  await waitFor(() => expect(api.asked('GET', path)).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull());
  expect(screen.queryByRole('region')).toBeNull();
  expect(toasts()).toEqual([]);
});

test('are hidden for the account', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Hide these steps' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(api.changes().map(({ method, path: called, body }) => [method, called, body])).toEqual([
    ['PATCH', path, { isHidden: true }],
  ]);
});

test('the next successful attempt to hide them closes the error of an earlier one', async () => {
  isRefused = true;
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Hide these steps' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ isError: true }]));
  isRefused = false;
  fireEvent.click(screen.getByRole('button', { name: 'Hide these steps' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(toasts()).toEqual([]);
});
