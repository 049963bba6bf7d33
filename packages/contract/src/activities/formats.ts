import * as z from 'zod/mini';
import { endpoint, FileSchema } from '../endpoint.ts';
import { IdParamsSchema, IdSchema } from '../ids.ts';
import { TimeZoneSchema } from '../locale.ts';
import { isPeriod, PastFiltersSchema } from './history.ts';

/** The files of one activity, with their media types. */
export const activityFormats = {
  fit: 'application/vnd.ant.fit',
  tcx: 'application/vnd.garmin.tcx+xml',
  csv: 'text/csv; charset=utf-8',
} as const;
export type ActivityFormat = keyof typeof activityFormats;

/** Tables that a host or coach exports from a session: a row for each result, split or stroke. */
export const sessionTables = ['results', 'splits', 'strokes'] as const;
export type SessionTable = (typeof sessionTables)[number];

const HistoryFileSchema = z
  .strictObject({
    user: IdSchema,
    format: z.enum(['fit', 'csv']),
    ...PastFiltersSchema.shape,
    timeZone: z._default(TimeZoneSchema, 'UTC'),
  })
  .check(isPeriod);

/** Files out. */
export const exports = {
  activity: endpoint({
    method: 'GET',
    path: '/activities/:id/export',
    summary:
      'A completed activity as a file for other apps, for everyone who may read its strokes: FIT by the rowing FIT ' +
      "standard, TCX, or its strokes in the columns of the Concept2 Logbook's CSV",
    auth: 'user',
    cost: 'file',
    params: IdParamsSchema,
    query: z.strictObject({ format: z.enum(['fit', 'tcx', 'csv']) }),
    produces: Object.values(activityFormats),
    response: FileSchema,
  }),
  session: endpoint({
    method: 'GET',
    path: '/sessions/:id/export',
    summary:
      "A session's completed results, their splits or their strokes as CSV, for those who manage it; without results that " +
      'they may not read. Times in seconds, distances in meters, dates by the clock of `timeZone`.',
    auth: 'user',
    cost: 'batches',
    params: IdParamsSchema,
    query: z.strictObject({
      table: z.enum(sessionTables),
      timeZone: z._default(TimeZoneSchema, 'UTC'),
    }),
    produces: activityFormats.csv,
    response: FileSchema,
  }),
  club: endpoint({
    method: 'GET',
    path: '/clubs/:id/export',
    summary:
      "The completed results of a club's sessions as CSV, of all its sessions or of those from one day to another, both " +
      'included. Admins and owner only.',
    auth: 'user',
    cost: 'batches',
    params: IdParamsSchema,
    query: z
      .strictObject({
        from: PastFiltersSchema.shape.from,
        to: PastFiltersSchema.shape.to,
        timeZone: z._default(TimeZoneSchema, 'UTC'),
      })
      .check(isPeriod),
    produces: activityFormats.csv,
    response: FileSchema,
  }),
  historyState: endpoint({
    method: 'GET',
    path: '/activities/export/state',
    summary:
      "Whether a file of the caller's history can be made now: a download by the browser cannot show why it was refused. " +
      'With the query of the file, which is checked as well.',
    auth: 'user',
    caller: ['query.user'],
    query: HistoryFileSchema,
    response: z.object({
      /** 0 if it can be made now. */
      waitSec: z.int(),
    }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/activities/export',
    summary:
      "The caller's past workouts that pass the filters: a ZIP archive with a FIT file of each, or a season in the " +
      "columns of the Concept2 Logbook's CSV; 429 while another one is made",
    auth: 'user',
    cost: 'batches',
    caller: ['query.user'],
    query: HistoryFileSchema,
    produces: ['application/zip', activityFormats.csv],
    response: FileSchema,
  }),
};
