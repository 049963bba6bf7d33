import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { limits, serverLimits } from '@boathouse/contract/limits';
import type { SyncHosts } from './features/transfers/sync/index.ts';
import type { S3Options } from './infra/files/s3-files.ts';
import type { ServiceManagerOptions } from './infra/service-manager.ts';
import { loopbackHosts } from './http/origin.ts';
import { googleIssuer } from './infra/identity/openid/openid-discovery.ts';

/** Everything an operator can set, read once at the start. The only place that knows the environment. */
export type Config = {
  host: string;
  /** Where to listen with a certificate of the local network: HOST; null means all addresses. */
  networkHost: string | null;
  port: number;
  /** The port for HTTPS with a certificate of the local network. */
  httpsPort: number;
  dataDir: string;
  /** The folder of nightly backups; null disables them. */
  backupDir: string | null;
  /** The built web app; null means the output of the build. */
  webDir: string | null;
  databaseUrl: string | null;
  /** The Redis server that the processes of the installation share; null means that there is one process. */
  redisUrl: string | null;
  /** The origin that users enter, such as https://row.example.org; null means the request's own origin, on loopback. */
  publicUrl: string | null;
  trustedProxy: string | null;
  logLevel: (typeof logLevels)[number];
  productName: string;
  contactEmail: string;
  simulatedErg: boolean;
  /** Whether browsers may store pages so that they open without the server. */
  offline: boolean;
  sampleData: boolean;
  /** The bucket of images; null means the data folder. */
  s3: S3Options | null;
  /** Limit of one user's images. */
  fileQuotaBytes: number;
  /** The token with which a monitoring tool reads /metrics; with null, programs on this machine read it without one. */
  metricsToken: string | null;
  /** Signs login cookies; null means a secret created at the first start and stored in the data folder. */
  authSecret: string | null;
  /** The least length of a new password. */
  passwordMin: number;
  /** Whether the rights of a club's admins and owner need a second factor, of accounts with a password stored here. */
  adminsNeedSecondFactor: boolean;
  /** Whether clubs may send their results to http addresses, and into private networks. */
  webhooksPrivateNetworks: boolean;
  /**
   * Hosts of the push services that browsers may name; a host that begins with a dot includes all below it. None: no
   * push.
   */
  pushHosts: readonly string[];
  /** The services that athletes may connect. */
  syncHosts: SyncHosts;
  mail: {
    /** smtp:// or smtps://, with user and password in it; null stores mails in `folder`. */
    smtpUrl: string | null;
    /**
     * Sender of every mail: an address, or a name with the address in angle brackets; null uses the contact address.
     */
    from: string | null;
    /** Null means the folder `mail` of the data folder. */
    folder: string | null;
  };
  /** Sign-in through a popup at an OpenID Connect provider, Google by default; null hides the button. */
  popupSignIn: { issuer: string; clientId: string; clientSecret: string | null; name: string } | null;
  /** Replaces passwords stored here: ID tokens of this issuer prove a login. */
  hostedIdentity: { issuer: string; audience: string; jwksUrl: string | null } | null;
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const flag = z.pipe(
  z.enum(['1', '0', 'true', 'false'], 'must be 1, 0, true or false'),
  z.transform((text) => text === '1' || text === 'true'),
);

const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.maximum(65_535, 'must be a port number from 0 to 65535')),
  ),
);

const mebibytesMessage = 'must be a whole number of MiB from 1 to 1000000';
const mebibytes = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,6}$/, mebibytesMessage)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.maximum(1_000_000, mebibytesMessage)),
  ),
);

const lengthMessage = `must be a whole number from ${limits.passwordMin} to ${serverLimits.passwordMax}`;
const passwordLength = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,2}$/, lengthMessage)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z
      .number()
      .check(
        z.minimum(limits.passwordMin, lengthMessage),
        z.maximum(serverLimits.passwordMax, lengthMessage),
      ),
  ),
);

/** The password of all sample users. */
const samplePasswordLength = 15;

