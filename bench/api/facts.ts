import * as z from 'zod/mini';
import { callerCount, cast, tokenOf } from './seed.ts';

const CallerSchema = z.object({
  _id: z.string(),
  uid: z.string(),
  number: z.number(),
  /** A completed activity of the caller. */
  activity: z.string(),
  /** A session that the caller hosts in a club, as a member of it. */
  hosted: z.string(),
  /** A club with the caller, and its address. */
  club: z.string(),
  clubURL: z.string(),
  /** A test of that club. */
  test: z.string(),
});
const CastSchema = z.object({
  heavy: z.string(),
  light: z.string(),
  popular: z.string(),
  follower: z.string(),
  /** An activity with sixty comments. */
  commented: z.string(),
  /** A session with fifty rowers. */
  crew: z.string(),
  /**
   * The largest club, its test of all athletes, those of a squad of 500 in five seasons from the newest, and the numbers
   * of the callers who are its members.
   */
  large: z.object({
    club: z.string(),
    test: z.string(),
    tests: z.array(z.string()).check(z.length(5)),
    members: z.array(z.number()).check(z.minLength(5)),
  }),
});

/** A user who calls, with what they may read. */
export type Caller = z.infer<typeof CallerSchema> & { token: string };
export type Facts = { callers: Caller[]; cast: z.infer<typeof CastSchema> };

/** Runs one statement and returns its rows. */
type Query = (text: string) => Promise<unknown[]>;

/** Reads the ids that the calls need from a seeded database. */
export async function readFacts(query: Query): Promise<Facts> {
  const callers = await query(`
    select u.id as _id, u.uid, n as number, own.id as activity, hosted.id as hosted,
      club.id as club, club.custom_url as "clubURL", test.id as test
    from generate_series(${cast.callersFrom}, ${cast.callersFrom + callerCount - 1}) n
    join users u on u.id = bench.user_id(n),
    lateral (select id from activities where user_id = u.id order by created_at desc, id desc limit 1) own,
    lateral (select id from sessions where host_user_id = u.id and (club_id is null or exists (
        select from club_memberships m where m.club_id = sessions.club_id and m.user_id = u.id and m.role >= 0))
      order by start_at desc, id desc limit 1) hosted,
    lateral (select clubs.id, custom_url from club_memberships join clubs on clubs.id = club_id
      where user_id = u.id and role >= 0 order by clubs.id limit 1) club,
    lateral (select id from tests where club_id = club.id order by id limit 1) test`);
  const [shared] = await query(`
    select bench.user_id(${cast.heavy}) as heavy, bench.user_id(${cast.light}) as light,
      bench.user_id(${cast.popular}) as popular, bench.user_id(${cast.follower}) as follower,
      (select activity_id from comments where message = 'Well rowed' limit 1) as commented,
      (select id from sessions order by id desc limit 1) as crew,
      jsonb_build_object(
        'club', bench.club_id(1),
        'test', (select id from tests where club_id = bench.club_id(1) and squad_id is null),
        'tests', (select jsonb_agg(id order by closes_at desc) from tests
          where club_id = bench.club_id(1) and title like 'Season%'),
        'members', (select jsonb_agg(n order by n)
          from generate_series(${cast.callersFrom}, ${cast.callersFrom + callerCount - 1}) n
          join club_memberships m on m.user_id = bench.user_id(n) and m.club_id = bench.club_id(1) and m.role >= 0)
      ) as large`);
  return {
    callers: z
      .array(CallerSchema)
      .check(z.minLength(callerCount / 2))
      .parse(callers)
      .map((caller) => ({ ...caller, token: tokenOf(caller.number) })),
    cast: CastSchema.parse(shared),
  };
}
