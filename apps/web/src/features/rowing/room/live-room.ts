import { IdSchema } from '@boathouse/contract/ids';
import {
  ActivityChangedSchema,
  liveEvents,
  RefusalSchema,
  RoomMembersSchema,
  RoomPresenceSchema,
  RoomReloadSchema,
  type Answer,
  type LiveSample,
  type Refusal,
  type RoomPresence,
} from '@boathouse/contract/live';
import { decodeFrame, FrameSequence } from '@boathouse/contract/live/frame';
import { encodeAcknowledgement, encodeSample } from '@boathouse/contract/live/messages';
import { liveLimits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import type { LiveSocket, LiveStatus } from '../../../lib/live-socket.ts';
import { waits } from '../../../lib/outbox/waits.ts';
import { createKeyedListeners, createListeners } from '../../../lib/store.ts';
import type { ActivityChanges } from './activity-lists.ts';
import { LaneClock } from './lane-clock.ts';
import { MemberStates } from './member-states.ts';

/** The newest sample of one rower, and its time on this page's monotonic clock. */
type Lane = { sample: LiveSample; freshAtMs: number };

export type RoomStatus = LiveStatus | { state: 'notAllowed'; refusal: Pick<Refusal, 'code' | 'message'> };

const joinAgainMs = 1_000;
/** A page that joins from these may have missed events. */
const missedStates: ReadonlySet<RoomStatus['state']> = new Set(['lost', 'notAllowed', 'refused']);
/** The server's order of members. */
const byName = new Intl.Collator('en').compare;

/** How long until a request for a keyframe is repeated. */
const keyframeAgainMs = 2_000;

/**
 * This page's copy of a session's room: its members and the newest sample of every rower. Requests a keyframe when a
 * frame is missing or the server process has changed.
 */
export class LiveRoom {
  readonly id: string;
  /** Batches of changed lanes, for components that show many of them. */
  readonly laneClock: LaneClock;
  /** Whether each member is ready to start. */
  readonly memberStates: MemberStates;
  readonly #socket: LiveSocket;
  readonly #userId: string;
  readonly #nowMs: () => number;
  readonly #stops: Array<() => void> = [];
  readonly #laneListeners = createKeyedListeners();
  readonly #roomListeners = createListeners();
  readonly #changeListeners = createListeners();
  readonly #activityListeners = createListeners<[ActivityChanges]>();
  readonly #lanes = new Map<string, Lane>();
  #hasLanes = false;
  #members: UserRef[] = [];
  /** Sequence number of the last presence change in `#members`; null before the list. */
  #membersSeq: number | null = null;
  #status: RoomStatus = { state: 'idle' };
  readonly #frames = new FrameSequence();
  /** Frames received since the last acknowledgement. */
  #unacknowledged = 0;
  #sampledAtMs = Number.NEGATIVE_INFINITY;
  /** When the outstanding keyframe was requested; joining also requests one. */
  #keyframeAskedAtMs: number | null = null;
  /** The current join request; responses to earlier ones are ignored. */
  #joining: symbol | null = null;
  #joinAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(options: { id: string; userId: string; socket: LiveSocket; nowMs?: () => number }) {
    this.id = options.id;
    this.#userId = options.userId;
    this.#socket = options.socket;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.memberStates = new MemberStates(options.id, options.socket, this.#nowMs);
    this.laneClock = new LaneClock();
  }

  /** Joins, and rejoins after every loss of the connection. Returns a function that leaves. */
  enter(): () => void {
    const socket = this.#socket;
    this.#stops.push(
      socket.subscribe(() => this.#follow(socket.getStatus())),
      this.memberStates.enter(),
      socket.on(liveEvents.roomMembers, RoomMembersSchema, ({ room, seq, members }) => {
        if (room !== this.id) return;
        this.#membersSeq = seq;
        this.#members = members;
        this.#roomListeners.call();
      }),
      socket.on(liveEvents.roomPresence, RoomPresenceSchema, (difference) => {
        if (difference.room === this.id) this.#changeMembers(difference);
      }),
      socket.on(liveEvents.activityChanged, ActivityChangedSchema, ({ room, ...changes }) => {
        if (room !== this.id) return;
        this.#activityListeners.call(changes);
      }),
      socket.on(liveEvents.roomReload, RoomReloadSchema, ({ room }) => {
        if (room === this.id) this.#changeListeners.call();
      }),
      socket.onPacked((bytes) => this.#receive(bytes)),
      socket.on(liveEvents.refused, RefusalSchema, (refusal) => {
        // The server removed this page from the room, because access to its session has ended: joining again returns
        // the reason.
        if (refusal.event === liveEvents.joinRoom) void this.#join();
        else console.warn('The server refused a message', refusal);
      }),
    );
    socket.connect();
    this.#follow(socket.getStatus());
    return () => {
      socket.send(liveEvents.leaveRoom, { room: this.id });
      for (const stop of this.#stops.splice(0)) stop();
      this.#stopJoining();
      this.#become({ state: 'idle' });
    };
  }

  readonly getStatus = (): RoomStatus => this.#status;
  readonly getMembers = (): UserRef[] => this.#members;
  /** Whether the server's values have arrived: before that, silent athletes are unknown. */
  readonly hasLanes = (): boolean => this.#hasLanes;
  readonly getLane = (activityId: string): Lane | undefined => this.#lanes.get(activityId);

  /** Calls the listener on changes of status and members. */
  readonly subscribe = this.#roomListeners.subscribe;
  /** Calls the listener on samples of one rower, so that only that row renders. */
  readonly subscribeLane = this.#laneListeners.subscribe;
  /** Calls the listener with started, completed or discarded activities of an event. */
  readonly onActivities = this.#activityListeners.subscribe;
  /** Calls the listener when events may have been missed: the page rejoined the room, or was removed from it. */
  readonly onChange = this.#changeListeners.subscribe;

  /**
   * Calls back once, when the page is in the room, or immediately if it is: data read earlier may be older than the
   * join.
   */
  onceIn(run: () => void): () => void {
    let hasRun = false;
    const runIfIn = () => {
      if (hasRun || this.#status.state !== 'connected') return;
      hasRun = true;
      run();
    };
    const stop = this.subscribe(runIfIn);
    runIfIn();
    return stop;
  }

  /** Sends a sample; returns false if not connected. Samples are never queued: the next one is newer. */
  sendSample(activityId: string, sample: LiveSample): boolean {
    if (this.#status.state !== 'connected') return false;
    const message = { activity: IdSchema.parse(activityId), acknowledged: this.#frames.position, sample };
    if (!this.#socket.sendPacked(encodeSample(message))) return false;
    this.#sampledAtMs = this.#nowMs();
    this.#unacknowledged = 0;
    return true;
  }

  #follow(status: LiveStatus): void {
    if (status.state === 'connected') {
      void this.#join();
      return;
    }
    this.#stopJoining();
    this.#become(status);
  }

  #stopJoining(): void {
    this.#joining = null;
    clearTimeout(this.#joinAgain);
  }

  async #join(): Promise<void> {
    this.#stopJoining();
    const joining = Symbol(this.id);
    this.#joining = joining;
    this.#frames.restart();
    this.#keyframeAskedAtMs = this.#nowMs();
    let answer: Answer | null = null;
    try {
      answer = await this.#socket.ask(liveEvents.joinRoom, { user: this.#userId, room: this.id });
    } catch (error) {
      console.warn('The server did not respond to the join request', error);
    }
    if (this.#joining !== joining) return;
    const before = this.#status.state;
    if (answer?.ok) {
      this.#become({ state: 'connected' });
      if (missedStates.has(before)) this.#changeListeners.call();
      return;
    }
    const isUnsent = answer !== null && waits(this.id);
    if (answer && !isUnsent) {
      const { code, message } = answer.refusal;
      this.#become({ state: 'notAllowed', refusal: { code, message } });
      if (before === 'connected') this.#changeListeners.call();
    }
    const isFinal = answer !== null && !isUnsent && !passingRefusals.has(answer.refusal.code);
    if (!isFinal) this.#joinAgain = setTimeout(() => void this.#join(), joinAgainMs);
  }

  /** Applies a difference; after a gap, joins again for the list. */
  #changeMembers({ seq, joined, left }: RoomPresence): void {
    if (this.#membersSeq === null) return;
    if (seq !== this.#membersSeq + 1) {
      this.#membersSeq = null;
      void this.#join();
      return;
    }
    this.#membersSeq = seq;
    const changed = new Set([...left, ...joined.map(({ _id }) => _id)]);
    this.#members = [...this.#members.filter(({ _id }) => !changed.has(_id)), ...joined].toSorted(
      (one, other) => byName(one.displayName, other.displayName) || (one._id < other._id ? -1 : 1),
    );
    this.#roomListeners.call();
  }

  #receive(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    if (frame === null) console.warn('A frame could not be decoded');
    if (frame === null || frame.room !== this.id) return;
    const lanes = this.#frames.take(frame);
    this.#acknowledge();
    if (lanes === null) return this.#askForKeyframe();
    this.#keyframeAskedAtMs = null;
    this.#hasLanes = true;
    const nowMs = this.#nowMs();
    // A rower missing in a keyframe has stopped sending: keep the last values, which become stale.
    for (const { activity, ageMs, sample } of lanes) {
      const [known, freshAtMs] = [this.#lanes.get(activity), nowMs - ageMs];
      if (frame.isKeyframe && known && isRepeated(known, { sample, freshAtMs })) continue;
      this.#lanes.set(activity, { sample, freshAtMs });
      this.#tellRow(activity);
    }
  }

  /**
   * Acknowledges every few frames, unless samples do. Acknowledges half a window in any case: after the last sample a
   * full window may arrive at once, and no frame would follow it.
   */
  #acknowledge(): void {
    this.#unacknowledged += 1;
    const isRowing = this.#nowMs() - this.#sampledAtMs < 2 * liveLimits.sampleMs;
    const everyFrames = isRowing ? liveLimits.unacknowledgedMax / 2 : liveLimits.acknowledgeEvery;
    const acknowledged = this.#frames.position;
    if (this.#unacknowledged < everyFrames || acknowledged === null) return;
    this.#socket.sendPacked(encodeAcknowledgement({ room: this.id, acknowledged }));
    this.#unacknowledged = 0;
  }

  #askForKeyframe(): void {
    const nowMs = this.#nowMs();
    if (this.#keyframeAskedAtMs !== null && nowMs - this.#keyframeAskedAtMs < keyframeAgainMs) return;
    this.#keyframeAskedAtMs = nowMs;
    this.#socket.send(liveEvents.keyframeRequest, { room: this.id });
  }

  #become(status: RoomStatus): void {
    this.#status = status;
    this.memberStates.setJoined(status.state === 'connected');
    if (status.state !== 'connected') {
      this.#members = [];
      this.#membersSeq = null;
    }
    this.#roomListeners.call();
  }

  #tellRow(activityId: string): void {
    this.laneClock.note(activityId);
    this.#laneListeners.call(activityId);
  }
}

/** Temporary refusals, unlike a lack of access. */
const passingRefusals: ReadonlySet<Refusal['code']> = new Set([
  'too_many_events',
  'internal',
  // Another process has the session for a moment.
  'elsewhere',
] as const);

/** Returns whether a keyframe has the displayed sample. */
function isRepeated(known: Lane, given: Lane): boolean {
  const isSameTime = Math.abs(known.freshAtMs - given.freshAtMs) < liveLimits.sampleMs;
  return isSameTime && JSON.stringify(known.sample) === JSON.stringify(given.sample);
}
