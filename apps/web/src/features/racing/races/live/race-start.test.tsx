// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { createFakeRooms } from '../../../../../test/room/fake-rooms.tsx';
import { createFakeRow } from '../../../../../test/rowing/fake-row.tsx';
import { cleanUp } from '../../../../../test/signed-in-page.tsx';
import { RaceStart } from './race-start.tsx';

afterEach(cleanUp);

const sessionId = '018f0000-0000-7000-8000-000000000021';

test('a called athlete reads what to do next, until the piece has begun', () => {
  const row = createFakeRow();
  const rooms = createFakeRooms();
  const message = {
    room: sessionId,
    event: '018f0000-0000-7000-8000-000000000022',
    race: '018f0000-0000-7000-8000-000000000023',
    version: 2,
    state: 'called',
    run: { number: 1, session: sessionId, start: null, stopped: null },
  };
  render(
    <MemoryRouter>
      <rooms.Provider>
        <row.Provider>
          <RaceStart sessionId={sessionId} message={message} />
        </row.Provider>
      </rooms.Provider>
    </MemoryRouter>,
  );
  const bar = screen.getByRole('status', { name: 'Race' });
  expect(bar.textContent).toBe('Connect your erg and begin: the start follows.');
  act(() => row.set({ sessionId: '018f0000-0000-7000-8000-000000000029' }));
  expect(bar.textContent).toBe('Connect your erg and begin: the start follows.');
  act(() => row.set({ sessionId }));
  expect(bar.textContent).toBe('You are ready. The start follows.');
});
