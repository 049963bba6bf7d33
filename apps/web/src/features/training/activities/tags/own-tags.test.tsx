// @vitest-environment happy-dom
import { activities } from '@boathouse/contract/activities';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { sampleOf } from '../../../../../test/sample-of.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { OwnTags } from './own-tags.tsx';

let api: FakeApi;
let problem: string | null;
beforeEach(() => {
  problem = null;
  api = stubReplies(({ method, body }) => {
    if (method === 'PUT') return problem === null ? { body: { tags: body['tags'] } } : refusal(503, problem);
    return { body: mara };
  });
});
afterEach(cleanUp);

const { response } = activities.byId;
const activity = {
  ...response.parse(sampleOf(response)),
  _id: idOf(80),
  user: { _id: mara._id, displayName: 'Mara', iconURL: null },
  tags: ['winter'],
};
const sent = () => api.changes().map(({ path, body }) => [path, body?.['tags']]);

test('takes the focus of the button that it replaces', () => {
  openPage(<OwnTags activity={activity} />, '/');
  expect(document.activeElement).toBe(screen.getByLabelText('New tag'));
});

test('each change of the tags is stored at once, in its order', async () => {
  openPage(<OwnTags activity={activity} />, '/');
  fireEvent.change(screen.getByLabelText('New tag'), { target: { value: 'hard' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove winter' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      [`/api/activities/${idOf(80)}/tags`, ['winter', 'hard']],
      [`/api/activities/${idOf(80)}/tags`, ['hard']],
    ]),
  );
});

test('tags that could not be stored stay, with the reason, and are sent again', async () => {
  problem = 'The database is away.';
  openPage(<OwnTags activity={activity} />, '/');
  fireEvent.change(screen.getByLabelText('New tag'), { target: { value: 'hard' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('The database is away.');
  problem = null;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('The database is away.')).toBeNull());
  expect(screen.getByRole('button', { name: 'Remove hard' })).toBeTruthy();
  expect(sent()).toHaveLength(2);
});
