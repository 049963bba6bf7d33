import * as z from 'zod/mini';
import { IdSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { UserRefSchema } from '../users.ts';

const ItemSchema = z.int().check(z.minimum(0), z.maximum(limits.workoutItemsMax - 1));

/**
 * Sets the monitors of everyone in the room to a workout item. The sender must manage the session. `press` is the
 * page's own id of one press of its button, so that a page acts on each press once. It is not stored.
 */
export const SetMonitorsSchema = z.strictObject({ room: IdSchema, press: IdSchema, item: ItemSchema });
export type SetMonitors = z.infer<typeof SetMonitorsSchema>;

/** The press in the form that every page in the room receives, including the sender's; `atMs` is the server's time. */
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
  /** A workout with strokes, or a workout of another item, is in progress: nothing was sent. */
  'rowing',
  /** The athlete has said "Not now". */
  'declined',
  /** The page asks its athlete. */
  'asking',
  /** The monitor did not accept the workout, or did not confirm it. */
  'refused',
  'setting',
  /** The monitor has confirmed the workout. */
  'set',
] as const;
export type MonitorOutcome = (typeof monitorOutcomes)[number];

/** The outcome of the newest press on a member's page. */
const MonitorReportSchema = z.strictObject({
  /** Null if the page has received none since it was opened. */
  answer: z.nullable(z.strictObject({ press: IdSchema, item: ItemSchema, outcome: z.enum(monitorOutcomes) })),
});
export type MonitorReport = z.infer<typeof MonitorReportSchema>;

/** Sent by every page that can set its monitor: a page that sends none is older than this event. */
export const MonitorReportMessageSchema = z.strictObject({ room: IdSchema, report: MonitorReportSchema });

/**
 * The changed reports, or all of them for a page after its first report (`isWhole`). A member with several pages has
 * the report of the page that got furthest; null if none of the member's pages reports now.
 */
export const RoomMonitorsSchema = z.object({
  room: IdSchema,
  isWhole: z.boolean(),
  states: z.array(z.object({ user: IdSchema, state: z.nullable(MonitorReportSchema) })),
});
export type RoomMonitors = z.infer<typeof RoomMonitorsSchema>;
