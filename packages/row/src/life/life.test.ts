import { beforeEach, describe, expect, test } from 'vitest';
import { FakeDevice, FakeRowWorld, type FakeRowPage } from '../../test/model/fake-world.ts';
import { id, place, rowOn, startOn } from '../../test/model/rowing.ts';
import {
  isNothingRowed,
  isSettled,
  step,
  stepWatched,
  wakeAtMs,
  type Input,
  type Life,
  type Refusal,
  type RowRequest,
} from './life.ts';
import type { RowRecord } from '../reduce/records.ts';
import type { Step } from './life-state.ts';
import { generalStatus, status1, status2, stroke, summary } from '../../test/record-factory.ts';

let world: FakeRowWorld;
let phone: FakeDevice;
let page: FakeRowPage;
beforeEach(() => {
  world = new FakeRowWorld();
  phone = new FakeDevice('phone');
  page = world.open(phone);
});

const start = (on: FakeRowPage = page, isWaiting = false) => startOn(on, { isWaiting });
const row = (fromSec: number, toSec: number, on: FakeRowPage = page) => rowOn(on, world, fromSec, toSec);

function endWorkout(on: FakeRowPage = page): void {
  on.record(generalStatus({ workoutState: 10, rowingState: 0, elapsedSec: 125, distanceM: 500 }));
  world.pass(1_500);
  on.record(summary());
}

/** The second device opens the session's page. */
function openTablet(of = place): FakeRowPage {
  const tablet = world.open(new FakeDevice('tablet'));
  const activity = {
    id,
    owner: world.server.activities.get(id)?.owner ?? null,
    isCompleted: false,
    machine: 'rower' as const,
  };
  const begunAtMs = world.at.wallMs;
  tablet.take({
    kind: 'resumed',
    key: id,
    activity,
    totals: { elapsedSec: 0, distanceM: 0 },
    place: of,
    begunAtMs,
    owner: 'tablet',
    isSimulated: false,
    timeZone: 'Europe/Oslo',
  });
  return tablet;
}

/** The page begins the row with less than a stroke; another device takes it over and continues it to 40 s. */
function rowedOnAfterLessThanAStroke(): void {
  start();
  row(0, 0.5);
  const tablet = openTablet();
  tablet.take({ kind: 'takeOver' });
  world.pass(2_000);
  row(0.5, 40, tablet);
}

function refuse(
  kind: RowRequest['kind'],
  refusal: Refusal['class'],
  retryAfterMs: number | null = null,
): void {
  world.server.refuse = (request) =>
    request.kind === kind ? { class: refusal, message: `Refused: ${refusal}`, retryAfterMs } : null;
}

const stored = () => world.server.activities.get(id);
const askedFor = (kind: RowRequest['kind'], by: FakeRowPage = page) =>
  by.sent.filter(({ request }) => request.kind === kind);
const numbersStored = () => stored()?.strokes.map(({ number }) => number);

