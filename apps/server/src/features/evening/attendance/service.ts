import { limits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import type { Database } from '../../../db/database.ts';
import { HttpError } from '../../../http/errors.ts';
import { readableSession, sessionInSight } from '../../sessions/sessions/index.ts';
import { deleteAttendance, insertAttendance, listAttendance } from './store.ts';

type Attendance = { sessionId: string; userId: string };

/** @throws HttpError 404 */
export async function attendanceOf(db: Database, { sessionId, userId }: Attendance): Promise<UserRef[]> {
  const { sight } = await sessionInSight(db, sessionId, userId);
  const users = await listAttendance(db, sessionId);
  return sight === 'all' ? users : users.filter(({ _id }) => _id === userId);
}

/** Stores that the user will attend. @throws HttpError 404; 409 session_over, an hour after the start */
export async function sayAttendance(db: Database, attendance: Attendance, now: Date): Promise<UserRef[]> {
  const { startAt } = await readableSession(db, attendance.sessionId, attendance.userId);
  if (now.getTime() > Date.parse(startAt) + limits.sessionOverMs) {
    throw new HttpError(409, 'session_over', 'This session is over');
  }
  await insertAttendance(db, attendance);
  return attendanceOf(db, attendance);
}

/** @throws HttpError 404 */
export async function takeBackAttendance(db: Database, attendance: Attendance): Promise<UserRef[]> {
  await readableSession(db, attendance.sessionId, attendance.userId);
  await deleteAttendance(db, attendance);
  return attendanceOf(db, attendance);
}
