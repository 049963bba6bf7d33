import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema } from '../ids.ts';

/** Codes with which guests of a race day take their entries (decision 099). */

/** Eight characters of Crockford's Base32, as `7KQ2-M9XD`. */
const CodeSchema = z.object({ entry: IdSchema, code: z.string() });
export type RaceCode = z.infer<typeof CodeSchema>;

/** In any spelling: small letters, spaces and hyphens do not matter. */
const CodeBodySchema = z.strictObject({ code: z.string().check(z.maxLength(40)) });
const ClaimedSchema = z.object({ event: IdSchema, entry: IdSchema });

export const raceCodes = {
  ofEvent: endpoint({
    method: 'PUT',
    path: '/races/events/:id/codes',
    summary:
      'The codes of the entries that no member has, made where they are missing; admins and owner only. Not of scratched entries. ' +
      'Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(CodeSchema),
  }),
  renew: endpoint({
    method: 'POST',
    path: '/races/entries/:id/code',
    summary:
      'Replace the code of an entry, and take the entry back from the user who has entered the code before; admins and owner only. ' +
      'What the user has rowed stays theirs.',
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    response: CodeSchema,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/races/claims',
    summary:
      'Take an entry of a race day by its code: the caller rows in it, and reads the race day and the sessions of their races without ' +
      'being a member of the club. 400 wrong_code for a code that is wrong, used by another user, replaced, or of a race day before ' +
      'yesterday. Repeating the call returns the same.',
    auth: 'user',
    quota: 'raceCodes',
    body: CodeBodySchema,
    response: ClaimedSchema,
  }),
  enter: endpoint({
    method: 'POST',
    path: '/races/guests',
    summary:
      'Take an entry of a race day by its code without an account: the response sets the cookie of a login that rows in the races ' +
      'of this entry, and makes no other calls. It ends with the code. 400 wrong_code as for a claim. The code begins any number of ' +
      'such logins, on any device.',
    auth: 'public',
    body: CodeBodySchema,
    response: ClaimedSchema,
  }),
};