describe('Start', () => {
  test('[SESS-10] works offline: the row is kept, and everything follows when the server is back', () => {
    phone.isOnline = false;
    start();
    row(0, 30);
    expect(page.state).toMatchObject({ stage: 'rowing', begin: 'asked', unsent: { length: 15 } });
    expect(page.state?.awaySinceMs).not.toBeNull();
    expect(stored()).toBeUndefined();
    phone.isOnline = true;
    world.pass(10_000);
    expect(numbersStored()).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    expect(page.state).toMatchObject({ begin: 'stored', unsent: [], awaySinceMs: null });
  });

  describe('sends how long ago the row began', () => {
    const dayMs = 86_400_000;
    const begunAgoMs = () => {
      const asked = page.sent.findLast(({ request }) => request.kind === 'begin')?.request;
      return asked?.kind === 'begin' ? asked.begunAgoMs : null;
    };
    const setClock = (wallMs: number) => (world.at = { ...world.at, wallMs });

    test.each([
      ['right', 0],
      ['a day slow', -dayMs],
      ['reset to 2020', Date.UTC(2020, 0, 1) - Date.UTC(2026, 2, 6)],
      ['a year fast', 365 * dayMs],
    ])('regardless of the time on its clock: %s', (_, byMs) => {
      setClock(world.at.wallMs + byMs);
      start();
      expect(begunAgoMs()).toBe(0);
    });

    test('in each attempt', () => {
      phone.isOnline = false;
      start();
      row(0, 30);
      phone.isOnline = true;
      world.pass(10_000);
      expect(begunAgoMs()).toBeGreaterThanOrEqual(30_000);
      expect(begunAgoMs()).toBeLessThanOrEqual(40_000);
    });

    test('even after a reload two days later, which restarted the monotonic clock', () => {
      phone.isOnline = false;
      setClock(Date.UTC(2020, 0, 1));
      start();
      row(0, 10);
      phone.isOnline = true;
      world.at = { wallMs: world.at.wallMs + 2 * dayMs, monoMs: 100 };
      page.isOpen = false;
      page = world.open(phone);
      expect(begunAgoMs()).toBe(2 * dayMs + 10_000);
    });

    test('of a page that slept, which stops the monotonic clock of some browsers', () => {
      phone.isOnline = false;
      start();
      setClock(world.at.wallMs + dayMs);
      phone.isOnline = true;
      world.pass(10_000);
      expect(begunAgoMs()).toBeGreaterThanOrEqual(dayMs);
    });

    test.each([
      ['forward by years', Date.UTC(2030, 0, 1)],
      ['back', Date.UTC(2025, 0, 1)],
    ])('by the monotonic clock if the other was set %s before', (_, wallMs) => {
      phone.isOnline = false;
      start();
      world.pass(20_000);
      setClock(wallMs);
      phone.isOnline = true;
      world.pass(10_000);
      expect(begunAgoMs()).toBeGreaterThanOrEqual(20_000);
      expect(begunAgoMs()).toBeLessThanOrEqual(30_000);
    });

    test('never before now and at most 30 days, if the clock was set between two pages', () => {
      phone.isOnline = false;
      start();
      row(0, 10);
      page.isOpen = false;
      for (const [wallMs, sent] of [
        [Date.UTC(2025, 0, 1), 0],
        [Date.UTC(2030, 0, 1), 30 * dayMs],
      ] as const) {
        world.at = { wallMs, monoMs: 100 };
        page = world.open(phone);
        expect(begunAgoMs()).toBe(sent);
        page.isOpen = false;
      }
    });
  });

  test('Start that arrives after its row was discarded begins nothing', () => {
    world.fate = 'arrivesTooLate';
    start();
    world.pass(15_500);
    expect(page.state?.begin).toBe('asked');
    world.fate = 'arrives';
    page.take({ kind: 'discard' });
    world.pass(10_000);
    expect(page.life).toBeNull();
    expect(stored()).toBeUndefined();
  });

  test.each(['gone', 'completed', 'busy', 'bad'] as const)(
    'refused for good (%s) before a stroke leaves no row, and the reason is told',
    (refusal) => {
      refuse('begin', refusal);
      start();
      world.pass(100);
      expect(page.life).toBeNull();
      expect(page.told).toEqual([`Refused: ${refusal}`]);
      expect(phone.journal).toBeNull();
    },
  );

  test.each(['gone', 'completed', 'bad'] as const)(
    'refused for good (%s) after strokes keeps the row for the athlete, and is not asked again',
    (refusal) => {
      phone.isOnline = false;
      start();
      row(0, 10);
      phone.isOnline = true;
      refuse('begin', refusal);
      world.pass(10_000);
      const asked = page.sent.length;
      row(10, 20);
      page.take({ kind: 'finish' });
      world.pass(60_000);
      expect(page.sent).toHaveLength(asked);
      expect(page.state).toMatchObject({
        stage: 'completing',
        refusal: { class: refusal },
        progress: { distanceM: 80 },
      });
      expect(phone.journal?.strokes.size).toBe(10);
    },
  );

  test('a row that is removed before a stroke leaves nothing to save, and the page shows that it was removed', () => {
    start();
    world.pass(3_000);
    world.server.activities.delete(id);
    page.take({ kind: 'endedElsewhere' });
    world.pass(3_000);
    expect(page.life).toBeNull();
    expect(page.told).toEqual(['This workout was removed. Begin it again to row it.']);
    expect(phone.journal).toBeNull();
  });

  test('Start while another activity is in progress is requested again until that one is complete', () => {
    phone.isOnline = false;
    start();
    row(0, 10);
    phone.isOnline = true;
    refuse('begin', 'busy');
    world.pass(30_000);
    expect(page.state?.refusal?.class).toBe('busy');
    world.server.refuse = () => null;
    world.pass(20_000);
    expect(page.state).toMatchObject({ begin: 'stored', refusal: null });
    expect(numbersStored()).toHaveLength(5);
  });

  test('waits for an earlier row of this device', () => {
    start(page, true);
    expect(page.sent).toEqual([]);
    expect(page.life && [isSettled(page.life), isNothingRowed(page.life)]).toEqual([false, true]);
    world.pass(1_000);
    expect(page.state?.begin).toBe('stored');
  });
});

