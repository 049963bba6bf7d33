import * as z from 'zod/mini';
import { proofShape } from './auth/credentials.ts';
import { ClubRefSchema } from './clubs/club-ref.ts';
import { endpoint, FileSchema } from './endpoint.ts';
import { IdParamsSchema } from './ids.ts';

/** The choice for results that a deleted user rowed in sessions of clubs. */
const ClubResultsSchema = z.enum(['keep', 'remove']);
export type ClubResults = z.infer<typeof ClubResultsSchema>;

/** The effects that deleting the account would have now, shown before the user confirms. */
const DeletionSchema = z.object({
  /**
   * How the caller proves who they are: with the password, or, without one, by a sign-in that is younger than
   * `limits.freshSignInMs`.
   */
  confirmBy: z.enum(['password', 'signIn']),
  /** The caller's clubs. Each needs another owner first. */
  ownedClubs: z.array(ClubRefSchema),
  /** Completed results in sessions of clubs: they stay without a name, or are deleted. */
  clubResults: z.int(),
  /** Completed results in other sessions: they are deleted. */
  otherResults: z.int(),
  /** Sessions that the caller hosts. `toClubOwners` counts the sessions of clubs that have not begun. */
  sessions: z.object({ toClubOwners: z.int(), stayWithoutName: z.int(), removed: z.int() }),
  /** Whether a row is in progress; it would be discarded. */
  isRowing: z.boolean(),
});
export type Deletion = z.infer<typeof DeletionSchema>;

const ArchiveStateSchema = z.object({
  /** Completed activities; each has its own folder in the archive. */
  activities: z.int(),
  /** Seconds until the next archive may begin; 0 if it may begin now. */
  waitSec: z.int(),
});
export type ArchiveState = z.infer<typeof ArchiveStateSchema>;

export const account = {
  deletion: endpoint({
    method: 'GET',
    path: '/users/:id/deletion',
    summary: "What deleting the caller's account would do",
    auth: 'user',
    cost: 'rows',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: DeletionSchema,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/users/:id/deletion',
    summary: "Delete the caller's account for good. 409 owns_a_club while the caller owns a club.",
    auth: 'user',
    cost: 'batches',
    proof: 'password',
    caller: ['params.id'],
    params: IdParamsSchema,
    body: z.strictObject({ clubResults: ClubResultsSchema, ...proofShape }),
    response: z.object({ message: z.string() }),
  }),
  archiveState: endpoint({
    method: 'GET',
    path: '/users/:id/archive/state',
    summary: "Whether an archive of the caller's data may be downloaded now",
    auth: 'user',
    cost: 'rows',
    caller: ['params.id'],
    params: IdParamsSchema,
    response: ArchiveStateSchema,
  }),
  /** Streamed, so its length is unknown. */
  archive: endpoint({
    method: 'GET',
    path: '/users/:id/archive',
    summary: "The caller's data as a ZIP file; 429 while another one is made, and after a few in an hour",
    auth: 'user',
    cost: 'batches',
    caller: ['params.id'],
    params: IdParamsSchema,
    produces: 'application/zip',
    response: FileSchema,
  }),
};
