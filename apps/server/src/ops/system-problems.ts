import { spawnSync } from 'node:child_process';
import { knownTimeZone } from '@boathouse/contract/locale';

/**
 * Returns the faults of this machine itself. systemd knows whether any program synchronizes the clock; elsewhere there
 * is no way to know.
 */
export function systemProblems(): { kind: string; text: string }[] {
  const zone = Temporal.Now.timeZoneId();
  const unknownZone = {
    kind: 'zone',
    text: `The time zone of this machine (${zone}) is not known: nightly backups run by UTC. Set it with timedatectl, or TZ.`,
  };
  const { stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    encoding: 'utf8',
    timeout: 5_000,
  });
  const unsynchronized = {
    kind: 'clock',
    text: 'The clock of this machine is not synchronized (NTP): results and starts get wrong times.',
  };
  return [
    ...(knownTimeZone(zone) === zone ? [] : [unknownZone]),
    ...(stdout?.trim() === 'no' ? [unsynchronized] : []),
  ];
}
