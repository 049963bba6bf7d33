import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { hashOfMigration, newestSchemaAt } from '../../db/migrations.ts';
import {
  ArchiveDamagedError,
  ArchiveFileError,
  archiveFormat,
  ArchiveNewerError,
  FormatSchema,
  headerName,
  HeaderSchema,
  imagePrefix,
  manifestName,
  ManifestSchema,
  rowsOf,
  secretName,
  tablePrefix,
  type ArchiveContents,
  type ArchiveHeader,
  type ArchiveManifest,
} from './archive-format.ts';

type Part = { name: string; bytes: Buffer };

/** The first bytes of every archive: a compressed file without name and time. The ninth and tenth name a level and a system. */
const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
/** No part is larger: images and the rows of a part are a few megabytes, and the manifest has a line for each. */
const partBytesMax = 64 * 1_048_576;

/** Yields the parts of an archive one by one; each is in memory as a whole. @throws ArchiveFileError, ArchiveDamagedError */
async function* partsOf(file: string): AsyncGenerator<Part, void, undefined> {
  await checkStart(file);
  const compressed = createReadStream(file);
  const gunzip = createGunzip();
  compressed.on('error', (error) => gunzip.destroy(error));
  compressed.pipe(gunzip);
  let readBytes = 0;
  compressed.on('data', (chunk) => {
    readBytes += chunk.length;
  });
  const decoder = createTarDecoder({ strict: true });
  const fed = feed(gunzip, decoder.writable);
  // Thrown below, or by the decoder.
  fed.catch(() => {});
  try {
    for await (const { header, body } of decoder.readable) {
      if (header.type !== 'file' || header.size > partBytesMax)
        throw new Error(`${header.name} does not belong there`);
      yield { name: header.name, bytes: await buffer(body) };
    }
    // The decoder ends with the tar file; the compressed one ends with its checksum.
    await fed;
    if (gunzip.bytesWritten !== readBytes) throw new Error('more follows after its end');
  } catch (error) {
    throw archiveError(file, error);
  } finally {
    compressed.destroy();
    gunzip.destroy();
  }
}

function archiveError(file: string, error: unknown): ArchiveDamagedError | ArchiveFileError {
  if (error instanceof Error && 'syscall' in error) return new ArchiveFileError(file, error);
  return new ArchiveDamagedError(file, error instanceof Error ? error.message : String(error), error);
}

async function feed(chunks: AsyncIterable<Uint8Array>, to: WritableStream<Uint8Array>): Promise<void> {
  const writer = to.getWriter();
  try {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function checkStart(file: string): Promise<void> {
  const start = Buffer.alloc(10);
  try {
    const handle = await open(file);
    try {
      await handle.read(start, 0, start.length, 0);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new ArchiveFileError(file, error);
  }
  if (!start.subarray(0, 8).equals(gzipStart))
    throw new ArchiveDamagedError(file, 'it does not begin like one');
}

/**
 * Returns the description at the beginning of an archive; reads no further. @throws ArchiveNewerError and as partsOf
 */
export async function readHeader(file: string): Promise<ArchiveHeader> {
  for await (const part of partsOf(file)) return parseHeader(file, part);
  throw new ArchiveDamagedError(file, 'it is empty');
}

function parseHeader(file: string, { name, bytes }: Part): ArchiveHeader {
  if (name !== headerName) throw new ArchiveDamagedError(file, `it does not begin with ${headerName}`);
  const said = parseJson(file, bytes);
  const format = FormatSchema.safeParse(said);
  if (!format.success) throw new ArchiveDamagedError(file, `${headerName} can't be read`);
  if (format.data.format > archiveFormat) throw new ArchiveNewerError(file, format.data.version);
  const header = HeaderSchema.safeParse(said);
  if (!header.success) throw new ArchiveDamagedError(file, `${headerName} can't be read`);
  return header.data;
}

function parseJson(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new ArchiveDamagedError(file, 'it has unreadable parts', error);
  }
}

/** @throws ArchiveNewerError for a schema that this version does not know, and ArchiveDamagedError for one that never was */
function requireKnownSchema(file: string, { schema, version }: ArchiveHeader): void {
  if (schema.at > newestSchemaAt()) throw new ArchiveNewerError(file, version);
  if (schema.tag === null || hashOfKnown(schema.tag) !== schema.hash)
    throw new ArchiveDamagedError(file, `its schema ${schema.tag ?? ''} is not one of Boathouse`);
}

function hashOfKnown(tag: string): string | null {
  try {
    return /^\w[\w-]*$/.test(tag) ? hashOfMigration(tag) : null;
  } catch {
    return null;
  }
}

/**
 * Compares the compressed file with its checksum, and reads none of its parts: a newer version may write others.
 * @throws ArchiveDamagedError, ArchiveFileError
 */
async function checkChecksum(file: string): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(createReadStream(file), createGunzip(), nowhere);
  } catch (error) {
    throw archiveError(file, error);
  }
}

