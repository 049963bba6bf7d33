import * as z from 'zod/mini';
import { ErgometerFieldsSchema } from './activities.ts';
import { IdSchema } from './ids.ts';
import { UserRefSchema } from './users.ts';

/**
 * Version of the live channel. Increase it with every change of an event or of the frame: the handshake rejects a client
 * of another version, which then reloads.
 */
export const liveProtocol = 1;

/** The error message of a rejected handshake is one of these. */
export const handshakeRefusals = ['not_signed_in', 'wrong_origin', 'protocol_mismatch'] as const;
export type HandshakeRefusal = (typeof handshakeRefusals)[number];

/** The reason of a rejected event, sent only to its sender. */
export const RefusalSchema = z.object({
  event: z.string(),
  code: z.enum([
    'bad_message',
    'not_the_caller',
    'not_found',
    'not_joined',
    'too_many_events',
    'completed',
    'internal',
  ]),
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
export type JoinRoom = z.infer<typeof JoinRoomSchema>;
export const LeaveRoomSchema = z.strictObject({ room: IdSchema });

/** The rower's current phase, from the monitor. */
export const rowPhases = ['waiting', 'rowing', 'resting', 'paused', 'ending', 'finished'] as const;
export type RowPhase = (typeof rowPhases)[number];

/** One set of monitor values for the live channel. */
export const LiveSampleSchema = z.strictObject({
  /** Increases with every sample of an activity; the server drops a sample with a lower number. */
  seq: z.int().check(z.minimum(0)),
  phase: z.enum(rowPhases),
  ...z.pick(ErgometerFieldsSchema, {
    elapsedTime: true,
    distance: true,
    currentPace: true,
    averagePace: true,
    strokeRate: true,
    heartRate: true,
    isSimulated: true,
  }).shape,
});
export type LiveSample = z.infer<typeof LiveSampleSchema>;
export const SampleMessageSchema = z.strictObject({ activity: IdSchema, sample: LiveSampleSchema });
export type SampleMessage = z.infer<typeof SampleMessageSchema>;

/** The members of the room; a user with several open pages is listed once. */
export const RoomMembersSchema = z.object({ room: IdSchema, members: z.array(UserRefSchema) });
export type RoomMembers = z.infer<typeof RoomMembersSchema>;

/** An activity of the room was started or completed: fetch now, without waiting for the next poll. */
export const ActivityChangedSchema = z.object({ room: IdSchema, activity: IdSchema });
export type ActivityChanged = z.infer<typeof ActivityChangedSchema>;

export const FrameAckSchema = z.strictObject({
  room: IdSchema,
  epoch: z.string().check(z.maxLength(40)),
  seq: z.int().check(z.minimum(0)),
});
export type FrameAck = z.infer<typeof FrameAckSchema>;

/** Event names: the specification's unchanged, ours as noun:verb. */
export const liveEvents = {
  joinRoom: 'join_room',
  roomMembers: 'update_room_members',
  leaveRoom: 'room:leave',
  sample: 'activity:sample',
  activityChanged: 'activity:changed',
  frame: 'live:frame',
  frameAck: 'live:ack',
  keyframeRequest: 'live:keyframe',
  refused: 'live:refused',
} as const;
