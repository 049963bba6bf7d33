import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { listenUrlOf, type Config } from '../config.ts';
import { protectDataFolder } from '../db/data-folder.ts';
import { openDatabase } from '../db/open.ts';
import { DiskSpace } from '../infra/disk-space.ts';
import { openFileStorage } from '../infra/files/open-files.ts';
import { readOrMakeAuthSecret } from '../infra/identity/embedded/auth-secret.ts';
import { openIdentity } from '../infra/identity/open-identity.ts';
import { soleProcess } from '../infra/installation.ts';
import { openMail } from '../infra/mail.ts';
import { servicesOf, type Services } from './services.ts';

type OpenServices = Services & {
  /** Ends what is open, after what runs on it: mails first, the database last. */
  close(): Promise<void>;
};

/**
 * Opens database, files, mail, identity and the installation as configured. One process at a time has an embedded
 * database open.
 * @throws the operator errors of `main.ts`
 */
export async function openServices(config: Config, logger: FastifyBaseLogger): Promise<OpenServices> {
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
      : await import('../infra/redis/open-installation.ts').then(({ openInstallation }) =>
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
  const services = servicesOf({
    config,
    database,
    disk,
    identity,
    mail,
    address: config.publicUrl ?? listenUrl,
    storage: await openFileStorage(config),
    logger,
    installation,
  });
  return {
    ...services,
    async close() {
      mail.close();
      await identity.whenIdle();
      await installation.close();
      await database.close();
    },
  };
}
