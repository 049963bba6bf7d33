import { createHash, randomUUID } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { packTar } from 'modern-tar/fs';
import pg from 'pg';
import { listMigrations, migrateOn, migrationsFolder } from '../migrations.ts';
import { connectionTo } from '../pglite-connection.ts';
import { PgliteThread } from '../pglite-thread.ts';

/*
 * Initializing an empty database takes seconds, because it runs initdb in WebAssembly. `npm run build` packs the
 * folders of two databases, one without tables and one with the newest; unpacking takes a fraction of the time.
 */

/** `empty` has no tables, `newest` those of all migrations. */
type TemplateKind = 'empty' | 'newest';

/** The folder in which `npm run build` puts the templates. The running product reads them and writes nothing there. */
const builtTemplates = fileURLToPath(new URL('../../../dist', import.meta.url));

/** Returns the path of a template, or null if it was not built. */
export function builtTemplate(kind: TemplateKind): string | null {
  const path = templatePath(kind);
  return existsSync(path) ? path : null;
}

/** Makes a template, once per version of PGlite and of the migrations, and returns its path. */
export async function buildTemplate(kind: TemplateKind): Promise<string> {
  const path = templatePath(kind);
  if (existsSync(path)) return path;
  const within = await mkdtemp(join(tmpdir(), 'boathouse-template-'));
  try {
    const folder = join(within, 'database');
    if (kind === 'newest') await unpackTemplate(await buildTemplate('empty'), folder);
    // Closing it writes a checkpoint: a copy has nothing to recover.
    const thread = await PgliteThread.open({ folder, template: null, isDraft: true });
    if (kind === 'newest') await migrateThread(thread);
    await thread.close();
    await packFolder(folder, path);
  } finally {
    await rm(within, { recursive: true, force: true });
  }
  return path;
}

async function migrateThread(thread: PgliteThread): Promise<void> {
  const client = new pg.Client(connectionTo(thread));
  await client.connect();
  await migrateOn(client);
  await client.end();
}

/**
 * Makes the folder of a new database from a template, readable by its owner only. It does not wait for the disk.
 * @param folder does not exist yet
 */
export async function unpackTemplate(path: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const packed = await readFile(path);
  // The format ends with the unpacked size. Otherwise zlib collects memory in pieces of 16 kB and copies all of them
  // again.
  const chunkSize = packed.readUInt32LE(packed.length - 4);
  const entries = await unpackTar(await promisify(gunzip)(packed, { chunkSize }));
  for (const { header, data } of entries) {
    const target = join(folder, header.name);
    if (header.type === 'directory') mkdirSync(target, { recursive: true, mode: 0o700 });
    else writeFileSync(target, data ?? '', { mode: 0o600 });
  }
}

function templatePath(kind: TemplateKind): string {
  // Contains the version; it is not one of the files that the package exports.
  const engine = new URL('../package.json', import.meta.resolve('@electric-sql/pglite/pglite.wasm'));
  const key = createHash('sha256').update(readFileSync(engine));
  if (kind === 'newest')
    for (const { tag } of listMigrations()) key.update(readFileSync(join(migrationsFolder, `${tag}.sql`)));
  return join(builtTemplates, `pglite-${kind}-${key.digest('hex').slice(0, 16)}.tar.gz`);
}

async function packFolder(folder: string, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  // It is renamed into place, so that another process making the same template never reads half of it.
  const draft = `${path}.${randomUUID()}`;
  try {
    // PGlite loads it into memory and puts the names after its folder's name.
    const map = <Header extends { name: string }>(header: Header) => ({ ...header, name: `/${header.name}` });
    await pipeline(packTar(folder, { map }), createGzip(), createWriteStream(draft));
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
