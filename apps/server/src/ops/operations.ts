import { administratorOperation } from './administrator.ts';
import { clubsOperation } from './clubs.ts';
import { doctorOperation } from './doctor.ts';
import { lockOperation } from './lock.ts';
import { settingsOperation } from './settings.ts';
import { backupOperation } from './backup.ts';
import { resetLinkOperation } from './reset-link.ts';
import { usersOperation } from './users.ts';
import { served, type ServedOperation } from './operation.ts';

/** The operations that a running server does for commands. */
export const operations: readonly ServedOperation[] = [
  served(backupOperation),
  served(usersOperation),
  served(resetLinkOperation),
  served(clubsOperation),
  served(administratorOperation),
  served(lockOperation),
  served(settingsOperation),
  served(doctorOperation),
];
