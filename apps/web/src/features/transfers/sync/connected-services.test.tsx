// @vitest-environment happy-dom
import type { SyncConnection, SyncState, SyncUpload } from '@boathouse/contract/sync/calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { ActivityUploads } from './activity-uploads.tsx';
import { ConnectedServices } from './connected-services.tsx';

const at = '2026-03-02T12:00:00.000Z';
const connection = (more: Partial<SyncConnection> = {}): SyncConnection => ({
  state: 'on',
  uploads: true,
  imports: false,
  weightClass: 'H',
  accountName: 'Mara M.',
  isByLogin: false,
  connectedAt: at,
  succeededAt: null,
  failedAt: null,
  problem: null,
  isImporting: false,
  ...more,
});
const upload = (more: Partial<SyncUpload> = {}): SyncUpload => ({
  service: 'intervals',
  activity: { _id: idOf(80), title: 'Before work', createdAt: at },
  state: 'sent',
  attempts: 1,
  triedAt: at,
  nextAt: null,
  problem: null,
  ...more,
});

let state: SyncState;
let offersLogin: boolean;
let api: FakeApi;
beforeEach(() => {
  offersLogin = false;
  state = stateOf(null, null);
  api = stubReplies(({ method, path }) =>
    `${method} ${path}` === 'GET /api/sync' ? { body: state } : refusal(404, 'Nothing', 'not_found'),
  );
});
afterEach(cleanUp);

function stateOf(
  intervals: SyncConnection | null,
  logbook: SyncConnection | null,
  uploads: SyncUpload[] = [],
): SyncState {
  return {
    services: [
      { service: 'intervals', offersLogin: false, canImport: false, connection: intervals },
      { service: 'logbook', offersLogin, canImport: true, connection: logbook },
    ],
    uploads,
  };
}
const open = (address = '/settings#services') => openPage(<ConnectedServices userId={mara._id} />, address);
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const check = (service: Awaited<ReturnType<typeof part>>, name: RegExp) =>
  service.getByRole<HTMLInputElement>('checkbox', { name });

