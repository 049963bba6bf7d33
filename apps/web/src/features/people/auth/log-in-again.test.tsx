// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi, type Reply } from '../../../../test/fake-api.ts';
import { mara } from '../../../../test/people.ts';
import { cleanUp, openAs } from '../../../../test/signed-in-page.tsx';
import { getToasts } from '../../../ui/toast-store.ts';
import { answerWithinMs } from './in-time.ts';
import { LogInAgain } from './log-in-again.tsx';

const product = {
  name: 'Boathouse',
  contactEmail: 'hello@boathouse.example',
  simulatedErg: false,
  passwordSignIn: true,
  passwordMin: 6,
  popupSignIn: null,
};
const signIn = 'POST /api/auth/sign-in/email';
const signInsOf = (api: FakeApi) => api.asked('POST', '/api/auth/sign-in/email');
let answers: PromiseWithResolvers<Reply>[];
const held = () => {
  const answer = Promise.withResolvers<Reply>();
  answers.push(answer);
  return answer.promise;
};

beforeEach(() => {
  answers = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  cleanUp();
});

async function open() {
  const api = stubReplies(({ path }) => ({ body: path === '/api/product' ? product : null }));
  api.replies[signIn] = held;
  openAs(
    mara,
    [{ path: '/', element: <LogInAgain login={{ id: 'a', email: 'mara@example.com', name: 'Mara' }} /> }],
    '/',
  );
  await act(async () => {});
  const dialog = within(screen.getByRole('dialog', { name: 'Log in again' }));
  return { api, dialog };
}

type Open = Awaited<ReturnType<typeof open>>['dialog'];
const type = (dialog: Open, label: RegExp, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
const press = (dialog: Open) =>
  act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Log In' })));
const reply = (body: Reply) => act(async () => answers.at(-1)?.resolve(body));
const words = () => getToasts().map(({ title }) => title);

test('the email is filled in, so the password has the focus', async () => {
  const { dialog } = await open();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('mara@example.com');
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Password/));
});

test('a second press while the request is pending sends nothing', async () => {
  const { api, dialog } = await open();
  type(dialog, /^Password/, 'a good password');
  await press(dialog);
  await press(dialog);
  expect(signInsOf(api)).toHaveLength(1);
});

test('the form reports a server that never responds, and can be sent again', async () => {
  const { api, dialog } = await open();
  type(dialog, /^Password/, 'a good password');
  await press(dialog);
  await act(() => vi.advanceTimersByTimeAsync(answerWithinMs));
  expect(words()).toEqual(["The server can't be reached. Check your connection and try again."]);
  await press(dialog);
  expect(signInsOf(api)).toHaveLength(2);
  expect(signInsOf(api)[1]?.body).toMatchObject({ email: 'mara@example.com', password: 'a good password' });
});

test('with a second factor the code has the focus, and after a wrong one again, with its text selected', async () => {
  const { api, dialog } = await open();
  type(dialog, /^Password/, 'a good password');
  await press(dialog);
  await reply(refusal(401, 'Enter the code.', 'second_factor_needed'));
  const code = dialog.getByLabelText<HTMLInputElement>(/^Code/);
  expect(document.activeElement).toBe(code);
  type(dialog, /^Code/, '123456');
  dialog.getByRole('button', { name: 'Log In' }).focus();
  await press(dialog);
  expect(signInsOf(api).at(-1)?.body).toMatchObject({ password: 'a good password', code: '123456' });
  await reply({
    status: 401,
    body: {
      code: 'wrong_code',
      message: 'Wrong code',
      errorId: 'e',
      fields: [{ field: 'code', message: 'Wrong code' }],
    },
  });
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(code);
  expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6]);
});