const origin = z.pipe(
  z.string().check(
    z.refine((text) => {
      const url = URL.parse(text);
      return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
    }, 'must be an http or https address without a path, such as https://row.example.org'),
  ),
  z.transform((text) => new URL(text).origin),
);

/** Gets keys of users. Needs TLS, except on this machine. */
const serviceOrigin = origin.check(
  z.refine((text) => {
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || loopbackHosts.has(hostname);
  }, 'must be an https address (http on this machine alone)'),
);

/** The push services of Chrome, Edge, Firefox and Safari. */
const usualPushHosts = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.notify.windows.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
] as const;

const hostList = z
  .string()
  .check(z.regex(/^\.?[a-z0-9.-]+( \.?[a-z0-9.-]+)*$/, 'must be names of hosts with a space between them'));

/** The source of keys and logins. Needs TLS against tampering, except on this machine. */
const providerUrl = z.string().check(
  z.refine((text) => {
    const url = URL.parse(text);
    if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.has(url.hostname));
  }, 'must be an https address (http on this machine alone)'),
);

/** Returns whether the HTTP server's trusted-proxy check can parse it. */
function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const EnvironmentSchema = z.object({
  HOST: z.optional(z.string().check(z.minLength(1))),
  PORT: z._default(port, 3000),
  HTTPS_PORT: z._default(
    port.check(z.refine((number) => number > 0, 'must be a port number from 1 to 65535')),
    3443,
  ),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  BACKUP_DIR: z.optional(z.string().check(z.minLength(1))),
  WEB_DIR: z.optional(z.string().check(z.minLength(1))),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')),
  ),
  REDIS_URL: z.optional(
    z.string().check(z.regex(/^rediss?:\/\/[^/]/, 'must start with redis:// or rediss://')),
  ),
  PUBLIC_URL: z.optional(origin),
  TRUSTED_PROXY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => text.split(',').every((part) => isProxyAddress(part.trim())),
          'must be addresses or networks with commas between, such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
        ),
      ),
  ),
  LOG_LEVEL: z._default(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  PRODUCT_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(60)), 'Boathouse'),
  CONTACT_EMAIL: z._default(z.email('must be an email address'), 'hello@boathouse.example'),
  SIMULATED_ERG: z.optional(flag),
  OFFLINE: z._default(flag, true),
  SAMPLE_DATA: z._default(flag, false),
  S3_ENDPOINT: z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  S3_REGION: z.optional(z.string()),
  S3_BUCKET: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_FORCE_PATH_STYLE: z.optional(flag),
  PASSWORD_MIN_LENGTH: z._default(passwordLength, limits.passwordMin),
  ADMINS_NEED_SECOND_FACTOR: z._default(flag, false),
  WEBHOOKS_PRIVATE_NETWORKS: z._default(flag, false),
  PUSH_HOSTS: z._default(hostList, usualPushHosts.join(' ')),
  INTERVALS_URL: z._default(serviceOrigin, 'https://intervals.icu'),
  LOGBOOK_URL: z._default(serviceOrigin, 'https://log.concept2.com'),
  LOGBOOK_CLIENT_ID: z.optional(z.string()),
  LOGBOOK_CLIENT_SECRET: z.optional(z.string()),
  FILE_QUOTA_MIB: z._default(mebibytes, 100),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^\S{16,}$/, 'must have at least 16 characters and no spaces')),
  ),
  AUTH_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\/[^/]/, 'must start with smtp:// or smtps://'))),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
          'must be an address, or a name and <an address>',
        ),
      ),
  ),
  MAIL_DIR: z.optional(z.string()),
  OIDC_ISSUER: z.optional(providerUrl),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z._default(z.string().check(z.maxLength(40)), 'Google'),
  IDENTITY_ISSUER: z.optional(providerUrl),
  IDENTITY_AUDIENCE: z.optional(z.string()),
  IDENTITY_JWKS_URL: z.optional(providerUrl),
});

type Environment = z.output<typeof EnvironmentSchema>;

