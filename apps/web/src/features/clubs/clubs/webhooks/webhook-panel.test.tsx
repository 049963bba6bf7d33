// @vitest-environment happy-dom
import type { Webhook } from '@boathouse/contract/clubs/webhooks';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { mara } from '../../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../../test/signed-in-page.tsx';
import { WebhookPanel } from './webhook-panel.tsx';

const clubId = '019a0000-0000-7000-8000-000000000020';
const delivery = {
  _id: '019a0000-0000-7000-8000-000000000030',
  event: 'session.finished',
  title: 'Tuesday 2k',
  createdAt: '2025-03-02T12:00:00.000Z',
  state: 'delivered',
  attempts: 1,
  triedAt: '2025-03-02T12:00:00.000Z',
  nextAt: null,
  problem: null,
} as const;

let webhook: Webhook;
let api: FakeApi;
beforeEach(() => {
  webhook = { url: null, deliveries: [] };
  api = stubReplies(({ method, path, body }) => {
    switch (`${method} ${path}`) {
      case `PUT /api/clubs/${clubId}/webhook`:
        if (!String(body['url']).startsWith('https:'))
          return refusal(400, 'The address must begin with https://');
        webhook = { ...webhook, url: String(body['url']) };
        return { body: { ...webhook, key: 'the key' } };
      case `POST /api/clubs/${clubId}/webhook/test`: {
        const problem = 'It answered with the status 500';
        const failed = { ...delivery, _id: clubId, event: 'test' as const, title: null, problem };
        webhook = { ...webhook, deliveries: [{ ...failed, state: 'failed' }, ...webhook.deliveries] };
        return { body: webhook };
      }
      case `DELETE /api/clubs/${clubId}/webhook`:
        webhook = { url: null, deliveries: [] };
        return { body: webhook };
      default:
        return { body: webhook };
    }
  });
});
afterEach(cleanUp);

const open = () => openAs(mara, [{ path: '/edit', element: <WebhookPanel clubId={clubId} /> }], '/edit');
const enter = async (value: string) =>
  fireEvent.change(await screen.findByLabelText('Address'), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the webhook of a club', () => {
  test('shows that it has stopped, and how to start it again', async () => {
    webhook = { url: 'https://scores.example/', stoppedAt: delivery.createdAt, deliveries: [] };
    open();
    expect(await screen.findByText(/^Stopped .* Send a test to start it again\.$/)).toBeTruthy();
  });

  test('is set, and its key is shown once', async () => {
    open();
    await enter(' ');
    press('Set address');
    expect(screen.getByText('Address is required')).toBeTruthy();
    await enter('http://scores.example/');
    press('Set address');
    expect(await screen.findByText(/^The address must begin with https:/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('http://scores.example/');
    await enter('https://scores.example/');
    press('Set address');
    expect(await screen.findByText('the key')).toBeTruthy();
    expect(api.asked('PUT', `/api/clubs/${clubId}/webhook`).at(-1)?.body).toEqual({
      url: 'https://scores.example/',
    });
  });

  test('keeps typed text while an address is set', async () => {
    open();
    const answer = Promise.withResolvers<undefined>();
    api.replies[`PUT /api/clubs/${clubId}/webhook`] = () => answer.promise;
    await enter('https://scores.example/');
    press('Set address');
    await enter('https://scores.example/club');
    answer.resolve(undefined);
    expect(await screen.findByText('the key')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('https://scores.example/club');
  });

  test('lists its last deliveries, and shows why a test has failed', async () => {
    webhook = { url: 'https://scores.example/', deliveries: [delivery] };
    open();
    expect((await screen.findByText('Tuesday 2k')).parentElement?.textContent).toContain('delivered');
    press('Send a test');
    await screen.findByText('Test');
    const [first] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('failed: It answered with the status 500');
    expect(toasts()).toEqual([
      { title: 'The test has failed. It answered with the status 500', isError: true },
    ]);
  });

  test('is removed with its log', async () => {
    webhook = { url: 'https://scores.example/', deliveries: [delivery] };
    open();
    await screen.findByText('Tuesday 2k');
    press('Remove');
    await waitFor(() => expect(screen.queryByText('Tuesday 2k')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
  });
});
