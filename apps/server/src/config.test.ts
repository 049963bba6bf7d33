import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError, listenUrlOf, readConfig, variableNames, warningsOf } from './config.ts';

const defaults = {
  host: '127.0.0.1',
  networkHost: null,
  httpsPort: 3443,
  port: 3000,
  dataDir: './data',
  backupDir: null,
  webDir: null,
  databaseUrl: null,
  redisUrl: null,
  publicUrl: null,
  trustedProxy: null,
  logLevel: 'info',
  productName: 'Boathouse',
  contactEmail: 'hello@boathouse.example',
  simulatedErg: false,
  offline: true,
  sampleData: false,
  s3: null,
  fileQuotaBytes: 104_857_600,
  passwordMin: 6,
  adminsNeedSecondFactor: false,
  pushHosts: [
    'fcm.googleapis.com',
    'jmt17.google.com',
    '.notify.windows.com',
    '.push.services.mozilla.com',
    '.push.apple.com',
  ],
  webhooksPrivateNetworks: false,
  syncHosts: {
    intervals: 'https://intervals.icu',
    logbook: 'https://log.concept2.com',
    logbookClient: null,
  },
  metricsToken: null,
  authSecret: null,
  mail: { smtpUrl: null, from: null, folder: null },
  popupSignIn: null,
  hostedIdentity: null,
};

/** The names of the variables that a configuration is refused for. */
function refusedFor(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.split(' ')[0] ?? '');
  }
}

