// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { loginQuery } from '../features/auth/index.ts';
import { readFirstData, takeFirstData } from '../lib/first-data.ts';
import { createQueryClient } from '../lib/query.ts';
import { clearOnLoginChange } from './clear-on-login-change.ts';

const loginOf = (id: string) => ({ id, email: `${id}@example.com`, name: id });

test('forgets what was loaded, and what came with the page, when another login takes its place', () => {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'first-data';
  element.textContent = JSON.stringify({ '/api/notifications/unread': { unread: 7 } });
  document.body.append(element);
  readFirstData();
  const client = createQueryClient(() => {});
  clearOnLoginChange(client);
  client.setQueryData(loginQuery.queryKey, loginOf('mara'));
  client.setQueryData(['notifications'], ['for Mara']);
  client.setQueryData(loginQuery.queryKey, loginOf('ben'));
  expect(client.getQueryData(['notifications'])).toBeUndefined();
  expect(takeFirstData('/api/notifications/unread')).toBeUndefined();
  client.clear();
});
