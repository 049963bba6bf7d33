import { describe, expect, test } from 'vitest';
import { after, at, lifeOf } from '../../test/lives.ts';
import { generalStatus, status1, stroke } from '../../test/record-factory.ts';
import type { RowRecord } from '../reduce/progress.ts';
import { emptyRowerData } from '@boathouse/pm5/ftms/rower-data';
import { changed, type Effect, type Life } from './life-state.ts';
import { sampleIfDue, withBurst, withSampleDue } from './samples.ts';

const before = lifeOf({}, { sampledAtMs: at.monoMs - 1_000 });
/** The same row with newer values. */
const newer = (kept: Partial<Life['kept']> = {}, run: Partial<Life['run']> = {}) =>
  changed(before, { progress: { ...before.kept.progress, distanceM: 104 }, ...kept }, run);

describe('a sample of new values', () => {
  test.each<[string, Partial<Life['kept']>, Partial<Life['run']>, number | null]>([
    ['is due after the burst', {}, {}, 50],
    ['is due 250 ms after the last one', {}, { sampledAtMs: at.monoMs - 100 }, 150],
    ['is due when it was due before', {}, { sampleDueAtMs: at.monoMs + 7 }, 7],
    ['is not due after the end', { stage: 'completing' }, {}, null],
    ['is not due before the server knows the row', { begin: 'asked' }, {}, null],
    ["is not due before the monitor's totals", {}, { isCurrent: false }, null],
    ["is not due in another device's row", { lostTo: 'device' }, {}, null],
    ['is not due in a row ended elsewhere', { isEndedElsewhere: true }, {}, null],
    ['is not due in a refused row', { refusal: { class: 'gone', message: 'Deleted' } }, {}, null],
    [
      'is not due before the row is known to continue',
      { takenUpAt: { elapsedSec: 1, distanceM: 4 }, mustRead: true },
      {},
      null,
    ],
    [
      'is due once the strokes are read',
      { takenUpAt: { elapsedSec: 1, distanceM: 4 }, mustRead: false },
      {},
      50,
    ],
    [
      'is due if the strokes can’t be read',
      { takenUpAt: { elapsedSec: 1, distanceM: 4 }, mustRead: true },
      { strokesRefusal: 'No' },
      50,
    ],
    ['is due while strokes are read again', { mustRead: true }, {}, 50],
  ])('%s', (_, kept, run, inMs) => {
    expect(withSampleDue(before, newer(kept, run), at).run.sampleDueAtMs).toBe(
      inMs === null ? null : at.monoMs + inMs,
    );
  });

  test('is not due for values that have not changed', () => {
    expect(withSampleDue(before, before, at).run.sampleDueAtMs).toBeNull();
  });

  test.each<[string, RowRecord, Partial<Life['run']>, number]>([
    ['50 ms after the first record of a burst', generalStatus(), {}, 50],
    [
      '50 ms after the first record, even if it was due',
      generalStatus(),
      { sampleDueAtMs: at.monoMs + 900 },
      50,
    ],
    ['at once with the second record', status1(), { sampleDueAtMs: at.monoMs + 40 }, 0],
    ['at once with a second record whose first one is lost', status1(), { sampledAtMs: at.monoMs - 301 }, 0],
    ['250 ms after a sample of a lost first record', status1(), { sampledAtMs: at.monoMs - 101 }, 149],
    ['with the next burst if the second record is late', status1(), { sampledAtMs: at.monoMs - 100 }, 1_000],
    ['at once with a record of another maker', emptyRowerData, {}, 0],
    ['with the next burst after another record', stroke(), {}, 1_000],
    ['when it was due, after another record', stroke(), { sampleDueAtMs: at.monoMs + 40 }, 40],
  ])('is due %s', (_, record, run, inMs) => {
    expect(withBurst(before, newer({}, run), record, at).run.sampleDueAtMs).toBe(at.monoMs + inMs);
  });
});

test.each([
  ['not before it is due', 1, null],
  ['when it is due', 0, 0],
  ['with a late timer, as if in time', -30, -30],
  ['with a very late timer, 30 ms late', -31, -30],
])('a sample is sent %s', (_, dueInMs, sampledMs) => {
  const effects: Effect[] = [];
  const life = sampleIfDue(changed(before, {}, { sampleDueAtMs: at.monoMs + dueInMs }), at, effects);
  expect(effects.map(({ kind }) => kind)).toEqual(sampledMs === null ? [] : ['sample']);
  expect(life.run.sampledAtMs).toBe(sampledMs === null ? at.monoMs - 1_000 : at.monoMs + sampledMs);
  expect(sampleIfDue(life, after(-1), [])).toBe(life);
});
