import { sessions } from '@boathouse/contract/sessions';
import { actingLoginHeader } from '@boathouse/contract/endpoint';
import type { OwnUser } from '@boathouse/contract/users';
import * as z from 'zod/mini';
import { allStrokes } from '../../lib/all-strokes.ts';
import { callApi } from '../../lib/api.ts';
import { bodiesIn } from '../../lib/first-data.ts';
import { todayIn, viewerTimeZone } from '../../lib/format.ts';
import { noteRead } from '../../lib/kept/reads.ts';

const daysAhead = 7;
const sessionsMax = 20;
const recentMax = 5;
/**
 * Half of the server's limit for a user, so that the user's own calls are never refused. A page's data are calls as
 * well.
 */
const callsPerSec = 25;

const FoundSchema = z.object({ activities: z.array(z.object({ _id: z.string() })) });

/**
 * Reads and caches the data needed at the erg: today's sessions and those of the next week with the clubs of today's,
 * the dashboard, training, and the newest results. The server writes a page's data into its HTML, so each page is one
 * request.
 * @throws NetworkError, ApiError; ends early when the signal aborts
 */
export async function readAhead(user: OwnUser, signal: AbortSignal): Promise<void> {
  const timeZone = viewerTimeZone();
  const today = todayIn(timeZone);
  const clubs = new Set<string>();
  const coming = new Set<string>();
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const { year, month, day } = today.add({ days: ahead });
    const query = { year: `${year}`, month: `${month}`, day: `${day}`, sparse: '0', timeZone } as const;
    const found = await callApi(sessions.ofUser, { params: { id: user._id }, query }, { signal });
    await spread(1, signal);
    for (const session of found) {
      coming.add(session._id);
      if (ahead === 0 && 'club' in session && session.club !== null) clubs.add(session.club.customURL);
    }
  }
  const read = (path: string) => readPage(path, user.uid, signal);
  await read('/dashboard');
  const history = await read('/training/activity');
  for (const page of ['statistics', 'calendar']) await read(`/training/${page}`);
  for (const path of ['/row', '/notifications', `/athletes/${user._id}`]) await read(path);
  for (const id of [...coming].slice(0, sessionsMax)) await read(`/sessions/${id}`);
  for (const club of clubs) {
    for (const page of ['general', 'members']) await read(`/clubs/${encodeURIComponent(club)}/${page}`);
  }
  for (const id of newestIn(history).slice(0, recentMax)) {
    await read(`/activities/${id}`);
    // Uses the same parameters as its page, for the plots.
    await allStrokes(id, { withForceCurve: true, from: 0 }, { signal });
    await spread(1, signal);
  }
}

/** Returns the first data of a page, by address; nothing if the server is too busy for it. */
async function readPage(path: string, login: string, signal: AbortSignal): Promise<Map<string, unknown>> {
  const headers = { accept: 'text/html', [actingLoginHeader]: login };
  const response = await fetch(path, { headers, signal, cache: 'no-store' });
  const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');
  const bodies = response.ok ? bodiesIn(parse(await response.text())) : new Map<string, unknown>();
  bodies.forEach((body, url) => noteRead(url, body));
  await spread(1 + bodies.size, signal);
  return bodies;
}

/** Waits until more calls may be made after these. */
async function spread(calls: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, (calls / callsPerSec) * 1_000));
  signal.throwIfAborted();
}

function newestIn(bodies: ReadonlyMap<string, unknown>): string[] {
  const found = [...bodies].find(([url]) => url.startsWith('/api/activities/search'));
  const read = FoundSchema.safeParse(found?.[1]);
  return read.success ? read.data.activities.map(({ _id }) => _id) : [];
}
