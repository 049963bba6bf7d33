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
    params: IdParamsSchema,
    query: z.strictObject({ format: z.enum(['fit', 'tcx', 'csv']) }),
    produces: Object.values(activityFormats),
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
      /** 0: it can be made. */
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
    caller: ['query.user'],
    query: HistoryFileSchema,
    produces: ['application/zip', activityFormats.csv],
    response: FileSchema,
  }),
};
