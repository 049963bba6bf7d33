import { beforeEach, expect, test, vi } from 'vitest';
import {
  cameToRace,
  clubInvitationKey,
  forgetInvitation,
  invitationKeyOf,
  invitedSession,
  keepInvitation,
  visitedClubUrl,
} from './invitation.ts';

const invitedSessionId = () => invitedSession()?.id ?? null;

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
  keepInvitation({ pathname, hash: '' });
  expect(invitedSessionId()).toBe(kept);
});

test('another page does not replace an invitation, and forgetting it ends it', () => {
  keepInvitation({ pathname: `/sessions/${id}`, hash: '' });
  keepInvitation({ pathname: '/settings', hash: '' });
  expect(invitedSessionId()).toBe(id);
  forgetInvitation();
  expect(invitedSessionId()).toBeNull();
});

test('a value that is not an id is not an invitation', () => {
  sessionStorage.setItem('invitation', '../settings');
  expect(invitedSessionId()).toBeNull();
});

test('without storage there is no invitation and no error', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { setItem: denied, getItem: denied, removeItem: denied });
  keepInvitation({ pathname: `/sessions/${id}`, hash: '' });
  expect(invitedSessionId()).toBeNull();
  forgetInvitation();
  vi.unstubAllGlobals();
});

test("keeps the key of a club's invitation only from the fragment of its page", () => {
  const key = 'A-_9'.repeat(11).slice(0, 43);
  keepInvitation({ pathname: '/settings', hash: `#${key}` });
  keepInvitation({ pathname: '/invitations', hash: '#account' });
  expect(clubInvitationKey()).toBeNull();
  keepInvitation({ pathname: '/invitations', hash: `#${key}` });
  expect([clubInvitationKey(), invitedSessionId()]).toEqual([key, null]);
  keepInvitation({ pathname: `/sessions/${id}`, hash: '' });
  expect([clubInvitationKey(), invitedSessionId()]).toEqual([null, id]);
});

test.each(['', '#', '#short', `#${'x'.repeat(44)}`, `#${'x'.repeat(42)}/`])('%s has no key', (hash) => {
  expect(invitationKeyOf(hash)).toBeNull();
});

test("keeps the key of a club's invitation with the session whose link has it", () => {
  const key = 'k'.repeat(43);
  keepInvitation({ pathname: `/sessions/${id}`, hash: `#${key}` });
  expect([invitedSession(), clubInvitationKey(), visitedClubUrl()]).toEqual([{ id, key }, null, null]);
  keepInvitation({ pathname: `/sessions/${id}`, hash: '#item-1' });
  expect(invitedSession()).toEqual({ id, key: null });
});

test.each([
  ['/clubs/harbour', 'harbour'],
  ['/clubs/Night-Shift/general', 'Night-Shift'],
  ['/clubs/harbour/members', 'harbour'],
  ['/clubs/harbour/edit', null],
  ['/clubs/a%2Fb', null],
])('an anonymous visit to %s keeps the club %s', (pathname, url) => {
  keepInvitation({ pathname, hash: '' });
  expect([visitedClubUrl(), invitedSession(), clubInvitationKey()]).toEqual([url, null, null]);
});

test('keeps that a visitor came for the code of a race, and nothing of the race days themselves', () => {
  keepInvitation({ pathname: '/race', hash: '' });
  expect([cameToRace(), invitedSession(), clubInvitationKey(), visitedClubUrl()]).toEqual([
    true,
    null,
    null,
    null,
  ]);
  forgetInvitation();
  keepInvitation({ pathname: `/races/${id}`, hash: '' });
  expect(cameToRace()).toBe(false);
});