/** Returns the problems of variables that are valid separately but not together. */
function contradictionsOf(env: Environment): string[] {
  const problems: string[] = [];
  if (env.PORT === env.HTTPS_PORT) problems.push('HTTPS_PORT must be another port than PORT');
  if (env.REDIS_URL !== undefined && env.DATABASE_URL === undefined)
    problems.push('DATABASE_URL must be set with REDIS_URL: only one process can use the embedded database');
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined && (issuer !== undefined || clientSecret !== undefined)) {
    problems.push('OIDC_CLIENT_ID must be set with OIDC_ISSUER or OIDC_CLIENT_SECRET');
  }
  // Google does not support public clients; other providers may.
  if (clientId !== undefined && clientSecret === undefined && issuer === undefined) {
    problems.push('OIDC_CLIENT_SECRET must be set with OIDC_CLIENT_ID, unless OIDC_ISSUER is');
  }
  if ((env.LOGBOOK_CLIENT_ID === undefined) !== (env.LOGBOOK_CLIENT_SECRET === undefined))
    problems.push('LOGBOOK_CLIENT_ID and LOGBOOK_CLIENT_SECRET must be set together');
  const hosted = env.IDENTITY_ISSUER;
  if (hosted === undefined && (env.IDENTITY_AUDIENCE !== undefined || env.IDENTITY_JWKS_URL !== undefined)) {
    problems.push('IDENTITY_ISSUER must be set with IDENTITY_AUDIENCE and IDENTITY_JWKS_URL');
  }
  if (env.SAMPLE_DATA && env.PASSWORD_MIN_LENGTH > samplePasswordLength)
    problems.push(`PASSWORD_MIN_LENGTH must be at most ${samplePasswordLength} with SAMPLE_DATA`);
  if (hosted === undefined) return problems;
  if (env.IDENTITY_AUDIENCE === undefined)
    problems.push('IDENTITY_AUDIENCE must be set with IDENTITY_ISSUER: the audience of accepted tokens');
  // A user must have the same uid with both ways to sign in.
  if (clientId !== undefined && (issuer ?? googleIssuer) !== hosted)
    problems.push('OIDC_ISSUER must be IDENTITY_ISSUER when both are set');
  if (env.SAMPLE_DATA)
    problems.push('SAMPLE_DATA cannot be set with IDENTITY_ISSUER: its users have passwords stored here');
  return problems;
}

const s3Names = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** All of them or none: a partial bucket configuration would silently use the data folder. */
function s3ContradictionsOf(env: Environment): string[] {
  const missing = s3Names.filter((name) => env[name] === undefined);
  const isWanted = missing.length < s3Names.length || env.S3_FORCE_PATH_STYLE !== undefined;
  return isWanted ? missing.map((name) => `${name} must be set when another of the S3_ variables is`) : [];
}

function s3Of(env: Environment): Config['s3'] {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? false,
  };
}

/** A service that is set to an empty text is not offered: the only variable for which empty differs from not set. */
function syncHostsOf(env: Environment, isOff: (name: string) => boolean): SyncHosts {
  const { INTERVALS_URL, LOGBOOK_URL, LOGBOOK_CLIENT_ID: id, LOGBOOK_CLIENT_SECRET: secret } = env;
  return {
    intervals: isOff('INTERVALS_URL') ? null : INTERVALS_URL,
    logbook: isOff('LOGBOOK_URL') ? null : LOGBOOK_URL,
    logbookClient: id === undefined || secret === undefined ? null : { id, secret },
  };
}

/** The variables that an operator can set; .env.example is checked against them. */
export const variableNames = Object.keys(EnvironmentSchema.shape);

/** Returns the address of the server for a browser on this machine. */
export function listenUrlOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/**
 * Returns warnings about settings that are valid but probably not intended. Without PUBLIC_URL only pages on loopback
 * count as our own (http/origin.ts), so a browser on another machine could read, but neither sign in nor save. It is
 * not an error: a container listens on 0.0.0.0 while its port is published on loopback only.
 * @param networkAddress an example address of this machine
 */