describe('samples', () => {
  test('a record 1 ms after another is in the same sample, at most one each 250 ms', () => {
    start();
    row(0, 3);
    world.pass(500);
    const before = page.samples.length;
    page.record(generalStatus({ elapsedSec: 3.5, distanceM: 14 }));
    world.pass(1);
    page.record(status1({ strokeRateSpm: 33, currentPaceSec: 111 }));
    world.pass(500);
    expect(page.samples.slice(before)).toMatchObject([
      { progress: { distanceM: 14, strokeRateSpm: 33, currentPaceSec: 111 } },
    ]);
    page.samples.reduce((earlier, later) => {
      expect(later.atMs - earlier.atMs).toBeGreaterThanOrEqual(250);
      return later;
    });
  });

  test('a sample that is due when a record arrives has the values before that record', () => {
    start();
    row(0, 3);
    world.pass(500);
    const before = page.samples.length;
    page.record(generalStatus({ elapsedSec: 3.5, distanceM: 14 }));
    // The page's timer is late.
    world.at = { wallMs: world.at.wallMs + 300, monoMs: world.at.monoMs + 300 };
    page.record(generalStatus({ elapsedSec: 3.8, distanceM: 15 }));
    expect(page.samples.slice(before).map(({ progress }) => progress.distanceM)).toEqual([14]);
  });

  test('do not drift when timers are late: due times stay 250 ms apart', () => {
    start();
    row(0, 3);
    world.pass(500);
    const before = page.samples.length;
    const beganMs = world.at.monoMs;
    const at = (ms: number) => {
      const byMs = beganMs + ms - world.at.monoMs;
      world.at = { wallMs: world.at.wallMs + byMs, monoMs: world.at.monoMs + byMs };
    };
    const burstsMs = Array.from({ length: 40 }, (_, index) => (index === 0 ? 10 : index * 250));
    for (const ms of burstsMs) {
      at(ms);
      page.record(generalStatus({ elapsedSec: 3 + ms / 1000, distanceM: 12 + ms / 250 }));
      page.record(status1());
      const dueAtMs = page.life === null ? null : wakeAtMs(page.life);
      if (dueAtMs === null) continue;
      at(dueAtMs - beganMs + 8);
      page.take({ kind: 'tick', isWaiting: false });
    }
    const waits = page.samples
      .slice(before)
      .map(({ atMs }, index) => atMs - beganMs - (burstsMs[index] ?? Number.NaN));
    expect(waits).toEqual([0, ...Array.from({ length: 39 }, () => 18)]);
  });

  test.each([
    {
      what: 'the second additional status',
      record: () => status2({ averagePowerW: 200 + world.at.monoMs }),
      waitMs: 2,
    },
    {
      what: 'a stroke between two bursts',
      record: () => stroke({ strokeCount: 7 + Math.floor(world.at.monoMs / 1_000) }),
      waitMs: 200,
    },
  ])('are not delayed by $what', ({ record, waitMs }) => {
    start();
    row(0, 3);
    world.pass(1_500);
    const before = page.samples.length;
    const wholeAtMs: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      page.record(generalStatus({ elapsedSec: 3.5 + index / 4, distanceM: 14 + index }));
      world.pass(1);
      page.record(status1({ currentPaceSec: 110 + (index % 9) }));
      wholeAtMs.push(world.at.monoMs);
      world.pass(waitMs);
      page.record(record());
      world.pass(254 - waitMs);
    }
    expect(page.samples.slice(before).map(({ atMs }) => atMs)).toEqual(wholeAtMs);
  });

  test('include a rest that only the additional status counts down', () => {
    start();
    row(0, 3);
    world.pass(1_500);
    const before = page.samples.length;
    for (let index = 0; index < 8; index += 1) {
      page.record(generalStatus({ elapsedSec: 3, distanceM: 12 }));
      page.record(status1({ currentPaceSec: 110 + index }));
      world.pass(255);
    }
    expect(page.samples.slice(before).map(({ progress }) => progress.currentPaceSec)).toEqual([
      110, 111, 112, 113, 114, 115, 116, 117,
    ]);
  });

  test('samples after a reload wait for the monitor’s totals, which are not behind the ones sent before', () => {
    start();
    row(0, 5);
    page.isOpen = false;
    const again = world.open(phone);
    again.record(status1({ strokeRateSpm: 30 }));
    world.pass(1_000);
    expect(again.samples).toEqual([]);
    row(5, 6, again);
    world.pass(1_000);
    expect(again.samples.length).toBeGreaterThan(0);
    expect(again.samples[0]?.progress.distanceM).toBeGreaterThanOrEqual(
      page.samples.at(-1)?.progress.distanceM ?? Number.POSITIVE_INFINITY,
    );
  });
});

