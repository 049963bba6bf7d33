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
import { Guests } from '../features/people/guests/index.ts';
import { Exports } from '../features/transfers/exports/index.ts';
import { Imports } from '../features/transfers/imports/index.ts';
import { openNotifier } from '../features/news/notifications/index.ts';
import { RaceWatch } from '../features/racing/races/index.ts';
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

/** The parts that the services need: `openServices` opens them from the configuration, tests make them by hand. */
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
  /** The queue of outgoing messages. */
  outgoing?: OutgoingQueue;
  /** The installation's secret; its keys are derived from it. */
  secret: string;
  /** The web app's address, for links in mails and previews. */
  address: string;
  storage: FileStorage;
  logger: FastifyBaseLogger;
  /** Makes backups at night; null without a folder for them. */
  nightlyBackups?: { run(): Promise<void> } | null;
  /** Accepts a backup in the browser while there are no users; null by default. */
  firstRestore?: FirstRestore | null;
  /** The parts that this process shares with others; none by default. */
  installation?: Installation;
  /** HTTPS on the local network; null by default. */
  localHttps?: LocalHttps | null;
  metrics?: Metrics;
  /** The wall clock of sign-in tries, notifications and common starts. */
  nowMs?: () => number;
};

/** Everything that the product does, except HTTP: routes, commands and tests call it. */
export type Services = Required<ServiceParts> & {
  db: Database;
  now: () => Date;
  /** Between the processes of the installation. */
  control: Control;
  announcements: Announcements;
  /** Counts guesses of passwords and codes. */
  attempts: Attempts;
  /** Decides who may have a new account. */
  admission: Admission;
  /** Users without an account, who row in one race. */
  guests: Guests;
  auth: Auth;
  devices: Devices;
  secondFactorDemand: SecondFactorDemand;
  files: Files;
  notifier: Notifier;
  /** Notifies the pages of a user that their notifications have changed. */
  noteNotifications: (userId: string) => void;
  archives: Archives;
  imports: Imports;
  exports: Exports;
  tokens: Tokens;
  webhooks: Webhooks;
  webPush: WebPush;
  sync: Sync;
  syncWorker: SyncWorker;
  raceWatch: RaceWatch;
  /** Has every process forget what it has read of the account. */
  noteAccountChange: (uid: string) => void;
};

export function servicesOf(given: ServiceParts): Services {
  const nowMs = given.nowMs ?? Date.now;
  const now = () => new Date(nowMs());
  const { db } = given.database;
  const { secret, logger } = given;
  const parts: Parts = {
    ...given,
    nightlyBackups: given.nightlyBackups ?? null,
    localHttps: given.localHttps ?? null,
    firstRestore: given.firstRestore ?? null,
    installation: given.installation ?? soleProcess,
    metrics: given.metrics ?? new Metrics(),
    outgoing: given.outgoing ?? new OutgoingQueue({ db, now, secret, log: logger }),
    nowMs,
    db,
    now,
  };
  const between = betweenProcesses(parts);
  const people = peopleOf(parts, between);
  const news = newsOf(parts, between);
  const transfers = transfersOf(parts, people, news);
  const raceWatch = new RaceWatch({
    db,
    announcements: between.announcements,
    now,
    nowMs,
    onError: (error) => logger.error({ err: error }, 'looking at races under way failed'),
  });
  const services = { ...parts, ...between, ...people, ...news, ...transfers, raceWatch };
  connect(services);
  return services;
}

type Parts = Required<ServiceParts> & Pick<Services, 'db' | 'now'>;
type Between = ReturnType<typeof betweenProcesses>;
type People = ReturnType<typeof peopleOf>;
type News = ReturnType<typeof newsOf>;

/** The messages between the processes of the installation, and to pages. */
function betweenProcesses({ installation, identity, logger }: Parts) {
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
  const noteNotifications = (userId: string) =>
    announcements.sendToUser(userId, liveEvents.notificationsChanged, {});
  return { control, announcements, noteAccountChange, noteLoginEnd, noteNotifications };
}

function peopleOf(parts: Parts, { noteAccountChange, noteLoginEnd }: Between) {
  const { config, db, identity, storage, now, nowMs, firstRestore } = parts;
  const { turnsOf } = parts.installation;
  const attempts = new Attempts(db, nowMs, turnsOf('guess'));
  const admission = new Admission({ db, attempts, now, noteAccountChange, firstRestore });
  const isSecure = config.publicUrl?.startsWith('https:') ?? false;
  const guests = new Guests({ db, now, isSecure, onEnded: noteLoginEnd });
  const secondFactorDemand = new SecondFactorDemand(identity, config.adminsNeedSecondFactor);
  const auth = new Auth({
    identity,
    demand: secondFactorDemand,
    attempts,
    admission,
    guests,
    endTokens: (uid) => endTokensOf(db, uid, noteLoginEnd),
    nowMs,
  });
  const files = new Files({
    db,
    ...storage,
    quotaBytes: config.fileQuotaBytes,
    now,
    turnsOf,
    clubAccess: findRoleByCustomUrl,
    uses: [isImageOfUser, isImageOfClub],
  });
  const devices = new Devices({ db, identity, auth });
  const tokens = new Tokens({ db, auth, now, onEnded: noteLoginEnd });
  return { attempts, admission, guests, secondFactorDemand, auth, devices, tokens, files };
}

function newsOf({ config, db, now, secret, logger, outgoing }: Parts, { noteNotifications }: Between) {
  const { productName, contactEmail, pushHosts: hosts, webhooksPrivateNetworks: allowsPrivate } = config;
  const sender = { db, now, secret, allowsPrivate, outgoing };
  const webPush = new WebPush({ ...sender, contactEmail, hosts, log: logger });
  const notifier = openNotifier({ db, now, onChange: noteNotifications, webPush });
  return {
    notifier,
    webPush,
    webhooks: new Webhooks({ ...sender, productName, notifier }),
  };
}

function transfersOf(parts: Parts, { files }: People, { notifier }: News) {
  const { config, db, identity, now, nowMs, secret, address, outgoing, installation } = parts;
  const { productName, syncHosts: hosts } = config;
  const exports = new Exports({ db, app: productName });
  const archives = new Archives({ db, files, identity, exports, productName, now });
  const imports = new Imports({ db, nowMs, turns: installation.turnsOf('import') });
  const sync = new Sync({ db, now, secret, address, hosts, productName, outgoing });
  const syncWorker = new SyncWorker({ db, now, sync, imports, exports, outgoing, notifier });
  return { exports, archives, imports, sync, syncWorker };
}

type Connected = Pick<
  Services,
  'archives' | 'control' | 'identity' | 'logger' | 'notifier' | 'outgoing' | 'webPush'
>;

/** Connects services to the reports of others. */
function connect({ archives, control, identity, logger, notifier, outgoing, webPush }: Connected): void {
  control.listen((message) => {
    if (message.kind === 'userEnded') archives.end(message.user);
  });
  identity.onLoginEnded((authSessionId) => {
    webPush.endLogin(authSessionId).catch((error: unknown) =>
      // It gets no messages, because its login is not valid. The hourly sweep deletes it.
      logger.warn({ err: error }, 'the push subscription of an ended login could not be deleted'),
    );
  });
  outgoing.onReport('mail', async (tx, { userId, content }, { state, hasExpired }) => {
    if (state !== 'givenUp' || hasExpired) return;
    const to = { userId, email: addressOfMail(content) };
    await notifier.notifyIn(tx, { kind: 'mailRefused', to });
  });
}
