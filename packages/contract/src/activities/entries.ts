import * as z from 'zod/mini';
import { ActivitySchema } from '../activities.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, NewIdSchema, TimeSchema } from '../ids.ts';
import { limits, monitorBounds as bounds } from '../limits.ts';
import { TimeZoneSchema } from '../locale.ts';
import { wholeNumber } from '../paging.ts';
import { whole } from '../strokes/figures.ts';
import { UserRefSchema } from '../users.ts';
import { MachineSchema } from './machine.ts';
import { TagsSchema } from './tags.ts';

const positive = (maximum: number) =>
  z.number().check(z.positive('Must be more than 0'), z.maximum(maximum, `At most ${maximum}`));

/** Figures that a user reads off a monitor: meters and seconds of all the work, strokes and beats a minute. */
const entered = {
  distance: positive(bounds.distanceMMax),
  elapsedTime: positive(bounds.elapsedSecMax),
  strokeRate: z._default(z.nullable(whole(bounds.strokeRateMax)), null),
  heartRate: z._default(z.nullable(whole(bounds.heartRateMax)), null),
};

const EnteredResultSchema = z.strictObject(entered);

/** A stored result as a sheet shows it. */
const SheetResultSchema = z.object({
  activity: IdSchema,
  machine: MachineSchema,
  distance: z.number(),
  elapsedTime: z.number(),
  strokeRate: z.nullable(z.int()),
  heartRate: z.nullable(z.int()),
  isPartial: z.boolean(),
});
export type SheetResult = z.infer<typeof SheetResultSchema>;

const SheetRowSchema = z.object({
  user: UserRefSchema,
  /** The result that was typed in. */
  entered: z.nullable(SheetResultSchema),
  /** The result of the athlete's own monitor. A complete one replaces the entered result. */
  own: z.nullable(SheetResultSchema),
  /** The athlete refused the last entered result, and none has been entered since. */
  refusal: z.nullable(
    z.object({
      distance: z.number(),
      elapsedTime: z.number(),
      reason: z.string(),
      refusedAt: TimeSchema,
    }),
  ),
});
export type SheetRow = z.infer<typeof SheetRowSchema>;

const SheetSchema = z.object({
  title: z.string(),
  workoutItems: z.array(z.string()),
  /** By name. */
  rows: z.array(SheetRowSchema),
});
export type Sheet = z.infer<typeof SheetSchema>;

const ItemParamsSchema = z.strictObject({
  id: IdSchema,
  item: wholeNumber(0, limits.workoutItemsMax - 1),
});

/** A result that an athlete types in for themselves. */
const ownResult = {
  /** When it began. */
  createdAt: TimeSchema,
  /** The athlete's time zone, which decides the calendar day. */
  timeZone: TimeZoneSchema,
  machine: MachineSchema,
  /** The workout's text; if empty, distance and time describe it. */
  workout: z.string().check(z.trim(), z.maxLength(limits.workoutItemMax)),
  ...entered,
};

/** Results that no monitor sent: the athlete, or a user who manages the session, typed them in. */
export const entries = {
  enter: endpoint({
    method: 'POST',
    path: '/activities/entered',
    summary:
      'Store a result of the caller that was rowed without this app, which only they read. It counts in totals, and is no ' +
      'personal best. With the same `_id`, repeating the call returns what the first one stored.',
    auth: 'user',
    quota: 'activities',
    caller: ['body.user'],
    body: z.strictObject({
      _id: NewIdSchema,
      user: IdSchema,
      ...ownResult,
      note: z._default(z.string().check(z.trim(), z.maxLength(limits.noteMax)), ''),
      tags: z._default(TagsSchema, []),
    }),
    response: ActivitySchema,
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/activities/:id/entered',
    summary:
      'Correct a result that the caller has entered for themselves; totals follow. 409 activity_completed for any other ' +
      'result. Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject(ownResult),
    response: ActivitySchema,
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/sessions/:id/entries/:item',
    summary:
      `The athletes of a session, ${limits.listedMax} at most, with their results of a workout item; for those who manage the ` +
      'session. Its athletes are the members of its club, those who said that they will be there, and those who have begun ' +
      'an item; without those who have blocked the caller.',
    auth: 'user',
    params: ItemParamsSchema,
    response: SheetSchema,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/sessions/:id/entries/:item',
    summary:
      'Enter, correct or remove (null) results of a workout item, those that are named and no others; by those who manage the ' +
      'session. Each athlete concerned is notified. A row that cannot be stored is named in `problems`, and the others are ' +
      'stored. Idempotent.',
    auth: 'user',
    params: ItemParamsSchema,
    body: z.strictObject({
      /** The caller's time zone: decides the calendar day. */
      timeZone: TimeZoneSchema,
      machine: MachineSchema,
      rows: z.array(z.strictObject({ user: IdSchema, result: z.nullable(EnteredResultSchema) })).check(
        z.minLength(1),
        z.maxLength(limits.listedMax),
        z.refine(
          (rows) => new Set(rows.map(({ user }) => user)).size === rows.length,
          'Must not name an athlete twice',
        ),
      ),
    }),
    response: z.extend(SheetSchema, {
      problems: z.array(z.object({ user: IdSchema, message: z.string() })),
    }),
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/activities/:id/refusal',
    summary:
      'Refuse a result that another user entered for the caller: it is deleted, and that user is notified. 409 ' +
      'activity_completed for any other result.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({
      reason: z._default(z.string().check(z.trim(), z.maxLength(limits.refusalReasonMax)), ''),
    }),
    response: z.object({ _id: IdSchema }),
  }),
};
