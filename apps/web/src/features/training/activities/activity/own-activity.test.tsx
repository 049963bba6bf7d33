// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { idOf } from '../../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../../test/signed-in-page.tsx';
import { OwnActivity, type OwnActivityProps } from './own-activity.tsx';

const id = idOf(80);
let api: FakeApi;
beforeEach(() => {
  api = stubReplies(() => refusal(404, 'There is nothing at this address', 'not_found'));
});
afterEach(cleanUp);

const open = (parts: Partial<OwnActivityProps['activity']> = {}) =>
  openPage(
    <OwnActivity activity={{ _id: id, title: 'Just row', visibility: 'me', source: 'monitor', ...parts }} />,
    `/activities/${id}`,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

describe('an activity without a session', () => {
  test('gets another title; a refused one stays in its field', async () => {
    open();
    const title = screen.getByRole('textbox', { name: 'Title' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(true);
    fireEvent.change(title, { target: { value: 'Sunday' } });
    api.replies[`PUT /api/activities/${id}/title`] = () => refusal(400, 'title: too long');
    press('Rename');
    await screen.findByText('title: too long');
    expect(screen.getByDisplayValue('Sunday')).toBeTruthy();
    api.replies[`PUT /api/activities/${id}/title`] = () => ({ body: { title: 'Sunday' } });
    press('Rename');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Renamed', isError: false }]));
    expect(api.changes().at(-1)?.body).toEqual({ title: 'Sunday' });
  });

  test('is shown to others when its athlete allows it; a failure shows a message and changes nothing', async () => {
    open();
    expect(radio('Only me').checked).toBe(true);
    api.replies[`PUT /api/activities/${id}/visibility`] = () => refusal(500, 'No.', 'internal');
    fireEvent.click(radio('Who sees my profile'));
    await waitFor(() => expect(toasts()).toMatchObject([{ isError: true }]));
    expect(radio('Only me').checked).toBe(true);
    api.replies[`PUT /api/activities/${id}/visibility`] = () => ({ body: { visibility: 'profile' } });
    fireEvent.click(radio('Who sees my profile'));
    await waitFor(() => expect(api.changes()).toHaveLength(2));
    expect(api.changes().map(({ body }) => body)).toEqual([
      { visibility: 'profile' },
      { visibility: 'profile' },
    ]);
  });

  test('an activity without a session that was rowed on a session’s page shows that its hosts see it too', async () => {
    open({ isOpenToHosts: true });
    expect(radio("Me and the session's hosts").checked).toBe(true);
    expect(radio("Who sees my profile, and the session's hosts").checked).toBe(false);
    expect(screen.queryByRole('radio', { name: 'Only me' })).toBeNull();
  });

  test('is deleted after a question, and the history is shown', async () => {
    const router = open();
    api.replies[`DELETE /api/activities/${id}/result`] = () => ({ body: { _id: id } });
    press('Delete');
    expect((await screen.findByRole('alertdialog')).textContent).toContain("can't be brought back");
    expect(api.changes()).toEqual([]);
    press('Yes');
    await waitFor(() => expect(router.state.location.pathname).toBe('/training/activity'));
    expect(toasts()).toEqual([{ title: 'Activity deleted', isError: false }]);
  });

  test('an activity without a session that was entered leads to its correction, and no other does', () => {
    open({ source: 'entered' });
    const link = screen.getByRole('link', { name: 'Correct the result' });
    expect(link.getAttribute('href')).toBe(`/training/enter?correct=${id}`);
    cleanUp();
    open();
    expect(screen.queryByRole('link', { name: 'Correct the result' })).toBeNull();
  });

  test('shows which file it came from, and that the file can be imported again', async () => {
    open({ origin: { fileName: 'winter.fit', app: 'ErgData', logbookId: '7' } });
    expect(screen.getByText('winter.fit').parentElement?.textContent).toBe(
      'From winter.fit, written by ErgData, number 7 of the Logbook',
    );
    press('Delete');
    expect((await screen.findByRole('alertdialog')).textContent).toContain('You can import the file again.');
  });
});
