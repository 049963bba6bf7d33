import * as z from 'zod/mini';
import { makeResetLink } from '../infra/identity/embedded/reset-link.ts';
import type { Command } from './command.ts';
import type { Operation } from './operation.ts';
import { runOnInstallation } from './run-on-installation.ts';

const InputSchema = z.object({ email: z.string() });

const OutputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('made'), link: z.string(), expiresAt: z.string() }),
  z.object({ kind: z.literal('no account') }),
  /** The account belongs to the provider that stores the passwords. */
  z.object({ kind: z.literal('hosted'), issuer: z.string() }),
]);

/** Returns its refusals: they contain an email, and a thrown error would be in the server's log. */
export const resetLinkOperation: Operation<z.output<typeof InputSchema>, z.output<typeof OutputSchema>> = {
  name: 'reset-link',
  input: InputSchema,
  output: OutputSchema,
  async run({ config, database, address, now }, { email }) {
    if (config.hostedIdentity !== null) return { kind: 'hosted', issuer: config.hostedIdentity.issuer };
    const made = await database.query((db) => makeResetLink(db, { email, address, nowMs: now().getTime() }));
    if (made === null) return { kind: 'no account' };
    return { kind: 'made', link: made.link, expiresAt: made.expiresAt.toISOString() };
  },
};

export const resetLink: Command = {
  name: 'reset-link',
  given: ['EMAIL'],
  flags: {},
  about: 'Prints a link with which a member sets a new password, as the mail would.',
  async run({ config, given, progress }) {
    const [email = ''] = given;
    const made = await runOnInstallation(config, resetLinkOperation, { email }, progress);
    if (made.kind === 'no account') {
      throw new Error(`No account has the email ${email}. npm run ops -- users lists those that there are.`);
    }
    if (made.kind === 'hosted') throw new Error(`The passwords are with ${made.issuer}. Reset it there.`);
    const { link, expiresAt } = made;
    return {
      words:
        `${link}\n` +
        `It works once, until ${expiresAt}. Give it to no one but the member: who has it sets the password.`,
      json: { link, expiresAt },
    };
  },
};
