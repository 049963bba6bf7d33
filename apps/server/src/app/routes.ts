import type { FastifyInstance } from 'fastify';
import { accountRoutes } from '../features/operating/account/index.ts';
import {
  activityEvents,
  activityRoutes,
  announceActivity,
  announceDiscard,
  announceOwner,
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
import { statisticsRoutes } from '../features/training/statistics/index.ts';
import { strokeRoutes } from '../features/training/strokes/index.ts';
import { syncRoutes } from '../features/transfers/sync/index.ts';
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
  authRoutes(http, identity, auth);
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
  webhookRoutes(http, services);
  sessionRoutes(http, { ...services, changes: turnsOf('session') });
  previewRoutes(http, db);
  attendanceRoutes(http, db, now);
  startRoutes(http, db, announcements, nowMs, turnsOf('start'));
  boardRoutes(http, db, announcements, secondFactorDemand, nowMs);
  calendarRoutes(http, { ...services, productName: config.productName });
  templateRoutes(http, services);
  statisticsRoutes(http, db, instant);
  goalRoutes(http, db, instant);
  activityRoutes(
    http,
    db,
    {
      onChange: (activity) => announceActivity(announcements, activity),
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
      onChange: (activity) => announceActivity(announcements, activity),
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

/** Adds every feature's events. Returns what ends before the database does: the last samples are stored by then. */
export function addEvents(
  live: LiveGateway,
  {
    db,
    announcements,
    now,
    nowMs,
    logger,
  }: Pick<Services, 'db' | 'announcements' | 'now' | 'nowMs' | 'logger'>,
): { close(): Promise<void> } {
  sessionEvents(live, db);
  chatEvents(live, db, now);
  startEvents(live, nowMs);
  monitorEvents(live, db, nowMs);
  return activityEvents(live, announcements, db, nowMs, (error) => {
    logger.error({ err: error }, 'storing live values failed');
  });
}
