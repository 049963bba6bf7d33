// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stubReplies } from '../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../test/signed-in-page.tsx';
import { ClubMetersPanel } from './club-meters-panel.tsx';

afterEach(cleanUp);

const club = { _id: idOf(50), name: 'Riverside' };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function open(seasonMeters: number[]) {
  stubReplies(({ path, query }) => {
    if (path !== `/api/clubs/${club._id}/meters`) return { body: [] };
    const isSeason = query['period'] === 'season';
    const rows = (isSeason ? seasonMeters : [2_000]).map((meters) => ({ rank: 1, user: mara, meters }));
    return { body: { from: isSeason ? '2026-05-01' : '2026-11-15', to: '2026-11-21', rows } };
  });
  openPage(<ClubMetersPanel club={club} />, '/');
}

test("a club's season shows since when it counts", async () => {
  open([34_500.4]);
  expect(await screen.findByText('2,000 m')).toBeTruthy();
  expect(screen.queryByText(/^Since/)).toBeNull();
  press('Season');
  expect(await screen.findByText('34,500 m')).toBeTruthy();
  expect(screen.getByText('Since May 1, 2026')).toBeTruthy();
});

test('a season without meters shows a message', async () => {
  open([]);
  await screen.findByText('2,000 m');
  press('Season');
  expect(await screen.findByText('No meters in the season since May 1, 2026.')).toBeTruthy();
});
