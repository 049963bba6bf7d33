// @vitest-environment happy-dom
import { decodeNotification } from '@boathouse/pm5/decode';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordedNotifications } from '../../../../../test/erg/recorded-row.ts';
import {
  createFakeActivityServer,
  type FakeActivityServer,
  type Road,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import {
  beginRowing,
  openPage,
  pass,
  play,
  type Page,
  type TimedRecord,
} from '../../../../../test/rowing/fake-row-page.ts';

const records: TimedRecord[] = recordedNotifications.map(({ atMs, characteristic, bytes }) => ({
  atMs,
  record: decodeNotification(characteristic, bytes),
}));
/** The monitor sends the end once; a page that is closed then has only its last status. */
const endAt = records.findIndex(({ record }) => record.kind === 'splitIntervalData');

const summaryAt = records.findIndex(({ record }) => record.kind === 'endOfWorkoutSummary');

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2025, 10, 21, 17, 40) }));
afterEach(() => void vi.useRealTimers());

/** Returns the stored result, without the fields of this activity. */
function resultOf(server: FakeActivityServer) {
  const completions = server.storedOf('complete');
  expect(completions).toHaveLength(1);
  return completions[0]?.body;
}

const device = '018f0000-0000-4000-8000-0000000000d1';

async function rowedThrough(breakAt: number | null, end: 'reload' | 'crash'): Promise<FakeActivityServer> {
  const browser = new FakeBrowser(device);
  const server = createFakeActivityServer();
  let page = openPage(server, browser);
  await beginRowing(page);
  await play(page, records.slice(0, breakAt ?? records.length));
  if (breakAt !== null && server.inProgress()) {
    await page[end]();
    page = openPage(server, browser);
    await pass(1);
    await play(page, records.slice(breakAt));
  }
  await pass(10_000);
  page.crash();
  const [stored] = server.all();
  expect(server.strokes(stored?._id ?? '').map(({ number }) => number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  return server;
}

describe('a reload at any record', () => {
  test('a reload at any record with an unload event does not change the result', async () => {
    const whole = resultOf(await rowedThrough(null, 'reload'));
    expect(whole).toMatchObject({ distance: 100, elapsedTime: 25, averagePace: 125 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: records.length }), async (breakAt) => {
        expect(resultOf(await rowedThrough(breakAt, 'reload'))).toEqual(whole);
      }),
      { numRuns: 60, examples: [...records.slice(endAt).keys()].map((index) => [endAt + index]) },
    );
  }, 60_000);

  test('a reload at any record without an unload event does not change the monitor’s result', async () => {
    const { summary, ...figures } = { ...resultOf(await rowedThrough(null, 'crash')) };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: records.length }), async (breakAt) => {
        expect(resultOf(await rowedThrough(breakAt, 'crash'))).toMatchObject({ ...figures, summary });
      }),
      { numRuns: 60, examples: [...records.slice(endAt).keys()].map((index) => [endAt + index]) },
    );
  }, 60_000);
});

type Step =
  | { do: 'row'; count: number }
  | { do: 'wait'; ms: number }
  | { do: 'road'; road: Road }
  | { do: 'slow'; roundTripMs: number }
  | { do: 'reload' | 'crash' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('row' as const), count: fc.integer({ min: 1, max: 120 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('road' as const),
      road: fc.constantFrom<Road>('open', 'cut', 'oneWay'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('slow' as const),
      roundTripMs: fc.constantFrom(0, 20, 400, 3_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'crash' as const) }) },
);

/** An athlete who continues to row, independent of the page and the server. */
class Trial {
  readonly server = createFakeActivityServer();
  readonly browser = new FakeBrowser(device);
  readonly pages: Page[] = [];
  #played = 0;
  /** Null while the page has not loaded the row yet. */
  #page: Page | null = null;

  async begin(): Promise<void> {
    this.#page = this.#open();
    await beginRowing(this.#page);
  }

  async take(given: Step): Promise<void> {
    switch (given.do) {
      case 'row':
        return this.row(given.count);
      case 'wait':
        // A monitor sends its summary 1.5 s after the end, also to a page that is not ready.
        return this.#isAtItsEnd() ? undefined : void (await pass(given.ms));
      case 'road':
        this.server.road = given.road;
        return;
      case 'slow':
        this.server.roundTripMs = given.roundTripMs;
        return;
      default:
        await this.#page?.[given.do]();
        this.#page = null;
        // A page takes time to load; samples are numbered by the clock.
        await pass(1);
        await this.#takeUp();
    }
  }

  /** Without a page records are lost; but at least one record of the workout arrives. */
  async row(count: number): Promise<void> {
    await this.#takeUp();
    const end = Math.min(this.#played + count, this.#page ? records.length : endAt - 20);
    const next = records.slice(this.#played, end);
    if (this.#page) await play(this.#page, next);
    this.#played = Math.max(this.#played, end);
  }

  async end(): Promise<void> {
    this.server.road = 'open';
    this.server.roundTripMs = 20;
    await this.row(records.length);
    await pass(60_000);
    for (const page of this.pages) page.crash();
  }

  #isAtItsEnd(): boolean {
    return this.#played > endAt - 3 && this.#played <= summaryAt;
  }

  #open(): Page {
    const page = openPage(this.server, this.browser);
    this.pages.push(page);
    return page;
  }

  async #takeUp(): Promise<void> {
    if (this.#page) return;
    this.#page = this.#open();
    await pass(1);
  }
}

const isRising = (values: number[]) => values.every((value, index) => value >= (values[index - 1] ?? 0));

describe('with random failures of the page and the server', () => {
  test('[SESS-10] one completion is stored with the monitor’s values, and no patch lowers values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const trial = new Trial();
        await trial.begin();
        for (const given of steps) await trial.take(given);
        await trial.end();

        const { server } = trial;
        expect(resultOf(server)).toMatchObject({
          distance: 100,
          elapsedTime: 25,
          averagePace: 125,
          summary: { source: 'summary' },
        });
        expect(server.stored.at(-1)?.kind).toBe('complete');
        const storedM = server.storedOf('patch').map(({ body }) => body.distance ?? 0);
        expect(storedM).toEqual(storedM.toSorted((one, other) => one - other));
        const patchedAtMs = server.of('patch').map(({ atMs }) => atMs);
        patchedAtMs.forEach((atMs, index) =>
          expect(atMs - (patchedAtMs[index - 1] ?? 0)).toBeGreaterThanOrEqual(10_000),
        );
        expect(
          isRising(trial.pages.flatMap(({ samples }) => samples.map(({ sample }) => sample.distance))),
        ).toBe(true);
        expect(trial.browser.rows.size).toBe(0);
        const [activity] = server.all();
        const numbers = server.strokes(activity?._id ?? '').map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(trial.pages.at(-1)?.row()?.stage ?? 'completed').toBe('completed');
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
