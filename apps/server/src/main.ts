import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { buildApp, builtWebFolder } from './app.ts';
import { ConfigError, listenUrlOf, readConfig, warningsOf } from './config.ts';
import { DataFolderInUseError, DataFolderUnusableError, protectDataFolder } from './db/data-folder.ts';
import { NewerDatabaseError } from './db/migrations.ts';
import { openDatabase } from './db/open.ts';
import { DatabaseDamagedError } from './db/pglite.ts';
import { DatabaseUnreachableError } from './db/postgresql.ts';
import { WebNotBuiltError } from './http/web.ts';
import { DiskSpace } from './infra/disk-space.ts';
import { RedisUnreachableError, soleProcess } from './infra/installation.ts';
import { readOrMakeAuthSecret } from './infra/identity/embedded/auth-secret.ts';
import { openLog } from './infra/log.ts';
import { openMail } from './infra/mail.ts';
import { openFileStorage } from './infra/files/open-files.ts';
import { openIdentity } from './infra/identity/open-identity.ts';
import { fillSampleData, samplePassword } from './sample/sample-data.ts';

/** How long running requests may take at shutdown before they are aborted. */
const requestsEndWithinMs = 5_000;
/** When the process exits at the latest. */
const stopWithinMs = 10_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = openLog(config.logLevel);
  // PGlite and the image store make files with the permissions that this leaves: the owner's alone.
  process.umask(0o077);
  protectDataFolder(config.dataDir);
  const disk = DiskSpace.of(config.dataDir);
  await disk.warnWhenLow(logger);
  const database = await openDatabase(config);
  database.onCrash((error) => {
    logger.fatal({ err: error }, 'the embedded database has crashed: restart the server');
  });
  // Loads nothing of Redis without it.
  const installation =
    config.redisUrl === null
      ? soleProcess
      : await import('./infra/redis/open-installation.ts').then(({ openInstallation }) =>
          openInstallation(config.redisUrl ?? '', logger),
        );
  const listenUrl = listenUrlOf(config);
  const mail = openMail({
    smtpUrl: config.mail.smtpUrl,
    from: config.mail.from ?? `${config.productName.replaceAll(/[<>"@]/g, '')} <${config.contactEmail}>`,
    folder: config.mail.folder ?? join(config.dataDir, 'mail'),
    log: logger,
  });
  const identity = openIdentity({
    db: database.db,
    secret: config.authSecret ?? readOrMakeAuthSecret(config.dataDir),
    publicUrl: config.publicUrl,
    listenUrl,
    productName: config.productName,
    mail,
    popupSignIn: config.popupSignIn,
    passwordMin: config.passwordMin,
    hosted: config.hostedIdentity,
    log: logger,
  });
  if (config.sampleData || process.argv[2] === 'sample-data') {
    // Of several processes that start together, one fills the tables and the others find them full.
    await installation
      .turnsOf('sample data')
      .run('', () => fillSampleData(database.db, identity, Temporal.Now.zonedDateTimeISO()));
    if (process.argv[2] === 'sample-data') {
      await installation.close();
      await database.close();
      console.log(`The sample data is ready. All its users sign in with the password ${samplePassword}.`);
      return;
    }
  }
  const app = await buildApp({
    config,
    database,
    disk,
    identity,
    mail,
    address: config.publicUrl ?? listenUrl,
    files: await openFileStorage(config),
    logger,
    installation,
    webFolder: config.webDir ?? builtWebFolder,
  });

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info({ signal }, 'stopping');
    app.announceStop();
    setTimeout(() => app.http.server.closeAllConnections(), requestsEndWithinMs).unref();
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    app.http
      .close()
      .then(() => mail.close())
      .then(() => identity.whenIdle())
      .then(() => installation.close())
      .then(() => database.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));

  // With port 0 the system chooses one.
  const address = await app.http.listen({ host: config.host, port: config.port });
  const reachedAt = config.port === 0 ? address : listenUrl;
  console.log(`${config.productName} is ready at ${config.publicUrl ?? reachedAt}`);
  for (const warning of warningsOf(config, networkAddress())) {
    logger.warn(warning);
    console.warn(`Warning: ${warning}`);
  }
}

/** Errors the operator can fix: printed as one line, without a stack trace. */
const operatorErrors = [
  ConfigError,
  DatabaseDamagedError,
  DataFolderInUseError,
  DataFolderUnusableError,
  DatabaseUnreachableError,
  NewerDatabaseError,
  RedisUnreachableError,
  WebNotBuiltError,
];

/** The first address under which other machines of the network may reach this one. */
function networkAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '192.168.1.20';
}

start().catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const { host, port } = readConfig(process.env);
    console.error(`${host}:${port} is taken by another program. Stop it, or set PORT to another port.`);
    process.exit(1);
  }
  const isForOperator = operatorErrors.some((kind) => error instanceof kind);
  console.error(error instanceof Error && isForOperator ? error.message : error);
  process.exit(1);
});
