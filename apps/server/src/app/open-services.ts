import { knownTimeZone } from '@boathouse/contract/locale';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { listenUrlOf, type Config } from '../config.ts';
import { protectDataFolder } from '../db/data-folder.ts';
import type { Database } from '../db/database.ts';
import { NewerDatabaseError } from '../db/migrations.ts';
import { openDatabase } from '../db/open.ts';
import { updateMailFailure } from '../features/operating/administration/index.ts';
import { backupFolderOf, newestRestorable } from '../infra/backup/backup-folder.ts';
import { backupBeforeMigration } from '../infra/backup/before-migration.ts';
import {
  FirstRestore,
  forgetUploadedBackup,
  type FirstRestoreOutcome,
} from '../infra/backup/first-restore.ts';
import { NightlyBackups } from '../infra/backup/nightly.ts';
import { settleRestoredSecret } from '../infra/backup/restored-secret.ts';
import { DiskSpace } from '../infra/disk-space.ts';
import { openFileStorage } from '../infra/files/open-files.ts';
import { readOrMakeAuthSecret } from '../infra/identity/embedded/auth-secret.ts';
import { openIdentity } from '../infra/identity/open-identity.ts';
import { soleProcess } from '../infra/installation.ts';
import { LocalHttps } from '../infra/local-https/local-https.ts';
import { openMail, type Mail } from '../infra/mail.ts';
import { OutgoingQueue } from '../infra/outgoing/queue/outgoing-queue.ts';
import type { OperatedInstallation } from '../ops/operation.ts';
import { servicesOf, type Services } from './services.ts';

type OpenServices = Services & {
  /** Where the operator's commands run. */
  operated: OperatedInstallation;
  /** Closes everything that is open, after the work on it has ended: the database last. */
  close(): Promise<void>;
};

/** How the process puts an uploaded backup in place. */
type Restoring = {
  begin: (file: string) => void;
  last: FirstRestoreOutcome | null;
};

/**
 * Opens database, files, mail, identity and the installation as configured. One process at a time has an embedded
 * database open.
 * @throws the operator errors of `serve.ts`
 */
export async function openServices(
  config: Config,
  logger: FastifyBaseLogger,
  restoring: Restoring,
): Promise<OpenServices> {
  // PGlite and the image store create files with the permissions of this mask: readable only by their owner.
  process.umask(0o077);
  protectDataFolder(config.dataDir);
  const disk = DiskSpace.of(config.dataDir);
  await disk.warnWhenLow(logger);
  const { images, parts } = await openFileStorage(config);
  const authSecretOf = () => config.authSecret ?? readOrMakeAuthSecret(config.dataDir);
  const now = () => new Date();
  const before = backupBeforeMigration(config, { images, authSecretOf, now, log: logger });
  const database = await openDatabase({ ...config, before }).catch(async (error: unknown) => {
    if (!(error instanceof NewerDatabaseError)) throw error;
    throw new NewerDatabaseError(await newestRestorable(backupFolderOf(config)));
  });
  if (config.databaseUrl !== null) await settleRestoredSecret(config.dataDir, config.databaseUrl);
  const authSecret = authSecretOf();
  // The folder belongs to this process from here on.
  await forgetUploadedBackup(config.dataDir);
  database.onCrash((error) => {
    logger.fatal({ err: error }, 'the embedded database has crashed: restart the server');
  });
  // Without Redis, none of its code is loaded.
  const installation =
    config.redisUrl === null
      ? soleProcess
      : await import('../infra/redis/open-installation.ts').then(({ openInstallation }) =>
          openInstallation(config.redisUrl ?? '', logger),
        );
  const localHttps = await openLocalHttps(config, logger);
  const listenUrl = localHttps?.address ?? listenUrlOf(config);
  const address = config.publicUrl ?? listenUrl;
  const outgoing = new OutgoingQueue({ db: database.db, now, secret: authSecret, log: logger });
  const mail = openConfiguredMail(config, { db: database.db, outgoing, now, log: logger });
  const identity = openIdentity({
    db: database.db,
    secret: authSecret,
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
    outgoing,
    secret: authSecret,
    address,
    storage: { images, parts },
    logger,
    installation,
    nightlyBackups: nightlyBackupsOf(config, { database, images, authSecret, now, log: logger }),
    localHttps,
    firstRestore:
      config.redisUrl === null
        ? new FirstRestore({ ...config, ...restoring, freeBytes: disk.freeBytes, log: logger })
        : null,
  });
  return {
    ...services,
    operated: operatedOf(config, services, { images, authSecret }),
    async close() {
      // Its last mails are stored, and sent after the next start.
      await identity.whenIdle();
      await outgoing.close();
      mail.close();
      await installation.close();
      await database.close();
    },
  };
}

/**
 * With PUBLIC_URL users come only by that address, and with several processes each would need its own port: then the
 * certificate is not used.
 */
async function openLocalHttps(config: Config, log: FastifyBaseLogger): Promise<LocalHttps | null> {
  if (config.publicUrl !== null || config.redisUrl !== null) return null;
  const { dataDir, port: httpPort, httpsPort } = config;
  return LocalHttps.open({ dataDir, httpPort, httpsPort, log });
}

type MailParts = { db: Database; outgoing: OutgoingQueue; now: () => Date; log: FastifyBaseLogger };

/** Opens the mail, and stores for administrators whether mails can be sent. */
function openConfiguredMail(config: Config, { db, outgoing, now, log }: MailParts): Mail {
  return openMail({
    smtpUrl: config.mail.smtpUrl,
    from: config.mail.from ?? `${config.productName.replaceAll(/[<>"@]/g, '')} <${config.contactEmail}>`,
    folder: config.mail.folder ?? join(config.dataDir, 'mail'),
    log,
    queue: { outgoing, db, now },
    onFailure: (failure) => {
      updateMailFailure(db, failure).catch((error: unknown) =>
        log.error({ err: error }, 'it could not be stored whether mails can be sent'),
      );
    },
  });
}

type BackupParts = Pick<
  ConstructorParameters<typeof NightlyBackups>[0],
  'database' | 'images' | 'authSecret' | 'now' | 'log'
>;

function nightlyBackupsOf({ backupDir, dataDir }: Config, parts: BackupParts): NightlyBackups | null {
  if (backupDir === null) return null;
  const timeZone = knownTimeZone(Temporal.Now.timeZoneId());
  return new NightlyBackups({ ...parts, folder: backupDir, dataDir, timeZone });
}

/** The installation as the operator's commands see it. */
function operatedOf(
  config: Config,
  { database, identity, announcements, address, now, noteAccountChange }: Services,
  { images, authSecret }: Pick<OperatedInstallation, 'images' | 'authSecret'>,
): OperatedInstallation {
  return {
    config,
    address,
    database: {
      kind: database.kind,
      snapshot: () => database.snapshot(),
      query: (work) => work(database.db),
    },
    images,
    authSecret,
    now,
    forgetAccount: noteAccountChange,
    endLogins: async (_db, { id, uid }) => {
      await identity.endLogins({ uid }, { except: null });
      announcements.endUser(id);
    },
  };
}
