// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi, type Reply } from '../../../../test/fake-api.ts';
import { idOf } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import type { ReportTarget } from './report-dialog.tsx';
import { Report } from './report.tsx';

const target: ReportTarget = { kind: 'comment', id: idOf(77), name: 'Ben' };
let reply: () => Reply | Promise<Reply>;
let api: FakeApi;
beforeEach(() => {
  reply = () => ({ body: { message: 'Thank you' } });
  api = stubReplies(() => refusal(404, 'There is nothing at this address', 'not_found'));
  api.replies['POST /api/reports'] = () => Promise.resolve(reply());
});
afterEach(cleanUp);

const openButton = () => screen.getByRole('button', { name: 'Report' });
async function open(of = target) {
  openPage(
    <Report
      target={of}
      renderButton={(onClick) => (
        <button type="button" onClick={onClick}>
          Report
        </button>
      )}
    />,
    '/dashboard',
  );
  fireEvent.click(openButton());
  await screen.findByRole('dialog');
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const sent = () => api.changes().map(({ body }) => body);

describe('a report', () => {
  test('is sent with its reason and text, and thanks', async () => {
    await open();
    expect(screen.getByRole('dialog', { name: 'Report this comment of Ben?' })).toBeTruthy();
    choose('Spam');
    type('  Sells oars ');
    press('Send report');
    await isClosed();
    expect(sent()).toEqual([{ kind: 'comment', id: target.id, reason: 'spam', text: 'Sells oars' }]);
    expect(toasts()).toEqual([{ title: 'Thank you', isError: false }]);
  });

  test.each([
    ['user', 'Report the profile of Ben?'],
    ['club', 'Report the club Ben?'],
  ] as const)('a report of a %s names it', async (kind, name) => {
    await open({ ...target, kind });
    expect(screen.getByRole('dialog', { name })).toBeTruthy();
  });

  test('a report of something else needs words', async () => {
    await open();
    choose('Something else');
    press('Send report');
    const text = screen.getByRole('textbox', { name: /^What is wrong/ });
    expect(text.getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
    type('It is my name');
    expect(field().getAttribute('aria-invalid')).toBeNull();
    press('Send report');
    await isClosed();
    expect(sent()).toMatchObject([{ reason: 'other', text: 'It is my name' }]);
  });

  test.each([
    [
      'the server is away',
      () => Promise.reject(new TypeError('Failed to fetch')),
      /^Your report was not sent\. /,
    ],
    [
      'the login has ended',
      () => refusal(401, 'Log in first', 'not_signed_in'),
      'Your report was not sent. Log in first',
    ],
    [
      'the comment is gone',
      () => refusal(404, 'There is no such comment', 'not_found'),
      'Your report was not sent. There is no such comment',
    ],
  ] as const)(
    'a report that fails because %s says so, keeps its text, and can be sent again',
    async (_, fail, words) => {
      reply = fail;
      await open();
      choose('Impersonation');
      type('This is not Ben');
      press('Send report');
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toMatch(words);
      // Closed and opened again.
      fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
      await isClosed();
      fireEvent.click(openButton());
      expect(field().value).toBe('This is not Ben');
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Impersonation' }).checked).toBe(true);
      reply = () => ({ body: { message: 'Thank you' } });
      press('Send report');
      await isClosed();
      fireEvent.click(openButton());
      expect(field().value).toBe('');
    },
  );

  test('a report that is canceled is dropped', async () => {
    await open();
    type('Never mind');
    press('Cancel');
    await isClosed();
    fireEvent.click(openButton());
    expect(field().value).toBe('');
    expect(sent()).toEqual([]);
  });

  test('is sent once by two presses', async () => {
    const answer = Promise.withResolvers<Reply>();
    reply = () => answer.promise;
    await open();
    press('Send report');
    await waitFor(() => expect(sent()).toHaveLength(1));
    press('Send report');
    await act(async () => answer.resolve({ body: { message: 'Thank you' } }));
    await isClosed();
    expect(sent()).toHaveLength(1);
  });

  test.each([
    ['arrives', () => ({ body: { message: 'Thank you' } }), { title: 'Thank you', isError: false }],
    [
      'fails',
      () => refusal(429, 'Too many', 'too_many_requests'),
      { title: 'Your report was not sent. Too many', isError: true },
    ],
  ] as const)(
    'a report whose dialog was closed while it is sent says when it %s',
    async (_, outcome, toast) => {
      const answer = Promise.withResolvers<Reply>();
      reply = () => answer.promise;
      await open();
      press('Send report');
      await waitFor(() => expect(sent()).toHaveLength(1));
      fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
      await isClosed();
      await act(async () => answer.resolve(outcome()));
      await waitFor(() => expect(toasts()).toEqual([toast]));
    },
  );
});
