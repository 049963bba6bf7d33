import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';

const ManifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Returns the date, the machine and the versions of a run. */
export function machineLine(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'));
  const { dependencies } = ManifestSchema.parse(manifest);
  const versions = ['socket.io', 'ws', '@colyseus/core', '@colyseus/schema'].map(
    (name) => `${name} ${dependencies[name]}`,
  );
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${cpus().length} processors, Node ${process.versions.node}, ${versions.join(', ')}`;
}
