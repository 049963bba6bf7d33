import { beforeEach, describe, expect, test } from 'vitest';
import { liveLimits } from '@boathouse/contract/limits';
import { decodeFrame, FrameSequence, type LiveFrame } from '@boathouse/contract/live/frame';
import { liveSample } from '../../../test/support/live-sample.ts';
import type { FrameSink } from './room-frames.ts';
import { LiveRooms } from './rooms.ts';

const epoch = 7;
const room = 'room-1';

/** Frames have UUIDs; the tests use names. */
const ids = new Map<string, string>();
const names = new Map<string, string>();
function idOf(name: string): string {
  const id = ids.get(name) ?? `019a0000-0000-7000-8000-${String(ids.size).padStart(12, '0')}`;
  ids.set(name, id);
  names.set(id, name);
  return id;
}

/** A page that records its frames, and acknowledges them only on request. */
class Page implements FrameSink {
  readonly frames: LiveFrame[] = [];
  readonly #sequence = new FrameSequence();
  sendFrame(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    if (frame === null) throw new Error('This is not a frame');
    this.frames.push(frame);
  }
  /** The frames since the last call, as [seq, 'key' or 'news', [activity, its number]...]; null after a gap. */
  take() {
    return this.frames
      .splice(0)
      .map((frame) => [
        frame.seq,
        frame.isKeyframe ? 'key' : 'news',
        this.#sequence.take(frame)?.map((row) => [names.get(row.activity), row.sample.elapsedTime]) ?? null,
      ]);
  }
}

let rooms: LiveRooms;
let nowMs: number;
let rower: Page;

beforeEach(() => {
  rooms = new LiveRooms({ epoch });
  nowMs = 10_000;
  rower = new Page();
});

/** Sends the frames of the next tick. */
function tick(ms: number = liveLimits.tickFastMs): void {
  nowMs += ms;
  rooms.tick(nowMs);
}
const join = (page: Page, id = room) => rooms.watch(idOf(id), page, nowMs);
const leave = (page: Page, id = room) => rooms.unwatch(idOf(id), page);
const publish = (activity: string, number: number, id = room, source = rower) =>
  rooms.get(idOf(id))?.frames.publish(idOf(activity), source, liveSample(number), nowMs) ?? false;
const remove = (activity: string) => rooms.get(idOf(room))?.frames.remove(idOf(activity), nowMs);
const requestKeyframe = (page: Page, id = room) => rooms.get(idOf(id))?.frames.requestKeyframe(page, nowMs);
const acknowledge = (page: Page, seq: number, of = epoch, id = room) =>
  rooms.get(idOf(id))?.frames.acknowledge(page, { epoch: of, seq }, nowMs);

