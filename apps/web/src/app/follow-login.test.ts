// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { endLogin, loginQuery } from '../features/people/auth/index.ts';
import { readFirstData, takeFirstData } from '../lib/first-data.ts';
import { actsAs } from '../lib/server/login-state.ts';
import { createQueryClient } from '../lib/query.ts';
import { followLogin } from './follow-login.ts';

const loginOf = (id: string) => ({ id, email: `${id}@example.com`, name: id });

test("drops everything that was loaded, and the page's first data, when another login replaces it", () => {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'first-data';
  element.textContent = JSON.stringify({ '/api/notifications/unread': { unread: 7 } });
  document.body.append(element);
  readFirstData();
  const client = createQueryClient();
  const stop = followLogin(client);
  client.setQueryData(loginQuery.queryKey, loginOf('mara'));
  client.setQueryData(['notifications'], ['for Mara']);
  client.setQueryData(loginQuery.queryKey, loginOf('ben'));
  expect(client.getQueryData(['notifications'])).toBeUndefined();
  expect(takeFirstData('/api/notifications/unread')).toBeUndefined();
  client.clear();
  stop();
});

test('names the login in calls, even if the page came with it', () => {
  const client = createQueryClient();
  const stop = followLogin(client);
  client.getQueryCache().build(client, { queryKey: loginQuery.queryKey, initialData: loginOf('mara') });
  expect(actsAs()).toBe('mara');
  client.setQueryData(loginQuery.queryKey, loginOf('ben'));
  expect(actsAs()).toBe('ben');
  endLogin(client);
  expect(actsAs()).toBeNull();
  client.clear();
  stop();
});
