import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveLimits } from '@boathouse/contract/limits';
import { decodeFrame, FrameSequence } from '@boathouse/contract/live/frame';
import { liveSample } from '../../../test/support/live-sample.ts';
import type { FrameSink } from './room-frames.ts';
import { LiveRooms } from './rooms.ts';

const idOf = (place: number) => `019a0000-0000-7000-8000-${String(place).padStart(12, '0')}`;
const room = idOf(0);
const rowers = [idOf(1), idOf(2), idOf(3)];
const lateRower = idOf(4);

/**
 * A viewer as the contract describes it: applies frames by their sequence and requests a keyframe on a gap. Frames and
 * its messages are delayed, and it can lose frames itself; the network loses none. It acknowledges every few frames.
 */
class Viewer implements FrameSink {
  readonly shown = new Map<string, number>();
  readonly downstream: Uint8Array[] = [];
  readonly upstream: Array<(rooms: LiveRooms, nowMs: number) => void> = [];
  #sequence = new FrameSequence();
  #isAsking = false;
  #unacknowledged = 0;
  mostUnread = 0;
  hasMissed = false;

  sendFrame(bytes: Uint8Array): void {
    this.downstream.push(bytes);
    this.mostUnread = Math.max(this.mostUnread, this.downstream.length);
  }

  read(isLost: boolean): void {
    const bytes = this.downstream.shift();
    const frame = bytes && decodeFrame(bytes);
    if (!frame) return;
    this.#unacknowledged += 1;
    if (this.#unacknowledged >= liveLimits.acknowledgeEvery) {
      this.#unacknowledged = 0;
      this.upstream.push((rooms, nowMs) => rooms.get(room)?.frames.acknowledge(this, frame, nowMs));
    }
    if (isLost && !frame.isKeyframe) {
      this.hasMissed = true;
      return;
    }
    const lanes = this.#sequence.take(frame);
    if (lanes === null) {
      if (!this.#isAsking)
        this.upstream.push((rooms, nowMs) => rooms.get(room)?.frames.requestKeyframe(this, nowMs));
      this.#isAsking = true;
      return;
    }
    this.#isAsking = false;
    if (frame.isKeyframe) this.shown.clear();
    for (const { activity, sample } of lanes) this.shown.set(activity, sample.distance);
  }

  /** The connection is new: nothing from the last one arrives. */
  reset(): void {
    this.downstream.length = 0;
    this.upstream.length = 0;
    this.#sequence.restart();
    this.#isAsking = true;
    this.#unacknowledged = 0;
  }
}

type Step =
  | { kind: 'publish'; rower: number; device: number }
  | { kind: 'complete'; rower: number }
  | { kind: 'tick'; ms: number }
  | { kind: 'read'; viewer: number; isLost: boolean }
  | { kind: 'answer'; viewer: number }
  | { kind: 'rejoin'; viewer: number }
  | { kind: 'restart' };

const nth = { rower: fc.nat(rowers.length - 1), viewer: fc.nat(1) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('publish'), rower: nth.rower, device: fc.nat(1) }) },
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
      const start = () => new LiveRooms({ epoch: (incarnation += 1) });
      const viewers = [new Viewer(), new Viewer()];
      // A page that reads nothing keeps the room open, and gets nothing beyond its window.
      const stalled = new Viewer();
      let rooms = start();
      /** Each rower has two devices, on separate connections. */
      const devices = [0, 1].map((): FrameSink => ({ sendFrame: () => {} }));
      /** The model: the newest accepted sample of each rower, its device, and the device that it followed. */
      const newest = new Map<
        string,
        { distance: number; device: number; isFollower: boolean; atMs: number }
      >();
      const completed = new Set<string>();
      const joinAll = () => {
        for (const viewer of [stalled, ...viewers]) {
          viewer.reset();
          rooms.watch(room, viewer, nowMs);
        }
      };
      joinAll();

      const run = (given: Step): void => {
        const rower = 'rower' in given ? (rowers[given.rower] ?? '') : '';
        const viewer = 'viewer' in given ? viewers[given.viewer] : undefined;
        switch (given.kind) {
          case 'publish': {
            counter += 1;
            const [known, source] = [newest.get(rower), devices[given.device] ?? stalled];
            const isSame = known === undefined || known.device === given.device;
            const isSilent = known !== undefined && nowMs - known.atMs >= liveLimits.staleMs;
            const isTaken = !completed.has(rower) && (isSame || !known.isFollower || isSilent);
            expect(rooms.get(room)?.frames.publish(rower, source, liveSample(counter), nowMs)).toBe(isTaken);
            const isFollower = known !== undefined && (known.isFollower || !isSame);
            if (isTaken)
              newest.set(rower, { distance: counter, device: given.device, isFollower, atMs: nowMs });
            break;
          }
          case 'complete':
            rooms.get(room)?.frames.remove(rower, nowMs);
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
            viewer?.upstream.shift()?.(rooms, nowMs);
            break;
          case 'rejoin':
            if (!viewer) break;
            rooms.unwatch(room, viewer);
            viewer.reset();
            rooms.watch(room, viewer, nowMs);
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

      // The network recovers: everything in flight arrives. At a gap the viewer requests a keyframe. Late
      // ticks may have left it with one frame a second.
      const settle = () => {
        for (let round = 0; round < 13; round += 1) {
          for (const viewer of viewers) {
            while (viewer.downstream.length > 0) viewer.read(false);
            while (viewer.upstream.length > 0) viewer.upstream.shift()?.(rooms, nowMs);
          }
          if (round < 12) run({ kind: 'tick', ms: 250 });
        }
      };
      const expectAllShown = (viewer: Viewer) => {
        for (const [rower, { distance }] of newest) expect(viewer.shown.get(rower)).toBe(distance);
      };
      settle();
      for (const viewer of viewers) if (!viewer.hasMissed) expectAllShown(viewer);
      rooms.get(room)?.frames.publish(lateRower, stalled, liveSample(9_999), nowMs);
      newest.set(lateRower, { distance: 9_999, device: 0, isFollower: false, atMs: nowMs });
      settle();
      for (const viewer of viewers) expectAllShown(viewer);
      expect(stalled.mostUnread).toBeLessThanOrEqual(liveLimits.unacknowledgedMax);
    }),
    { numRuns: 300 },
  );
});