describe('figures and strokes', () => {
  test('[SESS-9] are patched at most once per 10 s, and not while they stay the same', () => {
    start();
    row(0, 40);
    world.pass(60_000);
    const times = askedFor('patch').map(({ atMs }) => atMs);
    expect(times.length).toBeGreaterThanOrEqual(4);
    times.reduce((earlier, later) => {
      expect(later - earlier).toBeGreaterThanOrEqual(10_000);
      return later;
    });
    expect(times.length).toBeLessThanOrEqual(5);
  });

  test('are not patched again by records that repeat them, except in a rest', () => {
    const isResting = { workoutType: 7, workoutState: 3, rowingState: 0, totalWorkDistanceM: 160 };
    const patchesIn20s = (record: RowRecord) => {
      page.record(record);
      world.pass(20_000);
      const before = askedFor('patch').length;
      for (let sec = 0; sec < 20; sec += 1) {
        page.record(record);
        world.pass(1_000);
      }
      return askedFor('patch').length - before;
    };
    start();
    row(0, 40);
    expect(patchesIn20s(generalStatus({ elapsedSec: 40, distanceM: 160 }))).toBe(0);
    expect(patchesIn20s(generalStatus({ ...isResting, elapsedSec: 40, distanceM: 160 }))).toBe(2);
  });

  test('each stroke is sent within 2 s of its end, and none is read back', () => {
    start();
    row(0, 20);
    world.pass(1_500);
    expect(numbersStored()).toHaveLength(10);
    expect(page.state?.unsent).toEqual([]);
    expect(askedFor('readStrokes')).toEqual([]);
  });

  test('are stored on the device at most once a second, but a stroke at once', () => {
    start();
    row(0, 20);
    const keptM = () => phone.journal?.kept.progress.distanceM;
    world.pass(60_000);
    page.record(generalStatus({ elapsedSec: 20.2, distanceM: 81 }));
    expect(keptM()).toBe(81);
    world.pass(400);
    page.record(generalStatus({ elapsedSec: 20.6, distanceM: 82 }));
    expect(keptM()).toBe(81);
    page.record(stroke({ strokeCount: 11, elapsedSec: 20.8, distanceM: 83 }));
    expect(keptM()).toBe(82);
    page.record(generalStatus({ elapsedSec: 21, distanceM: 84 }));
    expect(keptM()).toBe(82);
  });

  describe('with one that the server refuses (400)', () => {
    /** The page sends this stroke with others, because the device was offline. */
    const refusedCount = 17;
    const isRefused = (request: RowRequest) =>
      request.kind === 'append' && request.strokes.some(({ number }) => number === refusedCount);
    const refusal = (request: RowRequest): Refusal | null =>
      isRefused(request)
        ? { class: 'bad', message: 'strokes.0.peakForce: Too big', retryAfterMs: null }
        : null;

    function rowWithRefusal(): void {
      world.server.refuse = refusal;
      start();
      row(0, 20);
      phone.isOnline = false;
      row(20, 100);
      phone.isOnline = true;
      row(100, 125);
      endWorkout();
      world.pass(30_000);
    }

    test('are all stored except that one, which stays in the journal and is reported', () => {
      rowWithRefusal();
      expect(stored()).toMatchObject({ isCompleted: true, values: { result: { distanceM: 500 } } });
      const all = Array.from({ length: 63 }, (_, index) => index + 1);
      expect(numbersStored()).toEqual(all.filter((number) => number !== refusedCount));
      expect(page.state).toMatchObject({
        stage: 'completed',
        unsent: [],
        setAside: [{ sequence: refusedCount - 1 }],
        strokesRefusal: 'strokes.0.peakForce: Too big',
      });
      expect(phone.journal?.strokes.get(refusedCount - 1)).toMatchObject({ isSent: false });
    });

    test('are not sent repeatedly: only the refused one, once by itself', () => {
      rowWithRefusal();
      const alone = askedFor('append').filter(
        ({ request }) => isRefused(request) && request.kind === 'append' && request.strokes.length === 1,
      );
      expect(alone).toHaveLength(1);
      const asked = page.sent.length;
      world.pass(600_000);
      expect(page.sent).toHaveLength(asked);
    });

    test('are complete once a page tries again and the server accepts it', () => {
      rowWithRefusal();
      world.server.refuse = () => null;
      page.take({ kind: 'retrySetAside' });
      world.pass(3_000);
      expect(numbersStored()).toHaveLength(63);
      expect(page.state).toMatchObject({ setAside: [], strokesRefusal: null });
      expect(phone.journal).toBeNull();
    });

    test('are complete after a reload if the server accepts it then', () => {
      rowWithRefusal();
      page.isOpen = false;
      world.server.refuse = () => null;
      const again = world.open(phone);
      world.pass(3_000);
      expect(numbersStored()).toHaveLength(63);
      expect(again.state?.setAside).toEqual([]);
      expect(phone.journal).toBeNull();
    });

    test('are deleted once the athlete gives up the refused one', () => {
      rowWithRefusal();
      page.take({ kind: 'dropSetAside' });
      world.pass(1_000);
      expect(numbersStored()).toHaveLength(62);
      expect(phone.journal).toBeNull();
    });

    test('are stored once each if one of those set aside is tried while a batch is being sent', () => {
      world.server.refuse = refusal;
      start();
      row(0, 43);
      expect(page.state?.setAside).toHaveLength(1);
      world.server.refuse = () => null;
      world.fate = 'arrivesTooLate';
      row(43, 46);
      expect(page.state?.asking).toMatchObject({ kind: 'append' });
      page.take({ kind: 'retrySetAside' });
      world.fate = 'arrives';
      row(46, 125);
      endWorkout();
      world.pass(40_000);
      expect(numbersStored()?.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: 63 }, (_, index) => index + 1),
      );
      expect(phone.journal).toBeNull();
    });
  });

  test('a server that refuses every stroke, as an older one does, is asked once a minute, and gets all later', () => {
    refuse('append', 'bad');
    start();
    row(0, 60);
    page.take({ kind: 'finish' });
    world.pass(600_000);
    expect(stored()).toMatchObject({ isCompleted: true });
    expect(askedFor('append').length).toBeLessThan(20);
    expect(phone.journal?.strokes.size).toBe(30);
    world.server.refuse = () => null;
    world.pass(70_000);
    expect(numbersStored()).toHaveLength(30);
    expect(phone.journal).toBeNull();
  });

  test('strokes that can’t be read (400) are not appended blindly, and are tried again after a minute', () => {
    start();
    row(0, 10);
    refuse('readStrokes', 'bad');
    page.take({ kind: 'takenElsewhere', by: 'device' });
    page.take({ kind: 'takeOver' });
    row(10, 30);
    expect(page.state?.strokesRefusal).toBe('Refused: bad');
    expect(numbersStored()).toHaveLength(5);
    world.server.refuse = () => null;
    row(30, 95);
    expect(page.state?.strokesRefusal).toBeNull();
    expect(numbersStored()?.length).toBeGreaterThan(40);
  });

  test('a busy server (429) is asked again when it allows it', () => {
    start();
    row(0, 3);
    refuse('append', 'later', 30_000);
    row(3, 20);
    const asked = page.sent.length;
    world.server.refuse = () => null;
    row(20, 30);
    expect(page.sent).toHaveLength(asked);
    row(30, 50);
    expect(numbersStored()?.length).toBeGreaterThanOrEqual(24);
  });

  test('an unreachable server is tried again after 1, 2, 4 and then every 8 s', () => {
    start();
    row(0, 2);
    world.pass(100);
    phone.isOnline = false;
    const from = page.sent.length;
    row(2, 40);
    const times = page.sent.slice(from).map(({ atMs }) => atMs);
    const gaps = times.slice(1, 5).map((atMs, index) => atMs - (times[index] ?? 0));
    for (const [index, dueMs] of [1_000, 2_000, 4_000, 8_000].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(dueMs);
      expect(gaps[index]).toBeLessThanOrEqual(dueMs + 1_000);
    }
  });
});

