import type { FastifyInstance } from 'fastify';
import { attendance } from '@boathouse/contract/sessions/attendance';
import type { Database } from '../../../db/database.ts';
import { route } from '../../../http/route.ts';
import { attendanceOf, sayAttendance, takeBackAttendance } from './service.ts';

export function attendanceRoutes(app: FastifyInstance, db: Database, now: () => Date): void {
  route(app, attendance.ofSession, ({ params, caller }) =>
    attendanceOf(db, { sessionId: params.id, userId: caller.user._id }),
  );

  route(app, attendance.say, ({ params, caller }) =>
    sayAttendance(db, { sessionId: params.id, userId: caller.user._id }, now()),
  );

  route(app, attendance.takeBack, ({ params, caller }) =>
    takeBackAttendance(db, { sessionId: params.id, userId: caller.user._id }),
  );
}
