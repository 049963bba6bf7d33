import { createHmac } from 'node:crypto';
import type { Caller } from './facts.ts';
import type { Call } from './reads.ts';
import { authSecret } from './server.ts';

export const dashboardPage = { name: 'page of the dashboard', path: '/dashboard' };

/** Returns a browser's call for the dashboard; the server makes the calls of the page's first screen. */
export function callOfDashboard({ token }: Caller): Call {
  // As Better Auth signs it: https://www.better-auth.com/docs/concepts/cookies
  const signature = createHmac('sha256', authSecret).update(token).digest('base64');
  const login = `boathouse.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { path: dashboardPage.path, token: null, cookie: `${login}; time-zone=Europe%2FAmsterdam` };
}

/** @throws if the page is one without data: with a login that the server does not know */
export function checkDashboard({ status, body }: { status: number; body: string }): void {
  if (status !== 200 || !body.includes('/api/feed/dashboard')) {
    throw new Error(`${dashboardPage.path}: ${status} without the first calls of a login`);
  }
}