describe('the end', () => {
  test('[SESS-10] is completed with both parts of the monitor’s summary, 1 s after it', () => {
    start();
    row(0, 125);
    endWorkout();
    expect(askedFor('complete')).toEqual([]);
    world.pass(2_500);
    expect(stored()).toMatchObject({
      isCompleted: true,
      values: { result: { distanceM: 500, source: 'summary' } },
    });
    expect(page.state).toMatchObject({ stage: 'completed', unsent: [] });
    expect(phone.journal).toBeNull();
    expect(numbersStored()).toHaveLength(63);
  });

  test('the recovery heart rate of the monitor’s second summary is sent once', () => {
    start();
    row(0, 125);
    endWorkout();
    world.pass(60_000);
    page.record(summary({ recoveryHeartRateBpm: 112 }));
    world.pass(60_000);
    expect(stored()?.recoveryHeartRateBpm).toBe(112);
    expect(askedFor('recovery')).toHaveLength(1);
  });

  test('the end by hand is replaced by the monitor’s own summary of the same workout', () => {
    start();
    row(0, 40);
    page.take({ kind: 'finish' });
    world.pass(1_000);
    expect(stored()?.values.result).toMatchObject({ source: 'byHand', distanceM: 160 });
    page.record(generalStatus({ elapsedSec: 60, distanceM: 240 }));
    endWorkout();
    world.pass(3_000);
    expect(stored()?.values.result).toMatchObject({ source: 'summary', distanceM: 500 });
    expect(page.state?.stage).toBe('completed');
    expect(phone.journal).toBeNull();
  });

  test('refused permanently (400) is reported and kept, not sent again, and lets a later row begin', () => {
    refuse('complete', 'bad');
    start();
    row(0, 20);
    page.take({ kind: 'finish' });
    world.pass(60_000);
    expect(askedFor('complete')).toHaveLength(1);
    expect(page.state).toMatchObject({ stage: 'completing', refusal: { class: 'bad' } });
    expect(page.life && isSettled(page.life)).toBe(true);
    expect(phone.journal).not.toBeNull();
  });

  test('an unknown time zone is left out', () => {
    world.server.refuse = (request) =>
      request.kind === 'complete' && request.timeZone !== null
        ? { class: 'timeZone', message: 'Unknown', retryAfterMs: null }
        : null;
    start();
    row(0, 20);
    page.take({ kind: 'finish' });
    world.pass(3_000);
    expect(stored()?.isCompleted).toBe(true);
  });

  test('the end of a deleted session keeps the result, which can be saved to another session with all its strokes', () => {
    start();
    row(0, 20);
    world.server.activities.delete(id);
    row(20, 125);
    endWorkout();
    world.pass(10_000);
    expect(page.state).toMatchObject({ stage: 'completing', refusal: { class: 'gone' } });
    const strokes = [...(phone.journal?.strokes.values() ?? [])];
    expect(strokes).toHaveLength(63);
    const newId = '018f0000-0000-7000-8000-000000000002';
    page.take({ kind: 'moved', id: newId, place: { ...place, sessionId: 'own' }, strokes });
    world.pass(5_000);
    const saved = world.server.activities.get(newId);
    expect(saved).toMatchObject({
      isCompleted: true,
      values: { result: { distanceM: 500, source: 'summary' } },
    });
    expect(saved?.strokes).toHaveLength(63);
    expect(phone.journal).toBeNull();
  });

  test('the end of a row that was removed while it was rowed is saved elsewhere as the athlete left it', () => {
    start();
    row(0, 20);
    world.server.activities.delete(id);
    page.take({ kind: 'endedElsewhere' });
    row(20, 40);
    expect(page.state).toMatchObject({ stage: 'rowing', refusal: { class: 'gone' } });
    const strokes = [...(phone.journal?.strokes.values() ?? [])];
    page.take({ kind: 'finish' });
    const newId = '018f0000-0000-7000-8000-000000000003';
    page.take({ kind: 'moved', id: newId, place: { ...place, sessionId: 'own' }, strokes });
    world.pass(5_000);
    const saved = world.server.activities.get(newId);
    expect(saved).toMatchObject({
      isCompleted: true,
      values: { result: { distanceM: 160, source: 'byHand' } },
    });
    expect(saved?.strokes).toHaveLength(strokes.length);
    expect(phone.journal).toBeNull();
  });
});

test('a row without a place is not deleted while it is rowed on a device whose clock is set forward', () => {
  const begun = step(
    null,
    {
      kind: 'start',
      id,
      place,
      owner: id,
      isSimulated: false,
      timeZone: 'UTC',
      isWaiting: false,
      isHeld: true,
    },
    { wallMs: 0, monoMs: 0 },
  );
  const record = generalStatus({ elapsedSec: 20, distanceM: 80 });
  const rowed = step(begun.life, { kind: 'record', record }, { wallMs: 20_000, monoMs: 20_000 });
  const later = (monoMs: number) =>
    step(rowed.life, { kind: 'tick', isWaiting: false }, { wallMs: monoMs + 11 * 60_000, monoMs }).life;
  expect(later(20_500)?.kept.progress.distanceM).toBe(80);
  expect(later(40_000)).toBeNull();
});

