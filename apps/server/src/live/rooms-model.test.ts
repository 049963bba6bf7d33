import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveLimits } from '@boathouse/contract/limits';
import { decodeFrame } from '@boathouse/contract/live-frame';
import { liveSample } from '../../test/support/live-sample.ts';
import { LiveRooms } from './rooms.ts';

const room = 'room';
const rowers = ['ann', 'ben', 'cem'];

/**
 * A viewer as the contract describes it: applies frames by their sequence and requests a keyframe on a gap. Frames and
 * its messages are delayed, and it can lose frames itself; the network loses none.
 */
class Viewer {
  readonly shown = new Map<string, number>();
  readonly downstream: unknown[] = [];
  readonly upstream: Array<(rooms: LiveRooms) => void> = [];
  #epoch: string | null = null;
  #seq = 0;
  #isAwaitingKeyframe = true;
  mostUnread = 0;
  hasMissed = false;

  sendFrame(wire: unknown): void {
    this.downstream.push(wire);
    this.mostUnread = Math.max(this.mostUnread, this.downstream.length);
  }

  read(isLost: boolean): void {
    const frame = decodeFrame(this.downstream.shift());
    if (frame === null) return;
    const ack = { room: frame.room, epoch: frame.epoch, seq: frame.seq };
    this.upstream.push((rooms) => rooms.acknowledge(this, ack));
    if (isLost && !frame.isKeyframe) {
      this.hasMissed = true;
      return;
    }
    const isNext = frame.epoch === this.#epoch && frame.seq === this.#seq + 1;
    if (!frame.isKeyframe && (!isNext || this.#isAwaitingKeyframe)) {
      if (!this.#isAwaitingKeyframe) this.upstream.push((rooms) => rooms.requestKeyframe(room, this));
      this.#isAwaitingKeyframe = true;
      return;
    }
    if (frame.isKeyframe) this.shown.clear();
    this.#epoch = frame.epoch;
    this.#seq = frame.seq;
    this.#isAwaitingKeyframe = false;
    for (const row of frame.rows) this.shown.set(row.activity, row.sample.distance);
  }

  reset(): void {
    this.downstream.length = 0;
    this.upstream.length = 0;
    this.#isAwaitingKeyframe = true;
  }
}

type Step =
  | { kind: 'publish'; rower: number; seq: number }
  | { kind: 'complete'; rower: number }
  | { kind: 'tick'; ms: number }
  | { kind: 'read'; viewer: number; isLost: boolean }
  | { kind: 'answer'; viewer: number }
  | { kind: 'rejoin'; viewer: number }
  | { kind: 'restart' };

const nth = { rower: fc.nat(rowers.length - 1), viewer: fc.nat(1) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('publish'), rower: nth.rower, seq: fc.nat(60) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('tick'), ms: fc.constantFrom(30, 100, 250) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('read'),
      viewer: nth.viewer,
      isLost: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('answer'), viewer: nth.viewer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('complete'), rower: nth.rower }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rejoin'), viewer: nth.viewer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
);

test('a viewer that applies frames in sequence and requests a keyframe on a gap ends with the newest sample of every rower', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150, size: 'max' }), (steps) => {
      let incarnation = 0;
      let nowMs = 0;
      let counter = 0;
      const start = () => new LiveRooms({ epoch: `epoch-${(incarnation += 1)}` });
      const viewers = [new Viewer(), new Viewer()];
      // A page that reads nothing keeps the room alive, and gets nothing beyond its window.
      const stalled = new Viewer();
      let rooms = start();
      /** The model: the newest accepted sample of each rower. */
      const newest = new Map<string, { seq: number; distance: number }>();
      const completed = new Set<string>();
      const joinAll = () => {
        for (const viewer of [stalled, ...viewers]) {
          viewer.reset();
          rooms.join(room, viewer, nowMs);
        }
      };
      joinAll();

      const run = (given: Step): void => {
        const rower = 'rower' in given ? (rowers[given.rower] ?? '') : '';
        const viewer = 'viewer' in given ? viewers[given.viewer] : undefined;
        switch (given.kind) {
          case 'publish': {
            counter += 1;
            const known = newest.get(rower);
            const isNewer = !completed.has(rower) && (known === undefined || given.seq > known.seq);
            expect(rooms.publish(room, rower, liveSample(given.seq, counter), nowMs)).toBe(isNewer);
            if (isNewer) newest.set(rower, { seq: given.seq, distance: counter });
            break;
          }
          case 'complete':
            rooms.remove(room, rower);
            newest.delete(rower);
            completed.add(rower);
            break;
          case 'tick':
            nowMs += given.ms;
            rooms.tick(nowMs);
            break;
          case 'read':
            viewer?.read(given.isLost);
            break;
          case 'answer':
            viewer?.upstream.shift()?.(rooms);
            break;
          case 'rejoin':
            if (!viewer) break;
            rooms.leave(room, viewer);
            viewer.reset();
            rooms.join(room, viewer, nowMs);
            break;
          case 'restart':
            rooms = start();
            newest.clear();
            completed.clear();
            joinAll();
            break;
        }
        for (const { downstream } of viewers) {
          expect(downstream.length).toBeLessThanOrEqual(liveLimits.unacknowledgedMax);
        }
      };
      for (const given of steps) run(given);

      // The network recovers: everything in flight arrives. At a gap the viewer requests a keyframe.
      const settle = () => {
        for (let round = 0; round < 4; round += 1) {
          for (const viewer of viewers) {
            while (viewer.downstream.length > 0) viewer.read(false);
            while (viewer.upstream.length > 0) viewer.upstream.shift()?.(rooms);
          }
          if (round < 3) run({ kind: 'tick', ms: 250 });
        }
      };
      const expectAllShown = (viewer: Viewer) => {
        for (const [rower, { distance }] of newest) expect(viewer.shown.get(rower)).toBe(distance);
      };
      settle();
      for (const viewer of viewers) if (!viewer.hasMissed) expectAllShown(viewer);
      rooms.publish(room, 'dan', liveSample(1, 999), nowMs);
      newest.set('dan', { seq: 1, distance: 999 });
      settle();
      for (const viewer of viewers) expectAllShown(viewer);
      expect(stalled.mostUnread).toBeLessThanOrEqual(liveLimits.unacknowledgedMax);
    }),
    { numRuns: 300 },
  );
});
