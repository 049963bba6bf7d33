import * as z from 'zod/mini';
import { storeLock } from '../features/operating/administration/index.ts';
import { changeByEmail, changedUserSchema, reportOf } from './administrator.ts';
import type { Command } from './command.ts';
import type { Operation } from './operation.ts';
import { runOnInstallation } from './run-on-installation.ts';

const InputSchema = z.object({ email: z.string(), isLocked: z.boolean() });

export const lockOperation: Operation<z.output<typeof InputSchema>, z.output<typeof changedUserSchema>> = {
  name: 'lock',
  input: InputSchema,
  output: changedUserSchema,
  async run({ database, now, forgetAccount, endLogins }, { email, isLocked }) {
    return database.query((db) =>
      changeByEmail(db, email, async (id) => {
        const stored = { db, nowMs: () => now().getTime() };
        const { uid, message } = await storeLock(stored, null, id, isLocked);
        if (isLocked) await endLogins(db, { id, uid });
        forgetAccount(uid);
        return message;
      }),
    );
  },
};

const command = (isLocked: boolean): Command => ({
  name: isLocked ? 'lock' : 'unlock',
  given: ['EMAIL'],
  flags: {},
  about: isLocked
    ? 'Logs a user out everywhere, and lets them not log in until unlock.'
    : 'Lets a user log in again.',
  async run({ config, given: [email = ''], progress }) {
    const changed = await runOnInstallation(config, lockOperation, { email, isLocked }, progress);
    return reportOf(changed, email, { isLocked });
  },
});

export const lock = command(true);
export const unlock = command(false);