describe('Discard', () => {
  test('removes a row that the server does not know at once', () => {
    phone.isOnline = false;
    start();
    world.pass(10);
    page.take({ kind: 'discard' });
    phone.isOnline = true;
    world.pass(5_000);
    expect(page.life).toBeNull();
    expect(stored()).toBeUndefined();
    expect(phone.journal).toBeNull();
  });

  test('Discard of a started row is repeated until the server has removed it, even after a reload', () => {
    start();
    row(0, 20);
    phone.isOnline = false;
    page.take({ kind: 'discard' });
    world.pass(5_000);
    expect(page.state?.stage).toBe('discarding');
    page.isOpen = false;
    const again = world.open(phone);
    phone.isOnline = true;
    world.pass(10_000);
    expect(again.life).toBeNull();
    expect(world.server.isDiscarded(id)).toBe(true);
    expect(phone.journal).toBeNull();
  });

  test('Discard of an activity that is already complete leaves it', () => {
    start();
    row(0, 20);
    const activity = stored();
    if (activity) activity.isCompleted = true;
    page.take({ kind: 'discard' });
    world.pass(2_000);
    expect(stored()).toBeDefined();
    expect(page.state).toMatchObject({ isEndedElsewhere: true });
  });
});

describe('in a tab that only watches', () => {
  /** Steps of a tab that watches the row of another tab. */
  function watched(...inputs: Input[]): Step[] {
    const kept = phone.journal?.kept;
    if (kept === undefined) throw new Error('The device keeps no row');
    const restored: Input = { kind: 'restored', kept, strokes: [], owner: 'phone', isWaiting: false };
    let life: Life | null = null;
    return [restored, ...inputs].map((input) => {
      world.pass(20_000);
      const done = stepWatched(life, input, world.at);
      life = done.life;
      return done;
    });
  }

  beforeEach(() => {
    start();
    row(0, 20);
    world.pass(2_000);
  });

  const elsewhere: Input = { kind: 'takenElsewhere', by: 'device' };
  const tick: Input = { kind: 'tick', isWaiting: false };
  const record: Input = { kind: 'record', record: generalStatus({ elapsedSec: 40, distanceM: 160 }) };

  test.each<[string, Input[], object]>([
    ['rowed by the other tab', [record, tick, { kind: 'closing' }], { lostTo: 'tab', stage: 'rowing' }],
    ['taken by another device', [elsewhere, record, tick], { lostTo: 'device', stage: 'rowing' }],
    ['taken back by the other tab', [elsewhere, { kind: 'takeOver' }, tick], { lostTo: 'tab' }],
    ['ended', [elsewhere, { kind: 'endedElsewhere' }, tick], { stage: 'completed', isEndedElsewhere: true }],
  ])('does not store, delete or send anything of a row: %s', (_, inputs, expected) => {
    const steps = watched(...inputs);
    expect(steps.flatMap(({ effects }) => effects)).toEqual([]);
    expect(steps.at(-1)?.life?.kept).toMatchObject({ ...expected, progress: { distanceM: 80 } });
  });
});

