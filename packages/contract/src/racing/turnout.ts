import * as z from 'zod/mini';
import { endpoint, FileSchema } from '../endpoint.ts';
import { IdParamsSchema } from '../ids.ts';
import { TimeZoneSchema } from '../locale.ts';
import { UserRefSchema } from '../users.ts';

const MonthSchema = z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'Must be a month as YYYY-MM'));

/** One athlete in one month, counting the sessions at which they were expected. */
const TurnoutMonthSchema = z.object({
  month: MonthSchema,
  /** Sessions of the club that were not only for another squad, since the athlete joined the club or squad. */
  expected: z.int(),
  /** Sessions in which the athlete completed a row. */
  rowed: z.int(),
  /** Sessions for which the athlete answered that they will attend. */
  said: z.int(),
});
export type TurnoutMonth = z.infer<typeof TurnoutMonthSchema>;

const TurnoutSchema = z.array(z.object({ user: UserRefSchema, months: z.array(TurnoutMonthSchema) }));
export type Turnout = z.infer<typeof TurnoutSchema>;

/** The longest span of one call, in months. */
const turnoutMonthsMax = 12;

const spanned = (from: string, to: string) => {
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5));
  const count = months(to) - months(from) + 1;
  return count >= 1 && count <= turnoutMonthsMax;
};

const SpanSchema = z
  .strictObject({ from: MonthSchema, to: MonthSchema, timeZone: z._default(TimeZoneSchema, 'UTC') })
  .check(
    z.refine(({ from, to }) => spanned(from, to), {
      error: `Must be from 1 to ${turnoutMonthsMax} months`,
      path: ['to'],
    }),
  );

/** The attendance of a club's athletes. */
export const turnout = {
  ofClub: endpoint({
    method: 'GET',
    path: '/clubs/:id/turnout',
    summary:
      'At how many sessions of the club each athlete rowed and said that they would, by month, from one to ' +
      `${turnoutMonthsMax} months. Admins and owner get all members; a member gets their own line.`,
    auth: 'user',
    cost: 'rows',
    params: IdParamsSchema,
    query: SpanSchema,
    response: TurnoutSchema,
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/clubs/:id/turnout.csv',
    summary: 'The same as a table, one row for each athlete and month',
    auth: 'user',
    cost: 'rows',
    params: IdParamsSchema,
    query: SpanSchema,
    produces: 'text/csv; charset=utf-8',
    response: FileSchema,
  }),
};
