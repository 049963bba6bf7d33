import type { FastifyInstance } from 'fastify';
import type { Activity } from '@boathouse/contract/activities';
import { accountRoutes } from '../features/operating/account/index.ts';
import {
  activityEvents,
  activityRoutes,
  announceActivity,
  announceDiscard,
  announceOwner,
  rowsEnder,
} from '../features/training/activities/index.ts';
import { administrationRoutes } from '../features/operating/administration/index.ts';
import { admissionRoutes } from '../features/people/admission/index.ts';
import { archiveRoutes } from '../features/transfers/archive/index.ts';
import { authRoutes } from '../features/people/auth/index.ts';
import { devicesRoutes } from '../features/people/devices/index.ts';
import { boardRoutes } from '../features/evening/boards/index.ts';
import { calendarRoutes } from '../features/sessions/calendar/index.ts';
import { chatEvents } from '../features/evening/chat/index.ts';
import { clubRoutes } from '../features/clubs/clubs/index.ts';
import { commentRoutes } from '../features/news/comments/index.ts';
import { feedRoutes } from '../features/news/feed/index.ts';
import { areConnected, followRoutes } from '../features/news/follows/index.ts';
import { fileRoutes } from '../features/people/files/index.ts';
import { entryRoutes, rankEnteredOfClub } from '../features/training/entries/index.ts';
import { exportRoutes } from '../features/transfers/exports/index.ts';
import { importRoutes } from '../features/transfers/imports/index.ts';
import { goalRoutes } from '../features/training/goals/index.ts';
import { moveRoutes } from '../features/training/moves/index.ts';
import { notificationRoutes } from '../features/news/notifications/index.ts';
import { outgoingRoutes } from '../features/operating/outgoing/index.ts';
import { productRoutes } from '../features/operating/product/routes.ts';
import { reportRoutes } from '../features/operating/reports/index.ts';
import { resultRoutes } from '../features/training/results/index.ts';
import {
  hostingEnder,
  previewRoutes,
  sessionEvents,
  sessionRoutes,
} from '../features/sessions/sessions/index.ts';
import { attendanceRoutes } from '../features/evening/attendance/index.ts';
import { monitorEvents, startEvents, startRoutes } from '../features/evening/starts/index.ts';
import { raceEvents, raceRoutes } from '../features/racing/races/index.ts';
import { statisticsRoutes } from '../features/training/statistics/index.ts';
import { strokeRoutes } from '../features/training/strokes/index.ts';
import { syncRoutes } from '../features/transfers/sync/index.ts';
import { squadRoutes } from '../features/clubs/squads/index.ts';
import { testRoutes } from '../features/racing/tests/index.ts';
import { templateRoutes } from '../features/sessions/templates/index.ts';
import { tokenRoutes } from '../features/people/tokens/index.ts';
import { userRoutes } from '../features/people/users/index.ts';
import { webhookRoutes } from '../features/news/webhooks/index.ts';
import { webPushRoutes } from '../features/news/webpush/index.ts';
import type { LiveGateway } from '../live/gateway.ts';
import type { Services } from './services.ts';

/** Adds every feature's routes. */
export function addRoutes(
  http: FastifyInstance,
  services: Services,
  live: Pick<LiveGateway, 'counts'>,
): void {
  const { config, db, now, nowMs, identity, auth, files, notifier, announcements, secondFactorDemand } =
    services;
  const { turnsOf } = services.installation;
  const instant = () => Temporal.Instant.fromEpochMilliseconds(nowMs());
  authRoutes(http, auth);
  devicesRoutes(http, services.devices);
  productRoutes(
    http,
    {
      name: config.productName,
      contactEmail: config.contactEmail,
      simulatedErg: config.simulatedErg,
      ...identity.offers,
    },
    services.admission,
  );
  admissionRoutes(http, services);
  userRoutes(http, { ...services, areConnected });
  tokenRoutes(http, services.tokens);
  archiveRoutes(http, services.archives);
  accountRoutes(http, services);
  followRoutes(http, db, notifier, instant);
  clubRoutes(http, {
    ...services,
    endRights: hostingEnder(announcements, db, now),
    rankEntered: rankEnteredOfClub,
  });
  squadRoutes(http, services);
  testRoutes(http, services);
  webhookRoutes(http, services);
  sessionRoutes(http, { ...services, changes: turnsOf('session') });
  previewRoutes(http, db);
  attendanceRoutes(http, db, now);
  startRoutes(http, db, announcements, nowMs, turnsOf('start'));
  boardRoutes(http, db, announcements, secondFactorDemand, nowMs);
  raceRoutes(http, { ...services, endRows: rowsEnder(db, announcements, turnsOf('activity')) });
  calendarRoutes(http, { ...services, productName: config.productName });
  templateRoutes(http, services);
  statisticsRoutes(http, db, instant);
  goalRoutes(http, db, instant);
  const onChange = (activity: Activity) => {
    announceActivity(announcements, activity);
    if (activity.session !== null) services.raceWatch.note([activity.session._id]);
  };
  activityRoutes(
    http,
    db,
    {
      onChange,
      onDiscard: (activity) => announceDiscard(announcements, activity),
      onTakeOver: (activity) => announceOwner(announcements, activity),
    },
    turnsOf('activity'),
  );
  moveRoutes(
    http,
    db,
    notifier,
    {
      onChange,
      onDiscard: (activity) => announceDiscard(announcements, activity),
    },
    turnsOf('activity'),
  );
  strokeRoutes(http, db, services.metrics);
  resultRoutes(http, db);
  feedRoutes(http, db, now);
  entryRoutes(http, { ...services, changes: turnsOf('session') });
  importRoutes(http, services);
  exportRoutes(http, services.exports);
  syncRoutes(http, services);
  commentRoutes(http, db, notifier);
  notificationRoutes(http, {
    ...services,
    onChange: services.noteNotifications,
    productName: config.productName,
  });
  webPushRoutes(http, services.webPush);
  fileRoutes(http, files, services.storage.parts);
  reportRoutes(http, services);
  outgoingRoutes(http, services);
  administrationRoutes(http, { ...services, live, startedAt: now() });
}

/**
 * Adds every feature's events. Returns the parts that end before the database does, so that the last samples are stored
 * by then.
 */
export function addEvents(
  live: LiveGateway,
  {
    db,
    announcements,
    now,
    nowMs,
    logger,
    raceWatch,
  }: Pick<Services, 'db' | 'announcements' | 'now' | 'nowMs' | 'logger' | 'raceWatch'>,
): { close(): Promise<void> } {
  sessionEvents(live, db);
  chatEvents(live, db, now);
  startEvents(live, nowMs);
  monitorEvents(live, db, nowMs);
  raceEvents(live, db, nowMs, (error) => logger.error({ err: error }, 'sending a race to a page failed'));
  const samples = activityEvents(
    live,
    announcements,
    db,
    nowMs,
    (sessionIds) => raceWatch.note(sessionIds),
    (error) => logger.error({ err: error }, 'storing live values failed'),
  );
  return {
    async close() {
      await samples.close();
      await raceWatch.close();
    },
  };
}