describe('two devices', () => {
  test('a page that does not own the row has nothing to finish, and sends no values', () => {
    start();
    row(0, 20);
    const tablet = openTablet();
    expect(tablet.state).toMatchObject({ lostTo: 'device' });
    tablet.take({ kind: 'finish' });
    world.pass(20_000);
    expect(stored()?.isCompleted).toBe(false);
    expect(tablet.sent.map(({ request }) => request.kind)).toEqual(['readStrokes']);
  });

  test('the journal records that another device has the row, but not that another tab has it, which writes the same journal', () => {
    start();
    row(0, 10);
    page.take({ kind: 'takenElsewhere', by: 'tab' });
    expect(page.state?.lostTo).toBe('tab');
    expect(phone.journal?.kept.lostTo).toBeNull();
    const tablet = openTablet();
    tablet.take({ kind: 'takeOver' });
    tablet.take({ kind: 'takenElsewhere', by: 'device' });
    expect(tablet.device.journal?.kept.lostTo).toBe('device');
  });

  test('the journal knows at once that another device has the row, even if it is offline', () => {
    start();
    row(0, 20);
    phone.isOnline = false;
    row(20, 30);
    page.take({ kind: 'takenElsewhere', by: 'device' });
    expect(phone.journal?.kept.lostTo).toBe('device');
  });

  test('a row that was left before this device received its records gets no values of the next workout', () => {
    start();
    row(0, 20);
    const tablet = openTablet();
    refuse('complete', 'later');
    tablet.take({ kind: 'leave' });
    world.pass(2_000);
    expect(tablet.state).toMatchObject({ isLeft: true, stage: 'completing' });
    tablet.take({ kind: 'record', record: generalStatus({ elapsedSec: 30, distanceM: 120 }) });
    expect(tablet.state?.progress.distanceM).toBe(0);
  });

  test('the old owner lets a later row begin before its last strokes are sent', () => {
    start();
    row(0, 20);
    phone.isOnline = false;
    row(20, 30);
    page.take({ kind: 'takenElsewhere', by: 'device' });
    expect(page.state?.unsent).toHaveLength(5);
    expect(page.life && isSettled(page.life)).toBe(true);
  });

  test('take over within 2 s: the old owner stops, keeps its data and sends its last strokes', () => {
    start();
    row(0, 19);
    const tablet = openTablet();
    tablet.take({ kind: 'takeOver' });
    world.pass(2_000);
    expect(tablet.state).toMatchObject({ lostTo: null });
    expect(stored()?.owner).toBe('tablet');
    expect(page.state).toMatchObject({ lostTo: 'device', progress: { distanceM: 76 } });
    row(19, 125, tablet);
    endWorkout(tablet);
    world.pass(3_000);
    expect(stored()).toMatchObject({
      isCompleted: true,
      values: { result: { distanceM: 500, source: 'summary' } },
    });
    expect(numbersStored()?.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 63 }, (_, index) => index + 1),
    );
    expect(phone.journal).toBeNull();
  });

  test('records that arrive while the row is being taken over are kept, and stored after that', () => {
    start();
    row(0, 19);
    const tablet = openTablet();
    world.fate = 'isLost';
    tablet.take({ kind: 'takeOver' });
    row(19, 40, tablet);
    expect(tablet.state).toMatchObject({ lostTo: 'device', isTakingOver: true });
    expect(tablet.device.journal?.strokes.size).toBeGreaterThan(5);
    world.fate = 'arrives';
    world.pass(10_000);
    expect(tablet.state).toMatchObject({ lostTo: null });
    row(40, 125, tablet);
    endWorkout(tablet);
    world.pass(3_000);
    expect(stored()).toMatchObject({
      isCompleted: true,
      values: { result: { distanceM: 500, source: 'summary' } },
    });
    expect(numbersStored()?.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 63 }, (_, index) => index + 1),
    );
  });

  test('a device that takes back a row which it had begun by less than a stroke leaves the result to the server', () => {
    rowedOnAfterLessThanAStroke();
    const totals = stored()?.totals;
    expect(totals?.distanceM).toBeGreaterThan(150);
    page.take({ kind: 'takeOver' });
    world.pass(2_000);
    page.take({ kind: 'finish' });
    world.pass(2_000);
    expect(askedFor('complete').map(({ request }) => request)).toMatchObject([
      { progress: { result: null } },
    ]);
    expect(stored()).toMatchObject({ isCompleted: true, totals });
  });

  test('a workout that one device began and another continued continues on the first as one workout', () => {
    rowedOnAfterLessThanAStroke();
    world.fate = 'isLost';
    page.take({ kind: 'takeOver' });
    row(40, 50);
    world.fate = 'arrives';
    world.pass(10_000);
    row(50, 125);
    endWorkout();
    world.pass(3_000);
    expect([...world.server.activities.values()]).toMatchObject([
      { isCompleted: true, isLeft: false, values: { result: { distanceM: 500, source: 'summary' } } },
    ]);
    expect(numbersStored()).toEqual(Array.from({ length: 63 }, (_, index) => index + 1));
  });

  test.each([
    ['are counted with the best', [{ distanceM: 2000, timeSec: 480 }], 9],
    ['are not counted without one', undefined, 0],
  ])('strokes count against the athlete’s own best %s with which the row began', (_, bests, strokes) => {
    const { owner } = page;
    const zone = { isSimulated: false, timeZone: 'Europe/Oslo', isWaiting: false };
    page.take({ kind: 'start', id, place: { ...place, workout: '500m @ 2k+5', bests }, owner, ...zone });
    row(0, 19);
    expect(page.state?.targets.pace.strokes).toBe(strokes);
  });

  describe('of a workout with a target', () => {
    const rated = { ...place, workout: '500m r24' };
    beforeEach(() => {
      const { owner } = page;
      const zone = { isSimulated: false, timeZone: 'Europe/Oslo', isWaiting: false };
      page.take({ kind: 'start', id, place: rated, owner, ...zone });
    });

    test('the targets kept are counted over both devices, once each', () => {
      row(0, 19);
      expect(page.state?.targets.strokeRate).toEqual({ strokes: 9, kept: 9 });
      const tablet = openTablet(rated);
      tablet.take({ kind: 'takeOver' });
      world.pass(2_000);
      row(19, 125, tablet);
      endWorkout(tablet);
      world.pass(3_000);
      expect(tablet.state?.targets.strokeRate).toEqual({ strokes: 63, kept: 63 });
    });

    test('the targets kept are counted over all strokes, even after a device that was offline has sent its strokes late', () => {
      row(0, 10);
      world.pass(2_000);
      phone.isOnline = false;
      row(10, 20);
      const tablet = openTablet(rated);
      tablet.take({ kind: 'takeOver' });
      world.pass(2_000);
      row(20, 30, tablet);
      world.pass(2_000);
      phone.isOnline = true;
      world.pass(12_000);
      row(30, 40, tablet);
      world.pass(3_000);
      const inOrder = Array.from({ length: 20 }, (_, index) => index + 1);
      expect(numbersStored()).not.toEqual(inOrder);
      expect(numbersStored()?.toSorted((one, other) => one - other)).toEqual(inOrder);
      expect(tablet.state?.targets.strokeRate.strokes).toBe(20);
    });
  });

  test('after a row was finished without a record of its monitor, new strokes are only in the next row', () => {
    start();
    row(0, 20);
    const tablet = openTablet();
    tablet.take({ kind: 'takeOver' });
    world.pass(2_000);
    tablet.take({ kind: 'finish' });
    rowOn(tablet, world, 0, 30, 200);
    world.pass(3_000);
    expect(numbersStored()).toHaveLength(10);
    expect(tablet.begun.held?.kept.progress.distanceM).toBe(120);
  });

  test('a row that was finished without a record of its monitor gets the monitor’s result if that continues it', () => {
    start();
    row(0, 20);
    const tablet = openTablet();
    tablet.take({ kind: 'takeOver' });
    world.pass(2_000);
    tablet.take({ kind: 'finish' });
    world.pass(2_000);
    expect(stored()).toMatchObject({ isCompleted: true });
    row(20, 125, tablet);
    endWorkout(tablet);
    world.pass(12_000);
    expect(stored()?.values.result).toMatchObject({ source: 'summary', distanceM: 500 });
  });

  test('an owner that was offline learns it with its next request', () => {
    start();
    row(0, 20);
    phone.isOnline = false;
    const tablet = openTablet();
    tablet.take({ kind: 'takeOver' });
    world.pass(2_000);
    row(20, 22);
    phone.isOnline = true;
    row(22, 40);
    expect(page.lives.get(id)?.kept.lostTo).toBe('device');
    expect(numbersStored()?.includes(11)).toBe(true);
    page.take({ kind: 'finish' }, id);
    world.pass(5_000);
    expect(stored()?.isCompleted).toBe(false);
    // This page still receives its monitor's records, and the other device may receive another one's.
    expect(page.begun.held?.kept.progress.distanceM).toBe(160);
  });

  test('a row ended on the other device continues here, and the monitor’s own summary replaces that result', () => {
    start();
    row(0, 50);
    const activity = stored();
    if (activity !== undefined) Object.assign(activity, { isCompleted: true, source: 'byHand' });
    row(50, 125);
    expect(page.state).toMatchObject({ stage: 'rowing', isEndedElsewhere: true });
    endWorkout();
    world.pass(3_000);
    expect(stored()?.values.result).toMatchObject({ source: 'summary', distanceM: 500 });
    expect(numbersStored()).toHaveLength(63);
  });

  test('a monitor’s summary received offline becomes the result, even if another device has ended the row', () => {
    start();
    row(0, 125);
    phone.isOnline = false;
    endWorkout();
    const tablet = openTablet();
    tablet.take({ kind: 'takeOver' });
    world.pass(2_000);
    tablet.take({ kind: 'finish' });
    world.pass(2_000);
    page.take({ kind: 'takenElsewhere', by: 'device' });
    page.take({ kind: 'endedElsewhere' });
    phone.isOnline = true;
    world.pass(12_000);
    expect(stored()?.values.result).toMatchObject({ source: 'summary', distanceM: 500 });
    expect(phone.journal).toBeNull();
  });

  test('a row that has ended when another device takes it is requested once', () => {
    start();
    row(0, 20);
    const tablet = openTablet();
    page.take({ kind: 'finish' });
    tablet.take({ kind: 'takenElsewhere', by: 'device' });
    world.pass(3_000);
    tablet.take({ kind: 'takeOver' });
    world.pass(10_000);
    expect(tablet.sent.filter(({ request }) => request.kind === 'takeOver')).toHaveLength(1);
    expect(tablet.device.journal).toBeNull();
  });

  test('a page that has only taken the row up is notified that it ended', () => {
    start();
    row(0, 20);
    const tablet = openTablet();
    page.take({ kind: 'finish' });
    world.pass(2_000);
    tablet.take({ kind: 'endedElsewhere' });
    world.pass(2_000);
    const { life, state } = tablet;
    expect(state).toMatchObject({ stage: 'completed', isEndedElsewhere: true });
    expect(life && isSettled(life)).toBe(true);
  });
});

