import { knownTimeZone } from '@boathouse/contract/locale';
import { networkInterfaces } from 'node:os';
import { buildApp, builtWebFolder } from './app/app.ts';
import { noteAction, openSetUp } from './features/people/admission/index.ts';
import { openServices } from './app/open-services.ts';
import type { Services } from './app/services.ts';
import {
  ConfigError,
  listenUrlOf,
  readConfig,
  readServiceManager,
  warningsOf,
  type Config,
} from './config.ts';
import { DataFolderInUseError, DataFolderUnusableError } from './db/data-folder.ts';
import { MigrationFailedError, NewerDatabaseError } from './db/migrations.ts';
import { DatabaseDamagedError } from './db/pglite.ts';
import { DatabaseFailedError } from './db/pglite-thread.ts';
import { DatabaseUnreachableError } from './db/postgresql.ts';
import { WebNotBuiltError } from './http/pages/web.ts';
import { BackupBeforeUpdateError } from './infra/backup/before-migration.ts';
import { putUploadedInPlace, type FirstRestoreOutcome } from './infra/backup/first-restore.ts';
import { openFileStorage } from './infra/files/open-files.ts';
import { openLog } from './infra/log.ts';
import { HttpsFolderDamagedError } from './infra/local-https/https-folder.ts';
import type { LocalHttps } from './infra/local-https/local-https.ts';
import { RedisUnreachableError } from './infra/installation.ts';
import { serveOperations } from './ops/channel.ts';
import { operations } from './ops/operations.ts';
import { ServiceManager } from './infra/service-manager.ts';
import { fillSampleData, samplePassword } from './sample/sample-data.ts';

type Logger = ReturnType<typeof openLog>;

/** How long running requests may take at shutdown before they are aborted. */
const requestsEndWithinMs = 5_000;
/** When the process exits at the latest. */
const stopWithinMs = 10_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = openLog(config.logLevel);
  const manager = new ServiceManager(readServiceManager(process.env, process.pid), logger);
  if (process.argv[2] === 'sample-data') {
    await makeSampleData(config, logger);
    return;
  }
  let last: FirstRestoreOutcome | null = null;
  let { port } = config;
  // Each round after the first has the data of a backup that was uploaded in the previous one.
  for (;;) {
    const serving = await serve({ ...config, port }, { logger, manager, last });
    const file = await serving.uploaded;
    await serving.close();
    const { images } = await openFileStorage(config);
    last = await putUploadedInPlace(file, { ...config, images, now: () => new Date() }, logger);
    port = serving.port;
  }
}

async function makeSampleData(config: Config, logger: Logger): Promise<void> {
  const services = await openServices(config, logger, { begin: () => {}, last: null });
  await addSampleData(services);
  await services.close();
  console.log(`The sample data is ready. All its users log in with the password ${samplePassword}.`);
}

/** If several processes start together, one fills the tables and the others find them full. */
async function addSampleData({ installation, db, identity }: Services): Promise<void> {
  await installation
    .turnsOf('sample data')
    .run('', () =>
      fillSampleData(db, identity, Temporal.Now.zonedDateTimeISO(knownTimeZone(Temporal.Now.timeZoneId()))),
    );
}

type Serving = {
  port: number;
  /** Resolves with a backup that must be put in place. */
  uploaded: Promise<string>;
  /** Ends all running work, and closes the installation. */
  close(): Promise<void>;
};

type ServeOptions = { logger: Logger; manager: ServiceManager; last: FirstRestoreOutcome | null };

async function serve(config: Config, { logger, manager, last }: ServeOptions): Promise<Serving> {
  const { promise: uploaded, resolve: begin } = Promise.withResolvers<string>();
  const services = await openServices(config, logger, { begin, last });
  services.metrics.addProcess();
  if (last?.isRestored) {
    await noteAction(services.db, { actor: null, action: 'restored', subject: null }, services.now());
  }
  if (config.sampleData) await addSampleData(services);
  const setUpCode = await openSetUp(services.db, services.now());
  // PostgreSQL is open to commands directly.
  const commands =
    config.databaseUrl === null ? await serveOperations(services.operated, operations, logger) : null;
  const app = await buildApp(services, { webFolder: config.webDir ?? builtWebFolder });
  const { localHttps } = services;

  let closing: Promise<void> | null = null;
  const close = () => (closing ??= closeAll());
  const closeAll = async () => {
    commands?.close();
    app.announceStop();
    const unlistened = localHttps?.close();
    setTimeout(() => app.http.server.closeAllConnections(), requestsEndWithinMs).unref();
    await app.http.close();
    await unlistened;
    await services.close();
  };
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info({ signal }, 'stopping');
    void manager.stopping();
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.on(signal, stop);

  const host = localHttps === null ? config.host : (config.networkHost ?? allAddresses());
  // With port 0 the system chooses one.
  const address = await app.http.listen({ host, port: config.port });
  const reachedAt = config.port === 0 ? address : listenUrlOf(config);
  if (localHttps !== null) {
    await localHttps.listen(app.http.server, host);
    await localHttps.announce();
  }
  console.log(`${config.productName} is ready at ${config.publicUrl ?? reachedAt}`);
  if (setUpCode !== null) {
    const page = `${config.publicUrl ?? reachedAt}/set-up`;
    console.log(`Open ${page} and enter the code ${setUpCode} there to become the administrator.`);
  }
  await manager.ready();
  for (const line of networkLinesOf(localHttps)) console.log(line);
  const warnings = localHttps === null ? warningsOf(config, networkAddress()) : [];
  for (const warning of warnings) {
    logger.warn(warning);
    console.warn(`Warning: ${warning}`);
  }
  return {
    port: Number(new URL(address).port),
    uploaded,
    close: async () => {
      await close();
      // A signal ends the process from here on: the next start finishes or undoes a restore.
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

/** Errors the operator can fix: printed as one line, without a stack trace. */
const operatorErrors = [
  BackupBeforeUpdateError,
  ConfigError,
  DatabaseDamagedError,
  DatabaseFailedError,
  DataFolderInUseError,
  DataFolderUnusableError,
  DatabaseUnreachableError,
  MigrationFailedError,
  HttpsFolderDamagedError,
  NewerDatabaseError,
  RedisUnreachableError,
  WebNotBuiltError,
];

/** Returns the start's lines about the local network. */
function networkLinesOf(localHttps: LocalHttps | null): string[] {
  if (localHttps === null) return [];
  const [host] = localHttps.hosts();
  const page = `http://${host ?? localHttps.name}:${localHttps.httpPort}`;
  return [
    `On the network: ${localHttps.address}`,
    `For a phone or another computer, the first time: open ${page} on it (or point its camera at the code on /trust).`,
  ];
}

/** Returns servers that listen on IPv4 and IPv6, if the machine has them. */
function allAddresses(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0';
}

/** The first address under which other machines of the network may reach this one. */
function networkAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '192.168.1.20';
}

start().catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const { host, httpsPort } = readConfig(process.env);
    const port = 'port' in error ? error.port : '';
    const name = port === httpsPort ? 'HTTPS_PORT' : 'PORT';
    console.error(
      `${host}:${String(port)} is taken by another program. Stop it, or set ${name} to another port.`,
    );
    process.exit(1);
  }
  const isForOperator = operatorErrors.some((kind) => error instanceof kind);
  console.error(error instanceof Error && isForOperator ? error.message : error);
  process.exit(1);
});
