import { readConfig } from '../../src/config.ts';
import { runCommandLine } from '../../src/ops/command-line.ts';

/** Runs an operator's command here, where the code and PGlite are already loaded: a process needs seconds for them. */
export async function runCommand(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ status: number; output: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const status = await runCommandLine(args, () => readConfig(env), { out: print, err: print });
  return { status, output: lines.join('\n') };
}
