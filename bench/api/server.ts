import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerProcess } from '../live/processes.ts';

/** With this secret the benchmark signs the cookies of logins that it has seeded. */
export const authSecret = 'the secret of the benchmark, which has no users';

export const thisBuiltWeb = join(import.meta.dirname, '..', '..', 'apps', 'web', 'dist');

const thisCheckout = join(import.meta.dirname, '..', '..');

/**
 * Starts the product as an operator does, with a page instead of the built web app, and waits until it is ready.
 * @param builtWeb the folder of the built web app, instead of that page
 * @param checkout the sources of the server, of another version
 */
export async function startProduct(
  dataDir: string,
  databaseUrl: string | null,
  builtWeb?: string,
  checkout = thisCheckout,
): Promise<{ process: ServerProcess; port: number }> {
  const webDir = builtWeb ?? join(dataDir, 'web');
  if (builtWeb === undefined) {
    mkdirSync(webDir, { recursive: true });
    writeFileSync(join(webDir, 'index.html'), '<title>__PRODUCT_NAME__</title>');
  }
  const environment = {
    DATA_DIR: dataDir,
    WEB_DIR: webDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    AUTH_SECRET: authSecret,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
  const main = join(checkout, 'apps', 'server', 'src', 'main.ts');
  const started = new ServerProcess([main], environment, false);
  return { process: started, port: await started.port };
}
