import * as z from 'zod/mini';
import { MachineSchema } from './machine.ts';
import { TagsSchema } from './tags.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { TimeZoneSchema } from '../locale.ts';

/** Sizes in bytes, times in milliseconds. */
export const importLimits = {
  /** It applies to one request. */
  fileBytes: 20_000_000,
  nameMax: 200,
  /** Workouts of one import. A Logbook with a workout a day has these in 27 years. */
  workoutsMax: 10_000,
  /** A file's workouts wait this long to be stored. */
  keptMs: 3_600_000,
  /** Pairs that are probably the same row, listed at once. */
  questionsMax: 50,
  /** The newest imports of a user that are listed. */
  listedMax: 50,
} as const;

/** A workout in a file: seconds and meters of the work. */
const ImportedWorkoutSchema = z.object({
  /** Within the import. */
  index: z.int(),
  /**
   * `problem` also means a part of a file that isn't a workout; only `new` workouts and completing duplicates are
   * stored.
   */
  status: z.enum(['new', 'duplicate', 'problem']),
  /**
   * Whether it is only probably the same row as `duplicateOf`: it is `new`, and the user decides. Servers of an earlier
   * version omit it.
   */
  isProbable: z.optional(z.boolean()),
  /** The name of the file, with the name of the ZIP archive's entry if known. */
  file: z.string(),
  /** The line of the problem in a text file. */
  line: z.nullable(z.int()),
  /** The problem, the omitted parts, or the reason why it is a duplicate. */
  message: z.nullable(z.string()),
  /** Null if the file does not contain it; then the request that stores the workout does. */
  machine: z.nullable(MachineSchema),
  startedAt: z.nullable(TimeSchema),
  endedAt: z.nullable(TimeSchema),
  elapsedTime: z.nullable(z.number()),
  distance: z.nullable(z.number()),
  title: z.nullable(z.string()),
  /** Work intervals or splits; 0 if the file names none. */
  intervals: z.int(),
  /** The number of strokes in the file. */
  strokes: z.int(),
  hasForceCurves: z.boolean(),
  hasHeartRates: z.boolean(),
  /** The stored activity, or the workout of this import, with which it is identical, or probably is. */
  duplicateOf: z.nullable(
    z.object({ activity: z.nullable(IdSchema), index: z.nullable(z.int()), title: z.string() }),
  ),
  /** Data of a stored duplicate that a live row lacks. */
  completes: z.array(z.enum(['strokes', 'intervals', 'heartRates'])),
});
export type ImportedWorkout = z.infer<typeof ImportedWorkoutSchema>;

const ImportPreviewSchema = z.object({
  _id: IdSchema,
  workouts: z.array(ImportedWorkoutSchema),
  /** The zone in which dates without a zone were read; null if all have one. */
  readInTimeZone: z.nullable(z.string()),
  /** Until then it can be stored. */
  keptUntil: TimeSchema,
  /**
   * Where reading an archive stopped at a limit: send the same bytes with `from` to continue. Null at the end; servers
   * of an earlier version omit it.
   */
  rest: z.optional(z.nullable(z.object({ from: z.string(), looked: z.int(), of: z.int() }))),
});
export type ImportPreview = z.infer<typeof ImportPreviewSchema>;

const ImportRecordSchema = z.object({
  _id: IdSchema,
  files: z.array(z.string()),
  createdAt: TimeSchema,
  /** `stopped`: the server stopped before all were stored; the import can be continued or undone. */
  state: z.enum(['storing', 'stopped', 'stored']),
  /** The chosen workouts; some may have been stored by another import since. */
  chosen: z.int(),
  /** Activities stored so far, live rows completed so far, and how many of both still exist. */
  stored: z.int(),
  completed: z.int(),
  left: z.int(),
  /** Notes on omitted parts of its workouts. Servers of an earlier version omit it. */
  notes: z.optional(z.array(z.string())),
});
export type ImportRecord = z.infer<typeof ImportRecordSchema>;

const IndexesSchema = z.array(z.int().check(z.minimum(0))).check(
  z.minLength(1, 'Choose at least one workout'),
  z.maxLength(importLimits.workoutsMax),
  z.refine((indexes) => new Set(indexes).size === indexes.length, 'Must not name a workout twice'),
);

const SameRowSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  createdAt: TimeSchema,
  machine: MachineSchema,
  elapsedTime: z.number(),
  distance: z.number(),
  strokes: z.int(),
});
const SameRowQuestionSchema = z.object({ activity: SameRowSchema, other: SameRowSchema });
export type SameRowQuestion = z.infer<typeof SameRowQuestionSchema>;

