import { buildPerson, idOf, mara } from '../people.ts';
import { buildActivity } from '../sessions/factory.ts';

/** Users whose data is missing, can't be loaded, or never arrives. */
export const emptyId = idOf(901);
export const failingId = idOf(902);
export const loadingId = idOf(903);

const bests = [
  ['500m', 93.4, 500],
  ['2k', 425.3, 2_000],
  ['5k', 1_118.2, 5_000],
  ['30min', 1_800, 7_812],
] as const;

/** Rows on two days of three, more often in spring. */
const days = Object.fromEntries(
  Array.from(
    { length: 340 },
    (_, day) => [`${day + 1}`, ((day * 7) % 13) % (day < 150 ? 6 : 3)] as const,
  ).filter(([, count]) => count > 0),
);

function answerOf(path: string, isEmpty: boolean): unknown {
  if (path.endsWith('/personal-bests')) {
    return isEmpty
      ? []
      : bests.map(([piece, elapsedTime, distance], at) => ({
          piece,
          activity: idOf(70 + at),
          createdAt: '2026-01-05T07:30:00.000Z',
          elapsedTime,
          distance,
          averagePace: (elapsedTime / distance) * 500,
        }));
  }
  if (path.endsWith('/activity-heatmap')) {
    const counts = isEmpty ? {} : days;
    return { year: 2026, count: Object.values(counts).reduce((sum, count) => sum + count, 0), days: counts };
  }
  if (path.startsWith('/api/likes/'))
    return { count: 3, didLike: true, likers: [buildPerson(2, 'Tobias Okafor')] };
  if (path === '/api/activities/search') {
    const activities = isEmpty ? [] : [buildActivity({ user: mara, workout: '5000 m' })];
    return { count: activities.length, activities };
  }
  return undefined;
}

/** Returns responses for parts that load their own data, without a server. */
export async function answer(input: RequestInfo | URL): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, location.origin);
  if (url.href.includes(loadingId)) return new Promise(() => {});
  const body = url.href.includes(failingId) ? undefined : answerOf(url.pathname, url.href.includes(emptyId));
  return body === undefined
    ? Response.json({ code: 'bad_request', message: 'No', errorId: 'e' }, { status: 400 })
    : Response.json(body);
}
