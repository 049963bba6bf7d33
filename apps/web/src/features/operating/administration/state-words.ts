import type { AdministrationState } from '@boathouse/contract/administration/calls';
import { formatCount, formatDayAndTime, formatWhole } from '../../../lib/format.ts';

const clockOffMs = 2_000;

function bytesInWords(bytes: number): string {
  if (bytes >= 1e10) return `${formatWhole(bytes / 1e9)} GB`;
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${formatWhole(bytes / 1e6)} MB` : `${formatWhole(Math.ceil(bytes / 1e3))} kB`;
}

/** Returns null if the clocks of this device and the server agree. */
export function clockWarning(offMs: number): string | null {
  if (Math.abs(offMs) <= clockOffMs) return null;
  const sec = formatCount(Math.round(Math.abs(offMs) / 1_000));
  return `The clock of the server is ${sec} s ${offMs > 0 ? 'ahead of' : 'behind'} this device's. Set both by the network (NTP).`;
}

/** A fact, and the note about it. */
type Fact = { name: string; value: string; note?: string };

export function factsOf(state: AdministrationState & { clockOffMs: number }): Fact[] {
  const { database, backups, mail, address, processes, live } = state;
  return [
    {
      name: 'Version',
      value: state.version,
      note: `Started ${formatDayAndTime(state.startedAt)}`,
    },
    {
      name: 'Database',
      value: bytesInWords(database.bytes),
      note: `${database.kind === 'pglite' ? 'Embedded' : 'PostgreSQL server'}, version ${database.version}`,
    },
    { name: 'Free disk space', value: bytesInWords(state.diskFreeBytes) },
    backupFact(backups),
    {
      name: 'Mail',
      value: mail.failure ? 'Failing' : mail.kind === 'smtp' ? 'Mail server' : 'Files only',
      note:
        mail.failure?.problem ??
        (mail.kind === 'smtp'
          ? 'SMTP_URL is set'
          : 'Without SMTP_URL no mail leaves the server: give members a reset link instead'),
    },
    {
      name: 'Address',
      value: new URL(address.url).host,
      note: isLoopback(address.url)
        ? 'Only this machine can open it'
        : address.isSecure
          ? 'Secure: phones can connect an erg'
          : 'Not secure: phones need an https address to connect an erg (npm run ops -- https)',
    },
    {
      name: 'Clock',
      value: clockWarning(state.clockOffMs) === null ? 'Right' : 'Off',
      note: clockWarning(state.clockOffMs) ?? 'The server and this device agree',
    },
    {
      name: 'Processes',
      value: processes.areSeveral ? formatCountOr(processes.count, 'Several') : 'One',
      ...(processes.areSeveral ? { note: processes.problem ?? 'Connected by Redis' } : {}),
    },
    {
      name: 'Rowing now',
      value: formatCount(live.rowers),
      note: `${counted(live.rooms, 'session')} live, ${counted(live.connections, 'connection')}${
        processes.areSeveral ? ' on this process' : ''
      }`,
    },
    { name: 'Users', value: formatCount(state.users), note: counted(state.clubs, 'club') },
  ];
}

const formatCountOr = (count: number | undefined, unknown: string) =>
  count === undefined ? unknown : formatCount(count);

const isLoopback = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

function backupFact({ last, failure, isNightly }: AdministrationState['backups']): Fact {
  const name = 'Last backup';
  const failed = failure === null ? null : `The nightly backup failed: ${failure.problem}`;
  if (last === null) {
    return {
      name,
      value: 'None',
      note: failed ?? (isNightly ? 'One is made every night' : 'Set BACKUP_DIR'),
    };
  }
  const verified =
    last.verifiedAt === null
      ? (last.problem ?? 'Not verified')
      : `Verified ${formatDayAndTime(last.verifiedAt)}${last.bytes === null ? '' : `, ${bytesInWords(last.bytes)}`}`;
  return { name, value: formatDayAndTime(last.at), note: failed ?? verified };
}
