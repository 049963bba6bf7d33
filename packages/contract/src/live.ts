import * as z from 'zod/mini';
import { ErgometerFieldsSchema, ListedActivitySchema } from './activities.ts';
import { figure, whole } from './strokes/figures.ts';
import { IdSchema } from './ids.ts';
import { limits, monitorBounds as bounds } from './limits.ts';
import { SessionSchema } from './sessions.ts';
import { StartsSchema } from './sessions/starts.ts';
import { UserRefSchema } from './users.ts';

/**
 * Version of the live channel. Increase it with every change of an event or of the frame: the handshake rejects a
 * client of another version, and that client reloads. A client that sends none gets only the specification's events.
 */
export const liveProtocol = 9;

/** Why the server refuses a handshake: the message of Socket.IO's `connect_error`. */
export const handshakeRefusals = [
  /** The board's key is no longer valid. */
  'board_closed',
  /** Sign in, then connect again. */
  'not_signed_in',
  /** Connect from a page of the server's own address; retrying from here can't help. */
  'wrong_origin',
  /** Put the session and its own `route` into the address (`liveAddressOf`), or neither. */
  'wrong_address',
  /**
   * Load the web app again: it is older or newer than the server, whose `protocol` is in the error's `data`. If it is newer,
   * the server is being updated: try again.
   */
  'protocol_mismatch',
  /** Close other pages of this user, and try again after `liveLimits.floodPauseMs`. */
  'too_many_connections',
  /** A connection of this user has flooded the server: try again after `liveLimits.floodPauseMs`, and send less. */
  'flooding',
] as const;
export type HandshakeRefusal = (typeof handshakeRefusals)[number];

const refusalCodes = [
  /** Don't send it again: the event does not exist, or the message does not fit its schema. */
  'bad_message',
  /** Send your own user id. */
  'not_the_caller',
  /**
   * Don't send it again: there is no such session or activity, or you may not see it. Also: you have lost access to the
   * room.
   */
  'not_found',
  /** Join the session's room, then send the next sample or the message. */
  'not_joined',
  /**
   * Send less: this event was dropped, and others may be too, because the server sends one refusal a second. After
   * `liveLimits.refusalsMax` of them the connection ends without a further message.
   */
  'too_many_events',
  /** The recipient of a direct message, or the athlete of a nudge, is not in the room. */
  'not_present',
  /** Only a user who manages the session may send it, or the access token lacks the scope for it. */
  'not_allowed',
  /** Connect again, with this session and its `route` in the address: this connection can't serve the session. */
  'elsewhere',
  /** Stop sending samples and nudges for this activity: it is complete. */
  'completed',
  /** Send it again a little later: the server has failed, and has logged why. */
  'internal',
] as const;

/** Tells the sender of an event, and no one else, why it was refused. */
export const RefusalSchema = z.object({
  event: z.string(),
  code: z.enum(refusalCodes),
  message: z.string(),
});
export type Refusal = z.infer<typeof RefusalSchema>;

export const AnswerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), refusal: RefusalSchema }),
]);
export type Answer = z.infer<typeof AnswerSchema>;

/** A room is keyed by its session's id. `user` must be the caller's id. */
export const JoinRoomSchema = z.strictObject({ user: IdSchema, room: IdSchema });
export const LeaveRoomSchema = z.strictObject({ room: IdSchema });

/** The rower's current phase, from the monitor. */
export const rowPhases = ['waiting', 'rowing', 'resting', 'paused', 'ending', 'finished'] as const;
export type RowPhase = (typeof rowPhases)[number];

/** More details of a row for a coach. A field without a value is left out, so that a sample stays small. */
const sampleDetails = {
  /** Watts. */
  power: z.optional(whole(bounds.powerWMax)),
  dragFactor: z.optional(whole(bounds.dragFactorMax)),
  /** The current interval, or the interval before the current rest, from 1; missing in a single piece. */
  interval: z.optional(whole(bounds.enumMax)),
  /** The remaining part of the single piece, interval or rest: meters, seconds, calories. */
  left: z.optional(
    z.strictObject({
      kind: z.enum(['distance', 'time', 'calories', 'rest']),
      value: figure(bounds.distanceMMax),
    }),
  ),
  /** The monitor's projection for the end of this single piece or interval: seconds or meters. */
  projected: z.optional(
    z.strictObject({ kind: z.enum(['time', 'distance']), value: figure(bounds.distanceMMax) }),
  ),
  lastSplit: z.optional(
    z.strictObject({
      number: whole(bounds.enumMax),
      time: figure(bounds.elapsedSecMax),
      distance: figure(bounds.distanceMMax),
      pace: z.nullable(figure(bounds.paceSecMax)),
    }),
  ),
  /** Strokes that the athlete's page has and the server does not. */
  unsent: z.optional(whole(limits.strokesMax)),
  /**
   * Whether pace, rate, power and heart rate are within the piece's targets; missing without a target, and in rests.
   */
  inTarget: z.optional(z.boolean()),
};

