// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { mara } from '../../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../../test/signed-in-page.tsx';
import { SecondFactor } from './second-factor.tsx';

let state: 'on' | 'off' | 'unavailable';
let demand: { isDemandedOfAdmins?: boolean };
let api: FakeApi;
const recoveryCodes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
beforeEach(async () => {
  // The dialog is a separate chunk.
  await import('./second-factor-dialog.tsx');
  state = 'off';
  demand = {};
  api = stubReplies(({ method, path, body }) => {
    switch (`${method} ${path}`) {
      case 'GET /api/auth/second-factor':
        return { body: { state, recoveryCodesLeft: state === 'on' ? 2 : 0, ...demand } };
      case 'POST /api/auth/second-factor/begin':
        return { body: { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' } };
      case 'POST /api/auth/second-factor/confirm':
        if (body['code'] !== '123456') return refusal(400, 'This code is wrong.', 'wrong_code');
        state = 'on';
        return { body: { recoveryCodes } };
      case 'POST /api/auth/second-factor/recovery-codes':
        return { body: { recoveryCodes } };
      default:
        state = 'off';
        return { body: { status: true } };
    }
  });
});
afterEach(cleanUp);

const open = () =>
  openAs(mara, [{ path: '/settings', element: <SecondFactor uid={mara.uid} /> }], '/settings');
const dialog = async () => within(await screen.findByRole('dialog'));
const enter = async (label: RegExp, value: string) =>
  fireEvent.change((await dialog()).getByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click((await dialog()).getByRole('button', { name }));

describe('the second factor', () => {
  test('is requested if the admins of clubs need it', async () => {
    demand = { isDemandedOfAdmins: true };
    open();
    expect(await screen.findByText(/^On this server, the admins of clubs need a second factor/)).toBeTruthy();
  });

  test('is not requested elsewhere', async () => {
    open();
    await screen.findByRole('button', { name: 'Turn on' });
    expect(screen.queryByText(/the admins of clubs need/)).toBeNull();
  });

  test('is turned on with password and code, and its recovery codes are shown once', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await press('Continue');
    expect((await dialog()).getByText('Password is required')).toBeTruthy();
    await enter(/^Password/, 'my password');
    await press('Continue');
    await waitFor(async () => expect((await dialog()).getByText('JBSWY3DPEHPK3PXP')).toBeTruthy());
    await enter(/^Code/, '000000');
    await press('Turn on');
    await waitFor(() => expect(toasts()).toEqual([expect.objectContaining({ isError: true })]));
    await enter(/^Code/, '123456');
    await press('Turn on');
    await waitFor(async () => expect((await dialog()).getByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy());
    await press('I saved them');
    expect(await screen.findByText(/On\. .* 2 recovery codes are left\./)).toBeTruthy();
    expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull();
    expect(api.asked('POST', '/api/auth/second-factor/begin').map(({ body }) => body)).toEqual([
      { password: 'my password' },
    ]);
  });

  test('is turned off with the password', async () => {
    state = 'on';
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    await enter(/^Password/, 'my password');
    await press('Turn off');
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeTruthy();
    expect(toasts()).toEqual([{ title: 'The second factor is off', isError: false }]);
  });

  test('gets new recovery codes with the password', async () => {
    state = 'on';
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    await enter(/^Password/, 'my password');
    await press('Get new codes');
    await waitFor(async () => expect((await dialog()).getByText('EEEE-FFFF-GGGG-HHHH')).toBeTruthy());
  });

  test('is not offered to an account without a password', async () => {
    state = 'unavailable';
    open();
    expect(await screen.findByText(/Your account has no password here/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
