import * as z from 'zod/mini';
import { SignUpModeSchema } from '@boathouse/contract/administration/sign-up';
import { changeSettings, settingsOf } from '../features/operating/administration/index.ts';
import type { Command } from './command.ts';
import type { Operation } from './operation.ts';
import { runOnInstallation } from './run-on-installation.ts';

const InputSchema = z.object({ change: z.nullable(z.object({ signUp: SignUpModeSchema })) });
const OutputSchema = z.object({ signUp: SignUpModeSchema });

export const settingsOperation: Operation<z.output<typeof InputSchema>, z.output<typeof OutputSchema>> = {
  name: 'settings',
  input: InputSchema,
  output: OutputSchema,
  async run({ database, now }, { change }) {
    return database.query(async (db) => {
      const stored = { db, nowMs: () => now().getTime() };
      if (change !== null) await changeSettings(stored, null, change);
      const { signUp } = await settingsOf(stored);
      return { signUp };
    });
  },
};

const values = SignUpModeSchema.options;

export const settings: Command = {
  name: 'settings',
  given: ['[NAME]', '[VALUE]'],
  flags: {},
  about: `Shows what administrators have set, or sets it: signUp ${values.join('|')}.`,
  async run({ config, given: [name, value], progress }) {
    const set = await runOnInstallation(
      config,
      settingsOperation,
      { change: changeOf(name, value) },
      progress,
    );
    return { words: `signUp ${set.signUp}`, json: set };
  },
};

function changeOf(name: string | undefined, value: string | undefined) {
  if (name === undefined) return null;
  const signUp = SignUpModeSchema.safeParse(value);
  if (name === 'signUp' && signUp.success) return { signUp: signUp.data };
  throw new Error(
    `${[name, value].filter(Boolean).join(' ')} is no setting. There is: signUp ${values.join('|')}`,
  );
}
