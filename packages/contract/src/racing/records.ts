import * as z from 'zod/mini';
import { MachineSchema } from '../activities/machine.ts';
import { endpoint, FileSchema } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, NewIdSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { wholeNumber } from '../paging.ts';
import { lineOfText } from '../text.ts';
import { UserRefSchema } from '../users.ts';
import { AgeGroupSchema, CategorySchema, CategorySexSchema } from './categories.ts';
import { PieceSchema, pieceKinds } from './pieces.ts';

/** One record of a category: it beat or equaled the previous one. */
const RecordSchema = z.object({
  /** Tenths of a second over a distance, meters in a time. */
  score: z.int(),
  /** The calendar day in UTC for a result, as written for a record by hand. */
  day: z.iso.date(),
  /** The holder's name, also of a record by hand. */
  holder: z.string(),
  /** Null for a record by hand. */
  user: z.nullable(UserRefSchema),
  activity: z.nullable(IdSchema),
  /** The id of a record entered by hand; null for a result. */
  byHand: z.nullable(IdSchema),
  note: z.string(),
  /** It equals the previous record, which is listed beside it. */
  isEqual: z.boolean(),
});
export type ClubRecord = z.infer<typeof RecordSchema>;

/** The records of one category, the newest first. Both null: all athletes. */
const RecordsOfCategorySchema = z.object({
  ...CategorySchema.shape,
  records: z.array(RecordSchema).check(z.minLength(1)),
});
export type RecordsOfCategory = z.infer<typeof RecordsOfCategorySchema>;

const RecordQuerySchema = z.strictObject({
  machine: z._default(MachineSchema, 'rower'),
  kind: z.enum(pieceKinds),
  amount: wholeNumber(10, 50_000),
});

const WantedRecordSchema = z.strictObject({
  piece: PieceSchema,
  machine: MachineSchema,
  score: z.int().check(z.gte(1), z.lte(10_000_000)),
  sex: z.nullable(CategorySexSchema),
  ageGroup: z.nullable(AgeGroupSchema),
  holder: lineOfText('A name', limits.displayNameMax),
  day: z.iso.date(),
  note: z
    .string()
    .check(z.trim(), z.maxLength(limits.recordNoteMax, `At most ${limits.recordNoteMax} characters`)),
});
export type WantedRecord = z.infer<typeof WantedRecordSchema>;

const RecordParamsSchema = z.strictObject({ id: IdSchema, record: NewIdSchema });

/** A club's records: derived from its members' results, and entered by hand from earlier years. */
export const records = {
  ofClub: endpoint({
    method: 'GET',
    path: '/clubs/:id/records',
    summary:
      "A club's records of one piece and machine: of all athletes, by sex, and by sex and age group, with up to " +
      `${limits.recordsBefore} before each. Members of the club only. A deleted or corrected result restores the one before.`,
    auth: 'user',
    cost: 'rows',
    params: IdParamsSchema,
    query: RecordQuerySchema,
    response: z.array(RecordsOfCategorySchema),
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/clubs/:id/records.csv',
    summary: "A club's records of the ranked pieces on one machine as a table",
    auth: 'user',
    cost: 'rows',
    params: IdParamsSchema,
    query: z.strictObject({ machine: RecordQuerySchema.shape.machine }),
    produces: 'text/csv; charset=utf-8',
    response: FileSchema,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/clubs/:id/records/:record',
    summary:
      'Add a record by hand, from before its results were stored here, or change it. Admins and owner only.',
    auth: 'user',
    params: RecordParamsSchema,
    body: WantedRecordSchema,
    response: z.object({ _id: IdSchema }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/clubs/:id/records/:record',
    summary: 'Delete a record by hand. Admins and owner only.',
    auth: 'user',
    params: RecordParamsSchema,
    response: z.object({ _id: IdSchema }),
  }),
};
