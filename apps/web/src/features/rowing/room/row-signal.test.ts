import type { LiveSample, MemberState } from '@boathouse/contract/live';
import { describe, expect, test } from 'vitest';
import { buildLanes } from '../../../../test/board/factory.ts';
import { buildActivity } from '../../../../test/sessions/factory.ts';
import { countSignals, signalOf, type RowSignal } from './row-signal.ts';

const heardAt = '2026-05-01T06:00:00.000Z';
const heardMs = Date.parse(heardAt);
const connected: MemberState = {
  isErgConnected: true,
  setItems: [0],
  isInFront: true,
  item: 0,
  isRowing: true,
};

const sample: LiveSample = {
  phase: 'rowing',
  elapsedTime: 60,
  distance: 0,
  currentPace: 120,
  averagePace: 120,
  strokeRate: 24,
  heartRate: null,
  isSimulated: false,
};

type Facts = { distance?: number; state?: MemberState; laneAgoSec?: number };

/** Returns the signal some seconds after the server has received values of an activity. */
function signalAfter(sec: number, { distance = 300, state, laneAgoSec }: Facts = {}) {
  const activity = buildActivity({ isCompleted: false, heardAt, distance, workoutItemIndex: 0 });
  const monotonicMs = 10_000_000;
  const samples = laneAgoSec === undefined ? {} : { [activity._id]: { ...sample, distance } };
  const room = buildLanes(samples, monotonicMs - (laneAgoSec ?? 0) * 1_000);
  return signalOf(room, activity, state, { serverMs: heardMs + sec * 1_000, monotonicMs });
}

describe('the signal of an activity in progress', () => {
  test.each<[string, number, Facts, RowSignal]>([
    ['heard 15 s ago', 15, {}, 'rowing'],
    ['heard 16 s ago', 16, {}, 'noSignal'],
    ['heard 63 s ago, whose page is closed', 63, { laneAgoSec: 63 }, 'noSignal'],
    ['heard on this page a second ago', 63, { laneAgoSec: 1 }, 'rowing'],
    ['heard 11 minutes ago', 660, {}, 'stale'],
    ['of 300 m, on a rower that stands and sends nothing', 200, { state: connected }, 'rowing'],
    [
      'whose monitor is silent',
      30,
      { state: { ...connected, isErgConnected: false, setItems: [] } },
      'noSignal',
    ],
    [
      'begun, that waits with its erg',
      200,
      { distance: 0, state: { ...connected, isRowing: false } },
      'waiting',
    ],
    ['begun a moment ago', 2, { distance: 0 }, 'waiting'],
    ['begun 3 minutes ago, with no packet since', 180, { distance: 0 }, 'noSignal'],
  ])('%s', (_, sec, facts, signal) => {
    expect(signalAfter(sec, facts)).toBe(signal);
  });

  test('is counted', () => {
    expect(countSignals(['rowing', 'noSignal', 'noSignal'])).toEqual({
      rowing: 1,
      waiting: 0,
      noSignal: 2,
      stale: 0,
    });
  });
});
