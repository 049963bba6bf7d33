import type { FastifyBaseLogger } from 'fastify';
import { liveEvents } from '@boathouse/contract/live';
import type { Config } from '../config.ts';
import type { Database, OpenDatabase } from '../db/database.ts';
import { Admission } from '../features/people/admission/index.ts';
import { Archives } from '../features/transfers/archive/index.ts';
import { Auth } from '../features/people/auth/index.ts';
import { Devices } from '../features/people/devices/index.ts';
import { findRoleByCustomUrl, isImageOfClub } from '../features/clubs/clubs/index.ts';
import { Files } from '../features/people/files/index.ts';
import { Exports } from '../features/transfers/exports/index.ts';
import { Imports } from '../features/transfers/imports/index.ts';
import { openNotifier } from '../features/news/notifications/index.ts';
import { endTokensOf, Tokens } from '../features/people/tokens/index.ts';
import { Sync, SyncWorker } from '../features/transfers/sync/index.ts';
import { isImageOfUser } from '../features/people/users/index.ts';
import { Webhooks } from '../features/news/webhooks/index.ts';
import { WebPush } from '../features/news/webpush/index.ts';
import type { FirstRestore } from '../infra/backup/first-restore.ts';
import type { DiskSpace } from '../infra/disk-space.ts';
import type { FileStorage } from '../infra/files/open-files.ts';
import { Attempts } from '../infra/identity/attempts.ts';
import type { Identity } from '../infra/identity/identity.ts';
import { soleProcess, type Installation } from '../infra/installation.ts';
import type { LocalHttps } from '../infra/local-https/local-https.ts';
import { addressOfMail, type Mail } from '../infra/mail.ts';
import { Metrics } from '../infra/metrics.ts';
import { OutgoingQueue } from '../infra/outgoing/queue/outgoing-queue.ts';
import type { Notifier } from '../infra/notifier.ts';
import { SecondFactorDemand } from '../infra/second-factor-demand.ts';
import { Announcements } from '../live/announcements.ts';
import { Control } from '../live/processes/control.ts';

/** The parts that the services need: opened from the configuration by `openServices`, by hand in tests. */
export type ServiceParts = {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'trustedProxy'
    | 'productName'
    | 'contactEmail'
    | 'offline'
    | 'simulatedErg'
    | 'fileQuotaBytes'
    | 'adminsNeedSecondFactor'
    | 'webhooksPrivateNetworks'
    | 'pushHosts'
    | 'syncHosts'
    | 'metricsToken'
    | 'dataDir'
    | 'backupDir'
  >;
  database: OpenDatabase;
  /** The disk of the data folder. */
  disk: DiskSpace;
  identity: Identity;
  mail: Pick<Mail, 'send' | 'sweep' | 'state'>;
  /** The queue of what leaves the server. */
  outgoing?: OutgoingQueue;
  /** Of the installation; its keys are made from it. */
  secret: string;
  /** Where the web app is, for links in mails and previews. */
  address: string;
  storage: FileStorage;
  logger: FastifyBaseLogger;
  /** Makes backups at night; null without a folder for them. */
  nightlyBackups?: { run(): Promise<void> } | null;
  /** Takes a backup in the browser while there are no users; null by default. */
  firstRestore?: FirstRestore | null;
  /** The means that this process shares with others; none by default. */
  installation?: Installation;
  /** HTTPS on the local network; null by default. */
  localHttps?: LocalHttps | null;
  metrics?: Metrics;
  /** The wall clock of sign-in tries, notifications and common starts. */
  nowMs?: () => number;
};

/** All that the product does, apart from HTTP: routes, commands and tests call it. */
export type Services = Required<ServiceParts> & {
  db: Database;
  now: () => Date;
  /** Between the processes of the installation. */
  control: Control;
  announcements: Announcements;
  /** Decides who may have a new account. */
  admission: Admission;
  auth: Auth;
  devices: Devices;
  secondFactorDemand: SecondFactorDemand;
  files: Files;
  notifier: Notifier;
  /** Tells the pages of a user that their notifications have changed. */
  noteNotifications: (userId: string) => void;
  archives: Archives;
  imports: Imports;
  exports: Exports;
  tokens: Tokens;
  webhooks: Webhooks;
  webPush: WebPush;
  sync: Sync;
  syncWorker: SyncWorker;
  /** Has every process forget what it has read of the account. */
  noteAccountChange: (uid: string) => void;
};

