import type { Config } from '../config.ts';

/** The report of a command: as text, and with --json for programs. */
export type Report = {
  words: string;
  json: Record<string, unknown>;
  /** The exit status, if the report itself is bad news. */
  status?: number;
};

type CommandCall = {
  config: Config;
  /** The arguments without the options. */
  given: readonly string[];
  /** The command's own options that were given. */
  flags: ReadonlySet<string>;
  /** Reports the current step. */
  progress: (step: string) => void;
};

/** A command of `npm run ops`. It fails by throwing, with a message for the operator. */
export type Command = {
  name: string;
  /** Names of the arguments, as shown in the help; those in brackets may be left out. */
  given: readonly string[];
  /** Its own options, with their effects. */
  flags: Readonly<Record<string, string>>;
  /** Its purpose, in a sentence. */
  about: string;
  run(call: CommandCall): Promise<Report>;
};

export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A member chooses their name: control characters could change the terminal's display. */
export function oneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
