import { parseArgs } from 'node:util';
import { ConfigError, type Config } from '../config.ts';
import { administrator } from './administrator.ts';
import { clubs } from './clubs.ts';
import { doctor } from './doctor.ts';
import { lock, unlock } from './lock.ts';
import { settings } from './settings.ts';
import { backup } from './backup.ts';
import { backups } from './backups.ts';
import type { Command, Report } from './command.ts';
import { https } from './https.ts';
import { resetLink } from './reset-link.ts';
import { restore } from './restore.ts';
import { users } from './users.ts';
import { verify } from './verify.ts';

const commands: readonly Command[] = [
  backup,
  verify,
  restore,
  backups,
  https,
  users,
  clubs,
  resetLink,
  administrator,
  lock,
  unlock,
  settings,
  doctor,
];

/** Options of every command. */
const common = {
  data: 'the data folder of the installation, instead of DATA_DIR',
  json: 'prints the result as JSON, for programs (use npm run -s)',
};

function help(): string {
  const lines = commands.flatMap(({ name, given, flags, about }) => [
    `  ${[name, ...given].join(' ')}`.padEnd(20) + about,
    ...Object.entries(flags).map(([flag, does]) => `${' '.repeat(20)}--${flag} ${does}`),
  ]);
  return [
    'Usage: npm run ops -- COMMAND [--data DIR] [--json]',
    '',
    ...lines,
    '',
    ...Object.entries(common).map(([flag, does]) => `  --${flag}`.padEnd(20) + does),
    '',
    'The installation is the one of the settings in the environment, as for npm start (.env.example): with DATABASE_URL on',
    'PostgreSQL, else with the embedded database in the data folder.',
  ].join('\n');
}

/** The command was called in a wrong way. */
class UsageError extends Error {
  override name = 'UsageError';
}

type Called = { command: Command; given: string[]; flags: Set<string>; data: string | null };

/** @throws UsageError */
function parseCall(args: readonly string[]): Called {
  const [name = '', ...rest] = args;
  const command = commands.find((known) => known.name === name);
  if (command === undefined)
    throw new UsageError(name === '' ? help() : `There is no command ${name}.\n\n${help()}`);
  const own = Object.keys(command.flags).map((flag) => [flag, { type: 'boolean' as const }]);
  try {
    const options = {
      ...Object.fromEntries(own),
      data: { type: 'string' },
      json: { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    const needed = command.given.filter((argument) => !argument.startsWith('['));
    if (positionals.length < needed.length) throw new Error(`${needed[positionals.length]} is missing.`);
    if (positionals.length > command.given.length) throw new Error(`${positionals.at(-1)} is too much.`);
    const flags = Object.keys(command.flags).filter((flag) => flag in values);
    const data = 'data' in values && typeof values.data === 'string' ? values.data : null;
    return { command, given: positionals, flags: new Set(flags), data };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help()}`);
  }
}

type Output = { out: (line: string) => void; err: (line: string) => void };

/**
 * Runs the command that `args` name and prints its report. Returns the exit status: 0 only for success, 2 for a wrong
 * call.
 */
export async function runCommandLine(
  args: readonly string[],
  readSettings: () => Config,
  { out, err }: Output,
): Promise<number> {
  const isJson = args.includes('--json');
  const fail = (status: number, problem: string) => {
    if (isJson) out(JSON.stringify({ problem }));
    else err(problem);
    return status;
  };
  try {
    const { command, given, flags, data } = parseCall(args);
    const read = readSettings();
    const config = data === null ? read : { ...read, dataDir: data };
    const progress = (step: string) => {
      if (!isJson) err(`${step}…`);
    };
    const report: Report = await command.run({ config, given, flags, progress });
    out(isJson ? JSON.stringify(report.json) : report.words);
    return report.status ?? 0;
  } catch (error) {
    if (error instanceof UsageError) return fail(2, error.message);
    if (error instanceof ConfigError) return fail(2, error.message);
    return fail(1, error instanceof Error ? error.message : String(error));
  }
}
