import { describe, expect, test } from 'vitest';
import type { Readiness } from '../../rowing/room/index.ts';
import { adviceOf, type Part } from './advice.ts';

const advice = (part: Part, readiness: Readiness, more: { isHost?: boolean; workout?: string } = {}) =>
  adviceOf({ part, readiness, isHost: false, workout: '2k', ...more });

describe('the advice of the countdown to the athlete', () => {
  test.each<[string, Part, Readiness, string | null]>([
    ['has begun and is ready', 'begun', 'ready', 'Ready. Row at GO.'],
    ['has begun with another workout on the monitor', 'begun', 'notSet', 'Set your monitor to 2000 m.'],
    [
      'has begun, and the monitor is silent',
      'begun',
      'silent',
      'Your monitor is silent. Wake it, or hide this and connect it again.',
    ],
    [
      'has begun, and the erg is gone',
      'begun',
      'noErg',
      'Your erg is not connected. Hide this and connect it to row at GO.',
    ],
    ['is ready and has not begun', 'mayBegin', 'ready', 'Press Start Workout, or just row at GO.'],
    ['has another workout on the monitor', 'mayBegin', 'notSet', 'Set your monitor to 2000 m.'],
    ['has no erg', 'mayBegin', 'noErg', 'Hide this and connect your erg to row with the others.'],
    ['is busy here', 'mayBegin', 'busy', 'Finish the workout you have begun first.'],
    ['is busy elsewhere', 'busy', 'ready', 'Finish the workout you have begun first.'],
    ['has a result', 'none', 'ready', null],
    ['rows', 'begun', 'rowing', null],
  ])('for a viewer who %s', (_, part, readiness, words) => {
    expect(advice(part, readiness)).toBe(words);
  });

  test('is nothing for a host who coaches', () => {
    expect(advice('mayBegin', 'noErg', { isHost: true })).toBeNull();
  });

  test('names a workout without an end and intervals as the monitor does', () => {
    expect(advice('begun', 'notSet', { workout: 'just row' })).toBe('Choose Just Row on your monitor.');
    expect(advice('begun', 'notSet', { workout: '4x500m/2:00' })).toBe(
      'Set your monitor to 4 x 500 m / 2:00 rest.',
    );
  });

  test('shows ready only to those who count as ready', () => {
    const all = ['rowing', 'noSignal', 'ready', 'busy', 'noErg', 'silent', 'notSet', 'away'] as const;
    for (const readiness of all) {
      const says = advice('begun', readiness)?.startsWith('Ready') ?? false;
      expect([readiness, says]).toEqual([readiness, readiness === 'ready']);
    }
  });
});
