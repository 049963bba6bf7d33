import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { sync as contract, type SyncService, type SyncState } from '@boathouse/contract/sync/calls';
import type { OpenDatabase } from '../../src/db/database.ts';
import {
  activities,
  imports,
  outgoingDestinations,
  outgoingMessages,
  readImports,
  syncConnections,
} from '../../src/db/tables.ts';
import { queueUploads } from '../../src/features/training/activities/uploads/store.ts';
import { buildActivity, type ActivityToBuild } from '../../src/features/training/activities/factory.ts';
import { buildStrokes, strokeOf } from '../../src/features/training/strokes/factory.ts';
import { TestApp, type Person } from '../support/test-app.ts';
import { EmulatedIntervals } from './emulated-intervals.ts';
import { EmulatedLogbook } from './emulated-logbook.ts';

/** After the moment at which each test file begins, which the stores record for a row's last message. */
const startMs = Date.parse('2026-11-25T18:00:00Z');
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** Athletes on a server with both services beside it, and a clock that the test moves on. */
export function useConnectedAthletes(database: () => OpenDatabase) {
  const clock = { nowMs: startMs };
  const intervals = new EmulatedIntervals();
  const logbook = new EmulatedLogbook(() => clock.nowMs);
  const opened: { app?: TestApp; ann?: Person; ben?: Person } = {};
  const given = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('Not opened yet');
    return value;
  };
  const app = () => given(opened.app);

  beforeAll(async () => {
    await Promise.all([intervals.listen(), logbook.listen()]);
    const syncHosts = { intervals: intervals.origin, logbook: logbook.origin, logbookClient: logbook.client };
    const nowMs = () => clock.nowMs;
    opened.app = await TestApp.on(database(), { syncHosts }, undefined, undefined, undefined, { nowMs });
    opened.ann = await app().signUp('Ann');
    opened.ben = await app().signUp('Ben');
  });
  afterAll(async () => {
    await opened.app?.close();
    await Promise.all([intervals.close(), logbook.close()]);
  });
  beforeEach(async () => {
    clock.nowMs = startMs;
    const tables = [
      activities,
      imports,
      readImports,
      syncConnections,
      outgoingMessages,
      outgoingDestinations,
    ];
    for (const table of tables) await database().db.delete(table);
    for (const service of [intervals, logbook]) {
      service.requests.length = 0;
      service.troubles = [];
      service.answers.clear();
    }
    intervals.athletes.clear();
    intervals.athletes.set('anns-key', { id: 'i7', name: 'Ann A.' });
    intervals.activities = [];
    intervals.recognizes = true;
    logbook.tokens.clear();
    logbook.users.set(7, 'ann_rows');
    logbook.results = [];
  });

  afterEach(() => {
    expect(app().errors.splice(0), 'errors that the server logged').toEqual([]);
  });

  const ann = () => given(opened.ann);
  const choices = { uploads: true, imports: true, timeZone: 'Europe/Berlin' };

  return {
    clock,
    intervals,
    logbook,
    app,
    ann,
    ben: () => given(opened.ben),
    db: () => database().db,
    pass: (ms: number) => void (clock.nowMs += ms),
    /** The work that a process does every few seconds. */
    async run(): Promise<void> {
      const { syncWorker, outgoing } = app().services;
      await syncWorker.run();
      await outgoing.run();
      await outgoing.whenIdle();
    },
    connect: (service: SyncService, key: string, more: object = {}) =>
      app().call('PUT', `/api/sync/${service}`, { as: ann(), body: { key, ...choices, ...more } }),
    async state(as = ann()): Promise<SyncState> {
      return contract.state.response.parse((await app().call('GET', '/api/sync', { as })).body);
    },
    /** Stores a finished row of an athlete 20 minutes ago, and queues it as its completion does. */
    async finished(more: Partial<ActivityToBuild> = {}, strokes = 0): Promise<string> {
      const userId = ann().user._id;
      const completedAt = new Date(clock.nowMs - 20 * minuteMs);
      const rowed = { distance: 2_000, elapsedTime: 425.3, averagePace: 106.3, source: 'monitor' as const };
      const row = {
        userId,
        title: 'Before work',
        workout: '2000 m',
        workoutType: 3,
        completedAt,
        createdAt: new Date(completedAt.getTime() - 425_300),
        ...rowed,
        ...more,
      };
      const id = await buildActivity(database().db, row);
      if (strokes > 0) {
        const perStroke = { sec: row.elapsedTime / strokes, m: row.distance / strokes };
        const list = Array.from({ length: strokes }, (_, at) =>
          strokeOf({
            number: at + 1,
            elapsedTime: perStroke.sec * (at + 1),
            distance: perStroke.m * (at + 1),
            pace: 106.3,
            strokeRate: 28,
            heartRate: 150,
          }),
        );
        await buildStrokes(database().db, id, list);
      }
      const finishedAt = new Date(clock.nowMs - 10 * minuteMs);
      await queueUploads(database().db, { ...row, activityId: id }, finishedAt);
      return id;
    },
  };
}
