// @vitest-environment happy-dom
import { generalStatus, status1, stroke } from '@boathouse/row/test/record-factory';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeActivityServer,
  refusal,
  type FakeActivityServer,
  type Road,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import { beginRowing, openPage, pass, rower, type Page } from '../../../../../test/rowing/fake-row-page.ts';
import { createFakeLocks } from '../../../../../test/rowing/fake-tab-locks.ts';
import { buildUserRef } from '../../../../../test/sessions/factory.ts';
import type { Locks } from './tab-lock.ts';

type PageName = 'tab' | 'otherTab' | 'phone';
type Step =
  | { do: 'row'; sec: number }
  | { do: 'wait'; ms: number }
  | { do: 'road'; road: Road }
  /** The server accepts no strokes for a time. */
  | { do: 'strokes'; areTaken: boolean }
  | { do: 'takeOver' | 'open' | 'reload' | 'close' | 'look'; on: PageName };

const on = fc.constantFrom<PageName>('tab', 'otherTab', 'phone');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('row' as const), sec: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('road' as const),
      road: fc.constantFrom<Road>('open', 'open', 'cut', 'oneWay'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('strokes' as const), areTaken: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('takeOver' as const), on }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('open', 'open', 'reload', 'close', 'look'), on }),
  },
);

/** An athlete rows one workout, in two tabs of a browser and on a phone; one of them at a time has the erg. */
class Trial {
  readonly server: FakeActivityServer = createFakeActivityServer({
    rower: { ...buildUserRef(), _id: rower },
  });
  readonly desktop = new FakeBrowser('018f0000-0000-4000-8000-0000000000d1');
  readonly handset = new FakeBrowser('018f0000-0000-4000-8000-0000000000d2');
  readonly pages = new Map<PageName, Page>();
  /** Numbers of the strokes that a device has kept. */
  readonly kept = new Set<number>();
  readonly #locks: Locks = createFakeLocks();
  #sec = 0;

  async begin(): Promise<void> {
    await beginRowing(this.#open('tab'));
    await this.row(4);
  }

  async take(given: Step): Promise<void> {
    switch (given.do) {
      case 'row':
        return this.row(given.sec);
      case 'wait':
        return void (await pass(given.ms));
      case 'road':
        this.server.road = given.road;
        return;
      case 'strokes':
        this.server.refuse = ({ kind }) =>
          kind === 'append' && !given.areTaken ? refusal(503, 'internal') : null;
        return;
      case 'open':
        this.#open(given.on);
        return void (await pass(500));
      case 'look':
        void this.pages.get(given.on)?.runner.look();
        return void (await pass(100));
      case 'takeOver':
        return this.#takeOver(given.on);
      default:
        return this.#close(given.on, given.do);
    }
  }

  /** Rows on the page that has the row; if no page has it, the athlete waits. */
  async row(sec: number): Promise<void> {
    const endSec = this.#sec + sec;
    for (let elapsedSec = this.#sec + 0.5; elapsedSec <= endSec; elapsedSec += 0.5) {
      await pass(500);
      this.#note();
      const runner = this.#rowing()?.runner;
      if (runner === undefined) continue;
      this.#sec += 0.5;
      const distanceM = this.#sec * 4;
      const strokeCount = Math.ceil(this.#sec / 2);
      runner.follow(generalStatus({ elapsedSec: this.#sec, distanceM }));
      runner.follow(status1());
      const at = { strokeCount, elapsedSec: this.#sec, distanceM, peakForceLbf: 100 + strokeCount / 10 };
      if (this.#sec % 2 === 1) runner.follow(stroke(at));
      if (this.#sec % 2 === 0) runner.follow(stroke({ ...at, recoveryTimeSec: 1.4 }));
    }
  }

  /** Ends the faults; the athlete takes the row to the first tab, continues and finishes. */
  async end(): Promise<void> {
    this.server.road = 'open';
    this.server.refuse = () => null;
    for (const name of ['tab', 'otherTab', 'phone'] as const) this.#open(name);
    await pass(15_000);
    // First from the other tab, and then from the phone.
    for (const _ of [1, 2]) await this.#takeOver('tab');
    await this.row(4);
    this.#rowing()?.runner.finish();
    await pass(60_000);
    for (const page of this.pages.values()) void page.runner.look();
    await pass(60_000);
  }

  #rowing(): Page | undefined {
    return [...this.pages.values()].find((page) => page.row()?.lostTo === null);
  }

  #note(): void {
    for (const { rows } of [this.desktop, this.handset]) {
      for (const { strokes } of rows.values()) {
        for (const { stroke: one } of strokes.values()) this.kept.add(one.number);
      }
    }
  }

  #open(name: PageName): Page {
    const opened = this.pages.get(name);
    if (opened !== undefined) return opened;
    const page =
      name === 'phone'
        ? openPage(this.server, this.handset)
        : openPage(this.server, this.desktop, { locks: this.#locks });
    this.pages.set(name, page);
    return page;
  }

  async #close(name: PageName, how: 'reload' | 'close'): Promise<void> {
    const page = this.pages.get(name);
    this.pages.delete(name);
    if (how === 'close') page?.crash();
    else await page?.reload();
    if (how === 'reload') this.#open(name);
    await pass(500);
    this.#note();
  }

  async #takeOver(name: PageName): Promise<void> {
    void this.#open(name).runner.takeOver();
    await pass(3_000);
    this.#note();
  }
}

let trial: Trial | null = null;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 18, 0) });
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  for (const page of trial?.pages.values() ?? []) page.crash();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('[SESS-10] in two tabs and on a phone, some of them only watching, each kept stroke is stored once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
      for (const page of trial?.pages.values() ?? []) page.crash();
      trial = new Trial();
      await trial.begin();
      for (const given of steps) await trial.take(given);
      await trial.end();

      const { server, desktop, handset, kept } = trial;
      expect(server.all()).toMatchObject([{ isCompleted: true }]);
      const stored = server.strokes(server.all()[0]?._id ?? '').map(({ number }) => number);
      expect(stored.toSorted((one, other) => one - other)).toEqual(
        [...new Set(stored)].toSorted((one, other) => one - other),
      );
      expect([...kept].filter((number) => !stored.includes(number))).toEqual([]);
      expect([desktop.rows.size, handset.rows.size]).toEqual([0, 0]);
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 100), seed: Number(process.env.MODEL_SEED ?? 20_261_122) },
  );
}, 600_000);
