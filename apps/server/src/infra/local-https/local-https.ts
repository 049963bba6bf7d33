import type { X509Certificate } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { isIP } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { LocalSite } from '../../http/local-site.ts';
import type { Announcer } from './announcer.ts';
import { urlHostOf } from './names.ts';
import { openLocalCertificate, type LocalCertificate } from './local-certificate.ts';

/** How often the machine's addresses and the end of the certificate are looked at. */
const checkedEveryMs = 60_000;
const handshakeWithinMs = 10_000;

type LocalHttpsOptions = {
  dataDir: string;
  httpPort: number;
  httpsPort: number;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
};

/** HTTPS on the local network, with the certificate of DATA_DIR/https. */
export class LocalHttps implements LocalSite {
  readonly name: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly #certificate: LocalCertificate;
  readonly #log: LocalHttpsOptions['log'];
  #host = '::';
  #server: Server | null = null;
  #announcer: Announcer | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** Returns null if the installation has no such certificate. */
  static async open(options: LocalHttpsOptions): Promise<LocalHttps | null> {
    const certificate = await openLocalCertificate(options.dataDir);
    return certificate === null ? null : new LocalHttps(certificate, options);
  }

  constructor(certificate: LocalCertificate, { httpPort, httpsPort, log }: LocalHttpsOptions) {
    this.#certificate = certificate;
    this.name = certificate.name;
    this.httpPort = httpPort;
    this.httpsPort = httpsPort;
    this.#log = log;
  }

  /** The address that users enter. */
  get address(): string {
    return `https://${this.name}:${this.httpsPort}`;
  }

  get root(): X509Certificate {
    return this.#certificate.root;
  }

  hosts(): string[] {
    return this.#servedAddresses().map(urlHostOf);
  }

  /** The machine's addresses on which it listens: devices would prefer an IPv6 address that does not respond. */
  #servedAddresses(): string[] {
    const all = this.#certificate.addresses();
    if (this.#host === '0.0.0.0') return all.filter((address) => isIP(address) === 4);
    return isIP(this.#host) === 0 || this.#host === '::' ? all : all.filter((each) => each === this.#host);
  }

  isFor(hostname: string): boolean {
    return this.#certificate.isFor(hostname);
  }

  /**
   * Listens, and passes each connection to `http` when its TLS has begun: both schemes have the same routes, limits and
   * live channel. Only HTTP/1.1, whose upgrades the live channel needs.
   */
  async listen(http: HttpServer, host: string): Promise<void> {
    const server = createServer(
      {
        ...this.#context(),
        ALPNProtocols: ['http/1.1'],
        handshakeTimeout: handshakeWithinMs,
        noDelay: true,
      },
      (socket) => void http.emit('connection', socket),
    );
    this.#server = server;
    this.#host = host;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: this.httpsPort }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    server.on('error', (error) => this.#log.error({ err: error }, 'the server for https failed'));
    this.#timer = setInterval(() => void this.check(), checkedEveryMs).unref();
  }

  /** Tells the network the name. A failure is a warning: the addresses still work. */
  async announce(): Promise<void> {
    const warn = (error: unknown) =>
      this.#log.warn(
        { err: error },
        `${this.name} can't be announced on the network: use the address of this machine`,
      );
    try {
      const { Announcer } = await import('./announcer.ts');
      const { name } = this;
      this.#announcer = new Announcer({
        name,
        addresses: () => this.#servedAddresses(),
        onProblem: warn,
      });
    } catch (error) {
      warn(error);
    }
  }

  /**
   * Uses a renewed certificate for connections from now on. After a failure the previous one stays, and the renewal is
   * tried again.
   */
  async check(): Promise<void> {
    try {
      const reason = await this.#certificate.renewIfDue();
      if (reason === null) return;
      this.#server?.setSecureContext(this.#context());
      this.#announcer?.announce();
      this.#log.info({ reason }, 'the certificate of the local network is new');
    } catch (error) {
      this.#log.error({ err: error }, 'the certificate of the local network could not be renewed');
    }
  }

  /** Stops listening; open connections belong to the HTTP server. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server?.close();
    await this.#announcer?.close();
  }

  #context() {
    const { key, certificate } = this.#certificate.current;
    return { key, cert: certificate, minVersion: 'TLSv1.2' as const };
  }
}
