import * as z from 'zod/mini';
import { findAccountByEmail, storeAdministrator } from '../features/operating/administration/index.ts';
import { HttpError } from '../http/errors.ts';
import type { Command } from './command.ts';
import type { Operation } from './operation.ts';
import { runOnInstallation } from './run-on-installation.ts';

const InputSchema = z.object({ email: z.string(), isAdministrator: z.boolean() });

/** Refusals are returned: they name a user, and a thrown error would be in the server's log. */
export const changedUserSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), message: z.string() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('no account') }),
]);
type ChangedUser = z.output<typeof changedUserSchema>;

export const administratorOperation: Operation<z.output<typeof InputSchema>, ChangedUser> = {
  name: 'admin',
  input: InputSchema,
  output: changedUserSchema,
  async run({ database, now, forgetAccount }, { email, isAdministrator }) {
    return database.query((db) =>
      changeByEmail(db, email, async (id) => {
        const stored = { db, nowMs: () => now().getTime() };
        const { uid, message } = await storeAdministrator(stored, null, id, isAdministrator);
        forgetAccount(uid);
        return message;
      }),
    );
  },
};

/** Changes the account of an email. A refusal of the rules is a result. */
export async function changeByEmail(
  db: Parameters<typeof findAccountByEmail>[0],
  email: string,
  change: (id: string) => Promise<string>,
): Promise<ChangedUser> {
  const found = await findAccountByEmail(db, email);
  if (found === null) return { kind: 'no account' };
  try {
    return { kind: 'done', message: await change(found.id) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { kind: 'refused', message: error.message };
  }
}

/** @throws what the operator can do about it */
export function reportOf(changed: ChangedUser, email: string, json: Record<string, unknown>) {
  if (changed.kind === 'done') return { words: changed.message, json: { email, ...json } };
  if (changed.kind === 'refused') throw new Error(changed.message);
  throw new Error(`No account has the email ${email}. npm run ops -- users lists those that there are.`);
}

export const administrator: Command = {
  name: 'admin',
  given: ['EMAIL'],
  flags: { revoke: 'takes the administration from the user' },
  about: 'Makes a user administrator of the installation.',
  async run({ config, given: [email = ''], flags, progress }) {
    const isAdministrator = !flags.has('revoke');
    const input = { email, isAdministrator };
    const changed = await runOnInstallation(config, administratorOperation, input, progress);
    return reportOf(changed, email, { isAdministrator });
  },
};
