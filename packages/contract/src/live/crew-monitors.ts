import * as z from 'zod/mini';
import { IdSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { UserRefSchema } from '../users.ts';

const ItemSchema = z.int().check(z.minimum(0), z.maximum(limits.workoutItemsMax - 1));

/**
 * Has the monitors of everyone in the room set to a workout item, from a user who manages the session. `press` is the
 * page's own id of one press of its button: a page acts on each once. It is not stored.
 */
export const SetMonitorsSchema = z.strictObject({ room: IdSchema, press: IdSchema, item: ItemSchema });
export type SetMonitors = z.infer<typeof SetMonitorsSchema>;

/** The press as it reaches every page in the room, also the sender's; `atMs` is the server's time. */
export const MonitorsAskedSchema = z.object({
  room: IdSchema,
  press: IdSchema,
  item: ItemSchema,
  /** The item's text, as the server has it. */
  workout: z.string(),
  sender: UserRefSchema,
  atMs: z.int(),
});
export type MonitorsAsked = z.infer<typeof MonitorsAskedSchema>;

export const monitorOutcomes = [
  /** No real erg that sends is connected to the page. */
  'noErg',
  /** Its athlete has a result of the item. */
  'done',
  /** The press arrived too late, or for a text that is not the page's. */
  'late',
  /** A workout with strokes, or one of another item, is in progress: nothing was sent. */
  'rowing',
  /** The athlete has said "Not now". */
  'declined',
  /** The page asks its athlete. */
  'asking',
  /** The monitor did not take the workout, or did not confirm it. */
  'refused',
  'setting',
  /** The monitor has confirmed the workout. */
  'set',
] as const;
export type MonitorOutcome = (typeof monitorOutcomes)[number];

/** The outcome of the newest press on a member's page. */
const MonitorReportSchema = z.strictObject({
  /** null: none has reached the page since it was opened. */
  answer: z.nullable(z.strictObject({ press: IdSchema, item: ItemSchema, outcome: z.enum(monitorOutcomes) })),
});
export type MonitorReport = z.infer<typeof MonitorReportSchema>;

/** Sent by every page that can set its monitor: a page that sends none is older than this event. */
export const MonitorReportMessageSchema = z.strictObject({ room: IdSchema, report: MonitorReportSchema });

/**
 * The reports that have changed, or all of them for a page after its first (`isWhole`). A member with several pages
 * has the report of the page that got furthest. null: no page of the member reports now.
 */
export const RoomMonitorsSchema = z.object({
  room: IdSchema,
  isWhole: z.boolean(),
  states: z.array(z.object({ user: IdSchema, state: z.nullable(MonitorReportSchema) })),
});
export type RoomMonitors = z.infer<typeof RoomMonitorsSchema>;
