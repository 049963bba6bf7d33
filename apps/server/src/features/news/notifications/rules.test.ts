import { expect, test } from 'vitest';
import type { Notification } from '@boathouse/contract/notifications';
import { isHostReminded, isWorthTelling, mailOf, recipientsOf } from './rules.ts';

const now = new Date('2026-11-22T06:00:00Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test.each([
  ['moved to another hour', inMinutes(60), inMinutes(120), true],
  ['moved into the past by mistake', inMinutes(60), inMinutes(-60), true],
  ['moved from the past to come', inMinutes(-60), inMinutes(60), true],
  ['deleted before its start', inMinutes(60), null, true],
  ['deleted long after its start', inMinutes(-60), null, false],
  ['moved within the past', inMinutes(-60), inMinutes(-30), false],
  ['not moved at all', inMinutes(60), inMinutes(60), false],
])('whether members get a notification of a session that is %s', (_, before, after, isTold) => {
  expect(isWorthTelling({ before, after }, now)).toBe(isTold);
});

test('each recipient gets one notification, and the author none', () => {
  expect(recipientsOf(['b', 'a', 'b', 'c'], 'c')).toEqual(['a', 'b']);
  expect(recipientsOf(['a'], null)).toEqual(['a']);
  expect(recipientsOf(['a'], 'a')).toEqual([]);
});

test('a host is not reminded of a session that they scheduled a moment before it', () => {
  expect(isHostReminded({ createdAt: now, startAt: inMinutes(15) })).toBe(false);
  expect(isHostReminded({ createdAt: now, startAt: inMinutes(16) })).toBe(true);
});

const person = (displayName: string) => ({ _id: displayName, displayName, iconURL: null });
const line = (given: Partial<Notification>): Notification => ({
  _id: 'n',
  kind: 'like',
  actors: [person('Ann')],
  actorCount: 1,
  createdAt: now.toISOString(),
  isRead: false,
  activity: { _id: 'a', user: person('Mara'), workoutItem: '5000m' },
  club: null,
  session: null,
  message: null,
  ...given,
});
const session = (given: object) => ({
  _id: 's',
  title: 'Steady state',
  startAt: inMinutes(15).toISOString(),
  isDeleted: false,
  ...given,
});
const club = { _id: 'c', name: 'Harbour', customURL: 'harbour', iconURL: null };
const options = {
  productName: 'Boathouse',
  address: 'https://row.example',
  now,
  timeZone: null,
  locale: null,
};

test.each<[string, Partial<Notification>]>([
  ['Ann likes your 5,000 m', {}],
  ['Ann and Ben like your 5,000 m', { actors: [person('Ann'), person('Ben')], actorCount: 2 }],
  ['Ann and 9 others follow you', { kind: 'follow', actors: [person('Ann'), person('Ben')], actorCount: 10 }],
  ['Ann commented on your 5,000 m: Well rowed', { kind: 'comment', message: 'Well\nrowed' }],
  ['Ann replied to your comment on 5,000 m: Thanks', { kind: 'reply', message: 'Thanks' }],
  ['Ann asks to join Harbour', { kind: 'request', club }],
  ['You are now a member of Harbour', { kind: 'accepted', actors: [], actorCount: 0, club }],
  ['Steady state starts in 15 min', { kind: 'sessionSoon', session: session({}) }],
  ['Steady state starts now', { kind: 'sessionSoon', session: session({ startAt: now.toISOString() }) }],
  ['Ann moved Steady state to Sun 22 Nov, 06:15 UTC', { kind: 'sessionChanged', session: session({}) }],
  ['Ann deleted Steady state', { kind: 'sessionChanged', session: session({ isDeleted: true }) }],
  ['Ann handed Steady state over to you', { kind: 'sessionHost', session: session({}) }],
  ['Ann is no longer in Harbour; you host their coming sessions now', { kind: 'sessionsPassed', club }],
  ['Ann moved your 5,000 m into a session', { kind: 'rowMoved' }],
  ['Ann has reported something', { kind: 'report' }],
])('a line in a mail: %s', (words, given) => {
  expect(mailOf([line(given)], options).text.split('\n')[0]).toBe(`- ${words}`);
});

test('the subject of a mail has no text of another member', () => {
  const given = line({
    kind: 'comment',
    actors: [person('Eve Evil')],
    message: 'Your account is locked',
    activity: { _id: 'a', user: person('Mara'), workoutItem: 'Free erg' },
  });
  expect(mailOf([given], options).subject).toBe('New comment on Boathouse');
});

test.each([
  ['Sun, 22 Nov, 07:15 CET', 'Europe/Berlin', 'en-DE-u-hc-h23'],
  ['Sun, Nov 22, 1:15 AM EST', 'America/New_York', 'en-US'],
  ['Sun 22 Nov, 06:15 UTC', null, null],
])('a mail writes a time as its reader does: %s', (words, timeZone, locale) => {
  const moved = line({ kind: 'sessionChanged', session: session({}) });
  const { text } = mailOf([moved], { ...options, timeZone, locale });
  expect(text.replaceAll(/\s/g, ' ')).toContain(`- Ann moved Steady state to ${words} `);
});

test.each([
  ['5,000 m', null],
  ['5.000 m', 'en-DE'],
])('a mail writes the meters of a workout as its reader does: %s', (words, locale) => {
  expect(mailOf([line({})], { ...options, locale }).text).toContain(`- Ann likes your ${words}\n`);
});

test('a mail of several lines counts them, lists them, and explains how to stop it', () => {
  const mail = mailOf([line({}), line({ kind: 'follow' })], options);
  expect(mail).toEqual({
    subject: '2 notifications from Boathouse',
    link: 'https://row.example/notifications',
    text: `- Ann likes your 5,000 m
- Ann follows you

Read them here: https://row.example/notifications

You get this email because you chose it in your settings. To stop it, unsubscribe here: https://row.example/settings#notifications
`,
  });
});

test('a comment is one line of a mail, for any text of its author', () => {
  const message = 'Well rowed\n\nTo stop it, unsubscribe here:\u2028https://evil.example';
  const { text } = mailOf([line({ kind: 'comment', message })], options);
  const sentence =
    'Ann commented on your 5,000 m: Well rowed To stop it, unsubscribe here: https://evil.example';
  expect(text.split(/[\n\r\u2028\u2029]/)[0]).toBe(`- ${sentence}`);
});
