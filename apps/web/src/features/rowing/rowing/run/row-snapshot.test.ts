import { beginRow, reduceRow } from '@boathouse/row/reduce/progress';
import { withWork } from '@boathouse/row/reduce/state';
import { generalStatus, status1, stroke } from '@boathouse/row/test/record-factory';
import { expect, test } from 'vitest';
import { buildRowSnapshot } from '../../../../../test/rowing/build-row-snapshot.ts';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { sameOrNext, type RowSnapshot } from './row-snapshot.ts';

const rowed = [generalStatus({ elapsedSec: 2, distanceM: 8 }), status1()].reduce(
  (progress, record) => reduceRow(progress, record, 1_000),
  beginRow(),
);

const snapshot = (parts: Partial<RowSnapshot> = {}) => buildRowSnapshot({ progress: rowed, ...parts });

test('a record that only affects how later ones are read does not change the snapshot', () => {
  const before = snapshot();
  const drive = reduceRow(rowed, stroke({ strokeCount: 1, elapsedSec: 2, distanceM: 8 }), 1_100);
  expect(drive.track.strokes.openStroke).not.toEqual(rowed.track.strokes.openStroke);
  const next = snapshot({ progress: { ...rowed, track: drive.track, closedStrokes: drive.closedStrokes } });
  expect(sameOrNext(before, next)).toBe(before);
});

test.each([
  ['a figure', { progress: reduceRow(rowed, generalStatus({ elapsedSec: 2.5, distanceM: 10 }), 1_500) }],
  ['what is not sent', { saving: { ...snapshot().saving, unsentStrokes: 1 } }],
  ['what the server has', { activity: buildActivity() }],
  ['that the monitor has left the workout', { progress: withWork(rowed, { isAbandoned: true }) }],
])('%s makes another snapshot', (_, parts: Partial<RowSnapshot>) => {
  const next = snapshot(parts);
  expect(sameOrNext(snapshot(), next)).toBe(next);
  expect(sameOrNext(null, next)).toBe(next);
});
