import type { X509Certificate } from 'node:crypto';
import { HttpsFolder, type StoredPair } from './https-folder.ts';
import { localNameOf, networkAddresses } from './names.ts';
import { contentOf, renewalReason, type CertificateContent } from './renewal.ts';

type Surroundings = {
  /** The private addresses of this machine. */
  addresses?: () => string[];
  now?: () => Date;
};

/** Makes the authority and the first certificate for `host`.local, replacing existing ones. */
export async function makeLocalCertificate(
  dataDir: string,
  host?: string,
  surroundings: Surroundings = {},
): Promise<LocalCertificate> {
  const { makeAuthority } = await import('./certificates.ts');
  const now = surroundings.now?.() ?? new Date();
  new HttpsFolder(dataDir).writeAuthority(await makeAuthority(localNameOf(host), now));
  const made = await openLocalCertificate(dataDir, surroundings);
  if (made === null) throw new Error('The certificate authority is gone again');
  return made;
}

/**
 * Opens the certificate of DATA_DIR/https, renewed if it is time. Returns null if the installation has none.
 * @throws HttpsFolderDamagedError
 */
export async function openLocalCertificate(
  dataDir: string,
  surroundings: Surroundings = {},
): Promise<LocalCertificate | null> {
  const folder = new HttpsFolder(dataDir);
  const authority = folder.readAuthority();
  if (authority === null) return null;
  const opened = new LocalCertificate(folder, authority, surroundings);
  await opened.renewIfDue();
  return opened;
}

/** The server's certificate and the authority that signs it, as stored in the folder. */
export class LocalCertificate {
  readonly #folder: HttpsFolder;
  readonly #addresses: () => string[];
  readonly #now: () => Date;
  #authority: StoredPair;
  #current: StoredPair | null = null;
  #content: CertificateContent = { fromMs: 0, toMs: 0, names: [], addresses: [] };

  constructor(folder: HttpsFolder, authority: StoredPair, { addresses, now }: Surroundings) {
    this.#folder = folder;
    this.#authority = authority;
    this.#addresses = addresses ?? networkAddresses;
    this.#now = now ?? (() => new Date());
  }

  /** The authority's name for this machine, such as boathouse.local: it can't sign for any other. */
  get name(): string {
    return /CN=Boathouse on (\S+\.local)/.exec(this.#authority.parsed.subject)?.[1] ?? localNameOf();
  }

  get root(): X509Certificate {
    return this.#authority.parsed;
  }

  get current(): StoredPair {
    if (this.#current === null) throw new Error('There is no certificate yet');
    return this.#current;
  }

  /** When it ends, and for which names and addresses. */
  get content(): CertificateContent {
    return this.#content;
  }

  /** The addresses of this machine on its networks that are in the certificate. */
  addresses(): string[] {
    return this.#addresses();
  }

  /** Returns whether the certificate is for this name or address of a web address, in brackets for IPv6. */
  isFor(hostname: string): boolean {
    const host = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
    return this.#content.names.includes(host) || this.#content.addresses.includes(host);
  }

  /**
   * Reads the folder, where a command may have made a new authority, and renews the certificate if necessary. Returns
   * why the certificate has changed, or null.
   */
  async renewIfDue(): Promise<string | null> {
    this.#authority = this.#folder.readAuthority() ?? this.#authority;
    const root = this.#authority.parsed;
    const now = this.#now();
    const stored = this.#folder.readCertificate();
    const wanted = {
      name: this.name,
      addresses: this.#addresses(),
      nowMs: now.getTime(),
      authorityEndsMs: root.validToDate.getTime(),
    };
    const reason =
      stored === null
        ? 'there was none'
        : !stored.parsed.checkIssued(root) || !stored.parsed.verify(root.publicKey)
          ? 'the authority has changed'
          : renewalReason(contentOf(stored.parsed), wanted);
    if (reason === null && stored !== null) {
      const before = this.#current?.parsed.fingerprint256;
      this.#use(stored);
      return before === undefined || before === stored.parsed.fingerprint256 ? null : 'a command made it';
    }
    const { makeCertificate } = await import('./certificates.ts');
    const made = await makeCertificate(this.#authority, {
      name: wanted.name,
      addresses: wanted.addresses,
      now,
    });
    this.#folder.writeCertificate(made);
    const written = this.#folder.readCertificate();
    if (written === null) throw new Error(`The certificate can't be read back from ${this.#folder.path}`);
    this.#use(written);
    return reason;
  }

  #use(pair: StoredPair): void {
    this.#current = pair;
    this.#content = contentOf(pair.parsed);
  }
}
