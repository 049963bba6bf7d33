import { join } from 'node:path';
import { temporaryFolder } from '../support/processes/child-process.ts';
import { writeMigrationsBefore } from './migrations-before.ts';

/** Copies the migrations before one into a folder that is removed after the test. */
export function migrationsBefore(index: number): string {
  return writeMigrationsBefore(index, join(temporaryFolder(), 'migrations'));
}
