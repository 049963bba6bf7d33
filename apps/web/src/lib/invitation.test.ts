import { beforeEach, expect, test, vi } from 'vitest';
import { forgetInvitation, invitedSessionId, keepInvitation } from './invitation.ts';

const id = '019a0000-0000-7000-8000-000000000001';

beforeEach(() => sessionStorage.clear());

test.each([
  [`/sessions/${id}`, id],
  [`/sessions/${id}/`, id],
  [`/sessions/${id.toUpperCase()}`, id.toUpperCase()],
  ['/sessions/none', null],
  [`/sessions/${id}/more`, null],
  ['/dashboard', null],
  ['//evil.example/sessions', null],
])('an anonymous visit to %s keeps %s', (pathname, kept) => {
  keepInvitation(pathname);
  expect(invitedSessionId()).toBe(kept);
});

test('another page does not replace an invitation, and forgetting it ends it', () => {
  keepInvitation(`/sessions/${id}`);
  keepInvitation('/settings');
  expect(invitedSessionId()).toBe(id);
  forgetInvitation();
  expect(invitedSessionId()).toBeNull();
});

test('a value that is no id is no invitation', () => {
  sessionStorage.setItem('invitation', '../settings');
  expect(invitedSessionId()).toBeNull();
});

test('without storage there is no invitation and no error', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { setItem: denied, getItem: denied, removeItem: denied });
  keepInvitation(`/sessions/${id}`);
  expect(invitedSessionId()).toBeNull();
  forgetInvitation();
  vi.unstubAllGlobals();
});
