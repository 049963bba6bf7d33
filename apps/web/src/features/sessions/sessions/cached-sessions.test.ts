import type { Session, SparseSession } from '@boathouse/contract/sessions';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { buildPerson, idOf, mara } from '../../../../test/people.ts';
import { sessionsOfDay, sessionsOfMonth } from './api.ts';
import { dropSession, mergeSession } from './cached-sessions.ts';

const zone = 'Europe/Berlin';
const day = (text: string) => sessionsOfDay(mara._id, Temporal.PlainDate.from(text), zone).queryKey;
const month = (text: string) => sessionsOfMonth(mara._id, Temporal.PlainYearMonth.from(text), zone).queryKey;
const session = (number: number, startAt: string, hostUser: Session['hostUser'] = mara): Session => ({
  _id: idOf(number),
  title: `Session ${number}`,
  hostUser,
  startAt,
  isAccessibleByLink: true,
  club: null,
  workoutItems: ['2000m'],
});
const morning = session(1, '2025-11-30T07:00:00.000Z');
const evening = session(2, '2025-11-30T18:00:00.000Z');

let client: QueryClient;
const idsIn = (queryKey: readonly unknown[]) =>
  client.getQueryData<Session[]>(queryKey)?.map(({ _id }) => Number(_id.slice(-4)));
const shown = () =>
  Object.fromEntries(
    [day('2025-11-30'), day('2025-12-01'), month('2025-11'), month('2025-12')].map((key) => [
      key[3],
      idsIn(key),
    ]),
  );

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(day('2025-11-30'), [morning, evening]);
  client.setQueryData(day('2025-12-01'), []);
  client.setQueryData(month('2025-11'), [morning, evening]);
  client.setQueryData(month('2025-12'), []);
});

test('a new session of the user is added to its day and month, in order', () => {
  mergeSession(client, session(3, '2025-11-30T12:00:00.000Z'));
  expect(shown()).toEqual({
    '2025-11-30': [1, 3, 2],
    '2025-12-01': [],
    '2025-11': [1, 3, 2],
    '2025-12': [],
  });
});

test('a session moved past midnight of the list’s time zone moves to the other day and month', () => {
  mergeSession(client, { ...evening, startAt: '2025-11-30T23:10:00.000Z' });
  expect(shown()).toEqual({ '2025-11-30': [1], '2025-12-01': [2], '2025-11': [1], '2025-12': [2] });
});

test('a changed session keeps its place', () => {
  mergeSession(client, { ...morning, title: 'Renamed' });
  expect(idsIn(day('2025-11-30'))).toEqual([1, 2]);
  expect(client.getQueryData(day('2025-11-30'))?.[0]?.title).toBe('Renamed');
});

test('a changed session keeps the user’s part, which only the months have, even in another month', () => {
  const partsIn = (key: readonly unknown[]) =>
    client.getQueryData<SparseSession[]>(key)?.map(({ title, part }) => [title, part]);
  const { _id, title, startAt } = evening;
  client.setQueryData(month('2025-11'), [{ _id, title, startAt, part: 'rowed' }]);
  mergeSession(client, { ...evening, title: 'Renamed' });
  expect(partsIn(month('2025-11'))).toEqual([['Renamed', 'rowed']]);
  mergeSession(client, { ...evening, startAt: '2025-12-01T18:00:00.000Z' });
  expect(partsIn(month('2025-12'))).toEqual([['Session 2', 'rowed']]);
});

test('another host’s session that is in no list is not added', () => {
  const ben = buildPerson(2, 'Ben');
  const before = shown();
  mergeSession(client, session(4, '2025-11-30T12:00:00.000Z', ben));
  expect(shown()).toEqual(before);
});

test('a deleted session leaves every list', () => {
  dropSession(client, morning._id);
  expect(shown()).toEqual({ '2025-11-30': [2], '2025-12-01': [], '2025-11': [2], '2025-12': [] });
});

test('a list that is not loaded stays unloaded', () => {
  client.clear();
  mergeSession(client, morning);
  expect(client.getQueryData(day('2025-11-30'))).toBe(undefined);
});
