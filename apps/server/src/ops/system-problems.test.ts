import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/processes/child-process.ts';
import { systemProblems } from './system-problems.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Puts a `timedatectl` with such a body before the system's own. */
function systemdSays(body: string): void {
  const folder = temporaryFolder();
  const program = join(folder, 'timedatectl');
  writeFileSync(program, `#!/bin/sh\n${body}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
}

const kinds = () => systemProblems().map(({ kind }) => kind);

test('a clock that is not synchronized is named as a fault, if systemd knows', () => {
  systemdSays('[ "$*" = "show --property=NTPSynchronized --value" ] && echo no');
  expect(systemProblems()).toContainEqual({
    kind: 'clock',
    text: 'The clock of this machine is not synchronized (NTP): results and starts get wrong times.',
  });
});

test.each(['echo yes', 'echo "Failed to connect to bus" >&2; exit 1', 'exit 127'])(
  'no fault is reported if the clock is synchronized, or systemd does not report it: %s',
  (body) => {
    systemdSays(body);
    expect(kinds()).not.toContain('clock');
  },
);

test('a time zone that is not known is named', () => {
  vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValueOnce('Etc/Unknown');
  expect(systemProblems()[0]?.text).toContain('The time zone of this machine (Etc/Unknown) is not known');
});
