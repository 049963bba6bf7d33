// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildCategory, buildRace } from '../../../../../test/races/factory.ts';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { idOf } from '../../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { FinalPanel } from './final-panel.tsx';

let server: FakeRaceServer;
beforeEach(() => {
  server = new FakeRaceServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(cleanUp);

const ids = [1, 2, 3].map((number) => idOf(400 + number));
const path = `/api/races/categories/${idOf(300)}/final`;

function show(lanes: number, openHeats = 0) {
  server.replies[`POST ${path}`] = () => ({ body: buildRace(2, { round: 'final', number: 1 }) });
  const onDrawn = vi.fn<(race: unknown) => void>();
  openPage(
    <FinalPanel
      event={server.event}
      category={buildCategory()}
      advance={{ entries: ids, tied: ids.slice(1), lanes, openHeats }}
      isFailed={false}
      onRetry={() => {}}
      onDrawn={onDrawn}
    />,
    '/draw',
  );
  return onDrawn;
}

const drawButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Draw the final' });

describe('a tie for the last place of a final', () => {
  test('a tie for the last place of a final with a lane for each takes all of them', async () => {
    const onDrawn = show(3);
    expect(screen.getByRole('status').textContent).toContain('There is a lane for each of them.');
    fireEvent.click(drawButton());
    await waitFor(() => expect(onDrawn).toHaveBeenCalledTimes(1));
    expect(server.asked('POST', path)[0]?.body).toMatchObject({ entries: ids });
  });

  test("a tie for the last place of a final with too few lanes asks the referee, who can't choose too many", async () => {
    show(2);
    expect(screen.getByRole('status').textContent).toContain(
      'There are 2 lanes for 3 athletes: choose who rows.',
    );
    for (const name of [/^Athlete 2/, /^Athlete 3/]) fireEvent.click(screen.getByRole('checkbox', { name }));
    expect(drawButton().disabled).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: /^Athlete 2/ }));
    fireEvent.click(drawButton());
    await waitFor(() =>
      expect(server.asked('POST', path)[0]?.body).toMatchObject({ entries: [ids[0], ids[2]] }),
    );
  });

  test('waits until all heats have a result', () => {
    show(3, 2);
    expect(screen.getByText('2 heats have no result yet.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
