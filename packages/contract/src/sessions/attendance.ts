import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema } from '../ids.ts';
import { UserRefSchema } from '../users.ts';

/** Users who will attend and may still read the session, in the order of their answers. */
const AttendanceSchema = z.array(UserRefSchema);

/** The users who will attend a planned session. Each call returns the list. */
export const attendance = {
  ofSession: endpoint({
    method: 'GET',
    path: '/sessions/:id/attendance',
    summary: 'Who said that they will be there, at most 200',
    auth: 'user',
    params: IdParamsSchema,
    response: AttendanceSchema,
  }),
  say: endpoint({
    method: 'PUT',
    path: '/sessions/:id/attendance',
    summary:
      "Say that the caller will be there; refused (409 session_over) an hour after the session's start",
    auth: 'user',
    params: IdParamsSchema,
    response: AttendanceSchema,
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/sessions/:id/attendance',
    summary: 'Take back that the caller will be there',
    auth: 'user',
    params: IdParamsSchema,
    response: AttendanceSchema,
  }),
};