/** One set of monitor values for the live channel. */
export const LiveSampleSchema = z.strictObject({
  phase: z.enum(rowPhases),
  ...z.pick(ErgometerFieldsSchema, {
    elapsedTime: true,
    distance: true,
    currentPace: true,
    averagePace: true,
    heartRate: true,
    isSimulated: true,
  }).shape,
  strokeRate: whole(bounds.strokeRateMax),
  ...sampleDetails,
});
export type LiveSample = z.infer<typeof LiveSampleSchema>;
/** A sample as an event; the web app packs its own (`live/messages`). A connection delivers its samples in order. */
export const SampleMessageSchema = z.strictObject({
  activity: IdSchema,
  /** `seq` belongs to an earlier protocol and is ignored. */
  sample: z.extend(LiveSampleSchema, { seq: z.optional(z.int().check(z.minimum(0))) }),
});

/**
 * The members of the room; a user with several open pages is listed once. Sent to a page that joins or joins again;
 * `room:presence` continues it from `seq`. A client without `liveProtocol` gets a list after every change instead.
 */
export const RoomMembersSchema = z.object({
  room: IdSchema,
  seq: z.int(),
  members: z.array(UserRefSchema),
});
export type RoomMembers = z.infer<typeof RoomMembersSchema>;

/**
 * Users who came (or changed their name) and who left since the last message, whose `seq` is one lower: after a gap,
 * join again to get the list. `joined` may contain users who are already listed, and `left` users who are not.
 */
export const RoomPresenceSchema = z.object({
  room: IdSchema,
  seq: z.int(),
  joined: z.array(UserRefSchema),
  left: z.array(IdSchema),
});
export type RoomPresence = z.infer<typeof RoomPresenceSchema>;

/**
 * The room's activities that were started or completed since the last such event, in the form of GET
 * /sessions/:id/activities, and the ids of discarded ones. Merge them into that list; a completed activity never
 * becomes active again.
 */
export const ActivityChangedSchema = z.object({
  room: IdSchema,
  activities: z.array(ListedActivitySchema),
  discarded: z.array(IdSchema),
});
export type ActivityChanged = z.infer<typeof ActivityChangedSchema>;

/** Notifies every page in the room that the host has changed the session, or deleted it (null). */
export const SessionChangedSchema = z.object({ room: IdSchema, session: z.nullable(SessionSchema) });
export type SessionChanged = z.infer<typeof SessionChangedSchema>;

/** Events of the room may be missing: load the session, its activities and its starts again. */
export const RoomReloadSchema = z.object({ room: IdSchema });
export type RoomReload = z.infer<typeof RoomReloadSchema>;

/** Every start of the session, including future ones, after its host has set or canceled one. */
export const SessionStartSchema = z.object({ room: IdSchema, starts: StartsSchema });
export type SessionStart = z.infer<typeof SessionStartSchema>;

/** Requests the server's time; `number` is the page's own, and `clock:told` returns it. */
export const ClockAskSchema = z.strictObject({ number: z.int().check(z.minimum(0)) });
/** The server's time in ms since 1970, whole ms, rounded down. */
export const ClockToldSchema = z.object({ number: z.int(), atMs: z.int() });
export type ClockTold = z.infer<typeof ClockToldSchema>;

