// The operator's commands: what runs them is loaded only once packages are found quickly.
import './quick-packages.ts';

const { readConfig } = await import('./config.ts');
const { runCommandLine } = await import('./ops/command-line.ts');

// Files that a command writes are readable by their owner alone.
process.umask(0o077);
process.exitCode = await runCommandLine(process.argv.slice(2), () => readConfig(process.env), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
});
