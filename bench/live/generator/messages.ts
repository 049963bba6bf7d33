import * as z from 'zod/mini';

export const systems = ['boathouse', 'naive', 'coalesced', 'ws', 'colyseus'] as const;
export type System = (typeof systems)[number];

const AccountSchema = z.object({
  token: z.string(),
  user: z.string(),
  session: z.string(),
  activity: z.string(),
});

/** The benchmark's requests to the generator; each gets one reply. */
export const RequestSchema = z.discriminatedUnion('kind', [
  /** Connects the rowers of more rooms. */
  z.object({
    kind: z.literal('connect'),
    system: z.enum(systems),
    ports: z.array(z.int()),
    rooms: z.array(z.object({ rowers: z.int(), accounts: z.nullable(z.array(AccountSchema)) })),
    /** The number of an activity's next sample. */
    firstSeq: z.int(),
  }),
  /** Starts to send samples, and to measure after `warmMs` for `windowMs`. */
  z.object({ kind: z.literal('measure'), warmMs: z.int(), windowMs: z.int() }),
  /** The last rower of the first room reads nothing for this long. The others are measured during that time. */
  z.object({ kind: z.literal('stall'), stallMs: z.int() }),
  /** Closes all connections. */
  z.object({ kind: z.literal('close') }),
]);
export type Request = z.infer<typeof RequestSchema>;

const WindowSchema = z.object({
  durationMs: z.number(),
  /** Samples sent, and those that should have been. */
  sent: z.int(),
  planned: z.int(),
  /** Updates due at all watchers: each sample at each member of its room. */
  due: z.int(),
  /** Updates due at the measured watchers, and how many of them arrived. */
  watchedDue: z.int(),
  watchedArrived: z.int(),
  p50Ms: z.nullable(z.number()),
  p99Ms: z.nullable(z.number()),
  messagesIn: z.int(),
  bytesIn: z.int(),
  bytesOut: z.int(),
  /** This process: its share of one processor, and how late its timers were. */
  cpuShare: z.number(),
  lagP99Ms: z.number(),
  /** Values compared with those sent. */
  checked: z.int(),
  failures: z.array(z.string()),
});
export type Window = z.infer<typeof WindowSchema>;

export const ReplySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connected'), connections: z.int(), failures: z.array(z.string()) }),
  /** The window has begun: sent before the request's reply, not as the reply. */
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('measured'), window: WindowSchema }),
  z.object({
    kind: z.literal('stalled'),
    /** Messages with samples that the viewer got after the pause and before the first one with a new value. */
    staleFrames: z.int(),
    /** It is the time from the end of the pause to the first new value; null if none came within 5 s. */
    freshAfterMs: z.nullable(z.number()),
    /** Why the server closed the viewer's connection, or null. */
    closed: z.nullable(z.string()),
    window: WindowSchema,
  }),
  z.object({ kind: z.literal('closed') }),
]);
export type Reply = z.infer<typeof ReplySchema>;
