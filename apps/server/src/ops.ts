// The operator's commands: their code is loaded after package look-ups are made fast.
import './quick-packages.ts';

const { readConfig } = await import('./config.ts');
const { runCommandLine } = await import('./ops/command-line.ts');

// Files that a command writes are readable only by their owner.
process.umask(0o077);
process.exitCode = await runCommandLine(process.argv.slice(2), () => readConfig(process.env), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
});
