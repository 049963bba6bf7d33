import * as z from 'zod/mini';
import { listClubsOfOperator } from '../features/operating/administration/index.ts';
import { oneLine, type Command } from './command.ts';
import type { Operation } from './operation.ts';
import { runOnInstallation } from './run-on-installation.ts';

const InputSchema = z.object({});
const OutputSchema = z.array(
  z.object({
    name: z.string(),
    address: z.string(),
    isPrivate: z.boolean(),
    memberCount: z.int(),
    owner: z.nullable(z.string()),
    createdAt: z.string(),
  }),
);

export const clubsOperation: Operation<z.output<typeof InputSchema>, z.output<typeof OutputSchema>> = {
  name: 'clubs',
  input: InputSchema,
  output: OutputSchema,
  async run({ database }) {
    const found = await database.query(listClubsOfOperator);
    return found.map(({ name, customURL, isPrivate, memberCount, owner, createdAt }) => ({
      name,
      address: customURL,
      isPrivate,
      memberCount,
      owner: owner?.displayName ?? null,
      createdAt: createdAt.toISOString(),
    }));
  },
};

export const clubs: Command = {
  name: 'clubs',
  given: [],
  flags: {},
  about: 'Lists the clubs, with their owner and the number of members.',
  async run({ config, progress }) {
    const listed = await runOnInstallation(config, clubsOperation, {}, progress);
    const lines = listed.map(({ name, address, isPrivate, memberCount, owner }) =>
      [
        oneLine(name),
        `/clubs/${address}`,
        isPrivate ? 'private' : 'public',
        `${memberCount} members`,
        owner === null ? 'no owner' : `owner ${oneLine(owner)}`,
      ].join('  '),
    );
    return {
      words: listed.length === 0 ? 'There are no clubs yet.' : lines.join('\n'),
      json: { clubs: listed },
    };
  },
};
