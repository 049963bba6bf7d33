import type { LiveSample } from '@boathouse/contract/live';
import { LiveRoom } from '../../src/features/rowing/room/live-room.ts';
import { buildActivity } from '../sessions/factory.ts';
import { createFakeLiveSocket, frameBytes } from './fake-live-socket.ts';

export const roomId = '018f0000-0000-7000-8000-00000000aaaa';

export function rowingSample(distance: number, parts: Partial<LiveSample> = {}): LiveSample {
  return {
    phase: 'rowing',
    elapsedTime: 60,
    distance,
    currentPace: 120,
    averagePace: 120,
    strokeRate: 24,
    heartRate: null,
    isSimulated: false,
    ...parts,
  };
}

/** A room with an activity in progress for each athlete, and the server's end of its socket. */
export function enterRoom(names: readonly string[], clock: { nowMs?: () => number } = {}) {
  const fake = createFakeLiveSocket();
  const room = new LiveRoom({ id: roomId, userId: roomId, socket: fake.socket, ...clock });
  room.enter();
  const activities = names.map((name) =>
    buildActivity({
      name,
      workout: '2000m',
      isCompleted: false,
      completedAt: null,
      distance: 0,
      elapsedTime: 0,
      dragFactor: 0,
    }),
  );
  const idOf = (name: string) => activities.find(({ user }) => user.displayName === name)?._id ?? '';
  let seq = 0;
  /** Sends a frame with the samples of activities. */
  const sendFrame = (samples: Record<string, LiveSample>, isKeyframe = true) => {
    seq += 1;
    const rows = Object.entries(samples).map(([activity, sample]) => ({ activity, ageMs: 0, sample }));
    fake.sayPacked(frameBytes({ room: roomId, seq, isKeyframe, rows }));
  };
  /** The same with the samples by their athletes' names. */
  const sendFrameOf = (samples: Record<string, LiveSample>) =>
    sendFrame(Object.fromEntries(Object.entries(samples).map(([name, sample]) => [idOf(name), sample])));
  return { ...fake, room, activities, idOf, sendFrame, sendFrameOf };
}
