import { beforeEach, describe, expect, test } from 'vitest';
import { liveLimits } from '@boathouse/contract/limits';
import { decodeFrame, type LiveFrame } from '@boathouse/contract/live-frame';
import { liveSample } from '../../test/support/live-sample.ts';
import { LiveRooms, type FrameSink } from './rooms.ts';

const epoch = 'first-epoch';
const room = 'room-1';

/** A page that records its frames, and acknowledges them only on request. */
class Page implements FrameSink {
  readonly frames: LiveFrame[] = [];
  sendFrame(wire: unknown): void {
    const frame = decodeFrame(wire);
    if (frame === null) throw new Error('This is not a frame');
    this.frames.push(frame);
  }
  /** The frames since the last call, as [seq, 'key' or 'news', [activity, sample's seq]...]. */
  take() {
    return this.frames
      .splice(0)
      .map(({ seq, isKeyframe, rows }) => [
        seq,
        isKeyframe ? 'key' : 'news',
        rows.map((row) => [row.activity, row.sample.seq]),
      ]);
  }
}

let rooms: LiveRooms;
let nowMs: number;

beforeEach(() => {
  rooms = new LiveRooms({ epoch });
  nowMs = 10_000;
});

/** Sends the frames of the next tick. */
function tick(ms: number = liveLimits.tickFastMs): void {
  nowMs += ms;
  rooms.tick(nowMs);
}
const join = (page: Page, id = room) => rooms.join(id, page, nowMs);
const publish = (activity: string, seq: number, id = room) =>
  rooms.publish(id, activity, liveSample(seq), nowMs);
const acknowledge = (page: Page, seq: number, of = epoch) =>
  rooms.acknowledge(page, { room, epoch: of, seq });

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

  test('drops a sample that is not newer, and returns false', () => {
    const page = new Page();
    join(page);
    expect(publish('ann', 7)).toBe(true);
    expect(publish('ann', 6)).toBe(false);
    expect(publish('ann', 7)).toBe(false);
    tick();
    expect(publish('ann', 3)).toBe(false);
    tick();
    expect(page.take()).toEqual([[1, 'key', [['ann', 7]]]]);
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
    rooms.remove(room, 'ben');
    rooms.requestKeyframe(room, page);
    tick();
    expect(page.take().at(-1)).toEqual([1, 'key', [['ann', 1]]]);
  });

  test('does not add a completed rower again for a late sample', () => {
    const page = new Page();
    join(page);
    publish('ann', 1);
    rooms.remove(room, 'ann');
    expect(publish('ann', 2)).toBe(false);
    tick();
    expect(page.take()).toEqual([[0, 'key', []]]);
  });

  test('sends nothing to another room', () => {
    const [here, there] = [new Page(), new Page()];
    join(here);
    join(there, 'room-2');
    publish('ann', 1);
    publish('cem', 1, 'room-2');
    tick();
    expect(here.take()).toEqual([[1, 'key', [['ann', 1]]]]);
    expect(there.take()).toEqual([[1, 'key', [['cem', 1]]]]);
    rooms.acknowledge(here, { room: 'room-2', epoch, seq: 1 });
    rooms.requestKeyframe('room-2', here);
    tick();
    expect(here.take()).toEqual([]);
  });

  test('stores no sample without members, and forgets all when the last page leaves', () => {
    const page = new Page();
    expect(publish('ann', 1)).toBe(false);
    join(page);
    publish('ann', 9);
    rooms.leave(room, page);
    expect(publish('ann', 10)).toBe(false);
    tick();
    expect(page.take()).toEqual([]);
    join(page);
    publish('ann', 1);
    tick();
    expect(page.take()).toEqual([[1, 'key', [['ann', 1]]]]);
  });

  test('has its own epoch, so that clients notice a restart', () => {
    const page = new Page();
    join(page);
    tick();
    expect(page.frames[0]).toMatchObject({ room, epoch });
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
    acknowledge(page, 8, 'another-epoch');
    rooms.acknowledge(page, { room: 'room-2', epoch, seq: 8 });
    acknowledge(page, 0);
    row(21, 5);
    expect(page.take()).toEqual([]);
  });

  test('gets no more frames by requesting keyframes', () => {
    const page = new Page();
    join(page);
    for (let seq = 1; seq <= 30; seq += 1) {
      publish('ann', seq);
      rooms.requestKeyframe(room, page);
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
    rooms.leave(room, page);
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
      rooms.acknowledge(page, { room, epoch, seq: Number.MAX_SAFE_INTEGER });
    }
    return page.take().length;
  }

  test('is 100 ms in a room of up to 50 rowers', () => {
    expect(framesIn(10_000, liveLimits.fastRoomMax)).toBe(100);
  });

  test('is 250 ms in a larger room, also when the timer fires every 100 ms', () => {
    expect(framesIn(10_000, liveLimits.fastRoomMax + 1)).toBe(40);
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
      rooms.acknowledge(page, { room, epoch, seq: Number.MAX_SAFE_INTEGER });
    }
    // 10 s, and one that was due at the beginning
    expect(page.take()).toHaveLength(101);
  });
});