/**
 * Files in. Read files are kept for an hour, only for their user and a few at a time; after that the file must be sent
 * again.
 */
export const imports = {
  read: endpoint({
    method: 'POST',
    path: '/imports',
    summary:
      'Read a file of another app, or a ZIP archive of such files, sent as the body: the workouts in it, and which of them ' +
      'the caller has already. Nothing is stored yet. Dates without a zone are read in `timeZone`. With `into`, the ' +
      'workouts are added to an import that was read and not stored. Of a large archive as much is read as a turn allows, and ' +
      '`rest` says where to go on: send the same bytes with its `from`, and `into`. 409 import_full if so much waits to be ' +
      'stored that it has to be stored first.',
    auth: 'user',
    cost: 'file',
    quota: 'imports',
    consumes: 'application/octet-stream',
    query: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(importLimits.nameMax)),
      timeZone: z._default(TimeZoneSchema, 'UTC'),
      into: z.optional(IdSchema),
      /**
       * The place from `rest`; 0 is the beginning. If it is absent, a reading that stops at a limit is also a problem
       * of the file.
       */
      from: z.optional(z.string().check(z.regex(/^0$|^\d{1,7}(-\d{1,7}){3}$/, 'must be that of a rest'))),
    }),
    body: z.instanceof(Uint8Array, { error: 'must be the bytes of the file' }),
    response: ImportPreviewSchema,
  }),
  /** Idempotent: a repeated call returns the same record, so a client can retry a lost response. */
  store: endpoint({
    method: 'POST',
    path: '/imports/:id',
    summary:
      'Store workouts of an import as activities of the caller, which only they read; a duplicate that `completes` a live ' +
      'row adds what that lacks, and changes nothing of it. Of `indexes`, `same` names those that are probably the same as a ' +
      'row, and are: they complete it, and the others are stored beside it. `machine` is that of workouts whose ' +
      'file does not say it, `startedAt` the start of those without a date, by index, and `tags` those that each new ' +
      'activity gets. 409 import_changed if a workout has ' +
      'been stored in another way since it was read: then nothing is stored. Many are stored some at a time, and the ' +
      'response comes when all are; without `indexes`, an import that was stopped on the way goes on.',
    auth: 'user',
    cost: 'batches',
    params: IdParamsSchema,
    body: z.strictObject({
      indexes: z.optional(IndexesSchema),
      same: z.optional(z.array(z.int().check(z.minimum(0))).check(z.maxLength(importLimits.workoutsMax))),
      machine: z.optional(MachineSchema),
      tags: z.optional(TagsSchema),
      startedAt: z.optional(
        z
          .array(z.strictObject({ index: z.int(), at: TimeSchema }))
          .check(z.maxLength(importLimits.workoutsMax)),
      ),
    }),
    response: ImportRecordSchema,
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/imports/:id',
    summary:
      'Undo an import of the caller: deletes the activities that it stored and that are still there, with all that was ' +
      'added to them, and takes off what it added to live rows. 409 nothing_left if none is. Of an import that was read and not stored, forgets what was read.',
    auth: 'user',
    cost: 'batches',
    params: IdParamsSchema,
    response: ImportRecordSchema,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/imports/:id',
    summary: 'An import of the caller: how many of its workouts are stored so far',
    auth: 'user',
    cost: 'rows',
    params: IdParamsSchema,
    response: ImportRecordSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/imports',
    summary: `The caller's last ${importLimits.listedMax} imports that are not undone, newest first`,
    auth: 'user',
    cost: 'rows',
    response: z.array(ImportRecordSchema),
  }),
  questions: endpoint({
    method: 'GET',
    path: '/imports/questions',
    summary:
      `Pairs of the caller's activities that are probably one row, newest first, ${importLimits.questionsMax} at most: a service ` +
      'has sent one, or it was typed in, or a row ended after its result was imported. Both count until the caller answers.',
    auth: 'user',
    response: z.array(SameRowQuestionSchema),
  }),
  /** Idempotent while both rows exist; deleting one of them also removes the question. */
  answer: endpoint({
    method: 'PUT',
    path: '/imports/questions/:id',
    summary:
      "Answer whether the caller's activity `id` and `other` are one row. If so, `other` takes over what it lacks, with notes, " +
      'tags, comments and likes, and `id` is deleted. If not, both stay, and it is not asked again.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ other: IdSchema, isSame: z.boolean() }),
    response: z.object({ _id: IdSchema }),
  }),
};
