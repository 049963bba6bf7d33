import * as z from 'zod/mini';
import { listAccounts } from '../features/people/users/index.ts';
import { oneLine, type Command } from './command.ts';
import type { Operation } from './operation.ts';
import { runOnInstallation } from './run-on-installation.ts';

const InputSchema = z.object({});
const OutputSchema = z.array(
  z.object({
    name: z.string(),
    email: z.nullable(z.string()),
    createdAt: z.string(),
    lastUsedAt: z.nullable(z.string()),
    isAdministrator: z.boolean(),
    isLocked: z.boolean(),
  }),
);

export const usersOperation: Operation<z.output<typeof InputSchema>, z.output<typeof OutputSchema>> = {
  name: 'users',
  input: InputSchema,
  output: OutputSchema,
  async run({ database }) {
    const accounts = await database.query(listAccounts);
    return accounts.map(({ name, email, createdAt, lastUsedAt, isAdministrator, lockedAt }) => ({
      name,
      email,
      isAdministrator,
      isLocked: lockedAt !== null,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
  },
};

export const users: Command = {
  name: 'users',
  given: [],
  flags: {},
  about: 'Lists the members, with their email, since when, and when they were last here.',
  async run({ config, progress }) {
    const listed = await runOnInstallation(config, usersOperation, {}, progress);
    const lines = listed.map(({ name, email, createdAt, lastUsedAt, isAdministrator, isLocked }) =>
      [
        email ?? 'email is with your provider',
        oneLine(name),
        `since ${createdAt.slice(0, 10)}`,
        lastUsedAt === null ? 'not logged in' : `last here ${lastUsedAt.slice(0, 10)}`,
        ...(isAdministrator ? ['administrator'] : []),
        ...(isLocked ? ['locked'] : []),
      ].join('  '),
    );
    return {
      words: listed.length === 0 ? 'There are no members yet.' : lines.join('\n'),
      json: { users: listed },
    };
  },
};
