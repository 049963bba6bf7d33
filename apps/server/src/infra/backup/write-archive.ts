import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { syncFolderNow } from '../../db/durable/sync-to-disk.ts';
import { listStoredTables } from '../../db/backup/stored-tables.ts';
import { readLines, TableSum } from '../../db/backup/table-rows.ts';
import { schemaOf } from '../../db/migrations.ts';
import type { Snapshot } from '../../db/backup/snapshot.ts';
import type { FileStore } from '../files/files.ts';
import {
  ArchiveFileError,
  archiveFormat,
  headerName,
  imagePrefix,
  manifestName,
  productVersion,
  secretName,
  tablePrefix,
  type ArchiveContents,
  type ArchiveHeader,
  type ArchiveManifest,
} from './archive-format.ts';

type BackupSource = {
  /** Closed when its tables are read. */
  snapshot: Snapshot;
  database: ArchiveHeader['database'];
  images: Pick<FileStore, 'get'>;
  authSecret: string;
  now: () => Date;
};

/** Rows are collected up to this size, the most that a backup holds in memory. */
const partBytes = 4 * 1_048_576;
/** Draft files have this in their names, so that one of a crash is recognized. */
export const draftSuffix = '.part';

type WrittenArchive = ArchiveContents & { file: string; bytes: number };

/**
 * Writes a backup: to a draft that is renamed when it is complete and on the disk. Only its owner can read it.
 * @throws ArchiveFileError
 */
export async function writeArchive(file: string, source: BackupSource): Promise<WrittenArchive> {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}${draftSuffix}`);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const written = await fill(draft, source);
    await rename(draft, file);
    syncFolderNow(dirname(file));
    return { ...written, file, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error instanceof Error && 'syscall' in error ? new ArchiveFileError(file, error) : error;
  } finally {
    await source.snapshot.close();
  }
}

async function fill(draft: string, source: BackupSource): Promise<ArchiveContents> {
  const { readable, controller } = createTarPacker();
  const gone = new AbortController();
  const packed = pipeline(
    Readable.fromWeb(readable),
    // Level 6 takes twice the time for a twentieth less.
    createGzip({ level: constants.Z_BEST_SPEED + 2 }),
    createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
  ).catch((error: unknown) => {
    // A full disk ends the writing of parts, which would otherwise wait forever.
    gone.abort(error);
    throw error;
  });
  packed.catch(() => {});
  try {
    const parts = new PartWriter(controller, source.now(), gone.signal);
    const contents = await writeParts(parts, source);
    controller.finalize();
    await packed;
    return contents;
  } catch (error) {
    controller.error(error);
    await packed.catch(() => {});
    throw gone.signal.aborted ? gone.signal.reason : error;
  }
}

async function writeParts(parts: PartWriter, source: BackupSource): Promise<ArchiveContents> {
  const { snapshot, database, images, authSecret, now } = source;
  const { client } = snapshot;
  const schema = await schemaOf(client);
  if (schema === null) throw new Error('The database has no tables yet: there is nothing to back up');
  const tables = await listStoredTables(client);
  const header: ArchiveHeader = {
    format: archiveFormat,
    version: productVersion(),
    schema,
    madeAt: now().toISOString(),
    database,
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  };
  await parts.add(headerName, Buffer.from(`${JSON.stringify(header, null, 2)}\n`));
  await parts.add(secretName, Buffer.from(authSecret));
  const sums: ArchiveManifest['tables'] = {};
  const imageNames: string[] = [];
  for (const { name: table, columns } of header.tables) {
    const sum = new TableSum();
    const nameAt = table === 'stored_images' ? columns.indexOf('name') : -1;
    const rows = new RowParts(parts, `${tablePrefix}${table}/`);
    for await (const lines of readLines(client, table, columns)) {
      for (const line of lines) {
        sum.add(line);
        if (nameAt >= 0) imageNames.push(String(JSON.parse(line)[nameAt]));
        await rows.add(line);
      }
    }
    await rows.end();
    sums[table] = { rows: sum.rows, sum: sum.sum };
  }
  // The images' data is read: the database need not wait for them.
  await snapshot.close();
  const counted = { count: 0, bytes: 0, missing: [] as string[] };
  for (const name of imageNames) {
    const bytes = await images.get(name);
    // Deleted since the snapshot, or lost before: the backup continues with the other images.
    if (bytes === null) counted.missing.push(name);
    else {
      await parts.add(`${imagePrefix}${name}`, bytes);
      counted.count += 1;
      counted.bytes += bytes.length;
    }
  }
  const manifest: ArchiveManifest = { parts: parts.written, tables: sums, images: counted };
  await parts.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  return { header, manifest };
}

class PartWriter {
  readonly written: ArchiveManifest['parts'] = [];
  readonly #controller: TarPackController;
  readonly #mtime: Date;
  readonly #gone: Promise<never>;

  constructor(controller: TarPackController, mtime: Date, gone: AbortSignal) {
    this.#controller = controller;
    this.#mtime = mtime;
    this.#gone = new Promise((_resolve, reject) => {
      gone.addEventListener('abort', () => reject(gone.reason), { once: true });
    });
    this.#gone.catch(() => {});
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.written.push({ name, bytes: bytes.length, sha256 });
    const entry = this.#controller.add({
      name,
      size: bytes.length,
      type: 'file',
      mode: 0o600,
      mtime: this.#mtime,
    });
    const writer = entry.getWriter();
    const sent = writer.write(bytes).then(() => writer.close());
    await Promise.race([sent, this.#gone]);
  }
}

/** Collects lines into parts of a few megabytes. */
class RowParts {
  readonly #parts: PartWriter;
  readonly #prefix: string;
  #lines: string[] = [];
  #length = 0;
  #count = 0;

  constructor(parts: PartWriter, prefix: string) {
    this.#parts = parts;
    this.#prefix = prefix;
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#length += line.length + 1;
    if (this.#length >= partBytes) await this.end();
  }

  async end(): Promise<void> {
    if (this.#lines.length === 0) return;
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`);
    this.#lines = [];
    this.#length = 0;
    this.#count += 1;
    await this.#parts.add(`${this.#prefix}${String(this.#count).padStart(6, '0')}.ndjson`, bytes);
  }
}
