import * as z from 'zod/mini';
import { IdSchema } from './ids.ts';
import { limits } from './limits.ts';
import { TimeZoneSchema } from './locale.ts';

/** A whole number in a query string. */
export function wholeNumber(minimum: number, maximum: number) {
  return z.pipe(
    z.string().check(z.regex(/^-?\d{1,7}$/, 'Must be a whole number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(minimum), z.maximum(maximum)),
    ),
  );
}

/** `page` and `pagesize` of a list; the specification sets the size. */
export function pageOf(pageSize: number) {
  return {
    page: z._default(wholeNumber(1, limits.pageMax), 1),
    pagesize: z._default(wholeNumber(1, limits.pageSizeMax), pageSize),
  };
}

/**
 * `after` of a list that returns at most `limits.listedMax` entries: the id of the last entry, to get the following
 * ones.
 */
export const restOf = { after: z.optional(IdSchema) };

/** A month of the calendar, counted from 1, or one of its days, in a time zone. */
export const ofMonthOrDay = {
  year: wholeNumber(1900, 9999),
  month: wholeNumber(1, 12),
  day: z.optional(wholeNumber(1, 31)),
  timeZone: z._default(TimeZoneSchema, 'UTC'),
};

/** A search term; like names in Unicode's composed form, so that both encodings of é match. */
export const SearchTextSchema = z
  .string()
  .check(z.normalize(), z.trim(), z.minLength(1), z.maxLength(limits.searchTextMax));
