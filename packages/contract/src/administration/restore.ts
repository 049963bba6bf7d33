import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Header with the set-up code, for a call whose body is the backup. */
export const setUpCodeHeader = 'set-up-code';

const RestoreStateSchema = z.object({
  /**
   * `receiving`: the file arrives; `verifying`: it is loaded into a throw-away database; `restoring`: the server closes its
   * database, and starts again with the one of the backup; `failed`: nothing was changed; `done`: the installation has users;
   * `unavailable`: a backup can be restored by the operator's command only.
   */
  step: z.enum(['none', 'receiving', 'verifying', 'restoring', 'failed', 'done', 'unavailable']),
  /** Why it failed or is unavailable; after `done`, a note for the operator. In words. */
  problem: z.nullable(z.string()),
});
export type RestoreState = z.infer<typeof RestoreStateSchema>;

/** The media type of a backup. */
export const backupType = 'application/gzip';

/** The restore of a backup at the first run of an installation, instead of its set-up. */
export const setUpRestore = {
  restore: endpoint({
    method: 'POST',
    path: '/set-up/restore',
    summary:
      `Put a backup, sent as the body, into an installation without users. The code is in the header \`${setUpCodeHeader}\`. ` +
      'Returns when the file is stored; it is then verified, and the server starts again with its data. 400 `wrong_code`, ' +
      '409 if there are users or another backup is being restored, 413 without space for it',
    auth: 'public',
    consumes: backupType,
    body: z.unknown(),
    response: RestoreStateSchema,
  }),
  restoreState: endpoint({
    method: 'GET',
    path: '/set-up/restore',
    summary: 'How far the restore of a backup is',
    auth: 'public',
    response: RestoreStateSchema,
  }),
};
