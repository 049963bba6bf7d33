import 'fake-indexeddb/auto';
import { ActivitySchema } from '@boathouse/contract/activities';
import type { JournalStroke, KeptLife } from '@boathouse/row/life/life';
import { beginRow, finishByHand } from '@boathouse/row/reduce/progress';
import { emptyTally } from '@boathouse/row/plan/targets';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { mara } from '../../../../../test/people.ts';
import { createJournal } from './journal.ts';
import { findKeptResult } from './kept-result.ts';

const id = '018f0000-0000-7000-8000-000000000001';
const rowed = {
  ...beginRow(),
  phase: 'rowing' as const,
  pieceNumber: 1,
  elapsedSec: 480.5,
  distanceM: 2000,
  averagePaceSec: 120.1,
  workoutType: 1,
};
const kept: KeptLife = {
  key: id,
  id,
  place: { sessionId: 's1', workoutItemIndex: 0, title: 'Evening', workout: '2000m' },
  begunAtMs: 1_763_746_800_000,
  isBegunHere: true,
  timeZone: 'Europe/Oslo',
  isSimulated: false,
  stage: 'completing',
  begin: 'unsent',
  lostTo: null,
  isEndedElsewhere: false,
  refusal: null,
  patchRefusal: null,
  progress: finishByHand(rowed, 0),
  hasHeardMonitor: true,
  nextSequence: 2,
  serverNext: 0,
  mustRead: false,
  storedBefore: [],
  isLeft: false,
  heldUntilMs: null,
  takenUpAt: null,
  targets: emptyTally(),
};
const strokes: JournalStroke[] = [0, 1].map((sequence) => ({
  sequence,
  isSent: sequence === 0,
  stroke: makeStroke({ number: sequence + 1, distance: 10 * (sequence + 1) }),
}));

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()));

async function keep(life: KeptLife) {
  const journal = createJournal(mara._id);
  await journal.claim();
  await journal.keep(life, strokes);
  journal.reopen();
}

test('a finished row becomes the activity that the server will make of it, with its strokes, sent or not', async () => {
  await keep(kept);
  const found = await findKeptResult(mara, id);
  const { kind, ...activity } = found?.activity ?? {};
  expect(ActivitySchema.parse(activity)).toEqual(activity);
  expect(kind).toBe('distance');
  expect(found?.activity).toMatchObject({
    _id: id,
    workout: '2000m',
    distance: 2000,
    elapsedTime: 480.5,
    averagePace: 120.13,
    isCompleted: true,
    source: 'monitor',
    machine: 'rower',
    summary: { source: 'byHand' },
  });
  expect(found?.sessionId).toBe('s1');
  expect(found?.strokes.map(({ distance }) => distance)).toEqual([10, 20]);
});

test("a row in progress, a discarded one and another user's don’t count as a result", async () => {
  await keep({ ...kept, stage: 'rowing', progress: rowed });
  expect(await findKeptResult(mara, id)).toBeNull();
  await keep({ ...kept, stage: 'discarding' });
  expect(await findKeptResult(mara, id)).toBeNull();
  await keep(kept);
  expect(await findKeptResult({ ...mara, _id: 'another' }, id)).toBeNull();
});

test('reading creates no journal if there is none', async () => {
  expect(await findKeptResult(mara, id)).toBeNull();
  expect(await indexedDB.databases()).toEqual([]);
});
