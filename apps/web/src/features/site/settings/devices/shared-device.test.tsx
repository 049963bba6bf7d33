// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { mara } from '../../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../../test/signed-in-page.tsx';
import { isSharedDevice } from '../../../people/devices/index.ts';
import { SharedDevices } from '../security/shared-devices.tsx';
import { SharedDevice } from './shared-device.tsx';

const bea = { _id: '019a0000-0000-7000-8000-00000000000b', displayName: 'Bea Cox', iconURL: null };
const own = { _id: mara._id, displayName: mara.displayName, iconURL: mara.iconURL };
const device = {
  _id: '019a0000-0000-7000-8000-00000000000d',
  device: 'Chrome on Android',
  hasPin: true,
  createdAt: '2025-03-02T12:00:00.000Z',
  lastUsedAt: '2025-03-02T12:00:00.000Z',
  isCurrent: false,
};

let members: object[];
let devices: object[];
let hasPassword: boolean;
let api: FakeApi;
beforeEach(() => {
  members = [{ ...bea, hasPin: true }];
  devices = [device];
  hasPassword = true;
  api = stubReplies(({ method, path, body }) => {
    switch (`${method} ${path}`) {
      case 'GET /api/auth/device':
        return { body: { members } };
      case 'GET /api/auth/devices':
        return { body: devices };
      case 'GET /api/auth/list-accounts':
        return { body: [{ providerId: hasPassword ? 'credential' : 'oidc' }] };
      case 'PUT /api/auth/device/own': {
        if (body['pin'] === '1234') {
          const message = 'This PIN is easy to guess. Choose another one.';
          return {
            status: 400,
            body: { code: 'bad_request', message, errorId: 'e', fields: [{ field: 'pin', message }] },
          };
        }
        members = [{ ...own, hasPin: body['pin'] !== null }, ...members];
        return { body: { members } };
      }
      case 'DELETE /api/auth/device/own':
        members = members.slice(1);
        return { body: { members } };
      case `DELETE /api/auth/devices/${device._id}`:
        devices = [];
        return { body: { status: true } };
      default:
        return {
          body: {
            name: 'Boathouse',
            contactEmail: 'hello@boathouse.example',
            simulatedErg: false,
            passwordSignIn: true,
            passwordMin: 6,
            popupSignIn: null,
          },
        };
    }
  });
});
afterEach(() => {
  localStorage.clear();
  cleanUp();
});

const open = async (element = <SharedDevice />) => {
  openAs(mara, [{ path: '/settings', element }], '/settings');
  await act(async () => {});
};
const press = async (name: string) =>
  act(async () => fireEvent.click(await screen.findByRole('button', { name })));
const type = (label: RegExp, value: string) =>
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label, { selector: 'input' }), {
    target: { value },
  });

test('a member adds themselves to the list with a PIN and the password, and leaves it', async () => {
  await open();
  expect(await screen.findByText('In the list: Bea Cox.')).toBeTruthy();
  await press('Add me to this device');
  type(/^PIN/, '2580');
  type(/^Password/, 'my password');
  await press('Save');
  expect(api.asked('PUT', '/api/auth/device/own')[0]?.body).toEqual({ pin: '2580', password: 'my password' });
  expect(await screen.findByText(/You log in with your PIN/)).toBeTruthy();
  expect(isSharedDevice()).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Remove me from this device');
  expect(await screen.findByRole('button', { name: 'Add me to this device' })).toBeTruthy();
});

test('without a PIN the member is listed too', async () => {
  await open();
  await press('Add me to this device');
  type(/^Password/, 'my password');
  await press('Save');
  expect(api.asked('PUT', '/api/auth/device/own')[0]?.body).toEqual({ pin: null, password: 'my password' });
  expect(await screen.findByText(/You log in with your password/)).toBeTruthy();
});

test('an error at its field names a wrong or easy PIN, and the typed text stays', async () => {
  await open();
  await press('Add me to this device');
  type(/^PIN/, '12');
  await press('Save');
  expect(screen.getByText('A PIN has 4 to 8 digits')).toBeTruthy();
  expect(screen.getByText('Password is required')).toBeTruthy();
  expect(api.changes()).toEqual([]);
  type(/^PIN/, '1234');
  type(/^Password/, 'my password');
  await press('Save');
  expect(await screen.findByText('This PIN is easy to guess. Choose another one.')).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>(/^PIN/, { selector: 'input' });
  expect(field.value).toBe('1234');
  expect(document.activeElement).toBe(field);
});

test('an account without a password reads how it confirms', async () => {
  hasPassword = false;
  await open();
  await press('Add me to this device');
  expect(await screen.findByText(/Your account has no password/)).toBeTruthy();
});

test('the lists that a member is in are in Settings, and can be left from any device', async () => {
  await open(<SharedDevices uid={mara.uid} />);
  expect(await screen.findByText('Chrome on Android')).toBeTruthy();
  await press('Remove me from Chrome on Android');
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
  expect(toasts()).toContainEqual({ title: 'Removed from Chrome on Android', isError: false });
});
