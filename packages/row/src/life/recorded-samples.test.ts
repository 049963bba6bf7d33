import { readFileSync } from 'node:fs';
import { decodeNotification } from '@boathouse/pm5/decode';
import { expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld } from '../../test/model/fake-world.ts';
import type { RowRecord } from '../reduce/progress.ts';

/* A 100 m piece recorded from real hardware; see SOURCES.md beside the file for its origin and license. */
const recording = new URL('../../../pm5/fixtures/row100m_pm5_2016_ble.jsonl', import.meta.url);

type RecordedEvent = { t_ms: number; ev: string; char?: string; hex?: string };
function parseEvent(line: string): RecordedEvent {
  return JSON.parse(line);
}

function readRecords(): { atMs: number; record: RowRecord }[] {
  const events = readFileSync(recording, 'utf8').trim().split('\n').map(parseEvent);
  return events.flatMap(({ t_ms: atMs, ev, char, hex }) => {
    if (ev !== 'notificationReceived' || char === undefined || char === '0022') return [];
    const bytes = Uint8Array.from(hex?.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    return [{ atMs, record: decodeNotification(parseInt(char, 16), bytes) }];
  });
}

test('a sample of the recorded row has the distance, pace and rate of one and the same burst', () => {
  const world = new FakeRowWorld();
  const page = world.open(new FakeDevice('phone'));
  page.take({
    kind: 'start',
    id: '018f0000-0000-7000-8000-000000000001',
    place: { sessionId: 's', workoutItemIndex: 0, title: 'Evening', workout: '100m' },
    owner: page.owner,
    isSimulated: false,
    timeZone: 'Europe/Oslo',
    isWaiting: false,
  });
  world.pass(1_000);
  const records = readRecords();
  let nowMs = records[0]?.atMs ?? 0;
  for (const { atMs, record } of records) {
    world.pass(atMs - nowMs);
    nowMs = atMs;
    page.record(record);
  }

  // Both records of a burst have the same clock.
  const distanceAt = new Map<number, number>();
  const bursts = new Set<string>();
  for (const { record } of records) {
    if (record.kind === 'generalStatus') distanceAt.set(record.elapsedSec, record.distanceM);
    if (record.kind === 'additionalStatus1') {
      const distanceM = distanceAt.get(record.elapsedSec);
      bursts.add([distanceM, record.currentPaceSec, record.strokeRateSpm].join());
    }
  }
  const sent = page.samples.filter(({ progress }) => progress.phase === 'rowing' && progress.distanceM > 0);
  expect(sent.length).toBeGreaterThan(40);
  for (const { progress } of sent) {
    const { distanceM, currentPaceSec, strokeRateSpm } = progress;
    expect(bursts).toContain([distanceM, currentPaceSec, strokeRateSpm].join());
  }
});
