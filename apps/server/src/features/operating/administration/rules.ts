import type { AdministrationState, AdministrationWarning } from '@boathouse/contract/administration/calls';

const dayMs = 86_400_000;
const backupOldAfterMs = 7 * dayMs;
const diskLowBelowBytes = 500 * 1_048_576;
/** A mail that failed longer ago does not matter now. */
const mailFailedWithinMs = dayMs;
const clockOffByMs = 2_000;

export type Facts = {
  nowMs: number;
  /** When the data folder was created. */
  installedAtMs: number;
  isNightly: boolean;
  lastBackup: AdministrationState['backups']['last'];
  diskFreeBytes: number;
  mailFailure: AdministrationState['mail']['failure'];
  databaseMs: number;
};

/** Returns the tasks that need an administrator now. */
export function warningsOf(facts: Facts): AdministrationWarning[] {
  const texts: Array<[AdministrationWarning['kind'], string | null]> = [
    ['backup', backupProblem(facts)],
    ['disk', diskProblem(facts)],
    ['mail', mailProblem(facts)],
    ['clock', clockProblem(facts)],
  ];
  return texts.flatMap(([kind, text]) => (text === null ? [] : [{ kind, text }]));
}

function backupProblem({ nowMs, installedAtMs, isNightly, lastBackup }: Facts): string | null {
  // A new installation has had no chance yet.
  const isNew = nowMs - installedAtMs < backupOldAfterMs;
  if (lastBackup === null) {
    if (isNew) return null;
    return isNightly
      ? 'There is no backup yet, although BACKUP_DIR is set. Look into the log of the server.'
      : 'There is no backup. Set BACKUP_DIR to a folder on another disk, and one is made every night.';
  }
  const ageMs = nowMs - Date.parse(lastBackup.at);
  if (ageMs > backupOldAfterMs) return `The last backup is ${Math.floor(ageMs / dayMs)} days old.`;
  if (lastBackup.problem !== null) return `The last backup can't be restored: ${lastBackup.problem}`;
  // The nightly backup is verified right after it is made.
  if (lastBackup.verifiedAt === null && ageMs > dayMs) return 'The last backup was never verified.';
  return null;
}

function diskProblem({ diskFreeBytes }: Facts): string | null {
  if (diskFreeBytes >= diskLowBelowBytes) return null;
  const left = Math.floor(diskFreeBytes / 1_048_576);
  return `The disk of the server has ${left} MB left. Make room before nothing can be stored.`;
}

function mailProblem({ nowMs, mailFailure }: Facts): string | null {
  if (mailFailure === null || nowMs - Date.parse(mailFailure.at) > mailFailedWithinMs) return null;
  return `Mails can't be sent: ${mailFailure.problem}`;
}

function clockProblem({ nowMs, databaseMs }: Facts): string | null {
  const offMs = Math.abs(nowMs - databaseMs);
  if (offMs <= clockOffByMs) return null;
  return `The clocks of the server and its database differ by ${Math.round(offMs / 1_000)} s. Set both by NTP.`;
}
