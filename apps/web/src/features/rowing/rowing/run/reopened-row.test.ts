// @vitest-environment happy-dom
import type { OwnActivity } from '@boathouse/contract/activities';
import { decodeNotification } from '@boathouse/pm5/decode';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordedNotifications } from '../../../../../test/erg/recorded-row.ts';
import { buildUserRef } from '../../../../../test/sessions/factory.ts';
import {
  createFakeActivityServer,
  type FakeActivityServer,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import {
  beginRowing,
  openPage,
  pass,
  play,
  rower,
  type Page,
  type TimedRecord,
} from '../../../../../test/rowing/fake-row-page.ts';
import { nowMs } from '../../../../../test/now.ts';

const records: TimedRecord[] = recordedNotifications.map(({ atMs, characteristic, bytes }) => ({
  atMs,
  record: decodeNotification(characteristic, bytes),
}));
/** Returns the number of records until a distance. */
const until = (distanceM: number) =>
  records.findIndex(({ record }) => record.kind === 'generalStatus' && record.distanceM >= distanceM) + 1;

let server: FakeActivityServer;
let page: Page;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 10, 21, 17, 40) });
  server = createFakeActivityServer({ rower: { ...buildUserRef(), _id: rower } });
  page = openPage(server, new FakeBrowser('018f0000-0000-4000-8000-0000000000d1'));
});
afterEach(() => {
  page.crash();
  vi.useRealTimers();
});

const stored = (): OwnActivity => {
  const activity = server.activity(page.row()?.activityId ?? '');
  if (!activity) throw new Error('The server has no activity');
  return activity;
};

/** Changes the activity on the server, as another page would, and announces it. */
function change(parts: Partial<OwnActivity>): void {
  const changed = { ...stored(), ...parts };
  server.add(changed);
  page.runner.activitiesChanged({ activities: [changed], discarded: [] });
}
const complete = () => change({ isCompleted: true, completedAt: new Date(nowMs()).toISOString() });
const reopen = () => change({ isCompleted: false, completedAt: null, summary: null });

describe('a result that is opened again', () => {
  test('is continued by the page that has finished it by hand, and completed with the monitor’s summary', async () => {
    await beginRowing(page);
    await play(page, records.slice(0, until(50)));
    page.runner.finish();
    await pass(3_000);
    expect(page.row()).toMatchObject({ stage: 'completed' });
    reopen();
    await pass(3_000);
    expect(page.row()).toMatchObject({ stage: 'rowing', isEndedElsewhere: false });
    await play(page, records.slice(until(50)));
    await pass(10_000);
    expect(page.row()).toMatchObject({ stage: 'completed' });
    expect(stored()).toMatchObject({ isCompleted: true, distance: 100, summary: { source: 'summary' } });
  });

  test('is continued by the page under which the host had ended it', async () => {
    await beginRowing(page);
    await play(page, records.slice(0, until(50)));
    complete();
    await pass(3_000);
    expect(page.row()).toMatchObject({ isEndedElsewhere: true });
    reopen();
    await pass(3_000);
    expect(page.row()).toMatchObject({ stage: 'rowing', isEndedElsewhere: false });
    await play(page, records.slice(until(50)));
    await pass(10_000);
    expect(stored()).toMatchObject({ isCompleted: true, distance: 100, summary: { source: 'summary' } });
  });

  test('is not reopened by a response that was sent before its completion', async () => {
    await beginRowing(page);
    await play(page, records.slice(0, until(50)));
    await pass(3_000);
    const look = page.runner.look();
    complete();
    await pass(3_000);
    await look;
    expect(page.row()).toMatchObject({ isEndedElsewhere: true });
  });
});
