// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stubReplies, type FakeApi, type Reply } from '../../../../test/fake-api.ts';
import { authSession } from '../../../../test/logins.ts';
import { cleanUp, openProduct } from '../../../../test/signed-in-page.tsx';
import { isSharedDevice, markShared } from './shared-mark.ts';
import { WhoRows } from './who-rows.tsx';

const ann = { _id: '019a0000-0000-7000-8000-00000000000a', displayName: 'Ann Lee', iconURL: null };
const bea = { _id: '019a0000-0000-7000-8000-00000000000b', displayName: 'Bea Cox', iconURL: null };
const path = 'POST /api/auth/device/switch';

let members: unknown[];
let isDown: boolean;
let isIn: boolean;
let api: FakeApi;

function refused(field: string, message: string, code = 'wrong_password'): Reply {
  return { status: 401, body: { code, message, errorId: 'e', fields: [{ field, message }] } };
}

beforeEach(() => {
  members = [
    { ...ann, hasPin: true },
    { ...bea, hasPin: false },
  ];
  isDown = false;
  isIn = false;
  markShared(true);
  api = stubReplies(({ method, path: called }) => {
    if (isDown) throw new TypeError('Failed to fetch');
    if (called === '/api/auth/device') return { body: { members } };
    if (called === '/api/auth/get-session') {
      return { body: isIn ? authSession({ id: 'ann', email: 'ann@a.example', name: 'Ann Lee' }) : null };
    }
    if (called === '/api/auth/device/log-out') {
      members = [];
      return { body: { status: true } };
    }
    return { status: 404, body: { code: 'not_found', message: `${method} ${called}`, errorId: 'e' } };
  });
});
afterEach(() => {
  localStorage.clear();
  cleanUp();
});

async function open() {
  openProduct([{ path: '/login', element: <WhoRows renderForm={() => <p>The usual form</p>} /> }], '/login');
  await act(async () => {});
}
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });

test('a name leads to its PIN, which has the focus, and the PIN logs in', async () => {
  await open();
  await press('Ann Lee');
  expect(document.activeElement).toBe(screen.getByLabelText(/^PIN/, { selector: 'input' }));
  api.replies[path] = () => {
    isIn = true;
    return {
      body: {
        token: 't',
        user: { id: 'ann', email: 'ann@a.example', name: 'Ann Lee', image: null, emailVerified: true },
      },
    };
  };
  type(/^PIN/, '2580');
  await press('Log In');
  expect(api.asked('POST', '/api/auth/device/switch')[0]?.body).toEqual({ member: ann._id, pin: '2580' });
  await waitFor(() => expect(api.asked('GET', '/api/auth/get-session')).not.toEqual([]));
});

test('a member without a PIN types the password, and never the email', async () => {
  await open();
  await press('Bea Cox');
  expect(screen.queryByLabelText(/^PIN/)).toBeNull();
  expect(screen.queryByLabelText(/^Email/)).toBeNull();
  api.replies[path] = () => refused('password', 'Invalid email or password');
  type(/^Password/, 'a wrong one');
  await press('Log In');
  expect(api.asked('POST', '/api/auth/device/switch')[0]?.body).toEqual({
    member: bea._id,
    password: 'a wrong one',
  });
  expect(screen.getAllByText('Invalid email or password').length).toBeGreaterThan(0);
});

test('after the last wrong PIN the form asks for the password', async () => {
  await open();
  await press('Ann Lee');
  api.replies[path] = () => {
    members = [{ ...ann, hasPin: false }];
    return refused('pin', 'Too many wrong PINs. Log in with your password, and set a new PIN in Settings.');
  };
  type(/^PIN/, '1111');
  await press('Log In');
  await waitFor(() => expect(screen.getByLabelText(/^Password/, { selector: 'input' })).toBeTruthy());
  expect(screen.queryByRole('button', { name: 'Use the PIN' })).toBeNull();
});

test('a second factor is requested after the PIN, with both in one call', async () => {
  await open();
  await press('Ann Lee');
  api.replies[path] = () =>
    refused('code', 'Enter the code of your authenticator app.', 'second_factor_needed');
  type(/^PIN/, '2580');
  await press('Log In');
  type(/^Code/, '123456');
  await press('Log In');
  expect(api.asked('POST', '/api/auth/device/switch')[1]?.body).toEqual({
    member: ann._id,
    pin: '2580',
    code: '123456',
  });
});

test('another athlete gets the usual form, and can go back to the list', async () => {
  await open();
  await press('Another athlete');
  expect(screen.getByText('The usual form')).toBeTruthy();
  await press('Back to the list');
  expect(screen.getByRole('heading', { name: 'Who rows?' })).toBeTruthy();
});

test('without the server it explains that logging in needs the server, and that rows stay', async () => {
  isDown = true;
  await open();
  await waitFor(() => expect(screen.getByText(/Logging in needs the server/)).toBeTruthy());
  isDown = false;
  await press('Try again');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ann Lee' })).toBeTruthy());
});

test('everyone is logged out after a question, and the device is an ordinary one', async () => {
  await open();
  await press('Log out everyone here');
  expect(api.asked('POST', '/api/auth/device/log-out')).toEqual([]);
  await press('Log out everyone');
  await waitFor(() => expect(screen.getByText('The usual form')).toBeTruthy());
  expect(isSharedDevice()).toBe(false);
});
