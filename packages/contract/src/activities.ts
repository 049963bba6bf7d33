import * as z from 'zod/mini';
import { MachineSchema } from './activities/machine.ts';
import { endpoint } from './endpoint.ts';
import { figure, whole } from './strokes/figures.ts';
import { IdParamsSchema, IdSchema, NewIdSchema, TimeSchema } from './ids.ts';
import { limits, monitorBounds as bounds } from './limits.ts';
import { ofMonthOrDay } from './paging.ts';
import { TimeZoneSchema } from './locale.ts';
import { WorkoutItemSchema, WorkoutTitleSchema } from './sessions/workout-texts.ts';
import { UserRefSchema } from './users.ts';

export { machines, type Machine } from './activities/machine.ts';

/**
 * Where a result comes from: live from a monitor or a simulated erg, from a file, typed in, or from another
 * service. Simulated results count nowhere.
 */
export const activitySources = ['monitor', 'simulated', 'file', 'entered', 'sync'] as const;
export type ActivitySource = (typeof activitySources)[number];

/** The source of an activity's heart rates: the monitor, a belt connected to its page, or both. */
export const heartRateSources = ['monitor', 'belt', 'mixed'] as const;
export type HeartRateSource = (typeof heartRateSources)[number];
const HeartRateSourceSchema = z.nullable(z.enum(heartRateSources));

/** The readers of an activity without a session: only its athlete, or everyone who sees the athlete's profile. */
export const activityVisibilities = ['me', 'profile'] as const;
export type ActivityVisibility = (typeof activityVisibilities)[number];
export const ActivityVisibilitySchema = z.enum(activityVisibilities);

/**
 * Values of the monitor, merged into an activity. Times in seconds, distances in meters, paces in seconds per 500 m,
 * power in watts; null if the monitor has no value (no belt, not moving yet). Stroke rate, heart rate and calories of a
 * result are for the whole row. They are null if a part is missing and the monitor did not report them.
 */
export const ErgometerFieldsSchema = z.object({
  elapsedTime: figure(bounds.elapsedSecMax),
  currentPace: z.nullable(figure(bounds.paceSecMax)),
  averagePace: z.nullable(figure(bounds.paceSecMax)),
  distance: figure(bounds.distanceMMax),
  strokeRate: z.nullable(whole(bounds.strokeRateMax)),
  workoutType: z.nullable(whole(bounds.enumMax)),
  heartRate: z.nullable(whole(bounds.heartRateMax)),
  dragFactor: whole(bounds.dragFactorMax),
  averagePower: z.nullable(whole(bounds.powerWMax)),
  totalCalories: z.nullable(whole(bounds.caloriesMax)),
  /** A simulated erg is shown as simulated and never ranked. */
  isSimulated: z.boolean(),
});
export type ErgometerFields = z.infer<typeof ErgometerFieldsSchema>;

/** One split of a single piece, or one interval of an interval workout; times in seconds, distances in meters. */
const SplitSchema = z.strictObject({
  splitNumber: whole(bounds.enumMax),
  time: figure(bounds.elapsedSecMax),
  distance: figure(bounds.distanceMMax),
  averagePace: z.nullable(figure(bounds.paceSecMax)),
  restTime: figure(bounds.elapsedSecMax),
  strokeRate: z.nullable(whole(bounds.strokeRateMax)),
  heartRate: z.nullable(whole(bounds.heartRateMax)),
});

/** The number of strokes that had a target of the plan, and the number that kept it. */
const TargetCountSchema = z
  .strictObject({ strokes: whole(limits.strokesMax), kept: whole(limits.strokesMax) })
  .check(z.refine(({ strokes, kept }) => kept <= strokes, 'Must not be more than strokes'));

/** The result of the workout, from the monitor's records 0x37 to 0x3A and 0x3C. */
const WorkoutSummarySchema = z.strictObject({
  /** The monitor's own calendar and clock, without a zone; day and hour can be impossible if its clock was never set. */
  logEntryDate: z.nullable(z.strictObject({ year: whole(2127), month: whole(15), day: whole(31) })),
  logEntryTime: z.nullable(z.strictObject({ hour: whole(255), minute: whole(255) })),
  averageStrokeRate: z.nullable(whole(bounds.strokeRateMax)),
  averageHeartRate: z.nullable(whole(bounds.heartRateMax)),
  /** Arrives about a minute after the end, with a heart rate belt. */
  recoveryHeartRate: z.nullable(whole(bounds.heartRateMax)),
  splits: z.array(SplitSchema).check(z.maxLength(100)),
  /** How many strokes kept the targets of the workout item; null without targets. Missing in older results. */
  targets: z.optional(
    z.nullable(
      z.strictObject({ strokeRate: z.nullable(TargetCountSchema), pace: z.nullable(TargetCountSchema) }),
    ),
  ),
  /** Source of the result: the monitor's summary, its last status (no summary arrived), or an end by hand. */
  source: z.enum(['summary', 'lastStatus', 'byHand']),
});
export type WorkoutSummary = z.infer<typeof WorkoutSummarySchema>;

const ActivitySessionSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  workoutItems: z.array(z.string()),
  /** Its page was deleted; the results rowed in it stay. */
  isDeleted: z.optional(z.boolean()),
});

/** One athlete's attempt at a workout: an item of a session, or one without a session. */
export const ActivitySchema = z.object({
  _id: IdSchema,
  user: UserRefSchema,
  title: z.string(),
  /** The text of the workout when it began; the session's item may have been edited since. */
  workout: z.string(),
  /** Null for an activity without a session, and then so is the index. */
  session: z.nullable(ActivitySessionSchema),
  workoutItemIndex: z.nullable(z.int()),
  /** Null if the session decides. */
  visibility: z.nullable(ActivityVisibilitySchema),
  source: z.enum(activitySources),
  /**
   * The user who typed in an entered result; null for any other result, and after that user is deleted. Servers of
   * an earlier version omit it.
   */
  enteredBy: z.optional(z.nullable(UserRefSchema)),
  machine: MachineSchema,
  /** Null without heart rates, and if unknown. Servers of an earlier version omit it. */
  heartRateSource: z.optional(HeartRateSourceSchema),
  isCompleted: z.boolean(),
  createdAt: TimeSchema,
  completedAt: z.nullable(TimeSchema),
  ...ErgometerFieldsSchema.shape,
  summary: z.nullable(WorkoutSummarySchema),
  /**
   * Whether the result is shorter than its workout item, or lacks the time of a part; set with the result, false while
   * in progress.
   */
  isPartial: z.boolean(),
  /** Whether the athlete left the workout on the monitor and began another: they may row the item again. */
  isLeft: z.boolean(),
  /** When the server last got values or strokes of this activity. */
  heardAt: TimeSchema,
  /**
   * Seconds from the common start of the workout item to this athlete's first stroke, negative before it; null without a
   * common start, and for an athlete who rows the item on their own, long before or after it.
   */
  startOffset: z.nullable(z.number()),
});
export type Activity = z.infer<typeof ActivitySchema>;

/** The caller's own activity. `owner` is the device that rows it, a UUID that the device made; null if unknown. */
export const OwnActivitySchema = z.extend(ActivitySchema, { owner: z.nullable(IdSchema) });
export type OwnActivity = z.infer<typeof OwnActivitySchema>;

/** An activity in a list, without its splits: there can be 100, and no list shows them. */
export const ListedActivitySchema = z.extend(ActivitySchema, {
  summary: z.nullable(z.omit(WorkoutSummarySchema, { splits: true })),
});
export type ListedActivity = z.infer<typeof ListedActivitySchema>;

/** The specification sends "the activity plus live ergometer fields": identifying fields are accepted and ignored. */
const carriedAlong = {
  _id: z.optional(IdSchema),
  user: z.optional(z.union([IdSchema, UserRefSchema])),
  title: z.optional(z.string()),
  workout: z.optional(z.string()),
  session: z.optional(z.nullable(z.union([IdSchema, ActivitySessionSchema]))),
  workoutItemIndex: z.optional(z.nullable(z.int())),
  visibility: z.optional(z.nullable(ActivityVisibilitySchema)),
  source: z.optional(z.enum(activitySources)),
  enteredBy: z.optional(z.nullable(UserRefSchema)),
  isCompleted: z.optional(z.boolean()),
  createdAt: z.optional(TimeSchema),
  completedAt: z.optional(z.nullable(TimeSchema)),
  isPartial: z.optional(z.boolean()),
  isLeft: z.optional(z.boolean()),
  heardAt: z.optional(TimeSchema),
  startOffset: z.optional(z.nullable(z.number())),
};

/**
 * The device that sends the values. Refused (409 not_the_owner) if another device owns the activity; becomes the owner
 * if none does. If it is absent, nothing is checked.
 */