/** Whether a member's page is ready to start. It ends with the page's connection. */
const MemberStateSchema = z.strictObject({
  /** An erg is connected to the page, and sends. */
  isErgConnected: z.boolean(),
  /**
   * The indexes of the workout items that the monitor is set to; null while unknown. Empty for a silent monitor while
   * no erg sends: read it with `ergOf`.
   */
  setItems: z.nullable(
    z
      .array(z.int().check(z.minimum(0), z.maximum(limits.workoutItemsMax - 1)))
      .check(z.maxLength(limits.workoutItemsMax)),
  ),
  /** Whether the page is in front; a hidden page counts down late or not at all. */
  isInFront: z.boolean(),
  /** The workout item in progress on this page. */
  item: z.nullable(z.int().check(z.minimum(0), z.maximum(limits.workoutItemsMax - 1))),
  /** Whether its first stroke is complete. */
  isRowing: z.boolean(),
  /**
   * From the connected monitor, as far as it has sent it: race control compares the serial number with the label of the
   * erg.
   */
  monitor: z.optional(
    z.strictObject({
      serial: z.nullable(z.string().check(z.maxLength(64))),
      batteryPercent: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
    }),
  ),
});
export type MemberState = z.infer<typeof MemberStateSchema>;

/**
 * Returns the erg of a member's page. Pages and servers that do not know silence treat a silent erg as none, which is
 * not ready either. They never send a value that reads as silent.
 */
export function ergOf({
  isErgConnected,
  setItems,
}: Pick<MemberState, 'isErgConnected' | 'setItems'>): 'sending' | 'silent' | 'none' {
  if (isErgConnected) return 'sending';
  return setItems === null ? 'none' : 'silent';
}

/** Returns the fields of an erg for a page to send; only a sending erg uses `setItems`. */
export function stateOfErg(
  erg: ReturnType<typeof ergOf>,
  setItems: number[] | null,
): Pick<MemberState, 'isErgConnected' | 'setItems'> {
  if (erg === 'sending') return { isErgConnected: true, setItems };
  return { isErgConnected: false, setItems: erg === 'silent' ? [] : null };
}

export const MemberStateMessageSchema = z.strictObject({ room: IdSchema, state: MemberStateSchema });

/**
 * The changed states, or all of them for a page that joins (`isWhole`). A member with several pages has the state of
 * the page that is most ready. null: none of the member's pages sends its state now.
 */
export const RoomStatesSchema = z.object({
  room: IdSchema,
  isWhole: z.boolean(),
  states: z.array(z.object({ user: IdSchema, state: z.nullable(MemberStateSchema) })),
});
export type RoomStates = z.infer<typeof RoomStatesSchema>;

/** Notifies all connections of the athlete, and no other user's, which device now rows the activity. */
export const ActivityOwnerSchema = z.object({ activity: IdSchema, owner: IdSchema });
export type ActivityOwner = z.infer<typeof ActivityOwnerSchema>;

/**
 * A device of the athlete that wants to row the activity requests the erg from the device that has it; `erg:asked`
 * reaches all connections of the athlete, and no other user's. The owner changes only when the requesting device
 * receives a monitor's record.
 */
export const ErgAskSchema = z.strictObject({ activity: IdSchema });
export const ErgAskedSchema = z.object({ activity: IdSchema });
export type ErgAsked = z.infer<typeof ErgAskedSchema>;

/**
 * Event names: the specification's are unchanged, ours are noun:verb. Frames and their acknowledgements are packed
 * (`live/messages`).
 */
export const liveEvents = {
  joinRoom: 'join_room',
  roomMembers: 'update_room_members',
  roomPresence: 'room:presence',
  sendMessage: 'send_message',
  receiveMessage: 'receive_message',
  nudge: 'nudge:send',
  nudged: 'nudge:sent',
  leaveRoom: 'room:leave',
  sample: 'activity:sample',
  activityChanged: 'activity:changed',
  activityOwner: 'activity:owner',
  ergAsk: 'erg:ask',
  ergAsked: 'erg:asked',
  sessionChanged: 'session:changed',
  notificationsChanged: 'notifications:changed',
  sessionStart: 'session:start',
  roomReload: 'room:reload',
  clockAsk: 'clock:ask',
  clockTold: 'clock:told',
  memberState: 'member:state',
  roomStates: 'room:states',
  setMonitors: 'monitors:set',
  monitorsAsked: 'monitors:asked',
  monitorReport: 'monitor:report',
  roomMonitors: 'room:monitors',
  /** Sent to boards: load GET /boards/:key again. */
  boardChanged: 'board:changed',
  raceChanged: 'race:changed',
  keyframeRequest: 'live:keyframe',
  refused: 'live:refused',
} as const;