describe('a room', () => {
  test('sends a joining page a keyframe of all rowers, and nothing more while nothing changes', () => {
    const [first, second] = [new Page(), new Page()];
    join(first);
    publish('ann', 1);
    publish('ben', 5);
    tick();
    first.take();
    join(second);
    tick();
    tick();
    expect(second.take()).toEqual([
      [
        1,
        'key',
        [
          ['ann', 1],
          ['ben', 5],
        ],
      ],
    ]);
    expect(first.take()).toEqual([]);
  });

  test('sends a page that joins an empty room an empty keyframe', () => {
    const page = new Page();
    join(page);
    tick();
    expect(page.take()).toEqual([[0, 'key', []]]);
  });

  test('sends one frame a tick with the newest sample of each rower who changed', () => {
    const page = new Page();
    join(page);
    publish('ann', 1);
    publish('ben', 1);
    tick();
    for (const seq of [2, 3, 4]) publish('ann', seq);
    tick();
    publish('ben', 2);
    tick();
    tick();
    publish('ann', 5);
    publish('ben', 3);
    tick();
    expect(page.take()).toEqual([
      [
        1,
        'key',
        [
          ['ann', 1],
          ['ben', 1],
        ],
      ],
      [2, 'news', [['ann', 4]]],
      [3, 'news', [['ben', 2]]],
      [
        4,
        'news',
        [
          ['ann', 5],
          ['ben', 3],
        ],
      ],
    ]);
  });

  test('drops late samples of a connection that another has followed, until that is silent or closed', () => {
    const [page, first, second] = [new Page(), new Page(), new Page()];
    for (const member of [page, first, second]) join(member);
    expect(publish('ann', 1, room, first)).toBe(true);
    expect(publish('ann', 2, room, second)).toBe(true);
    expect(publish('ann', 1.5, room, first)).toBe(false);
    expect(publish('ann', 3, room, second)).toBe(true);
    nowMs += liveLimits.staleMs;
    expect(publish('ann', 4, room, first)).toBe(true);
    expect(publish('ann', 3.5, room, second)).toBe(false);
    leave(first);
    expect(publish('ann', 5, room, second)).toBe(true);
    tick();
    expect(page.take()).toEqual([[1, 'key', [['ann', 5]]]]);
  });

  test('accepts samples of a connection that has been followed at once when its device takes the row back', () => {
    const [page, first, second] = [new Page(), new Page(), new Page()];
    for (const member of [page, first, second]) join(member);
    publish('ann', 1, room, first);
    publish('ann', 2, room, second);
    rooms.get(idOf(room))?.frames.reopen(idOf('ann'));
    expect(publish('ann', 2.5, room, second)).toBe(true);
    expect(publish('ann', 3, room, first)).toBe(true);
    expect(publish('ann', 2.7, room, second)).toBe(false);
    tick();
    expect(page.take()).toEqual([[1, 'key', [['ann', 3]]]]);
  });

  test('sends the age of each sample', () => {
    const page = new Page();
    join(page);
    publish('ann', 1);
    nowMs += 40;
    publish('ben', 1);
    nowMs += 60.4;
    rooms.tick(nowMs);
    expect(page.frames[0]?.rows.map(({ ageMs }) => ageMs)).toEqual([100, 60]);
  });

  test('includes a silent rower in later keyframes, and removes a completed one', () => {
    const page = new Page();
    join(page);
    publish('ann', 1);
    publish('ben', 1);
    tick();
    remove('ben');
    requestKeyframe(page);
    tick();
    expect(page.take().at(-1)).toEqual([1, 'key', [['ann', 1]]]);
  });

  test('does not add a completed rower again for a late sample, within a minute', () => {
    const page = new Page();
    join(page);
    publish('ann', 1);
    remove('ann');
    expect(publish('ann', 2)).toBe(false);
    tick();
    expect(page.take()).toEqual([[0, 'key', []]]);
    nowMs += 60_000;
    expect(publish('ann', 3)).toBe(true);
  });

  test('sends nothing to another room', () => {
    const [here, there] = [new Page(), new Page()];
    join(here);
    join(there, 'room-2');
    publish('ann', 1);
    publish('cem', 1, 'room-2');
    tick(liveLimits.tickMs);
    expect(here.take()).toEqual([[1, 'key', [['ann', 1]]]]);
    expect(there.take()).toEqual([[1, 'key', [['cem', 1]]]]);
    acknowledge(here, 1, epoch, 'room-2');
    requestKeyframe(here, 'room-2');
    tick();
    expect(here.take()).toEqual([]);
  });

  test('stores no sample without members, and forgets all when the last page leaves', () => {
    const page = new Page();
    expect(publish('ann', 1)).toBe(false);
    join(page);
    publish('ann', 9);
    leave(page);
    expect(publish('ann', 10)).toBe(false);
    tick();
    expect(page.take()).toEqual([]);
    join(page);
    publish('ann', 1);
    tick(liveLimits.tickMs);
    expect(page.take()).toEqual([[1, 'key', [['ann', 1]]]]);
  });

  test('has its own epoch, so that clients notice a restart', () => {
    const page = new Page();
    join(page);
    tick();
    expect(page.frames[0]).toMatchObject({ room: idOf(room), epoch });
  });
});

