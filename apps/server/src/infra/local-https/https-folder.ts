import { X509Certificate, createPrivateKey } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderNow, syncNewFolders } from '../../db/durable/sync-to-disk.ts';
import type { KeyPair } from './certificates.ts';

const block = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----\n?/g;

/** The file exists but has no certificate with its key. */
export class HttpsFolderDamagedError extends Error {
  override name = 'HttpsFolderDamagedError';
  constructor(path: string) {
    super(
      `${path} can't be read as a key and its certificate. Put it back from a copy, or make a new authority: ` +
        'npm run ops -- https no-name --new (each device must then install it again).',
    );
  }
}

/** A certificate with its key, as stored. */
export type StoredPair = KeyPair & { parsed: X509Certificate };

/** DATA_DIR/https: the authority in `root.pem`, the server's certificate in `server.pem`, each with its key in one file. */
export class HttpsFolder {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'https');
  }

  /** @throws HttpsFolderDamagedError */
  readAuthority(): StoredPair | null {
    const path = join(this.path, 'root.pem');
    const text = readText(path);
    if (text === null) return null;
    const pair = parsePair(text);
    if (pair === null || !pair.parsed.ca) throw new HttpsFolderDamagedError(path);
    return pair;
  }

  /** It also returns null for a damaged file: the authority makes another. */
  readCertificate(): StoredPair | null {
    const text = readText(join(this.path, 'server.pem'));
    return text === null ? null : parsePair(text);
  }

  writeAuthority(pair: KeyPair): void {
    this.#write('root.pem', pair);
  }

  writeCertificate(pair: KeyPair): void {
    this.#write('server.pem', pair);
  }

  /** Key and certificate are one file, replaced as a whole: a power cut leaves the old pair or the new one. */
  #write(name: string, { key, certificate }: KeyPair): void {
    syncNewFolders(mkdirSync(this.path, { recursive: true, mode: 0o700 }), this.path);
    if (process.platform !== 'win32') chmodSync(this.path, 0o700);
    const path = join(this.path, name);
    const draft = `${path}.${process.pid}.new`;
    try {
      rmSync(draft, { force: true });
      writeFileSync(draft, `${key}\n${certificate}\n`, { mode: 0o600, flag: 'wx', flush: true });
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
    syncFolderNow(this.path);
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function parsePair(text: string): StoredPair | null {
  const blocks = new Map(Array.from(text.matchAll(block), ([whole, kind]) => [kind, whole]));
  const [key, certificate] = [blocks.get('PRIVATE KEY'), blocks.get('CERTIFICATE')];
  if (key === undefined || certificate === undefined) return null;
  try {
    const parsed = new X509Certificate(certificate);
    return parsed.checkPrivateKey(createPrivateKey(key)) ? { key, certificate, parsed } : null;
  } catch {
    return null;
  }
}
