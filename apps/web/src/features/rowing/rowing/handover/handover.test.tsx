// @vitest-environment happy-dom
import { liveEvents } from '@boathouse/contract/live';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { place } from '../../../../../test/rowing/fake-row-page.ts';
import { createFakeErg } from '../../../../../test/erg/fake-erg.tsx';
import { createFakeRow } from '../../../../../test/rowing/fake-row.tsx';
import { createFakeRooms } from '../../../../../test/room/fake-rooms.tsx';
import { ErgAsked } from './erg-asked.tsx';
import { useRowItHere } from './use-row-it-here.ts';

const activityId = '018f0000-0000-7000-8000-000000000001';
let own = createFakeRow();
let erg = createFakeErg();
let rooms = createFakeRooms();
const Around = ({ children }: { children: ReactNode }) => (
  <erg.Provider>
    <rooms.Provider>{children}</rooms.Provider>
  </erg.Provider>
);
const say = () => erg.say({ kind: 'heartRateBeltInformation', manufacturerId: 1, deviceType: 2, beltId: 3 });
const hear = () => act(say);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  own = createFakeRow();
  erg = createFakeErg();
  rooms = createFakeRooms();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const watched = {
  activityId,
  sessionId: place.sessionId,
  lostTo: 'device' as const,
  isTakingOver: false,
};

describe('a row that is wanted here', () => {
  const show = () =>
    renderHook(({ row }) => useRowItHere(row, own.control), {
      initialProps: { row: watched },
      wrapper: Around,
    });

  test("stays on the other device until a monitor's record arrives here, and is then taken over once", () => {
    const { result } = show();
    hear();
    expect(own.rowing.takeOver).not.toHaveBeenCalled();
    act(() => result.current.want());
    expect(result.current.isWanted).toBe(true);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(own.rowing.takeOver).not.toHaveBeenCalled();
    act(() => {
      say();
      say();
    });
    hear();
    expect(own.rowing.takeOver).toHaveBeenCalledOnce();
    expect(result.current.isWanted).toBe(false);
  });

  test('is requested every 5 s, until the request is canceled', () => {
    const { result } = show();
    act(() => result.current.want());
    act(() => void vi.advanceTimersByTime(10_000));
    expect(rooms.ask.mock.calls).toEqual(
      Array.from({ length: 3 }, () => [place.sessionId, liveEvents.ergAsk, { activity: activityId }]),
    );
    act(() => result.current.cancel());
    hear();
    act(() => void vi.advanceTimersByTime(10_000));
    expect(rooms.ask).toHaveBeenCalledTimes(3);
    expect(own.rowing.takeOver).not.toHaveBeenCalled();
  });

  test('is wanted even if the server does not know the request', () => {
    rooms.ask.mockRejectedValueOnce(new Error('No answer'));
    const { result } = show();
    act(() => result.current.want());
    hear();
    expect(own.rowing.takeOver).toHaveBeenCalledOnce();
  });

  test('is no longer wanted once it ended, or is another', () => {
    const { result, rerender } = show();
    act(() => result.current.want());
    rerender({ row: { ...watched, activityId: '018f0000-0000-7000-8000-000000000002' } });
    expect(result.current.isWanted).toBe(false);
    hear();
    expect(own.rowing.takeOver).not.toHaveBeenCalled();
  });
});

describe('the device with the erg', () => {
  const ask = (activity = activityId) => act(() => rooms.say(liveEvents.ergAsked, { activity }));
  const question = () => screen.queryByRole('group', { name: 'Your other device' });

  test('releases it only when its athlete agrees', () => {
    render(<ErgAsked activityId={activityId} />, { wrapper: Around });
    expect(question()).toBeNull();
    ask('018f0000-0000-7000-8000-000000000002');
    expect(question()).toBeNull();
    ask();
    expect(erg.actions.lend).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Let the erg go' }));
    expect(erg.actions.lend).toHaveBeenCalledOnce();
  });

  test('keeps it, and stops asking, also as soon as the other device stops asking', () => {
    render(<ErgAsked activityId={activityId} />, { wrapper: Around });
    ask();
    act(() => void vi.advanceTimersByTime(11_000));
    expect(question()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(question()).toBeNull();
    ask();
    fireEvent.click(screen.getByRole('button', { name: 'Keep it here' }));
    ask();
    expect(question()).toBeNull();
    expect(erg.actions.lend).not.toHaveBeenCalled();
  });

  test('is requested even while it reconnects to a silent erg', () => {
    erg.set({ state: 'connecting', silentSinceMs: 1 });
    render(<ErgAsked activityId={activityId} />, { wrapper: Around });
    ask();
    fireEvent.click(screen.getByRole('button', { name: 'Let the erg go' }));
    expect(erg.actions.lend).toHaveBeenCalledOnce();
  });

  test('is not requested to release an erg that it does not have', () => {
    erg.set({ state: 'disconnected' });
    render(<ErgAsked activityId={activityId} />, { wrapper: Around });
    ask();
    expect(question()).toBeNull();
  });
});