const ownerClaim = { owner: z.optional(z.nullable(IdSchema)) };

export const ActivityPatchSchema = z.strictObject({
  ...carriedAlong,
  ...ownerClaim,
  ...z.partial(ErgometerFieldsSchema).shape,
  /** The monitor's machine; absent means a RowErg. */
  machine: z.optional(MachineSchema),
  heartRateSource: z.optional(HeartRateSourceSchema),
  summary: z.optional(z.nullable(WorkoutSummarySchema)),
});
export type ActivityPatch = z.infer<typeof ActivityPatchSchema>;

/**
 * Completes an activity: its result, and the athlete's time zone, which decides its calendar day. With `isLeft` or
 * `isPartial` the result is partial, even if it matches the item; these flags never change `isPartial` of the
 * monitor's own summary.
 */
export const ActivityCompletionSchema = z.extend(ActivityPatchSchema, {
  timeZone: z.optional(TimeZoneSchema),
});
export type ActivityCompletion = z.infer<typeof ActivityCompletionSchema>;

const NewActivitySchema = z
  .strictObject({
    _id: z.optional(NewIdSchema),
    user: IdSchema,
    session: z.optional(IdSchema),
    workoutItemIndex: z.optional(z.int().check(z.minimum(0), z.maximum(limits.workoutItemsMax - 1))),
    title: z.optional(WorkoutTitleSchema),
    workout: z.optional(WorkoutItemSchema),
    visibility: z.optional(ActivityVisibilitySchema),
    /** The monitor's machine, if the page already knows it; otherwise RowErg until a patch corrects it. */
    machine: z.optional(MachineSchema),
    /** The device that rows the activity. */
    owner: z.optional(IdSchema),
    /** Milliseconds since the start, both readings from one clock of the page. */
    begunAgoMs: z.optional(z.int().check(z.minimum(0))),
    /**
     * The athlete's time zone: a result that a host ends counts on the day there. If absent, UTC applies until the
     * result names the zone.
     */
    timeZone: z.optional(TimeZoneSchema),
    /**
     * The session on whose page a workout without a session was rowed: its hosts may read it and move it there.
     * Ignored if the caller can no longer read that session.
     */
    beside: z.optional(IdSchema),
  })
  .check(
    z.refine(({ session, workoutItemIndex }) => session === undefined || workoutItemIndex !== undefined, {
      error: 'Must be the index of an item of the session',
      path: ['workoutItemIndex'],
    }),
    z.refine(({ session, workoutItemIndex }) => session !== undefined || workoutItemIndex === undefined, {
      error: 'Must be the session of the item',
      path: ['session'],
    }),
    ...(['title', 'workout'] as const).flatMap((field) => [
      z.refine<Record<string, unknown>>(
        (body) => body['session'] !== undefined || body[field] !== undefined,
        {
          error: 'Must be there without a session',
          path: [field],
        },
      ),
      z.refine<Record<string, unknown>>(
        (body) => body['session'] === undefined || body[field] === undefined,
        {
          error: "Must not be there: the session's item has it",
          path: [field],
        },
      ),
    ]),
    z.refine(({ session, visibility }) => session === undefined || visibility === undefined, {
      error: 'Must not be there: the session decides who reads it',
      path: ['visibility'],
    }),
    z.refine(({ session, beside }) => session === undefined || beside === undefined, {
      error: 'Must not be there: it is in a session',
      path: ['beside'],
    }),
  );
export type NewActivity = z.infer<typeof NewActivitySchema>;

/** The source of an activity from a file; only its athlete can read it. */
const OriginSchema = z.object({
  fileName: z.string(),
  /** The app or device that wrote the file, under its own name. */
  app: z.nullable(z.string()),
  /** The workout's number in the Concept2 Logbook. */
  logbookId: z.nullable(z.string()),
});
export type ActivityOrigin = z.infer<typeof OriginSchema>;

