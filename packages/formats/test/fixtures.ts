import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../fixtures/', import.meta.url);

export function fixture(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(new URL(name, folder)));
}

export const fixtureNames = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
  .map(({ name }) => name);
