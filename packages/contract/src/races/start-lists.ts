import * as z from 'zod/mini';
import { endpoint, FileSchema } from '../endpoint.ts';
import { IdParamsSchema, IdSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { WholeRaceEventSchema } from '../races.ts';

/** Start lists from and for other race programs. */

export const startListColumns = [
  'heat',
  'lane',
  'name',
  'firstName',
  'lastName',
  'bib',
  'club',
  'event',
  'seed',
] as const;
export type StartListColumn = (typeof startListColumns)[number];

/** The index of each column in the table, or null; a column that is not named is found by its header. */
const MappingSchema = z.partialRecord(
  z.enum(startListColumns),
  z.nullable(z.int().check(z.minimum(0), z.maximum(99))),
);

const fileFields = {
  fileName: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The bytes in Base64: at most `limits.startListBytesMax`. */
  file: z.base64().check(z.maxLength(Math.ceil(limits.startListBytesMax / 3) * 4)),
  mapping: z._default(MappingSchema, {}),
  /**
   * The category for each text of the column `event`, including the empty text; a text that equals a category's name
   * needs none.
   */
  categories: z._default(z.record(z.string().check(z.maxLength(200)), IdSchema), {}),
};

const ProblemSchema = z.object({ line: z.nullable(z.int()), message: z.string() });

const entryDifferences = ['name', 'bib', 'club', 'category', 'seed'] as const;

/**
 * Why an entry can't change: one of its races is official, or the change would move a seated entry to another category.
 */
const entryRefusals = ['official', 'seated'] as const;
export type EntryRefusal = (typeof entryRefusals)[number];

const StartListPreviewSchema = z.object({
  /** The columns of a table with up to three of its cells; null for a race program's file. */
  columns: z.nullable(z.array(z.object({ header: z.string(), samples: z.array(z.string()) }))),
  /** The text as the file has it. */
  mapping: z.record(z.string(), z.nullable(z.int())),
  /** Each text of the column `event`, with its category; null if the user must choose one. */
  events: z.array(z.object({ text: z.string(), category: z.nullable(IdSchema), count: z.int() })),
  lines: z.array(
    z.object({
      name: z.string(),
      bib: z.string(),
      club: z.string(),
      event: z.string(),
      heat: z.nullable(z.int()),
      lane: z.nullable(z.int()),
      seedTenths: z.optional(z.int()),
      /** The member for whom a new entry is: the only one of the club with this name. */
      member: z.optional(IdSchema),
      category: z.nullable(IdSchema),
      /** `unknown`: its category must be chosen first. `refused`: the line differs, and its entry stays as it is. */
      change: z.enum(['new', 'same', 'changed', 'unknown', 'refused']),
      refusal: z.optional(z.enum(entryRefusals)),
      /** The stored entry, by bib, or by name and club. */
      entry: z.nullable(IdSchema),
      differences: z.array(z.object({ field: z.enum(entryDifferences), from: z.string(), to: z.string() })),
    }),
  ),
  /** Entries that the file does not contain: they stay. */
  missing: z.array(z.object({ entry: IdSchema, name: z.string(), bib: z.string() })),
  problems: z.array(ProblemSchema),
  /** A digest of the file, its mapping and the compared entries: changing these requires another preview. */
  digest: z.string(),
});
export type StartListPreview = z.infer<typeof StartListPreviewSchema>;

export const startListTypes = {
  rac: 'text/plain; charset=utf-8',
  rac2: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

export const startLists = {
  preview: endpoint({
    method: 'POST',
    path: '/races/events/:id/start-list/preview',
    summary: 'What a start list would change, without changing it: CSV, .rac or .rac2; admins and owner only',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject(fileFields),
    response: StartListPreviewSchema,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/races/events/:id/start-list',
    summary:
      'Store a start list as previewed; admins and owner only. 409 race_changed if its `digest` is not that of the preview. ' +
      'Lines with a `refusal` change nothing. With `seats`, heats and lanes of the file replace the draft races of their categories.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: z.strictObject({ ...fileFields, digest: z.string().check(z.maxLength(100)), seats: z.boolean() }),
    response: WholeRaceEventSchema,
  }),
  ofEvent: endpoint({
    method: 'GET',
    path: '/races/events/:id/start-list',
    summary: 'The start list of a race day as CSV; for its readers',
    auth: 'user',
    params: IdParamsSchema,
    produces: startListTypes.csv,
    response: FileSchema,
  }),
  ofRace: endpoint({
    method: 'GET',
    path: '/races/:id/start-list',
    summary: 'The start list of a race for Venue Race (.rac) or ErgRace (.rac2); judges and admins only',
    auth: 'user',
    params: IdParamsSchema,
    query: z.strictObject({ format: z.enum(['rac', 'rac2']) }),
    produces: [startListTypes.rac, startListTypes.rac2],
    response: FileSchema,
  }),
};
