import { expect, test } from 'vitest';
import { sessionStateOf, wordsOfState } from './session-state.ts';

const startAt = '2026-05-01T06:00:00.000Z';
const minutes = (count: number) => Date.parse(startAt) + count * 60_000;

test.each([
  [minutes(-3 * 24 * 60), 0, 'Starts in 3 days'],
  [minutes(-24 * 60), 0, 'Starts in 1 day'],
  [minutes(-110), 0, 'Starts in 2 h'],
  [minutes(-59), 0, 'Starts in 59 min'],
  [minutes(-1), 0, 'Starts in 1 min'],
  [minutes(-0.5), 0, 'Starts now'],
  [minutes(0), 0, 'Starts now'],
  [minutes(0.9), 0, 'Starts now'],
  [minutes(5), 0, 'Started 5 min ago'],
  [minutes(59), 0, 'Started 59 min ago'],
  [minutes(60), 0, 'Ended'],
  [minutes(60 * 24), 0, 'Ended yesterday'],
  [minutes(60 * 24 * 3), 0, 'Ended 3 days ago'],
  // An athlete who rows makes it live, early and late.
  [minutes(-30), 1, 'Live, 1 rowing'],
  [minutes(90), 12, 'Live, 12 rowing'],
])('at %d with %d rowing, a session is "%s"', (nowMs, rowing, words) => {
  expect(wordsOfState(sessionStateOf(startAt, { rowing, noSignal: 0 }, nowMs))).toBe(words);
});

test.each([
  // It is the evening of a Monday in Berlin.
  ['2026-05-04T18:00:00.000Z', '2026-05-04T21:30:00.000Z', 'Europe/Berlin', 'Ended'],
  ['2026-05-04T18:00:00.000Z', '2026-05-05T06:00:00.000Z', 'Europe/Berlin', 'Ended yesterday'],
  ['2026-05-04T18:00:00.000Z', '2026-05-06T06:00:00.000Z', 'Europe/Berlin', 'Ended 2 days ago'],
  // In California that is Monday morning.
  ['2026-05-04T18:00:00.000Z', '2026-05-05T06:00:00.000Z', 'America/Los_Angeles', 'Ended'],
  // Not ended before it has been on for an hour, which is on the next day.
  ['2026-05-04T21:30:00.000Z', '2026-05-04T22:45:00.000Z', 'Europe/Berlin', 'Ended'],
  // A day of 23 hours.
  ['2026-03-28T20:00:00.000Z', '2026-03-29T22:30:00.000Z', 'Europe/Berlin', 'Ended 2 days ago'],
])('a session of %s has ended at %s in %s: "%s"', (startedAt, now, timeZone, words) => {
  expect(wordsOfState(sessionStateOf(startedAt, { rowing: 0, noSignal: 0 }, Date.parse(now), timeZone))).toBe(
    words,
  );
});

test('a session whose only athlete has no signal is live, with no one rowing', () => {
  const words = (rowing: number, noSignal: number) =>
    wordsOfState(sessionStateOf(startAt, { rowing, noSignal }, minutes(5)));
  expect(words(0, 1)).toBe('Live, 0 rowing, 1 without signal');
  expect(words(3, 2)).toBe('Live, 3 rowing, 2 without signal');
});

test('a session with a begun item no longer waits for its planned time', () => {
  const words = (hasBegun: boolean, nowMs: number) =>
    wordsOfState(sessionStateOf(startAt, { rowing: 0, noSignal: 0, hasBegun }, nowMs));
  expect(words(true, minutes(-5))).toBe('Live, 0 rowing');
  expect(words(false, minutes(-5))).toBe('Starts in 5 min');
  expect(words(true, minutes(5))).toBe('Started 5 min ago');
});
