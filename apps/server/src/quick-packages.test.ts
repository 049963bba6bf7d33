import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const quickPackages = new URL('./quick-packages.ts', import.meta.url).href;

/**
 * Loads the server's app and its commands. Prints what each module imports and requires, and to which file it resolves.
 */
const program = `
  import { registerHooks } from 'node:module';
  const found = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const { url, format } = next(specifier, context);
      found.add([context.parentURL, specifier, context.conditions, url, format].join(' '));
      return { url, format, shortCircuit: true };
    },
  });
  await import('./app/app.ts');
  await import('./ops/command-line.ts');
  console.log([...found].toSorted().join('\\n'));
`;

const run = (args: string[]) =>
  execFileSync(process.execPath, [...args, '--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });

test('each module of the server is the file that Node finds itself', () => {
  const quick = run(['--import', quickPackages]).split('\n');
  expect(quick.length).toBeGreaterThan(2_000);
  expect(quick).toEqual(run([]).split('\n'));
});