export const activities = {
  byId: endpoint({
    method: 'GET',
    path: '/activities/:id',
    summary:
      'An activity with its splits, for its athlete, and everyone who may read its session or, without one, ' +
      'whom its visibility allows',
    auth: 'user',
    params: IdParamsSchema,
    response: z.extend(ActivitySchema, {
      origin: z.optional(z.nullable(OriginSchema)),
      /** Names of the files that added missing data to a live row; only its athlete can read them. */
      completedFrom: z.optional(z.array(z.string())),
      /** Only its athlete can read it. Servers of an earlier version omit it. */
      tags: z.optional(z.array(z.string())),
      /** It was rowed without a session and moved into its session later. Servers of an earlier version omit it. */
      isMoved: z.optional(z.boolean()),
      /**
       * It was rowed on a session's page without an item; the users who manage that session may open it too. Only its
       * athlete can read it. Servers of an earlier version omit it.
       */
      isOpenToHosts: z.optional(z.boolean()),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/activities',
    summary:
      'Start a workout item of a session, or with `title` and `workout` (1 line each) a workout without one, which only its ' +
      'athlete reads unless `visibility` says otherwise; at most one activity of a user is in progress. A page that starts offline ' +
      'makes `_id` itself, and sends how long ago the activity began; without `begunAgoMs` it begins at the time in that ' +
      'id. Never before 30 days ago. Repeating the call returns the same activity and does not change its owner.',
    auth: 'user',
    quota: 'activities',
    caller: ['body.user'],
    body: NewActivitySchema,
    response: OwnActivitySchema,
  }),
  /** Idempotent: a repeated call returns the same entity, so a client can retry a lost response. */
  complete: endpoint({
    method: 'PATCH',
    path: '/activities/:id/complete',
    summary:
      "Complete the caller's activity, with its result. The first result is final; only the monitor's own summary " +
      'replaces a result that has none. A whole result deletes what was entered for the caller and the same item.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.optional(z.nullable(ActivityCompletionSchema)),
    response: OwnActivitySchema,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/activities/:id',
    summary:
      "Merge live ergometer fields into the caller's activity in progress. After completion only the summary's recovery heart rate may still come.",
    auth: 'user',
    params: IdParamsSchema,
    body: ActivityPatchSchema,
    response: OwnActivitySchema,
  }),
  /** The user's live connections get `activity:owner`, so the device that rowed it before is notified. */
  setOwner: endpoint({
    method: 'PUT',
    path: '/activities/:id/owner',
    summary: "Take over the caller's activity in progress on this device; 409 once it is completed",
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ owner: IdSchema }),
    response: OwnActivitySchema,
  }),
  end: endpoint({
    method: 'POST',
    path: '/activities/:id/end',
    summary:
      'By those who manage the session: complete an activity with the values stored so far, once it has not ' +
      'been heard of for 10 minutes; 409 still_rowing before. Null if the athlete has blocked the caller.',
    auth: 'user',
    params: IdParamsSchema,
    response: z.nullable(ActivitySchema),
  }),
  /** Idempotent: returns an activity in progress unchanged. */
  reopen: endpoint({
    method: 'POST',
    path: '/activities/:id/reopen',
    summary:
      'By the athlete or those who manage the session: put an activity back in progress that was completed by mistake. ' +
      "409 activity_completed if it has the monitor's own summary or its session is deleted, 409 activity_in_progress while its athlete rows another. Null if the athlete has blocked the caller.",
    auth: 'user',
    params: IdParamsSchema,
    response: z.nullable(ActivitySchema),
  }),
  /**
   * A second call returns 404: the activity is already deleted. A call before the activity has begun also returns 404.
   */
  discard: endpoint({
    method: 'DELETE',
    path: '/activities/:id',
    summary:
      "Discard the caller's activity in progress with everything stored of it; 409 once it is completed. The host of " +
      'the session may discard one that never had a result and has not been heard of for 10 minutes; 409 still_rowing before. ' +
      'An id that its athlete has discarded, also before it began (404), is refused for 31 days: 404 when it begins. ' +
      'An activity that came from a file or was entered is deleted, too: it is complete from the beginning.',
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({ _id: IdSchema }),
  }),
  withoutSession: endpoint({
    method: 'GET',
    path: '/activities/user/:id',
    summary: "The caller's activities without a session that began in a month, or on one of its days",
    auth: 'user',
    cost: 'list',
    caller: ['params.id'],
    params: IdParamsSchema,
    query: z.strictObject(ofMonthOrDay),
    response: z.array(z.pick(ActivitySchema, { _id: true, title: true, createdAt: true, isCompleted: true })),
  }),
  inProgress: endpoint({
    method: 'GET',
    path: '/activities/inprogress/:id',
    summary: "The caller's activity in progress, in any session or without one, or null",
    auth: 'user',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: z.nullable(OwnActivitySchema),
  }),
};
