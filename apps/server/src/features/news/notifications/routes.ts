import type { FastifyInstance } from 'fastify';
import { notifications } from '@boathouse/contract/notifications';
import type { Database } from '../../../db/database.ts';
import { hourly, repeatedly } from '../../../http/hourly.ts';
import { route } from '../../../http/route.ts';
import type { Identity } from '../../../infra/identity/identity.ts';
import type { Mail } from '../../../infra/mail.ts';
import type { WebPush } from '../webpush/index.ts';
import {
  chooseMail,
  forgetOldNotifications,
  mailNotifications,
  readAll,
  readLine,
  remindOfSessions,
  unreadOf,
} from './service.ts';
import { findMailKinds, listLines } from './store.ts';

type NotificationRoutesOptions = {
  db: Database;
  now: () => Date;
  /** Notifies the pages of a user that their notifications have changed. */
  onChange: (userId: string) => void;
  identity: Pick<Identity, 'emailOf'>;
  mail: Pick<Mail, 'send'>;
  webPush: WebPush;
  productName: string;
  /** The web app's address. */
  address: string;
};

/** How often each process looks for sessions that start soon, and for notifications to mail. */
const lookEveryMs = 30_000;

export function notificationRoutes(app: FastifyInstance, options: NotificationRoutesOptions): void {
  const { db, now, identity } = options;
  route(app, notifications.list, ({ query, caller }) => listLines(db, caller.user._id, now(), query));
  route(app, notifications.unread, ({ caller }) => unreadOf(db, caller.user._id, now()));
  route(app, notifications.read, ({ params, caller }) => readLine(options, caller.user._id, params.id));
  route(app, notifications.readAll, ({ body, caller }) => readAll(options, caller.user._id, body.until));
  route(app, notifications.mailChoice, async ({ caller }) => ({
    kinds: await findMailKinds(db, caller.user._id),
    email: await identity.emailOf(db, caller.login.uid),
  }));
  route(app, notifications.chooseMail, ({ body, caller }) => chooseMail(db, caller.user._id, body, now()));

  repeatedly(app, lookEveryMs, 'reminding of sessions', () => remindOfSessions(options));
  repeatedly(app, lookEveryMs, 'mailing notifications', () => mailNotifications(options));
  hourly(app, 'deleting old notifications', () => forgetOldNotifications(db, now()));
}
