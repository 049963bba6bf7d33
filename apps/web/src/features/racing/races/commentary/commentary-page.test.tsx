// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '../../../../../test/fake-api.ts';
import { idOf } from '../../../../../test/people.ts';
import { buildEntry, buildEvent, buildNowRace, buildRace } from '../../../../../test/races/factory.ts';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { RaceEventContext } from '../event/event-context.ts';
import { CommentaryPage } from './commentary-page.tsx';

let server: FakeRaceServer;
const path = (what: string) => `GET /api/races/events/${server.event._id}/${what}`;
beforeEach(() => {
  server = new FakeRaceServer();
  // Two athletes with one name: only their entries distinguish them.
  const same = { name: 'Ann Oar', bib: '' };
  server.event = buildEvent({
    entries: [buildEntry(1, { ...same, seedTenths: 4_000 }), buildEntry(2, { ...same, seedTenths: 4_400 })],
    races: [buildRace(1, {}, 2)],
  });
  const now = buildNowRace({ _id: idOf(501), state: 'published' });
  const lanes = now.lanes.map((lane) => ({ ...lane, ...same }));
  server.replies[path('now')] = () => ({
    body: {
      title: 'Spring ergs',
      timeZone: 'Europe/Berlin',
      at: '2026-05-02T07:40:00.000Z',
      race: null,
      next: [{ ...now, lanes }],
      last: [],
      may: { manage: true, judge: true },
      control: null,
      session: null,
      mine: [],
    },
  });
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(cleanUp);

const before = {
  category: idOf(300),
  event: { _id: idOf(199), title: 'Spring ergs 2025', day: '2025-05-03' },
  winner: { name: 'Bea Blade', club: 'Weser', score: 3_990 },
  entries: [{ entry: idOf(402), place: 2, score: 4_051 }],
};

const show = () =>
  openPage(
    <RaceEventContext value={server.event}>
      <CommentaryPage />
    </RaceEventContext>,
    '/commentary',
  );
const cells = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').slice(-2))
    .map((last) => last.map(({ textContent }) => textContent));

test('each lane has the seed and the last result of its entry, even if two have one name', async () => {
  server.replies[path('before')] = () => ({ body: [before] });
  show();
  expect(await screen.findByText(/Bea Blade/)).toBeTruthy();
  expect(await cells()).toEqual([
    ['6:40.0', '–'],
    ['7:20.0', '6:45.1 (2.)'],
  ]);
});

test('the race stays when the previous race day could not be loaded, and Try again loads it', async () => {
  server.replies[path('before')] = () => refusal(500, 'No.', 'internal');
  show();
  expect(await screen.findByText("The results of the race day before couldn't be loaded.")).toBeTruthy();
  expect(await cells()).toHaveLength(2);
  server.replies[path('before')] = () => ({ body: [before] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Bea Blade/)).toBeTruthy();
});
