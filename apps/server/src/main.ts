import { networkInterfaces } from 'node:os';
import { buildApp, builtWebFolder } from './app/app.ts';
import { openServices } from './app/open-services.ts';
import { ConfigError, listenUrlOf, readConfig, warningsOf } from './config.ts';
import { DataFolderInUseError, DataFolderUnusableError } from './db/data-folder.ts';
import { NewerDatabaseError } from './db/migrations.ts';
import { DatabaseDamagedError } from './db/pglite.ts';
import { DatabaseUnreachableError } from './db/postgresql.ts';
import { WebNotBuiltError } from './http/pages/web.ts';
import { openLog } from './infra/log.ts';
import { RedisUnreachableError } from './infra/installation.ts';
import { fillSampleData, samplePassword } from './sample/sample-data.ts';

/** How long running requests may take at shutdown before they are aborted. */
const requestsEndWithinMs = 5_000;
/** When the process exits at the latest. */
const stopWithinMs = 10_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = openLog(config.logLevel);
  const services = await openServices(config, logger);
  if (config.sampleData || process.argv[2] === 'sample-data') {
    // Of several processes that start together, one fills the tables and the others find them full.
    await services.installation
      .turnsOf('sample data')
      .run('', () => fillSampleData(services.db, services.identity, Temporal.Now.zonedDateTimeISO()));
    if (process.argv[2] === 'sample-data') {
      await services.close();
      console.log(`The sample data is ready. All its users log in with the password ${samplePassword}.`);
      return;
    }
  }
  const app = await buildApp(services, { webFolder: config.webDir ?? builtWebFolder });

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
      .then(() => services.close())
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
  const reachedAt = config.port === 0 ? address : listenUrlOf(config);
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
