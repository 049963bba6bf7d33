// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, getToasts } from '../../../../ui/toast-store.ts';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { createFakeLiveSocket } from '../../../../../test/room/fake-live-socket.ts';
import { LiveRoom } from '../live-room.ts';
import { RoomProvider } from '../room-provider.tsx';
import { RowerGrid } from './rower-grid.tsx';

const roomId = '018f0000-0000-7000-8000-00000000aaaa';
const client = new QueryClient();

beforeEach(() => {
  const strokes = [1, 2, 3].map((at) => makeStroke({ elapsedTime: at, forceCurve: [0, 400, 700, 300, 0] }));
  vi.stubGlobal('fetch', async () => Response.json({ isComplete: false, strokes }));
  // uPlot needs it; happy-dom has none.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  client.clear();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const inProgress = (name: string, distance: number) =>
  buildActivity({ name, isCompleted: false, completedAt: null, distance, elapsedTime: 60 });
const anna = inProgress('Anna Oduya', 250);
const bea = inProgress('Bea Holm', 260);

type Shown = { mayManage?: boolean; staleMinutes?: number | null };

function show(activities = [anna, bea], { mayManage = false, staleMinutes = null }: Shown = {}) {
  const room = new LiveRoom({ id: roomId, userId: roomId, socket: createFakeLiveSocket().socket });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <RoomProvider userId={bea.user._id}>
          <RowerGrid
            workout="5000m"
            activities={activities}
            results={[]}
            room={room}
            viewerId={bea.user._id}
            mayManage={mayManage}
            staleMinutesOf={() => staleMinutes}
          />
        </RoomProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const rowNames = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describe('the grid of athletes in progress', () => {
  test('has the item’s name, and sorts by the column that is pressed', () => {
    show();
    expect(screen.getByRole('table', { name: 'Rowing now: 5,000 m' })).toBeTruthy();
    expect(rowNames()).toEqual(['Bea Holm (you)', 'Anna Oduya']);
    fireEvent.click(screen.getByRole('button', { name: 'Athlete' }));
    expect(rowNames()).toEqual(['Anna Oduya', 'Bea Holm (you)']);
    expect(screen.getByRole('columnheader', { name: 'Athlete' }).getAttribute('aria-sort')).toBe('ascending');
  });

  test('a name opens the athlete’s panel and closes it; several can be open', async () => {
    show();
    const names = ['Anna Oduya', 'Bea Holm (you)'].map((name) => screen.getByRole('button', { name }));
    for (const name of names) fireEvent.click(name);
    const panel = within(await screen.findByRole('region', { name: 'Workout of Anna Oduya' }));
    expect(await screen.findByRole('region', { name: 'Workout of Bea Holm' })).toBeTruthy();
    expect(names.map((name) => name.getAttribute('aria-expanded'))).toEqual(['true', 'true']);
    expect(await panel.findByRole('figure', { name: /^Pace over time/ })).toBeTruthy();
    expect(panel.getByRole('figure', { name: 'Last force curve, peak 700 N' })).toBeTruthy();
    for (const name of names) fireEvent.click(name);
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });

  test.each([
    ['a user who manages the session', true, ['Nudge Anna Oduya']],
    ['nobody else', false, []],
  ])('%s can nudge the athletes, but not their own row', async (_, mayManage, forms) => {
    show([anna, bea], { mayManage });
    for (const name of ['Anna Oduya', 'Bea Holm (you)']) {
      fireEvent.click(screen.getByRole('button', { name }));
      await screen.findByRole('region', { name: `Workout of ${name.replace(' (you)', '')}` });
    }
    expect(screen.queryAllByRole('form').map((form) => form.getAttribute('aria-label'))).toEqual(forms);
  });

  test('a stale workout whose end has failed is ended by the next attempt, which closes the error', async () => {
    let isDown = true;
    vi.stubGlobal('fetch', async () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return Response.json({ ...anna, isCompleted: true });
    });
    show([anna], { mayManage: true, staleMinutes: 12 });
    const end = () => {
      fireEvent.click(screen.getByRole('button', { name: 'End' }));
      fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    };
    end();
    await waitFor(() => expect(getToasts().map(({ isError }) => isError)).toEqual([true]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), { timeout: 2_000 });
    isDown = false;
    end();
    await waitFor(() => expect(getToasts()).toEqual([]));
  });

  test('on a phone a row opens a sheet with the nudges before the figures, and no row moves', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(max-width: 40rem)',
      addEventListener() {},
      removeEventListener() {},
    }));
    show([anna, bea], { mayManage: true });
    fireEvent.click(screen.getByRole('button', { name: 'Anna Oduya' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Anna Oduya' }));
    const nudge = sheet.getByRole('form', { name: 'Nudge Anna Oduya' });
    const distance = sheet.getByText('Distance');
    expect(distance.nextElementSibling?.textContent).toBe('250 m');
    expect(nudge.compareDocumentPosition(distance)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(3);
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('gives the rows the values by which they share the free height and the width', () => {
    show();
    const { style } = screen.getByRole('table');
    expect(style.getPropertyValue('--grid-rows')).toBe('2');
    expect(Number(style.getPropertyValue('--grid-letters'))).toBeGreaterThan(20);
    expect(style.getPropertyValue('--grid-columns')).toContain('minmax(0, 11fr)');
  });

  test('[SESS-5] the workout title shows that its page is in development', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Anna Oduya' }));
    fireEvent.click(await screen.findByRole('button', { name: '5,000 m' }));
    expect(getToasts().at(-1)).toMatchObject({
      title: 'The page for individual activities is currently in development',
      isError: false,
    });
  });
});