/**
 * Reads an archive to its end and compares every part with the manifest; stores nothing.
 * @param schema `any` accepts one of a newer version, to check whether the file is complete
 * @throws ArchiveDamagedError, ArchiveNewerError, ArchiveFileError
 */
export async function checkArchive(
  file: string,
  schema: 'known' | 'any' = 'known',
): Promise<ArchiveContents> {
  try {
    return await compareParts(file, schema);
  } catch (error) {
    // A damaged byte may be a digit of its version: one that is damaged is never called newer.
    if (error instanceof ArchiveNewerError) await checkChecksum(file);
    throw error;
  }
}

async function compareParts(file: string, schema: 'known' | 'any'): Promise<ArchiveContents> {
  let header: ArchiveHeader | null = null;
  let manifest: ArchiveManifest | null = null;
  const found: ArchiveManifest['parts'] = [];
  let lines = 0;
  for await (const part of partsOf(file)) {
    if (manifest !== null) throw new ArchiveDamagedError(file, `${part.name} follows its manifest`);
    if (header === null) {
      header = parseHeader(file, part);
      if (schema === 'known') requireKnownSchema(file, header);
    }
    if (part.name === manifestName) {
      const parsed = ManifestSchema.safeParse(parseJson(file, part.bytes));
      if (!parsed.success) throw new ArchiveDamagedError(file, `${manifestName} can't be read`);
      manifest = parsed.data;
      continue;
    }
    if (part.name.startsWith(tablePrefix)) lines += countLines(part.bytes);
    found.push({
      name: part.name,
      bytes: part.bytes.length,
      sha256: createHash('sha256').update(part.bytes).digest('hex'),
    });
  }
  if (header === null || manifest === null) throw new ArchiveDamagedError(file, 'its end is missing');
  const { parts } = manifest;
  const wrong = found.findIndex((part, at) => {
    const said = parts[at];
    return said?.name !== part.name || said.bytes !== part.bytes || said.sha256 !== part.sha256;
  });
  if (wrong >= 0) throw new ArchiveDamagedError(file, `${found[wrong]?.name} is not as it was written`);
  if (parts.length !== found.length)
    throw new ArchiveDamagedError(file, `${parts[found.length]?.name} is missing`);
  if (lines !== rowsOf(manifest)) throw new ArchiveDamagedError(file, 'rows are missing');
  const secrets = found.filter(({ name }) => name === secretName);
  if (secrets.length === 0) throw new ArchiveDamagedError(file, 'its secret is missing');
  if (secrets.length > 1) throw new ArchiveDamagedError(file, 'it has two secrets');
  // The server stores only this kind, and serves every stored file.
  const odd = found.find(({ name }) => name.startsWith(imagePrefix) && !name.endsWith('.webp'));
  if (odd !== undefined) throw new ArchiveDamagedError(file, `${odd.name} does not belong there`);
  return { header, manifest };
}

const newline = 0x0a;
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

/** The callbacks for the content of an archive, in its order. */
type ArchiveReader = {
  onSecret?: (secret: string) => void;
  onLine?: (table: string, line: string) => Promise<void>;
  onImage?: (name: string, bytes: Buffer) => Promise<void>;
};

/** Reads an archive that `checkArchive` has accepted. */
export async function readArchive(file: string, reader: ArchiveReader): Promise<void> {
  for await (const { name, bytes } of partsOf(file)) {
    if (name === secretName) reader.onSecret?.(bytes.toString('utf8'));
    else if (name.startsWith(tablePrefix) && reader.onLine) {
      const table = name.slice(tablePrefix.length, name.lastIndexOf('/'));
      for (const line of linesIn(bytes)) await reader.onLine(table, line);
    } else if (name.startsWith(imagePrefix)) await reader.onImage?.(name.slice(imagePrefix.length), bytes);
  }
}

function* linesIn(bytes: Buffer): Generator<string, void, undefined> {
  let start = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
