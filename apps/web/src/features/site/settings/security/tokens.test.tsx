// @vitest-environment happy-dom
import type { Token } from '@boathouse/contract/auth/tokens';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { mara } from '../../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../../test/signed-in-page.tsx';
import { Tokens } from './tokens.tsx';
import { nowMs } from '../../../../../test/now.ts';

const idOf = (last: number) => `019a0000-0000-7000-8000-00000000000${last}`;
const token = (last: number, name: string, more: Partial<Token> = {}): Token => ({
  _id: idOf(last),
  name,
  scopes: ['read'],
  createdAt: '2025-03-02T12:00:00.000Z',
  lastUsedOn: null,
  ...more,
});

let tokens: Token[];
let isGone: boolean;
let api: FakeApi;
beforeEach(async () => {
  // The dialog is a separate chunk.
  await import('./token-dialog.tsx');
  isGone = false;
  tokens = [
    token(1, 'Erg screen'),
    token(2, 'Upload', { scopes: ['read', 'write'], lastUsedOn: '2025-03-04' }),
  ];
  api = stubReplies(({ method, path, body }) => {
    if (`${method} ${path}` === 'GET /api/tokens') return { body: { confirmBy: 'password', tokens } };
    if (isGone) return refusal(404, 'There is no such token', 'not_found');
    if (method === 'DELETE') return { body: { status: true } };
    if (body['password'] !== 'my password') return refusal(400, 'Invalid password', 'wrong_password');
    return {
      body: { token: `boathouse_${'x'.repeat(43)}`, made: token(3, String(body['name'])) },
    };
  });
});
afterEach(cleanUp);

const open = () => openAs(mara, [{ path: '/settings', element: <Tokens uid={mara.uid} /> }], '/settings');
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const dialog = async () => within(await screen.findByRole('dialog'));
const press = async (name: string) => fireEvent.click((await dialog()).getByRole('button', { name }));
const enter = async (label: RegExp, value: string) =>
  fireEvent.change((await dialog()).getByLabelText(label), { target: { value } });

describe('the access tokens', () => {
  test('are listed with their rights and the day of their last use', async () => {
    open();
    await screen.findByText('Upload');
    expect(lines()).toEqual([
      'Erg screenRead. Never used, made on March 2, 2025End',
      'UploadRead, Row. Last used on March 4, 2025, made on March 2, 2025End',
    ]);
  });

  test('show until when they are valid, and which have expired', async () => {
    const ends = (last: number, name: string, afterMs: number) =>
      token(last, name, { endsAt: new Date(nowMs() + afterMs).toISOString() });
    const day = 86_400_000;
    tokens = [ends(1, 'New', 30 * day), ends(2, 'Old', -day), token(3, 'Always')];
    open();
    await screen.findByText('New');
    expect(lines()).toEqual([
      expect.stringMatching(/made on March 2, 2025, valid until \w+ \d+, \d{4}End$/),
      expect.stringMatching(/made on March 2, 2025\. Ended on \w+ \d+, \d{4}End$/),
      expect.stringMatching(/made on March 2, 2025End$/),
    ]);
  });

  test('are made with name, rights and password, and shown once', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'New token' }));
    fireEvent.click((await dialog()).getByLabelText('Read'));
    await press('Make token');
    for (const problem of ['Name is required', 'Choose at least one right', 'Password is required']) {
      expect((await dialog()).getByText(problem)).toBeTruthy();
    }
    fireEvent.click((await dialog()).getByLabelText('Host'));
    fireEvent.click((await dialog()).getByLabelText('Read'));
    await enter(/^Name/, 'Coach');
    await enter(/^Valid for/, '365');
    await enter(/^Password/, 'wrong');
    await press('Make token');
    await waitFor(() => expect(toasts()).toEqual([expect.objectContaining({ isError: true })]));
    await enter(/^Password/, 'my password');
    await press('Make token');
    await waitFor(async () => expect((await dialog()).getByText(/^boathouse_x{43}$/)).toBeTruthy());
    await press('I saved it');
    await waitFor(() => expect(lines()).toHaveLength(3));
    expect(screen.queryByText(/^boathouse_/)).toBeNull();
    expect(api.asked('POST', '/api/tokens').at(-1)?.body).toEqual({
      name: 'Coach',
      scopes: ['read', 'host'],
      days: 365,
      password: 'my password',
    });
  });

  test('end one by one', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'End Upload' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(api.asked('DELETE', `/api/tokens/${idOf(2)}`)).toHaveLength(1);
    expect(toasts()).toEqual([{ title: '"Upload" ended', isError: false }]);
    expect(screen.queryByRole('button', { name: 'End all tokens' })).toBeNull();
  });

  test('all end at once', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'End all tokens' }));
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(0));
    expect(api.asked('DELETE', '/api/tokens')).toHaveLength(1);
  });

  test('are loaded again when one has ended in the meantime', async () => {
    open();
    await screen.findByText('Upload');
    isGone = true;
    tokens = tokens.slice(0, 1);
    fireEvent.click(screen.getByRole('button', { name: 'End Upload' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(toasts()).toEqual([expect.objectContaining({ isError: true })]);
  });
});