export function servicesOf(parts: ServiceParts): Services {
  const { config, database, identity, storage, logger, installation = soleProcess } = parts;
  const { db } = database;
  const nowMs = parts.nowMs ?? Date.now;
  const metrics = parts.metrics ?? new Metrics();
  const now = () => new Date(nowMs());
  const { turnsOf } = installation;

  const control = new Control(
    installation.bus,
    (problem) => logger.warn({ problem }, 'a message of another process is not understood'),
    (error) => logger.error({ err: error }, 'a message of another process could not be followed'),
  );
  const announcements = new Announcements(control);
  const noteAccountChange = (uid: string) => control.publish({ kind: 'accountChanged', uid });
  const noteLoginEnd = (authSessionId: string) => control.publish({ kind: 'loginEnded', authSessionId });
  identity.onLoginEnded(noteLoginEnd);
  identity.onAccountChanged(noteAccountChange);

  const files = new Files({
    db,
    ...storage,
    quotaBytes: config.fileQuotaBytes,
    now,
    turnsOf,
    clubAccess: findRoleByCustomUrl,
    uses: [isImageOfUser, isImageOfClub],
  });
  const noteNotifications = (userId: string) =>
    announcements.sendToUser(userId, liveEvents.notificationsChanged, {});
  const exports = new Exports({ db, app: config.productName });
  const archives = new Archives({ db, files, identity, exports, productName: config.productName, now });

  const imports = new Imports({ db, nowMs, turns: turnsOf('import') });
  const { secret, address } = parts;
  const outgoing = parts.outgoing ?? new OutgoingQueue({ db, now, secret, log: logger });
  const sync = new Sync({
    db,
    now,
    secret,
    address,
    hosts: config.syncHosts,
    productName: config.productName,
    outgoing,
  });

  const webPush = new WebPush({
    db,
    now,
    secret,
    contactEmail: config.contactEmail,
    hosts: config.pushHosts,
    allowsPrivate: config.webhooksPrivateNetworks,
    log: logger,
    outgoing,
  });

  const notifier = openNotifier({ db, now, onChange: noteNotifications });

  const attempts = new Attempts(db, nowMs, turnsOf('guess'));
  const firstRestore = parts.firstRestore ?? null;
  const admission = new Admission({ db, attempts, now, noteAccountChange, firstRestore });
  const secondFactorDemand = new SecondFactorDemand(identity, config.adminsNeedSecondFactor);
  const auth = new Auth({
    identity,
    demand: secondFactorDemand,
    attempts,
    admission,
    endTokens: (uid) => endTokensOf(db, uid, noteLoginEnd),
    nowMs,
  });
  connect({ archives, control, identity, logger, notifier, outgoing, webPush });
  return {
    ...parts,
    nightlyBackups: parts.nightlyBackups ?? null,
    localHttps: parts.localHttps ?? null,
    firstRestore,
    installation,
    metrics,
    outgoing,
    nowMs,
    db,
    now,
    control,
    announcements,
    secondFactorDemand,
    admission,
    auth,
    devices: new Devices({ db, identity, auth }),
    webhooks: new Webhooks({
      db,
      now,
      secret: parts.secret,
      allowsPrivate: config.webhooksPrivateNetworks,
      productName: config.productName,
      outgoing,
      notifier,
    }),
    webPush,
    tokens: new Tokens({ db, auth, now, onEnded: noteLoginEnd }),
    files,
    notifier,
    noteNotifications,
    archives,
    exports,
    imports,
    sync,
    syncWorker: new SyncWorker({
      db,
      now,
      sync,
      imports,
      exports,
      outgoing,
      notifier,
    }),
    noteAccountChange,
  };
}

type Connected = Pick<
  Services,
  'archives' | 'control' | 'identity' | 'logger' | 'notifier' | 'outgoing' | 'webPush'
>;

/** Has services follow what others report. */
function connect({ archives, control, identity, logger, notifier, outgoing, webPush }: Connected): void {
  control.listen((message) => {
    if (message.kind === 'userEnded') archives.end(message.user);
  });
  identity.onLoginEnded((authSessionId) => {
    webPush.endLogin(authSessionId).catch((error: unknown) =>
      // Nothing is sent to it: its login is not valid. The hourly sweep deletes it.
      logger.warn({ err: error }, 'the push subscription of an ended login could not be deleted'),
    );
  });
  outgoing.onReport('mail', async (tx, { userId, content }, { state, hasExpired }) => {
    if (state !== 'givenUp' || hasExpired) return;
    const to = { userId, email: addressOfMail(content) };
    await notifier.notifyIn(tx, { kind: 'mailRefused', to });
  });
}
