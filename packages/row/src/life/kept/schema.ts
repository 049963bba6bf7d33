/*
 * The records that the journal stores of a row and its strokes, as this version reads them. `versions.ts` defines how
 * to change them.
 */
import { StrokeSchema } from '@boathouse/contract/strokes/stroke';
import * as z from 'zod/mini';
import { isStoredProgress, progressOf, type StoredProgress } from './stored-progress.ts';

const nullable = { number: z.nullable(z.number()), string: z.nullable(z.string()), int: z.nullable(z.int()) };

const CountSchema = z.object({ strokes: z.int(), kept: z.int() });

/**
 * The rowed item of a session, with texts that outlive the session. The session and its item are both null for a row
 * without a session.
 */
const RowPlaceSchema = z.object({
  sessionId: nullable.string,
  workoutItemIndex: nullable.int,
  title: z.string(),
  workout: z.string(),
  /** The athlete's bests when the row began. Later bests do not change its targets. */
  bests: z.optional(z.readonly(z.array(z.object({ distanceM: z.number(), timeSec: z.number() })))),
  /**
   * For a row without a session: the session whose page was open, and the item that gets the row after it is stored.
   * With a null item, no item gets it; the athlete or a host may still move the row.
   */
  beside: z.optional(z.object({ sessionId: z.string(), workoutItemIndex: nullable.int })),
});

export type RowPlace = z.output<typeof RowPlaceSchema>;

export const KeptSchema = z.object({
  /** Key in the journal: the id that the page made for the activity. */
  key: z.string(),
  /** Id of the activity: `key`, unless the server had already begun an activity for the item. */
  id: z.string(),
  place: RowPlaceSchema,
  begunAtMs: z.number(),
  /** This device began the activity: `begunAtMs` is on its clock, and its strokes have moments. */
  isBegunHere: z.boolean(),
  /** Time zone of the start, which decides the calendar day; null if the server does not know the zone. */
  timeZone: nullable.string,
  isSimulated: z.boolean(),
  stage: z.enum(['rowing', 'completing', 'completed', 'discarding']),
  /** `asked`: the server may have stored it although no answer arrived. */
  begin: z.enum(['unsent', 'asked', 'stored']),
  /** The other owner of the activity, if this page no longer rows it. */
  lostTo: z.nullable(z.enum(['device', 'tab'])),
  /** Completed by another page or device, or by the host, while it was in progress here. */
  isEndedElsewhere: z.boolean(),
  /** Permanently refused: kept, and offered to the athlete. */
  refusal: z.nullable(z.object({ class: z.enum(['gone', 'completed', 'busy', 'bad']), message: z.string() })),
  /** The server refused these figures permanently. The row continues without them. */
  patchRefusal: nullable.string,
  progress: z.pipe(z.custom<StoredProgress>(isStoredProgress), z.transform(progressOf)),
  /**
   * False without values of its own after a reload or a takeover, until the monitor sends some: the server may have
   * more.
   */
  hasHeardMonitor: z.boolean(),
  nextSequence: z.int(),
  /** The first sequence number that the server may not have stored. */
  serverNext: z.int(),
  /** Another device may have stored strokes: read them before sending more. */
  mustRead: z.boolean(),
  /** Keys of another device's strokes that this device may have received in part. */
  storedBefore: z.array(z.string()),
  targets: z.object({
    strokeRate: CountSchema,
    pace: CountSchema,
    last: z.nullable(z.object({ intervalNumber: z.int(), strokeCount: z.int() })),
  }),
  /** The athlete left the workout on the monitor: the rowed part is a separate result. */
  isLeft: z.boolean(),
  /** Expiry of a row without a place. Nothing is sent before the row has a place. Null for a placed row. */
  heldUntilMs: nullable.number,
  /**
   * The server's known totals at the time when this page took the row up. If the monitor begins below them, it shows
   * another workout. Null once that is decided.
   */
  takenUpAt: z.nullable(z.object({ elapsedSec: z.number(), distanceM: z.number() })),
});

/** The journal's record of a row. Plain data. */
export type KeptLife = z.output<typeof KeptSchema>;

export const JournalStrokeSchema = z.object({ sequence: z.int(), stroke: StrokeSchema, isSent: z.boolean() });

/** A stroke in the journal. `sequence` counts the strokes of the row on this device, from 0. */
export type JournalStroke = z.output<typeof JournalStrokeSchema>;