export function warningsOf(
  config: Pick<Config, 'host' | 'port' | 'publicUrl'>,
  networkAddress: string,
): string[] {
  const { hostname } = new URL(listenUrlOf(config));
  if (config.publicUrl !== null || loopbackHosts.has(hostname) || hostname.startsWith('127.')) return [];
  const example = listenUrlOf({ ...config, host: networkAddress });
  return [
    `HOST=${config.host} accepts browsers of other machines, but without PUBLIC_URL they cannot sign in or save ` +
      `anything. Set PUBLIC_URL to the address that users enter, such as ${example} in this network, or ` +
      'https://row.example.org behind a proxy with TLS. Browsers connect to a PM5 (Web Bluetooth) only on https ' +
      'addresses and on localhost.',
  ];
}

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Parses the environment; an empty variable counts as not set, except for hosts, which it turns off.
 * @throws ConfigError with every invalid variable
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    variableNames.flatMap((name) => {
      const value = environment[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = EnvironmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const env = parsed.data;
  const contradictions = [...contradictionsOf(env), ...s3ContradictionsOf(env)];
  if (contradictions.length > 0) throw new ConfigError(contradictions);
  const hostOf = (given: string) => given.replace(/^\[(.*)\]$/, '$1');
  return {
    host: hostOf(env.HOST ?? '127.0.0.1'),
    networkHost: env.HOST === undefined ? null : hostOf(env.HOST),
    port: env.PORT,
    httpsPort: env.HTTPS_PORT,
    dataDir: env.DATA_DIR,
    backupDir: env.BACKUP_DIR ?? null,
    webDir: env.WEB_DIR ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    publicUrl: env.PUBLIC_URL ?? null,
    trustedProxy: env.TRUSTED_PROXY ?? null,
    logLevel: env.LOG_LEVEL,
    productName: env.PRODUCT_NAME,
    contactEmail: env.CONTACT_EMAIL,
    simulatedErg: env.SIMULATED_ERG ?? env.SAMPLE_DATA,
    offline: env.OFFLINE,
    sampleData: env.SAMPLE_DATA,
    s3: s3Of(env),
    fileQuotaBytes: env.FILE_QUOTA_MIB * 1_048_576,
    metricsToken: env.METRICS_TOKEN ?? null,
    authSecret: env.AUTH_SECRET ?? null,
    passwordMin: env.PASSWORD_MIN_LENGTH,
    adminsNeedSecondFactor: env.ADMINS_NEED_SECOND_FACTOR,
    webhooksPrivateNetworks: env.WEBHOOKS_PRIVATE_NETWORKS,
    pushHosts: environment['PUSH_HOSTS']?.trim() === '' ? [] : env.PUSH_HOSTS.split(' '),
    syncHosts: syncHostsOf(env, (name) => environment[name]?.trim() === ''),
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? null, folder: env.MAIL_DIR ?? null },
    popupSignIn:
      env.OIDC_CLIENT_ID === undefined
        ? null
        : {
            issuer: env.OIDC_ISSUER ?? googleIssuer,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET ?? null,
            name: env.OIDC_NAME,
          },
    hostedIdentity:
      env.IDENTITY_ISSUER === undefined || env.IDENTITY_AUDIENCE === undefined
        ? null
        : {
            issuer: env.IDENTITY_ISSUER,
            audience: env.IDENTITY_AUDIENCE,
            jwksUrl: env.IDENTITY_JWKS_URL ?? null,
          },
  };
}

/**
 * Returns the variables that systemd sets for a service with Type=notify, or null without them. Not a setting for the
 * operator.
 * @param pid of this process: a watchdog of another process is ignored
 */
export function readServiceManager(
  environment: Record<string, string | undefined>,
  pid: number,
): ServiceManagerOptions | null {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds, WATCHDOG_PID: watched } = environment;
  if (!socket) return null;
  const watchdogMs = Number(microseconds ?? '') / 1_000;
  const isWatched = watchdogMs > 0 && (watched === undefined || watched === String(pid));
  return { socket, watchdogMs: isWatched ? watchdogMs : null };
}
