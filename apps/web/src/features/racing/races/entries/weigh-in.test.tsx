// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stubReplies, refusal } from '../../../../../test/fake-api.ts';
import { mara } from '../../../../../test/people.ts';
import {
  buildCategory,
  buildEntry,
  buildEvent,
  buildRace,
  rules,
} from '../../../../../test/races/factory.ts';
import { cleanUp, openAs } from '../../../../../test/signed-in-page.tsx';
import { RaceEventLayout } from '../event/event-layout.tsx';
import { EntriesPage } from './entries-page.tsx';

afterEach(cleanUp);

test('officials read when each lightweight athlete weighs in, from the first race in which they sit', async () => {
  const event = buildEvent({
    categories: [buildCategory({ rules: { ...rules, maxWeight: 615 } })],
    entries: [buildEntry(1), buildEntry(9)],
    races: [buildRace(1, { state: 'void' }), buildRace(2)],
  });
  stubReplies(({ path }) =>
    path === `/api/races/events/${event._id}` ? { body: event } : refusal(404, 'No.', 'not_found'),
  );
  const page = { path: '/races/:eventID/entries', element: <EntriesPage /> };
  openAs(mara, [{ element: <RaceEventLayout />, children: [page] }], `/races/${event._id}/entries`);
  const seated = await screen.findByRole('group', { name: 'Weigh-in of Athlete 1' });
  // Race 2 starts at 11:00 in Berlin.
  expect(seated.closest('td')?.textContent).toBe('PassedFailed 9:00 AM to 10:00 AM');
  const unseated = screen.getByRole('group', { name: 'Weigh-in of Athlete 9' });
  expect(unseated.closest('td')?.textContent).toBe('PassedFailed');
});