describe('the connected services', () => {
  test('are connected with a key, which is sent once to the server and is in no field afterwards', async () => {
    open();
    const intervals = await part('intervals.icu');
    fireEvent.click(intervals.getByRole('button', { name: 'Connect intervals.icu' }));
    expect(intervals.getByText('API key is required')).toBeTruthy();
    fireEvent.change(intervals.getByLabelText(/^API key/), { target: { value: 'my-key' } });
    api.replies['PUT /api/sync/intervals'] = () => ({ body: stateOf(connection(), null) });
    fireEvent.click(intervals.getByRole('button', { name: 'Connect intervals.icu' }));
    await waitFor(() => expect(intervals.getByText('Connected as Mara M.')).toBeTruthy());
    expect(api.asked('PUT', '/api/sync/intervals').at(-1)?.body).toMatchObject({
      key: 'my-key',
      uploads: true,
      imports: false,
    });
    expect(intervals.queryByLabelText(/^API key/)).toBeNull();
    expect(toasts()).toEqual([{ title: 'Connected', isError: false }]);
  });

  test('show at the field that a key was refused, and keep it there', async () => {
    open();
    const logbook = await part('Concept2 Logbook');
    const field = logbook.getByLabelText<HTMLInputElement>(/^Personal token/);
    fireEvent.change(field, { target: { value: 'wrong' } });
    api.replies['PUT /api/sync/logbook'] = () =>
      refusal(400, 'key: This key was refused by Concept2 Logbook', 'bad_request');
    fireEvent.click(logbook.getByRole('button', { name: 'Connect Concept2 Logbook' }));
    expect(await logbook.findByText(/This key was refused by Concept2 Logbook/)).toBeTruthy();
    expect(field.value).toBe('wrong');
  });

  test('the Logbook imports at first, and sends only by choice, with a weight class', async () => {
    open();
    const logbook = await part('Concept2 Logbook');
    expect(check(logbook, /^Import/).checked).toBe(true);
    expect(check(logbook, /^Send/).checked).toBe(false);
    expect(logbook.queryByLabelText('Lightweight')).toBeNull();
    fireEvent.click(check(logbook, /^Send/));
    expect(logbook.getByLabelText('Lightweight')).toBeTruthy();
    expect(api.changes()).toEqual([]);
  });

  test('change their settings, and end, with a press each', async () => {
    state = stateOf(null, connection({ imports: true }));
    open();
    const logbook = await part('Concept2 Logbook');
    api.replies['PATCH /api/sync/logbook'] = () => ({
      body: stateOf(null, connection({ uploads: false, imports: true })),
    });
    fireEvent.click(check(logbook, /^Send/));
    await waitFor(() => expect(check(logbook, /^Send/).checked).toBe(false));
    expect(api.changes().at(-1)?.body).toEqual({ uploads: false });
    api.replies['POST /api/sync/logbook/import'] = () => ({
      body: stateOf(null, connection({ imports: true, isImporting: true })),
    });
    fireEvent.click(logbook.getByRole('button', { name: 'Import now' }));
    expect(await logbook.findByText('Importing…')).toBeTruthy();
    api.replies['DELETE /api/sync/logbook'] = () => ({ body: stateOf(null, null) });
    fireEvent.click(logbook.getByRole('button', { name: 'Disconnect Concept2 Logbook' }));
    expect(await logbook.findByLabelText(/^Personal token/)).toBeTruthy();
  });

  test('store quick changes in their order, and show the last', async () => {
    state = stateOf(null, connection({ imports: true }));
    open();
    const logbook = await part('Concept2 Logbook');
    const first = Promise.withResolvers<undefined>();
    let known = connection({ imports: true });
    api.replies['PATCH /api/sync/logbook'] = async ({ body }) => {
      if (api.changes().length === 1) await first.promise;
      known = { ...known, ...body };
      return { body: stateOf(null, known) };
    };
    fireEvent.click(check(logbook, /^Send/));
    fireEvent.click(check(logbook, /^Import/));
    await waitFor(() => expect(api.changes()).toHaveLength(1));
    first.resolve(undefined);
    await waitFor(() => expect(check(logbook, /^Import/).checked).toBe(false));
    expect(api.changes().map(({ body }) => body)).toEqual([{ uploads: false }, { imports: false }]);
    expect(check(logbook, /^Send/).checked).toBe(false);
  });

  test('services that need another key show the reason, and request the key', async () => {
    const problem = 'intervals.icu refused the key. Enter another one.';
    state = stateOf(connection({ state: 'loginNeeded', problem }), null);
    open();
    const intervals = await part('intervals.icu');
    expect(intervals.getByRole('status').textContent).toBe(problem);
    expect(intervals.getByLabelText(/^API key/)).toBeTruthy();
  });

  test('list the latest uploads, and send refused ones again', async () => {
    const refused = upload({ state: 'refused', problem: 'Unable to read the file' });
    state = stateOf(connection(), null, [
      refused,
      upload({ activity: { _id: idOf(81), title: 'Sunday', createdAt: at } }),
    ]);
    open();
    expect(await screen.findByText('Refused: Unable to read the file')).toBeTruthy();
    const again = screen.getAllByRole('button', { name: /^Try again/ });
    expect(again.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Try again: Before work to intervals.icu',
    ]);
    api.replies[`POST /api/sync/intervals/activities/${idOf(80)}`] = () => ({
      body: stateOf(connection(), null, [upload({ state: 'waiting' })]),
    });
    fireEvent.click(screen.getByRole('button', { name: /^Try again/ }));
    expect(await screen.findByText('Waiting to be sent')).toBeTruthy();
  });

  test.each([
    ['connected', { title: 'Connected', isError: false }],
    ['expired', { title: expect.stringContaining('took too long'), isError: true }],
  ])('show once that the login at the Logbook ended as %s, and stay open', async (outcome, said) => {
    const router = open(`/settings?logbook=${outcome}#services`);
    await waitFor(() => expect(toasts()).toEqual([said]));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(router.state.location.hash).toBe('#services');
  });

  test('offer a login at the Logbook if the operator has registered a client there', async () => {
    offersLogin = true;
    state = stateOf(null, null);
    open();
    const logbook = await part('Concept2 Logbook');
    api.replies['POST /api/sync/logbook/authorization'] = () => refusal(503, 'Not now', 'unavailable');
    fireEvent.click(logbook.getByRole('button', { name: 'Log in at Concept2 Logbook' }));
    await waitFor(() => expect(toasts()).toMatchObject([{ isError: true }]));
    expect(api.changes().at(-1)?.body).toMatchObject({ uploads: false, imports: true, weightClass: 'H' });
  });
});

describe('an own activity', () => {
  const show = () => openPage(<ActivityUploads activityId={idOf(80)} userId={mara._id} />, '/activities/a');

  test('shows its outcome at each service', async () => {
    api.replies[`GET /api/sync/activities/${idOf(80)}`] = () => ({
      body: [upload(), upload({ service: 'logbook', state: 'there' })],
    });
    show();
    await screen.findByText('There already');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'intervals.icuSent',
      'Concept2 LogbookThere already',
    ]);
  });

  test('shows the data that a service lacks', async () => {
    const problem = 'More of this row came after it was sent, and intervals.icu keeps what it got first';
    api.replies[`GET /api/sync/activities/${idOf(80)}`] = () => ({ body: [upload({ problem })] });
    show();
    expect(await screen.findByText(`Sent. ${problem}.`)).toBeTruthy();
  });

  test('an own activity that was not sent anywhere shows this', async () => {
    api.replies[`GET /api/sync/activities/${idOf(80)}`] = () => ({ body: [] });
    show();
    expect(await screen.findByText('This activity was sent to no service.')).toBeTruthy();
  });
});
