import { backupOperation } from './backup.ts';
import { resetLinkOperation } from './reset-link.ts';
import { usersOperation } from './users.ts';
import { served, type ServedOperation } from './operation.ts';

/** What a running server does for commands. */
export const operations: readonly ServedOperation[] = [
  served(backupOperation),
  served(usersOperation),
  served(resetLinkOperation),
];
