// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { offeredInstall } from '../../../../test/installed/offered-install.ts';
import { mara } from '../../../../test/people.ts';
import { createFakeRow } from '../../../../test/rowing/fake-row.tsx';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import { liveCockpit } from '../../rowing/rowing/cockpit/live-cockpit.ts';
import { DeviceSettings } from './device-settings.tsx';
import { InstallLine, wasAsked } from './install-line.tsx';

let row = createFakeRow();

let rows: number;
let api: FakeApi;
beforeEach(() => {
  rows = 2;
  row = createFakeRow();
  wasAsked.set(false);
  api = stubReplies(() => ({ body: { count: rows, activities: [] } }));
});
afterEach(() => {
  act(() => void dispatchEvent(new Event('appinstalled')));
  liveCockpit.set(false);
  cleanUp();
});

const open = () =>
  openPage(
    <row.Provider>
      <InstallLine userId={mara._id} />
    </row.Provider>,
    '/dashboard',
  );
const line = () => screen.queryByRole('region', { name: 'Install the app' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function offer() {
  const { event, prompted } = offeredInstall();
  act(() => void dispatchEvent(event));
  // The browser's own bar would come before the second row.
  expect(event.defaultPrevented).toBe(true);
  return prompted;
}

test('offers to install the app after the second row, and opens the dialog of the browser', async () => {
  open();
  const prompted = offer();
  await screen.findByRole('region', { name: 'Install the app' });
  press('Install');
  expect(prompted).toHaveBeenCalledOnce();
  expect(line()).toBeNull();
});

test('offers nothing before the second row', async () => {
  rows = 1;
  open();
  offer();
  await waitFor(() => expect(api.calls).toHaveLength(1));
  await act(async () => {});
  expect(line()).toBeNull();
});

test('asks once on a device: after "Not now" no offer of the browser brings the line back', async () => {
  open();
  offer();
  await screen.findByRole('region', { name: 'Install the app' });
  press('Not now');
  expect(line()).toBeNull();
  offer();
  await act(async () => {});
  expect(line()).toBeNull();
});

test('waits in the cockpit', async () => {
  liveCockpit.set(true);
  open();
  offer();
  await waitFor(() => expect(api.calls).toHaveLength(1));
  await act(async () => {});
  expect(line()).toBeNull();
});

test('a browser that offers nothing gets no line, and sends no request for it', async () => {
  open();
  await act(async () => {});
  expect(line()).toBeNull();
  expect(api.calls).toEqual([]);
});

test('uses an offer that came before this code and that the page has kept', async () => {
  const { event, prompted } = offeredInstall();
  Object.assign(globalThis, { installPrompt: event });
  openPage(<DeviceSettings />, '/settings');
  press('Install');
  expect(prompted).toHaveBeenCalledOnce();
  // It serves once.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Install' })).toBeNull());
  expect('installPrompt' in globalThis).toBe(false);
});

test('the settings offer it whenever the browser does, even after "Not now"', async () => {
  wasAsked.set(true);
  openPage(<DeviceSettings />, '/settings');
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
  const prompted = offer();
  press('Install');
  expect(prompted).toHaveBeenCalledOnce();
  await act(async () => {});
});

test('the installed app shows that it is installed', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media === '(display-mode: standalone)',
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
  openPage(<DeviceSettings />, '/settings');
  await screen.findByText('The app is installed on this device.');
  offer();
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
});
