import { isIP } from 'node:net';
import * as z from 'zod/mini';

/** Everything an operator can set, read once at the start. The only place that knows the environment. */
export type Config = {
  host: string;
  port: number;
  dataDir: string;
  /** The built web app; null means where the build puts it. */
  webDir: string | null;
  databaseUrl: string | null;
  /** The origin people type, such as https://row.example.org; null means "wherever the request came in" on loopback. */
  publicUrl: string | null;
  trustedProxy: string | null;
  logLevel: (typeof logLevels)[number];
  productName: string;
  contactEmail: string;
  simulatedErg: boolean;
  sampleData: boolean;
  /** Signs login cookies; null means one made at first start and kept in the data folder. */
  authSecret: string | null;
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

const origin = z.pipe(
  z.string().check(
    z.refine((text) => {
      const url = URL.parse(text);
      return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
    }, 'must be an http or https address without a path, such as https://row.example.org'),
  ),
  z.transform((text) => new URL(text).origin),
);

/** What the trusted-proxy check of the HTTP server can read. */
function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const EnvironmentSchema = z.object({
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PORT: z._default(port, 3000),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  WEB_DIR: z.optional(z.string().check(z.minLength(1))),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')),
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
  SAMPLE_DATA: z._default(flag, false),
  AUTH_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
});

/** The names an operator can set; .env.example is checked against them. */
export const variableNames = Object.keys(EnvironmentSchema.shape);

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * An empty variable counts as not set.
 * @throws ConfigError naming every bad variable at once
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
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    webDir: env.WEB_DIR ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    publicUrl: env.PUBLIC_URL ?? null,
    trustedProxy: env.TRUSTED_PROXY ?? null,
    logLevel: env.LOG_LEVEL,
    productName: env.PRODUCT_NAME,
    contactEmail: env.CONTACT_EMAIL,
    simulatedErg: env.SIMULATED_ERG ?? env.SAMPLE_DATA,
    sampleData: env.SAMPLE_DATA,
    authSecret: env.AUTH_SECRET ?? null,
  };
}