test('a row that was discarded accepts no values while the server has not removed it', () => {
  start();
  row(0, 20);
  world.pass(2_000);
  phone.isOnline = false;
  page.take({ kind: 'discard' });
  row(20, 30);
  const kept = [...page.lives.values()].find((life) => life.kept.id === id)?.kept;
  expect(kept).toMatchObject({ stage: 'discarding', progress: { distanceM: 80 } });
});

test('a row does not let a later one begin while it is being taken over in order to leave it', () => {
  start();
  row(0, 20);
  world.pass(2_000);
  if (page.life === null) throw new Error('The row is gone');
  const { kept, run } = page.life;
  const lost = { kept: { ...kept, lostTo: 'device' as const }, run };
  expect(isSettled(lost)).toBe(true);
  expect(isSettled({ ...lost, run: { ...run, isLeaving: true } })).toBe(false);
});

test.each([
  ['that was taken up is compared with the server from its first stroke', { elapsedSec: 0, distanceM: 0 }, 1],
  ['that is not taken up is compared with nothing', null, null],
])('a stored row %s', (_, takenUpAt, elapsedSec) => {
  phone.isOnline = false;
  start();
  row(0, 10);
  const { kept, strokes } = phone.journal ?? {};
  if (kept === undefined || strokes === undefined) throw new Error('The row is not stored');
  const input = {
    kind: 'restored' as const,
    kept: { ...kept, takenUpAt },
    strokes: [...strokes.values()],
    owner: 'phone',
    isWaiting: false,
  };
  expect(step(null, input, world.at).life?.run.heardFrom?.elapsedSec ?? null).toBe(elapsedSec);
});

test('strokes are appended at most once a second, while other requests run', () => {
  start();
  row(0, 10);
  world.pass(5_000);
  const before = askedFor('append').length;
  for (let count = 6; count < 12; count += 1) {
    page.record(stroke({ strokeCount: count, elapsedSec: 10 + count / 10, distanceM: 40 + count }));
    page.record(
      stroke({ strokeCount: count, elapsedSec: 10 + count / 10, distanceM: 40 + count, recoveryTimeSec: 1 }),
    );
    world.pass(250);
  }
  world.pass(5_000);
  const times = askedFor('append')
    .slice(before - 1)
    .map(({ atMs }) => atMs);
  expect(times.length).toBeGreaterThan(1);
  for (const [index, atMs] of times.slice(1).entries()) {
    expect(atMs - (times[index] ?? 0)).toBeGreaterThanOrEqual(1_000);
  }
});
