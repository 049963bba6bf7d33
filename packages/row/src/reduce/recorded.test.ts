import { readFileSync } from 'node:fs';
import { decodeNotification } from '@boathouse/pm5/decode';
import { describe, expect, test } from 'vitest';
import { beginRow, reduceRow, takeStrokes, type RowProgress } from './progress.ts';

/* A 100 m piece recorded from real hardware; see SOURCES.md beside the file for its origin and license. */
const recording = new URL('../../../pm5/fixtures/row100m_pm5_2016_ble.jsonl', import.meta.url);

type RecordedEvent = { t_ms: number; ev: string; char?: string; hex?: string };
function parseEvent(line: string): RecordedEvent {
  return JSON.parse(line);
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const steps: { atMs: number; before: RowProgress; after: RowProgress }[] = [];
let progress = beginRow();
for (const event of readFileSync(recording, 'utf8').trim().split('\n').map(parseEvent)) {
  if (event.ev !== 'notificationReceived' || event.char === undefined || event.char === '0022') continue;
  const before = progress;
  progress = reduceRow(
    before,
    decodeNotification(parseInt(event.char, 16), bytesOf(event.hex ?? '')),
    event.t_ms,
  );
  steps.push({ atMs: event.t_ms, before, after: progress });
}

describe('a recorded 100 m piece', () => {
  test('has the same result as the monitor', () => {
    expect(progress.phase).toBe('finished');
    expect(progress.result).toEqual({
      elapsedSec: 25,
      distanceM: 100,
      averagePaceSec: 125,
      averageStrokeRateSpm: 24,
      averagePowerW: 179,
      totalCalories: 6,
      averageHeartRateBpm: null,
      // The summary of this old firmware has 0 here; the split record has the value.
      dragFactor: 98,
      workoutType: 3,
      logEntry: { date: { year: 2016, month: 3, day: 6 }, time: { hour: 11, minute: 36 } },
      source: 'summary',
    });
    expect(progress.splits).toMatchObject([
      { splitNumber: 1, timeSec: 25, distanceM: 100, averagePowerW: 179 },
    ]);
  });

  test('finishes with the summary, 1.5 s after the last meter', () => {
    const phases = steps.filter(({ before, after }) => before.phase !== after.phase);
    expect(phases.map(({ atMs, after }) => [atMs, after.phase])).toEqual([
      [15_911, 'rowing'],
      [40_302, 'ending'],
      [41_832, 'finished'],
    ]);
  });

  test('emits ten strokes, each with its own recovery except the last, which the end cut short', () => {
    const given = takeStrokes(progress).strokes;
    expect(given.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(given.map(({ recoveryTime }) => recoveryTime)).toEqual([
      1.8,
      1.87,
      1.9,
      1.84,
      1.96,
      2,
      1.85,
      1.9,
      1.83,
      null,
    ]);
    expect(given[1]).toMatchObject({ elapsedTime: 3.52, distance: 12.9, power: 142, workPerStroke: 381.5 });
    expect(given[1]?.pace).toBe(135.08);
    expect(given[0]?.workPerStroke).toBeNull();
    expect(progress.strokeCount).toBe(10);
  });

  test('never counts down', () => {
    for (const { before, after } of steps) {
      expect(after.distanceM).toBeGreaterThanOrEqual(before.distanceM);
      expect(after.elapsedSec).toBeGreaterThanOrEqual(before.elapsedSec);
    }
  });
});