describe('the configuration', () => {
  test('[NAV-5] has a default for everything', () => {
    expect(readConfig({})).toEqual(defaults);
  });

  test('counts an empty variable, and a variable of spaces, as not set', () => {
    const empty = Object.fromEntries(variableNames.map((name, index) => [name, ' '.repeat(index % 3)]));
    const { INTERVALS_URL: _intervals, LOGBOOK_URL: _logbook, PUSH_HOSTS: _push, ...others } = empty;
    expect(readConfig(others)).toEqual(defaults);
  });

  test('does not offer a service whose address is set to an empty text', () => {
    expect(readConfig({ INTERVALS_URL: '' }).syncHosts).toEqual({ ...defaults.syncHosts, intervals: null });
    expect(readConfig({ LOGBOOK_URL: ' ' }).syncHosts).toEqual({ ...defaults.syncHosts, logbook: null });
  });

  test('sends messages to the named push services, and to none if the variable is empty', () => {
    expect(defaults.pushHosts).toContain('fcm.googleapis.com');
    expect(readConfig({ PUSH_HOSTS: '' }).pushHosts).toEqual([]);
    expect(readConfig({ PUSH_HOSTS: 'push.example .other.example' }).pushHosts).toEqual([
      'push.example',
      '.other.example',
    ]);
    expect(refusedFor({ PUSH_HOSTS: 'https://push.example' })).toEqual(['PUSH_HOSTS']);
  });

  test("sends users' keys only by https, except to this machine", () => {
    expect(refusedFor({ LOGBOOK_URL: 'http://log.example.org' })).toEqual(['LOGBOOK_URL']);
    expect(refusedFor({ INTERVALS_URL: 'https://intervals.example/api' })).toEqual(['INTERVALS_URL']);
    expect(readConfig({ LOGBOOK_URL: 'http://127.0.0.1:4000' }).syncHosts.logbook).toBe(
      'http://127.0.0.1:4000',
    );
    expect(refusedFor({ LOGBOOK_CLIENT_ID: 'client' })).toEqual(['LOGBOOK_CLIENT_ID']);
  });

  test('[NAV-5] is read from every variable', () => {
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '8080',
        DATA_DIR: '/var/lib/boathouse',
        BACKUP_DIR: '/mnt/backups',
        WEB_DIR: '/srv/web',
        DATABASE_URL: 'postgresql://row@db/boathouse',
        REDIS_URL: 'redis://127.0.0.1:6379/1',
        PUBLIC_URL: 'https://Row.Example.org:443/',
        TRUSTED_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7',
        LOG_LEVEL: 'debug',
        PRODUCT_NAME: ' Rowing Club ',
        CONTACT_EMAIL: 'coach@example.org',
        SIMULATED_ERG: '1',
        OFFLINE: '0',
        SAMPLE_DATA: '0',
        METRICS_TOKEN: 'm'.repeat(16),
        AUTH_SECRET: 's'.repeat(32),
        S3_ENDPOINT: 'https://s3.example.org',
        S3_REGION: 'eu-central-1',
        S3_BUCKET: 'boathouse',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret of the key',
        S3_FORCE_PATH_STYLE: '1',
        INTERVALS_URL: 'https://intervals.example',
        LOGBOOK_URL: 'https://log-dev.concept2.com/',
        LOGBOOK_CLIENT_ID: 'logbook client',
        LOGBOOK_CLIENT_SECRET: 'logbook secret',
        PASSWORD_MIN_LENGTH: '10',
        ADMINS_NEED_SECOND_FACTOR: '1',
        WEBHOOKS_PRIVATE_NETWORKS: '1',
        PUSH_HOSTS: 'push.example',
        FILE_QUOTA_MIB: '250',
        SMTP_URL: 'smtps://row:secret@mail.example.org',
        MAIL_FROM: 'Rowing Club <row@example.org>',
        MAIL_DIR: '/var/mail/boathouse',
        OIDC_ISSUER: 'https://id.example.org/realms/row',
        OIDC_CLIENT_ID: 'boathouse',
        OIDC_CLIENT_SECRET: 'client secret',
        OIDC_NAME: 'the club',
        IDENTITY_ISSUER: 'https://id.example.org/realms/row',
        IDENTITY_AUDIENCE: 'row',
        IDENTITY_JWKS_URL: 'https://id.example.org/keys',
        HOME: '/root',
      }),
    ).toEqual({
      host: '0.0.0.0',
      networkHost: '0.0.0.0',
      httpsPort: 3443,
      port: 8080,
      dataDir: '/var/lib/boathouse',
      backupDir: '/mnt/backups',
      webDir: '/srv/web',
      databaseUrl: 'postgresql://row@db/boathouse',
      redisUrl: 'redis://127.0.0.1:6379/1',
      publicUrl: 'https://row.example.org',
      trustedProxy: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7',
      logLevel: 'debug',
      productName: 'Rowing Club',
      contactEmail: 'coach@example.org',
      simulatedErg: true,
      offline: false,
      sampleData: false,
      s3: {
        endpoint: 'https://s3.example.org',
        region: 'eu-central-1',
        bucket: 'boathouse',
        accessKeyId: 'key',
        secretAccessKey: 'secret of the key',
        forcePathStyle: true,
      },
      fileQuotaBytes: 262_144_000,
      passwordMin: 10,
      adminsNeedSecondFactor: true,
      webhooksPrivateNetworks: true,
      pushHosts: ['push.example'],
      syncHosts: {
        intervals: 'https://intervals.example',
        logbook: 'https://log-dev.concept2.com',
        logbookClient: { id: 'logbook client', secret: 'logbook secret' },
      },
      metricsToken: 'm'.repeat(16),
      authSecret: 's'.repeat(32),
      mail: {
        smtpUrl: 'smtps://row:secret@mail.example.org',
        from: 'Rowing Club <row@example.org>',
        folder: '/var/mail/boathouse',
      },
      popupSignIn: {
        issuer: 'https://id.example.org/realms/row',
        clientId: 'boathouse',
        clientSecret: 'client secret',
        name: 'the club',
      },
      hostedIdentity: {
        issuer: 'https://id.example.org/realms/row',
        audience: 'row',
        jwksUrl: 'https://id.example.org/keys',
      },
    });
  });

  test('offers the simulated erg with the sample data, unless the setting says otherwise', () => {
    expect(readConfig({ SAMPLE_DATA: '1' }).simulatedErg).toBe(true);
    expect(readConfig({ SAMPLE_DATA: '1', SIMULATED_ERG: '0' }).simulatedErg).toBe(false);
    expect(readConfig({ SIMULATED_ERG: 'true' })).toMatchObject({ simulatedErg: true, sampleData: false });
  });

  test('wants a database server for several processes, and a Redis address', () => {
    const databaseUrl = 'postgresql://row@db/boathouse';
    const redisUrl = 'redis://127.0.0.1:6379/1';
    expect(readConfig({}).redisUrl).toBeNull();
    expect(readConfig({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }).redisUrl).toBe(redisUrl);
    expect(() => readConfig({ REDIS_URL: redisUrl })).toThrow(
      'DATABASE_URL must be set with REDIS_URL: only one process can use the embedded database',
    );
    expect(() => readConfig({ DATABASE_URL: databaseUrl, REDIS_URL: 'http://127.0.0.1' })).toThrow(
      'REDIS_URL must start with redis:// or rediss://',
    );
  });

  test('[STORE-1] requires all variables of the bucket or none, and names each missing one', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example.org',
      S3_REGION: 'eu-central-1',
      S3_BUCKET: 'boathouse',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret of the key',
    };
    for (const name of Object.keys(bucket)) {
      expect(refusedFor({ ...bucket, [name]: '' })).toEqual([name]);
    }
    expect(refusedFor({ S3_BUCKET: 'boathouse' })).toEqual(
      Object.keys(bucket).filter((name) => name !== 'S3_BUCKET'),
    );
    expect(refusedFor({ S3_FORCE_PATH_STYLE: '1' })).toEqual(Object.keys(bucket));
    expect(readConfig(bucket).s3).toMatchObject({ bucket: 'boathouse', forcePathStyle: false });
  });

  test('names every bad variable at once, each with its rule', () => {
    const bad = {
      PORT: 'http',
      DATABASE_URL: 'mysql://db',
      PUBLIC_URL: 'row.example.org',
      TRUSTED_PROXY: 'everyone',
      LOG_LEVEL: 'loud',
      PRODUCT_NAME: 'x'.repeat(61),
      CONTACT_EMAIL: 'nobody',
      SIMULATED_ERG: 'yes',
      SAMPLE_DATA: '2',
      S3_ENDPOINT: 's3.example.org',
      PASSWORD_MIN_LENGTH: '5',
      ADMINS_NEED_SECOND_FACTOR: 'yes',
      FILE_QUOTA_MIB: '0',
      METRICS_TOKEN: 'two words of a token',
      AUTH_SECRET: 'short',
      SMTP_URL: 'mail.example.org',
      MAIL_FROM: 'Boathouse',
      OIDC_ISSUER: 'http://id.example.org',
      OIDC_NAME: 'x'.repeat(41),
      IDENTITY_ISSUER: 'id.example.org',
      IDENTITY_JWKS_URL: 'http://id.example.org/keys',
    };
    expect(refusedFor(bad).sort()).toEqual(Object.keys(bad).sort());
    expect(() => readConfig(bad)).toThrow(/^The configuration is invalid:\n {2}PORT must be a port number/);
  });

  test.for([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['HTTPS_PORT', '0'],
    ['HTTPS_PORT', '3000'],
    ['HTTPS_PORT', 'https'],
    ['PUBLIC_URL', 'ftp://row.example.org'],
    ['PUBLIC_URL', 'https://row.example.org/boathouse'],
    ['PUBLIC_URL', 'https://row.example.org/?a=b'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['TRUSTED_PROXY', '10.0.0.0/33'],
    ['TRUSTED_PROXY', '10.0.0.0/8/8'],
    ['TRUSTED_PROXY', '10.0.0.1,,10.0.0.2'],
    ['TRUSTED_PROXY', 'true'],
    ['TRUSTED_PROXY', '1'],
    ['PASSWORD_MIN_LENGTH', '129'],
    ['PASSWORD_MIN_LENGTH', '6.5'],
  ] as const)('refuses %s=%s', ([name, value]) => {
    expect(refusedFor({ [name]: value })).toEqual([name]);
  });

  test('[AUTH-3] uses Google if only a client and its secret are given, and names it', () => {
    expect(readConfig({ OIDC_CLIENT_ID: 'row', OIDC_CLIENT_SECRET: 's' }).popupSignIn).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'row',
      clientSecret: 's',
      name: 'Google',
    });
  });

  test.for([
    [{ OIDC_CLIENT_ID: 'row' }, 'OIDC_CLIENT_SECRET'],
    [{ OIDC_CLIENT_SECRET: 's' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_CLIENT_ID'],
    [{ PASSWORD_MIN_LENGTH: '16', SAMPLE_DATA: '1' }, 'PASSWORD_MIN_LENGTH'],
    [{ IDENTITY_AUDIENCE: 'row' }, 'IDENTITY_ISSUER'],
    [{ IDENTITY_ISSUER: 'https://id.example.org' }, 'IDENTITY_AUDIENCE'],
    [
      { IDENTITY_ISSUER: 'https://id.example.org', IDENTITY_AUDIENCE: 'row', SAMPLE_DATA: '1' },
      'SAMPLE_DATA',
    ],
    [
      {
        IDENTITY_ISSUER: 'https://id.example.org',
        IDENTITY_AUDIENCE: 'row',
        OIDC_CLIENT_ID: 'row',
        OIDC_CLIENT_SECRET: 's',
      },
      'OIDC_ISSUER',
    ],
  ] as const)('refuses %o, which needs another look at %s', ([given, name]) => {
    expect(refusedFor(given)).toEqual([name]);
  });

  test('lists every variable in .env.example, each after a sentence and without a value', () => {
    const lines = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').split('\n');
    const listed = lines.flatMap((line, index) => {
      const name = /^#([A-Z0-9_]+)=/.exec(line)?.[1];
      if (name === undefined) return [];
      expect(lines[index - 1], name).toMatch(/^# .+\.$/);
      return [name];
    });
    expect(listed.sort()).toEqual([...variableNames].sort());
    for (const line of lines) expect(line).toMatch(/^(#.*)?$/);
  });
});

describe('a host that other machines can reach', () => {
  const warnings = (environment: Record<string, string>) =>
    warningsOf(readConfig({ PORT: '8080', ...environment }), '192.168.7.1');

  test.for(['0.0.0.0', '::', '[::]', '192.168.7.1', 'crew.local'])(
    'is warned of without PUBLIC_URL, with the way out: %s',
    (HOST) => {
      const [warning] = warnings({ HOST });
      expect(warning).toContain('Set PUBLIC_URL');
      expect(warning).toContain('http://192.168.7.1:8080');
      expect(warning).toContain('https addresses and on localhost');
      expect(warnings({ HOST, PUBLIC_URL: 'http://192.168.7.1:8080' })).toEqual([]);
    },
  );

  test.for(['127.0.0.1', '127.0.1.1', 'localhost', '::1', '[::1]', ''])('is not %j', (HOST) => {
    expect(warnings({ HOST })).toEqual([]);
  });

  test('may be an IPv6 address, with or without brackets', () => {
    for (const HOST of ['::', '[::]']) {
      const config = readConfig({ HOST });
      expect([config.host, listenUrlOf(config)]).toEqual(['::', 'http://[::]:3000']);
    }
  });
});
