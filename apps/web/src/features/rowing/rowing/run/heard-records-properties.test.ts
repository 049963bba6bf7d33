// @vitest-environment happy-dom
import type { Stroke } from '@boathouse/contract/strokes';
import type { RowPlace } from '@boathouse/row/life/life';
import type { RowRecord } from '@boathouse/row/reduce/progress';
import { newtonsOf } from '@boathouse/row/reduce/records';
import { generalStatus, status1, stroke } from '@boathouse/row/test/record-factory';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createFakeActivityServer,
  type FakeActivityServer,
  type Road,
} from '../../../../../test/rowing/fake-activity-server.ts';
import { createFakeChannels } from '../../../../../test/rowing/fake-channels.ts';
import { FakeBrowser } from '../../../../../test/rowing/fake-journal.ts';
import { openPage, pass, place, rower, type Page } from '../../../../../test/rowing/fake-row-page.ts';
import { createFakeLocks } from '../../../../../test/rowing/fake-tab-locks.ts';
import { buildActivity, buildUserRef } from '../../../../../test/sessions/factory.ts';
import { nowMs } from '../../../../../test/now.ts';

type PageName = 'tab' | 'otherTab' | 'phone';

const states = [
  'nothing',
  'expected',
  'rowing',
  'otherTab',
  'otherTabWithoutErg',
  'otherDevice',
  'left',
  'noDevice',
  'refused',
  'waiting',
  'taken',
  'held',
] as const;
type State = (typeof states)[number];

type Event =
  | { do: 'row'; sec: number }
  /** The monitor continues while no page receives it. */
  | { do: 'drop'; sec: number }
  | { do: 'wait'; ms: number }
  /** The athlete leaves the workout on the monitor, which is set to another. */
  | { do: 'set'; lengthM: 300 | 500 }
  | { do: 'begin'; item: 0 | 1 }
  | { do: 'expect'; item: 0 | 1 | null }
  | { do: 'keep'; item: 0 | 1 | null }
  | { do: 'connect'; on: PageName }
  | { do: 'road'; road: Road }
  | { do: 'answer'; afterMs: number; isTwice: boolean }
  | { do: 'takeOver' | 'finish' | 'reload' | 'kill' | 'look' };

