import { account } from './account.ts';
import { administration } from './administration/calls.ts';
import { outgoing } from './administration/outgoing.ts';
import { setUpRestore } from './administration/restore.ts';
import { setUp } from './administration/sign-up.ts';
import { activities } from './activities.ts';
import { entries } from './activities/entries.ts';
import { exports } from './activities/formats.ts';
import { history } from './activities/history.ts';
import { auth } from './auth.ts';
import { security } from './auth/security.ts';
import { tokens } from './auth/tokens.ts';
import { devices } from './auth/devices.ts';
import { attendance } from './sessions/attendance.ts';
import { boards } from './sessions/boards.ts';
import { previews } from './sessions/previews.ts';
import { calendar } from './sessions/calendar.ts';
import { clubs } from './clubs.ts';
import { invitations } from './clubs/invitations.ts';
import { squads } from './clubs/squads.ts';
import { webhooks } from './clubs/webhooks.ts';
import { comments, likes } from './comments.ts';
import { feed } from './feed.ts';
import { files } from './files.ts';
import { follows } from './follows.ts';
import { imports } from './activities/imports.ts';
import { goals } from './statistics/goals.ts';
import { trends } from './statistics/trends.ts';
import { notifications } from './notifications.ts';
import { product } from './product.ts';
import { races } from './races.ts';
import { raceDay } from './races/day.ts';
import { raceCodes } from './races/codes.ts';
import { raceResults } from './races/results.ts';
import { startLists } from './races/start-lists.ts';
import { reports } from './administration/reports.ts';
import { moves } from './activities/moves.ts';
import { results } from './activities/results.ts';
import { tags } from './activities/tags.ts';
import { records } from './racing/records.ts';
import { tests } from './racing/tests.ts';
import { turnout } from './racing/turnout.ts';
import { sessions } from './sessions.ts';
import { starts } from './sessions/starts.ts';
import { statistics } from './statistics.ts';
import { strokes } from './strokes.ts';
import { sync } from './sync/calls.ts';
import { templates } from './sessions/templates.ts';
import { users } from './users.ts';
import { webpush } from './webpush/calls.ts';

/** Every call of the API by noun. A call not listed here has no route and no documentation. */
export const api = {
  product,
  auth: { ...auth, ...security },
  devices,
  tokens,
  users,
  account,
  statistics,
  goals,
  trends,
  follows,
  clubs,
  invitations,
  squads,
  webhooks,
  sessions,
  starts,
  attendance,
  boards,
  previews,
  calendar,
  templates,
  races,
  startLists,
  raceDay,
  raceResults,
  raceCodes,
  tests,
  records,
  turnout,
  activities,
  history,
  entries,
  exports,
  imports,
  sync,
  strokes,
  moves,
  results,
  tags,
  feed,
  comments,
  likes,
  notifications,
  webpush,
  reports,
  files,
  administration,
  outgoing,
  setUp: { ...setUp, ...setUpRestore },
};