describe('a page that falls behind', () => {
  /** All rowers send samples for some ticks. */
  function row(fromSeq: number, ticks: number): void {
    for (let seq = fromSeq; seq < fromSeq + ticks; seq += 1) {
      publish('ann', seq);
      tick();
    }
  }

  test('gets at most 8 unacknowledged frames, then none, then the newest values in a keyframe', () => {
    const page = new Page();
    join(page);
    row(1, 50);
    const stale = page.take();
    expect(stale).toHaveLength(liveLimits.unacknowledgedMax);
    expect(stale.at(-1)).toEqual([8, 'news', [['ann', 8]]]);
    acknowledge(page, 8);
    row(51, 3);
    expect(page.take()).toEqual([
      [51, 'key', [['ann', 51]]],
      [52, 'news', [['ann', 52]]],
      [53, 'news', [['ann', 53]]],
    ]);
  });

  test('gets the keyframe as soon as its window has space, even when nothing is new', () => {
    const page = new Page();
    join(page);
    row(1, 9);
    page.take();
    acknowledge(page, 1);
    tick();
    expect(page.take()).toEqual([[9, 'key', [['ann', 9]]]]);
  });

  test('gains nothing by acknowledging another epoch, another room or no frame', () => {
    const page = new Page();
    join(page);
    row(1, 20);
    page.take();
    acknowledge(page, 8, epoch + 1);
    acknowledge(page, 8, epoch, 'room-2');
    acknowledge(page, 0);
    row(21, 5);
    expect(page.take()).toEqual([]);
  });

  test('gets no more frames by requesting keyframes', () => {
    const page = new Page();
    join(page);
    for (let seq = 1; seq <= 30; seq += 1) {
      publish('ann', seq);
      requestKeyframe(page);
      tick();
    }
    expect(page.take()).toHaveLength(liveLimits.unacknowledgedMax);
  });

  test('does not affect the others, who get every frame without a gap', () => {
    const [stalled, quick] = [new Page(), new Page()];
    join(stalled);
    join(quick);
    for (let seq = 1; seq <= 150; seq += 1) {
      publish('ann', seq);
      tick();
      acknowledge(quick, quick.frames.at(-1)?.seq ?? 0);
    }
    expect(stalled.take()).toHaveLength(8);
    expect(quick.frames.map(({ seq }) => seq)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
    expect(quick.frames.filter(({ isKeyframe }) => isKeyframe)).toHaveLength(1);
  });

  test('starts with a full window when it joins again', () => {
    const page = new Page();
    const other = new Page();
    join(other);
    join(page);
    row(1, 20);
    page.take();
    leave(page);
    join(page);
    tick();
    expect(page.take()).toEqual([[20, 'key', [['ann', 20]]]]);
  });
});

describe('the tick', () => {
  /** Returns how many frames are sent in a second of rowing, with the gateway's timer. */
  function framesIn(ms: number, rowers: number): number {
    const page = new Page();
    join(page);
    for (let i = 0; i < rowers; i += 1) publish(`rower-${i}`, 1);
    tick();
    page.take();
    const endMs = nowMs + ms;
    for (let seq = 2; nowMs < endMs; seq += 1) {
      publish('rower-0', seq);
      tick();
      acknowledge(page, Number.MAX_SAFE_INTEGER);
    }
    return page.take().length;
  }

  test.each([
    { rowers: 1, frames: 100 },
    { rowers: 12, frames: 100 },
    { rowers: 13, frames: 40 },
    { rowers: 50, frames: 40 },
  ])(
    'the tick with $rowers rowers who always have news sends $frames frames in 10 s',
    ({ rowers, frames }) => {
      expect(framesIn(10_000, rowers)).toBe(frames);
    },
  );

  test.each([
    { rowers: 2, quietMs: 60, waitMs: 40 },
    { rowers: 2, quietMs: 100, waitMs: 0 },
    { rowers: 2, quietMs: 150, waitMs: 0 },
    { rowers: 2, quietMs: 5_030, waitMs: 0 },
    { rowers: 13, quietMs: 150, waitMs: 100 },
    { rowers: 13, quietMs: 260, waitMs: 0 },
  ])(
    'has a sample of one of $rowers wait $waitMs ms, $quietMs ms after a frame',
    ({ rowers, quietMs, waitMs }) => {
      join(new Page());
      for (let i = 0; i < rowers; i += 1) publish(`rower-${i}`, 1);
      tick(liveLimits.tickMs);
      const due: number[] = [];
      rooms.onDue((atMs) => due.push(atMs - nowMs));
      publish('rower-0', 2);
      tick(liveLimits.tickMs);
      nowMs += quietMs;
      publish('rower-0', 3);
      expect(due.at(-1)).toBe(waitMs);
      expect(rooms.tick(nowMs + waitMs)).toBe(Number.POSITIVE_INFINITY);
    },
  );

  test('the tick of several rooms is spread over the time between two', () => {
    const pages = Array.from({ length: 20 }, () => new Page());
    pages.forEach((page, index) => join(page, `room-${index}`));
    const sent: number[] = [];
    for (let ms = 0; ms < liveLimits.tickMs; ms += 10) {
      tick(10);
      sent.push(pages.flatMap((page) => page.take()).length);
    }
    expect(sent.reduce((sum, count) => sum + count)).toBe(pages.length);
    expect(Math.max(...sent)).toBeLessThanOrEqual(2);
  });

  test('is requested only when there is something to send', () => {
    const due: number[] = [];
    rooms.onDue((atMs) => due.push(atMs - nowMs));
    const page = new Page();
    join(page);
    expect(due).toEqual([0]);
    nowMs += 30;
    expect(rooms.tick(nowMs)).toBe(Number.POSITIVE_INFINITY);
    publish('ann', 1);
    publish('ann', 2);
    expect(due).toEqual([0, 70]);
    expect(rooms.tick(nowMs + 60)).toBe(nowMs + 70);
    expect(rooms.tick(nowMs + 70)).toBe(Number.POSITIVE_INFINITY);
    expect(page.take()).toHaveLength(2);
  });

  test('sends no burst of frames after a pause of the process', () => {
    const page = new Page();
    join(page);
    publish('ann', 1);
    tick();
    nowMs += 60_000;
    page.take();
    for (let i = 0; i < 5; i += 1) {
      publish('ann', 100 + i);
      rooms.tick(nowMs + i);
    }
    expect(page.take().length).toBeLessThanOrEqual(2);
  });

  test('is the same when the timer fires more often', () => {
    const page = new Page();
    join(page);
    publish('ann', 1);
    tick();
    page.take();
    for (let i = 1; i <= 1000; i += 1) {
      publish('ann', 1 + i);
      tick(10);
      acknowledge(page, Number.MAX_SAFE_INTEGER);
    }
    expect(page.take()).toHaveLength(100);
  });
});

describe('an overloaded process', () => {
  /** Every tick is late by this time, for some seconds; returns the frames that each page gets in the last of them. */
  function rowLate(lateMs: number, sec: number, pages: Page[]): number[] {
    const endMs = nowMs + sec * 1_000;
    let number = 0;
    let counts = pages.map(() => 0);
    while (nowMs < endMs) {
      publish('ann', (number += 1));
      nowMs = Math.max(nowMs + 10, nextMs() + lateMs);
      rooms.tick(nowMs);
      for (const page of pages) acknowledge(page, Number.MAX_SAFE_INTEGER);
      const frames = pages.map((page) => page.take());
      expect(frames.flat().filter(([, , rows]) => rows === null)).toEqual([]);
      if (nowMs > endMs - 1_000) counts = counts.map((count, index) => count + (frames[index]?.length ?? 0));
    }
    return counts;
  }
  const nextMs = () => rooms.tick(Number.NEGATIVE_INFINITY);

  test('sends frames less often, then only keyframes to pages that watch, and recovers step by step', () => {
    const watcher = new Page();
    join(rower);
    join(watcher);
    const [inTime = 0] = rowLate(0, 5, [rower, watcher]);
    expect(inTime).toBeGreaterThanOrEqual(9);
    rowLate(150, 10, [rower, watcher]);
    const [rowers = 0, watchers = 0] = rowLate(150, 3, [rower, watcher]);
    expect(rowers).toBeLessThanOrEqual(2);
    expect(watchers).toBe(1);
    const half = rowLate(0, 9, [rower, watcher]);
    expect(half[0]).toBeLessThan(inTime);
    expect(rowLate(0, 15, [rower, watcher])).toEqual([inTime, inTime]);
  });

  test('has recovered when no one has rowed for a while, but not when the process was blocked', () => {
    const watcher = new Page();
    join(rower);
    join(watcher);
    rowLate(150, 15, [rower, watcher]);
    for (let dueMs = nextMs(); dueMs < Number.POSITIVE_INFINITY; dueMs = rooms.tick(nowMs)) nowMs = dueMs;
    watcher.take();
    nowMs += 60_000;
    for (const frames of rowLate(0, 1, [rower, watcher])) expect(frames).toBeGreaterThanOrEqual(9);
    rowLate(150, 15, [rower, watcher]);
    publish('ann', 1_000);
    nowMs += 60_000;
    rooms.tick(nowMs);
    rower.take();
    const [rowers = 0] = rowLate(0, 1, [rower, watcher]);
    expect(rowers).toBeLessThanOrEqual(3);
  });
});

test('a page and two boards that join in the same tick each get all rowers, by their own ids', () => {
  const boardOf = (id: string) => {
    const activityIdOf = (activity: string) => idOf(`${names.get(activity)} on ${id}`);
    return Object.assign(new Page(), { board: { id: idOf(id), activityIdOf } });
  };
  const [page, one, other] = [new Page(), boardOf('one'), boardOf('other')];
  join(page);
  publish('ann', 1);
  tick();
  page.take();
  requestKeyframe(page);
  join(one);
  join(other);
  tick();
  publish('ann', 2);
  tick();
  expect(page.take()).toEqual([
    [1, 'key', [['ann', 1]]],
    [2, 'news', [['ann', 2]]],
  ]);
  expect(one.take()).toEqual([
    [1, 'key', [['ann on one', 1]]],
    [2, 'news', [['ann on one', 2]]],
  ]);
  expect(other.take()).toEqual([
    [1, 'key', [['ann on other', 1]]],
    [2, 'news', [['ann on other', 2]]],
  ]);
});

test('a room is dropped with its last page or board, and drops data that no page watches', () => {
  const [id, activity] = [idOf(room), idOf('ann')];
  const [first, board] = [new Page(), new Page()];
  join(first);
  publish('ann', 1);
  rooms.get(id)?.changes.add(activity, { discarded: activity });
  rooms.watch(id, board, nowMs);
  leave(first);
  expect([...rooms].map((each) => each.id)).toEqual([id]);
  rooms.unwatch(id, board);
  expect([...rooms]).toEqual([]);
  expect(rooms.tick(nowMs + 1_000)).toBe(Number.POSITIVE_INFINITY);
  expect(publish('ann', 2)).toBe(false);

  join(first);
  expect(rooms.get(id)?.takeChanges(nowMs)).toBeNull();
  tick(liveLimits.tickMs);
  expect(first.take().at(-1)).toEqual([0, 'key', []]);
});