const item = fc.constantFrom<0 | 1>(0, 1);
const itemOrNull = fc.constantFrom<0 | 1 | null>(0, 1, null);
const kindOf = <K extends Event['do']>(kind: K) => fc.constant(kind);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: kindOf('row'), sec: fc.integer({ min: 1, max: 14 }) }) },
  { weight: 2, arbitrary: fc.record({ do: kindOf('drop'), sec: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ do: kindOf('wait'), ms: fc.integer({ min: 1, max: 15_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: kindOf('set'), lengthM: fc.constantFrom<300 | 500>(300, 500) }) },
  { weight: 1, arbitrary: fc.record({ do: kindOf('begin'), item }) },
  { weight: 1, arbitrary: fc.record({ do: kindOf('expect'), item: itemOrNull }) },
  { weight: 1, arbitrary: fc.record({ do: kindOf('keep'), item: itemOrNull }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: kindOf('connect'),
      on: fc.constantFrom<PageName>('tab', 'otherTab', 'phone'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: kindOf('road'),
      road: fc.constantFrom<Road>('open', 'open', 'cut', 'oneWay'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: kindOf('answer'),
      afterMs: fc.constantFrom(20, 400, 3_000),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('takeOver', 'takeOver', 'finish', 'reload', 'kill', 'look'),
    }),
  },
);

const items = ['500m', '300m'] as const;
const placeOf = (index: 0 | 1): RowPlace => ({ ...place, workoutItemIndex: index, workout: items[index] });
const own: RowPlace = { sessionId: null, workoutItemIndex: null, title: 'Just row', workout: 'Just row' };

/**
 * Meters that may be only in memory while another device or tab has a row: less than a stroke, and 2.5 s of a tab’s
 * row.
 */
const besideM = 12;
const besideMs = 4_000;

type Heard = {
  key: string;
  atMs: number;
  isBeside: boolean;
  run: { page: Page; fromM: number; toM: number };
};

/** Names one stroke of one workout of the monitor. */
const keyOf = ({ number, peakForce }: Pick<Stroke, 'number' | 'peakForce'>) =>
  `${number}:${Math.round(peakForce ?? 0)}`;

/**
 * An athlete rows, and one page, tab or device at a time receives the monitor's records, regardless of the pages' state
 * of the row.
 */
class Trial {
  readonly server: FakeActivityServer = createFakeActivityServer({
    rower: { ...buildUserRef(), _id: rower },
    session: { title: place.title, workoutItems: [...items] },
  });
  readonly desktop = new FakeBrowser('018f0000-0000-4000-8000-0000000000d1');
  readonly handset = new FakeBrowser('018f0000-0000-4000-8000-0000000000d2');
  readonly pages = new Map<PageName, Page>();
  readonly #locks = createFakeLocks();
  readonly #channels = createFakeChannels();
  /** Strokes that a page has received completely. */
  heard: Heard[] = [];
  readonly told: string[] = [];
  #ear: PageName = 'tab';
  /** The other tab receives the monitor's records too. */
  #both = false;
  #sec = 0;
  #workout = 1;
  #lengthM: 300 | 500 = 500;
  #drive: { key: string; page: Page } | null = null;
  /** Strokes that two pages have each partly received: both have them, if the athlete keeps two rows (decision 042). */
  readonly halved = new Set<string>();
  #run: Heard['run'] | null = null;

  async begin(state: State): Promise<void> {
    switch (state) {
      case 'nothing':
        this.#open('tab');
        break;
      case 'expected':
        this.#open('tab').runner.expect(placeOf(0));
        break;
      case 'rowing':
        return this.#rowOn('tab', 10);
      case 'otherTab':
      case 'otherTabWithoutErg':
        await this.#rowOn('otherTab', 10);
        this.#both = state === 'otherTab';
        break;
      case 'otherDevice':
        await this.#rowOn('phone', 10);
        break;
      case 'left':
        await this.#rowOn('phone', 40);
        this.#end('phone', 'kill');
        await pass(60_000);
        break;
      case 'noDevice': {
        const activity = buildActivity({
          user: { ...buildUserRef(), _id: rower },
          session: null,
          workoutItemIndex: null,
          title: 'Just row',
          workout: 'Just row',
          isCompleted: false,
          completedAt: null,
          distance: 80,
          elapsedTime: 20,
        });
        this.server.add({ ...activity, owner: null });
        break;
      }
      case 'refused':
        await this.#rowOn('tab', 10);
        this.server.clear();
        break;
      case 'waiting':
        this.server.road = 'cut';
        await this.#rowOn('tab', 125);
        break;
      case 'taken':
        await this.#rowOn('tab', 10);
        await this.#pressTakeOver('phone');
        this.#ear = 'phone';
        await this.row(6);
        break;
      case 'held':
        this.#open('tab');
        await pass(500);
        await this.row(20);
        break;
    }
    this.#ear = 'tab';
    this.#run = null;
    this.#open('tab');
    await pass(500);
  }

  async take(given: Event): Promise<void> {
    const { runner } = this.#open(this.#ear);
    switch (given.do) {
      case 'row':
        return this.row(given.sec);
      case 'drop':
        this.#drive = null;
        this.#run = null;
        await pass(given.sec * 1_000);
        this.#sec = Math.min(this.#sec + given.sec, this.#endSec);
        return;
      case 'wait':
        return void (await pass(given.ms));
      case 'set':
        return this.#set(given.lengthM);
      case 'begin':
        runner.begin(placeOf(given.item), false).catch(() => {});
        return void (await pass(100));
      case 'expect':
        return runner.expect(given.item === null ? null : placeOf(given.item));
      case 'keep':
        return runner.keepHeld(given.item === null ? own : placeOf(given.item));
      case 'connect':
        if (this.#drive !== null) this.halved.add(this.#drive.key);
        this.#ear = given.on;
        this.#drive = null;
        this.#run = null;
        this.#open(given.on);
        return void (await pass(500));
      case 'road':
        this.server.road = given.road;
        return;
      case 'answer':
        this.server.roundTripMs = given.afterMs;
        this.server.isTwice = given.isTwice;
        return;
      case 'takeOver':
        return this.#pressTakeOver(this.#ear);
      case 'finish': {
        const row = runner.getSnapshot();
        if (row?.lostTo !== null || row.stage !== 'rowing') return;
        runner.finish();
        // The athlete has ended it: its rest must not be recorded.
        return this.#set(this.#lengthM);
      }
      case 'look':
        void runner.look();
        return void (await pass(100));
      default:
        this.#end(this.#ear, given.do);
        this.#open(this.#ear);
        return void (await pass(500));
    }
  }

  get #endSec(): number {
    return this.#lengthM / 4;
  }

  async row(sec: number): Promise<void> {
    for (let passed = 0; passed < sec; passed += 0.5) {
      await pass(500);
      if (this.#sec >= this.#endSec) await this.#set(this.#lengthM);
      this.#sec += 0.5;
      this.#tellStrokes();
    }
  }

  #tellStrokes(): void {
    const elapsedSec = this.#sec;
    const distanceM = elapsedSec * 4;
    const strokeCount = Math.ceil(elapsedSec / 2);
    const at = { strokeCount, elapsedSec, distanceM, peakForceLbf: 100 + this.#workout };
    const key = keyOf({ number: strokeCount, peakForce: newtonsOf(at.peakForceLbf) });
    const isOver = elapsedSec >= this.#endSec;
    this.#hear(
      this.#status({ elapsedSec, distanceM, ...(isOver ? { workoutState: 10, rowingState: 0 } : {}) }),
    );
    this.#hear(status1());
    const page = this.pages.get(this.#ear);
    if (page === undefined) return;
    if (this.#run?.page !== page) this.#run = { page, fromM: distanceM, toM: distanceM };
    this.#run.toM = distanceM;
    if (elapsedSec % 2 === 1) {
      this.#hear(stroke(at));
      this.#drive = { key, page };
    }
    if (elapsedSec % 2 !== 0) return;
    this.#hear(stroke({ ...at, recoveryTimeSec: 1.4 }));
    if (this.#drive?.key !== key || this.#drive.page !== page) return;
    this.#drive = null;
    const isBeside = (page.row()?.lostTo ?? null) !== null;
    this.heard.push({ key, atMs: nowMs(), isBeside, run: this.#run });
  }

  #status(fields: Parameters<typeof generalStatus>[0]): RowRecord {
    return generalStatus({ workoutDuration: this.#lengthM, ...fields });
  }

  #hear(record: RowRecord): void {
    this.pages.get(this.#ear)?.runner.follow(record);
    const other = this.pages.get('otherTab');
    // A page releases its erg to the tab that takes the row.
    this.#both &&= this.#ear === 'tab' && other?.row()?.lostTo !== 'tab';
    if (this.#both) other?.runner.follow(record);
  }

  /** The monitor is in its menu, and then waits with another workout. */
  async #set(lengthM: 300 | 500): Promise<void> {
    this.#lengthM = lengthM;
    this.#sec = 0;
    this.#workout += 1;
    this.#drive = null;
    this.#run = null;
    await pass(200);
    this.#hear(this.#status({ workoutState: 0, rowingState: 0 }));
    await pass(200);
  }

  async #rowOn(name: PageName, sec: number): Promise<void> {
    this.#ear = name;
    const begun = this.#open(name).runner.begin(placeOf(0), false);
    await pass(200);
    await begun;
    await this.row(sec);
  }

  async #pressTakeOver(name: PageName): Promise<void> {
    void this.#open(name)
      .runner.takeOver()
      .catch(() => {});
    await pass(300);
  }

  #open(name: PageName): Page {
    const opened = this.pages.get(name);
    if (opened !== undefined) return opened;
    const page =
      name === 'phone'
        ? openPage(this.server, this.handset)
        : openPage(this.server, this.desktop, { locks: this.#locks, openChannel: this.#channels.open });
    this.pages.set(name, page);
    return page;
  }

  #end(name: PageName, how: 'reload' | 'kill'): void {
    const page = this.pages.get(name);
    if (page === undefined) return;
    const withinMs = (page.row()?.lostTo ?? null) === null ? 600 : besideMs;
    this.heard = this.heard.filter(({ atMs, run }) => run.page !== page || nowMs() - atMs >= withinMs);
    this.told.push(...page.told);
    if (how === 'reload') page.runner.keep();
    page.crash();
    this.pages.delete(name);
    this.#drive = null;
    this.#run = null;
  }

  /** Ends the faults, and lets the pages send the rest. */
  async settle(): Promise<void> {
    this.server.road = 'open';
    this.server.roundTripMs = 20;
    this.server.isTwice = false;
    await pass(45_000);
    for (const page of this.pages.values()) this.told.push(...page.told);
  }

  /** Strokes that no server and no journal has. */
  missing(): string[] {
    const there = new Set([...this.stored(), ...this.#kept()]);
    const due = this.heard.filter(({ isBeside, run }) => !isBeside || run.toM - run.fromM >= besideM);
    return due.map(({ key }) => key).filter((key) => !there.has(key));
  }

  stored(): string[] {
    return this.server.all().flatMap(({ _id }) => this.server.strokes(_id).map(keyOf));
  }

  #kept(): string[] {
    return [this.desktop, this.handset].flatMap(({ rows }) =>
      [...rows.values()].flatMap(({ kept, strokes }) => [
        ...[...strokes.values()].map((one) => keyOf(one.stroke)),
        ...kept.progress.closedStrokes.map(keyOf),
        ...(kept.progress.track.strokes.openStroke === null
          ? []
          : [keyOf(kept.progress.track.strokes.openStroke)]),
      ]),
    );
  }

  /** Rows without a place on a device whose pages do not offer them. */
  notOffered(): string[] {
    const ofDesktop = [...this.pages].filter(([name]) => name !== 'phone').map(([, page]) => page);
    const phone = this.pages.get('phone');
    const heldIn = (browser: FakeBrowser) =>
      [...browser.rows.values()].filter(({ kept, strokes }) => kept.heldUntilMs !== null && strokes.size > 0);
    const isOffered = (pages: readonly Page[]) => pages.some(({ runner }) => runner.getHeld() !== null);
    return [
      ...(ofDesktop.length === 0 || isOffered(ofDesktop) ? [] : heldIn(this.desktop)),
      ...(phone === undefined || isOffered([phone]) ? [] : heldIn(this.handset)),
    ].map(({ kept }) => kept.key);
  }
}

let trial: Trial | null = null;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 18, 0) });
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  for (const page of trial?.pages.values() ?? []) page.crash();
  trial = null;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function tried(state: State, events: readonly Event[]): Promise<Trial> {
  for (const page of trial?.pages.values() ?? []) page.crash();
  trial = new Trial();
  await trial.begin(state);
  for (const one of events) await trial.take(one);
  await trial.settle();
  return trial;
}

const runs = Number(process.env.HEARD_RUNS ?? 2_000);
const seed = Number(process.env.HEARD_SEED ?? 20_261_129);

test('[SESS-10] each stroke that a page receives is in a row, or held and offered, in every state of the page', async () => {
  let strokes = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...states),
      fc.array(event, { minLength: 2, maxLength: 8 }),
      async (state, events) => {
        const done = await tried(state, events);
        strokes += done.heard.length;
        expect(done.missing(), 'nowhere').toEqual([]);
        expect(done.notOffered(), 'not offered').toEqual([]);
        const stored = done.stored().filter((key) => !done.halved.has(key));
        expect(stored.toSorted(), 'stored twice').toEqual([...new Set(stored)].toSorted());
      },
    ),
    { numRuns: runs, seed },
  );
  process.stdout.write(`seed ${seed}: ${runs} runs, ${strokes} strokes heard\n`);
}, 1_800_000);
