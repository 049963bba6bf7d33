// @vitest-environment happy-dom
import { liveEvents } from '@boathouse/contract/live';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { place } from '../../../../test/rowing/fake-row-page.ts';
import { ErgAsked } from './erg-asked.tsx';
import { useRowItHere } from './use-row-it-here.ts';

const activityId = '018f0000-0000-7000-8000-000000000001';
const takeOver = vi.fn(async () => {});
const lend = vi.fn();
const ask = vi.fn(async () => ({ ok: true as const }));
const records = new Set<() => void>();
const events = new Map<string, (message: { activity: string }) => void>();
let erg: { state: string; silentSinceMs: number | null };

vi.mock('../../erg/index.ts', () => ({
  useErg: () => ({ ...erg, lend, onRecord }),
}));
vi.mock('../../room/index.ts', () => ({ useRooms: () => rooms }));
const rooms = {
  ask,
  onEvent(name: string, _schema: unknown, listener: (message: { activity: string }) => void) {
    events.set(name, listener);
    return () => events.delete(name);
  },
};
function onRecord(listener: () => void) {
  records.add(listener);
  return () => records.delete(listener);
}
const hear = () => act(() => records.forEach((listener) => listener()));

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  erg = { state: 'connected', silentSinceMs: null };
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
    renderHook(({ row }) => useRowItHere(row, { takeOver }), { initialProps: { row: watched } });

  test('stays on the other device until a monitor is heard here, and is then taken over once', () => {
    const { result } = show();
    hear();
    expect(takeOver).not.toHaveBeenCalled();
    act(() => result.current.want());
    expect(result.current.isWanted).toBe(true);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(takeOver).not.toHaveBeenCalled();
    act(() => records.forEach((listener) => [listener(), listener()]));
    hear();
    expect(takeOver).toHaveBeenCalledOnce();
    expect(result.current.isWanted).toBe(false);
  });

  test('is asked for every 5 s, until it is canceled', () => {
    const { result } = show();
    act(() => result.current.want());
    act(() => void vi.advanceTimersByTime(10_000));
    expect(ask.mock.calls).toEqual(
      Array.from({ length: 3 }, () => [place.sessionId, liveEvents.ergAsk, { activity: activityId }]),
    );
    act(() => result.current.cancel());
    hear();
    act(() => void vi.advanceTimersByTime(10_000));
    expect(ask).toHaveBeenCalledTimes(3);
    expect(takeOver).not.toHaveBeenCalled();
  });

  test('is wanted also where the server does not know the question', () => {
    ask.mockRejectedValueOnce(new Error('No answer'));
    const { result } = show();
    act(() => result.current.want());
    hear();
    expect(takeOver).toHaveBeenCalledOnce();
  });

  test('is not wanted any more once it ended, or is another', () => {
    const { result, rerender } = show();
    act(() => result.current.want());
    rerender({ row: { ...watched, activityId: '018f0000-0000-7000-8000-000000000002' } });
    expect(result.current.isWanted).toBe(false);
    hear();
    expect(takeOver).not.toHaveBeenCalled();
  });
});

describe('the device with the erg', () => {
  const say = (activity = activityId) => act(() => events.get(liveEvents.ergAsked)?.({ activity }));
  const question = () => screen.queryByRole('group', { name: 'Your other device' });

  test('lets it go only when its athlete says so', () => {
    render(<ErgAsked activityId={activityId} />);
    expect(question()).toBeNull();
    say('018f0000-0000-7000-8000-000000000002');
    expect(question()).toBeNull();
    say();
    expect(lend).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Let the erg go' }));
    expect(lend).toHaveBeenCalledOnce();
  });

  test('keeps it, and asks no more, or as soon as the other device does not ask any more', () => {
    render(<ErgAsked activityId={activityId} />);
    say();
    act(() => void vi.advanceTimersByTime(11_000));
    expect(question()).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(question()).toBeNull();
    say();
    fireEvent.click(screen.getByRole('button', { name: 'Keep it here' }));
    say();
    expect(question()).toBeNull();
    expect(lend).not.toHaveBeenCalled();
  });

  test('is asked also while it connects to a silent erg again', () => {
    erg = { state: 'connecting', silentSinceMs: 1 };
    render(<ErgAsked activityId={activityId} />);
    say();
    fireEvent.click(screen.getByRole('button', { name: 'Let the erg go' }));
    expect(lend).toHaveBeenCalledOnce();
  });

  test('is not asked for an erg that it has not', () => {
    erg = { state: 'disconnected', silentSinceMs: null };
    render(<ErgAsked activityId={activityId} />);
    say();
    expect(question()).toBeNull();
  });
});
