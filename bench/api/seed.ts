/** How many rows of each kind a seed creates. `heavy` activities belong to the athlete with the longest history. */
export type SeedSize = {
  users: number;
  clubs: number;
  activities: number;
  /** How many users each user follows. */
  follows: number;
  heavy: number;
};

/** The first users have special roles; the callers follow them. */
export const cast = {
  heavy: 1,
  light: 2,
  /** Followed by a tenth of the users. */
  popular: 3,
  /** Follows 1,000 users. */
  follower: 4,
  callersFrom: 10,
};
export const callerCount = 400;
/** Rowers of the newest session, which all users may read. */
const crewSize = 50;

/** The login token of the caller with this number. */
export function tokenOf(user: number | string): string {
  return `bench-login-of-user-${user}-000000000000`;
}

const dayMs = 86_400_000;
/** When the first user joined. */
const joinedMs = Date.UTC(2020, 0, 1);

/**
 * Returns the statements that fill an empty, migrated database. The content depends only on the size and the date:
 * `bench.chance` hashes, and nothing is random.
 */
export function seedStatements(size: SeedSize, until: Date): string[] {
  const { users, clubs, activities, follows, heavy } = size;
  const sessions = Math.ceil(activities / 4);
  const spanMs = 1_825 * dayMs;
  const untilMs = Math.floor(until.getTime() / dayMs) * dayMs;
  return [
    `create schema bench`,
    `create function bench.chance(i bigint, salt int) returns float8 language sql immutable as
      $$ select (hashint8extended(i, salt) & 4503599627370495)::float8 / 4503599627370496 $$`,
    `create function bench.pick(i bigint, salt int, n bigint) returns bigint language sql immutable as
      $$ select floor(bench.chance(i, salt) * n)::bigint $$`,
    // UUIDs of version 7: the first 48 bits are a time in milliseconds.
    `create function bench.id(kind int, i bigint, ms bigint) returns uuid language sql immutable as
      $$ select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(i), 15, '0'))::uuid $$`,
    `create function bench.user_id(i bigint) returns uuid language sql immutable as
      $$ select bench.id(1, i, ${joinedMs} + i * 1000) $$`,
    `create function bench.club_id(i bigint) returns uuid language sql immutable as
      $$ select bench.id(2, i, ${joinedMs} + i * 1000) $$`,
    // Five years, evenly.
    `create function bench.ms(s bigint) returns bigint language sql immutable as
      $$ select ${untilMs - spanMs} + s * ${Math.floor(spanMs / sessions)} $$`,
    `create function bench.at(s bigint) returns timestamptz language sql immutable as
      $$ select to_timestamp(bench.ms(s) / 1000.0) $$`,
    `create function bench.session_id(s bigint) returns uuid language sql immutable as
      $$ select bench.id(3, s, bench.ms(s)) $$`,
    `create function bench.name(i bigint) returns text language sql immutable as $$
      select case when bench.chance(i, 1) < 0.01 then
        (array['李小龙','王芳','佐藤健','김민준','Ναταλία Παππά','Иван Петров'])[1 + bench.pick(i, 2, 6)]
      else
        (array['Anna','Ben','Carla','David','Élodie','Finn','Grace','Håkon','Inés','Jack','Katja','Liam','Mara','Noah',
          'Olivia','Pál','Quentin','Rosa','Sören','Tess','Uma','Victor','Wren','Xavi','Yara','Zoe','Anne-Marie',
          'José Luis','Emma','Lukas','Mia','Oskar','Sarah','Tom','Niamh','Jørgen','Clara','Hugo','Ella','Max']
        )[1 + bench.pick(i, 3, 40)] || ' ' ||
        case when bench.chance(i, 4) < 0.03 then 'van der ' when bench.chance(i, 4) < 0.05 then 'O''' else '' end ||
        (array['Ander','Berg','Carl','Dahl','Eng','Fors','Gren','Holm','Ising','Jans','Klein','Lind','Mül','Nor','Öst',
          'Peter','Quist','Rosen','Sand','Thor','Ul','Vest','Wein','Young','Zeller','Black','Fair','Hart','King','Strand']
        )[1 + bench.pick(i, 5, 30)] ||
        (array['son','sen','man','berg','ström','ler','ton','well','ford','by','s','ley','wick','quist','heim','stad','er',
          'dal','feld','hoff'])[1 + bench.pick(i, 6, 20)]
      end $$`,
    `insert into users (id, uid, display_name, icon_url, created_at)
      select bench.user_id(i), 'bench-' || i, bench.name(i), null, '2020-01-01Z'::timestamptz + i * interval '1 second'
      from generate_series(1, ${users}) i`,
    `insert into auth_users (id, name, email, email_verified)
      select 'bench-' || i, bench.name(i), 'bench' || i || '@example.org', true
      from generate_series(1, ${cast.callersFrom + callerCount}) i`,
    // Only the digest of a login is stored.
    `insert into auth_sessions (id, token, user_id, expires_at)
      select 'bench-' || i, translate(rtrim(encode(sha256(convert_to('${tokenOf("' || i || '")}', 'UTF8')),
        'base64'), '='), '+/', '-_'), 'bench-' || i, '2100-01-01Z'
      from generate_series(1, ${cast.callersFrom + callerCount}) i`,
    // Without it PostgreSQL checks each row of a table with foreign keys, which takes most of the time.
    `set session_replication_role = replica`,
    `insert into clubs (id, name, custom_url, description, is_private, created_at)
      select bench.club_id(i),
        (array['Harbour','River','Lake','Castle','Old Bridge','Mill','Königs','North','South','University of']
          )[1 + bench.pick(i, 10, 10)] || ' ' ||
        (array['Anders','Berg','Carl','Dahl','Eng','Fors','Gren','Holm','Lind','Sand'])[1 + bench.pick(i, 11, 10)] ||
        (array['ton','wick','stad','heim','port','burg','ford','field'])[1 + bench.pick(i, 12, 8)] || ' ' ||
        (array['Rowing Club','Ruderverein','Boat Club','Roklubb','Crew','Aviron'])[1 + bench.pick(i, 13, 6)],
        'bench-club-' || i, 'A club of the benchmark that rows on most mornings and twice at the weekend.',
        bench.chance(i, 14) < 0.3, '2020-01-01Z'::timestamptz + i * interval '1 second'
      from generate_series(1, ${clubs}) i`,
    // Every user is in up to three clubs, and every twenty-fifth in the first.
    `insert into club_memberships (id, club_id, user_id, role)
      select bench.id(4, u * 4 + k, ${joinedMs}), bench.club_id(club), bench.user_id(u),
        case when bench.chance(u, 25) < 0.03 then -1 when bench.chance(u, 26) < 0.05 then 1 else 0 end
      from (
        select u, k, case when k = 3 then 1 else 1 + bench.pick(u, 20 + k, ${clubs}) end as club
        from generate_series(1, ${users}) u, generate_series(0, 3) k where k < 3 or u % 25 = 0
      ) member
      on conflict do nothing`,
    `update club_memberships set role = 2 where id in (
      select distinct on (club_id) id from club_memberships where role >= 0 order by club_id, user_id)`,
    // Everyone follows twenty others; a few are followed by many.
    `insert into follows (follower_id, followee_id, created_at)
      select bench.user_id(u), bench.user_id(followee), '2021-01-01Z'
      from (
        select u, 1 + floor(power(bench.chance(u * 1000 + k, 30), 1.5) * ${users})::bigint as followee
        from generate_series(1, ${users}) u, generate_series(1, ${follows}) k
        union select u, ${cast.popular} from generate_series(1, ${users}, 10) u
        union select ${cast.follower}, u from generate_series(20, ${Math.min(1_019, users)}) u
        union select u, f from generate_series(${cast.callersFrom}, ${cast.callersFrom + callerCount}) u,
          unnest(array[${cast.heavy}, ${cast.light}]) f
      ) pair
      where u <> followee on conflict do nothing`,
    // A club's session is hosted by one of its members: others may not read it.
    `insert into sessions (id, title, host_user_id, start_at, is_accessible_by_link, club_id, workout_items, created_at)
      select bench.session_id(s), 'Morning row ' || s, bench.user_id(host), bench.at(s),
        s = ${sessions - 1} or bench.chance(s, 41) < 0.8,
        case when s < ${sessions - 1} and bench.chance(s, 42) < 0.7 then
          bench.club_id(1 + bench.pick(host, 20 + s % 3, ${clubs})) end,
        array[(array['2000m','5000m','6000m','10000m','30:00','500m','4x500m/2:00r','8000m'])[1 + bench.pick(s, 44, 8)]],
        bench.at(s) - interval '2 days'
      from (
        select s, ${cast.callersFrom} + bench.pick(s, 40, ${users - cast.callersFrom}) as host
        from generate_series(0, ${sessions - 1}) s
      ) hosted`,
    `create table bench.rows as
      select s, bench.session_id(s) as session_id, bench.id(5, s * 4 + k, bench.ms(s)) as id,
        case when s = ${sessions - 1} then ${cast.callersFrom} + k
          when k = 0 and s % ${Math.floor(sessions / heavy)} = 0 then ${cast.heavy}
          when k = 0 and s % ${Math.floor(sessions / 100)} = 1 then ${cast.light}
          else ${cast.callersFrom} + (bench.pick(s, 50, ${users - cast.callersFrom}) + k * 7919) % ${users - cast.callersFrom}
        end as user_number,
        bench.at(s) + (bench.chance(s * 4 + k, 51) * 600) * interval '1 second' as created_at,
        case bench.pick(s, 44, 8) when 0 then 2000 when 1 then 5000 when 2 then 6000 when 3 then 10000
          when 4 then 6500 + floor(bench.chance(s * 4 + k, 52) * 2000) when 5 then 500 when 6 then 2000 else 8000 end::float8
          as distance,
        95 + 60 * bench.chance(s * 4 + k, 53) as pace,
        bench.pick(s, 44, 8) as item
      from generate_series(0, ${sessions - 1}) s,
        generate_series(0, case when s = ${sessions - 1} then ${crewSize - 1} else 3 end) k`,
    `insert into activities (id, user_id, title, workout, session_id, workout_item_index, is_completed, created_at,
        completed_at, day, elapsed_time, average_pace, distance, stroke_rate, workout_type, heart_rate, drag_factor, average_power,
        total_calories, heard_at, summary)
      select r.id, bench.user_id(user_number), 'Morning row ' || s,
        (array['2000m','5000m','6000m','10000m','30:00','500m','4x500m/2:00r','8000m'])[1 + item], r.session_id, 0, true,
        created_at, created_at + elapsed * interval '1 second', created_at::date, elapsed, r.pace, distance, 24,
        (array[3,3,3,3,5,3,7,3])[1 + item], 150, 120, 200,
        floor(distance / 12), created_at + elapsed * interval '1 second',
        jsonb_build_object('logEntryDate', null, 'logEntryTime', null, 'averageStrokeRate', 24, 'averageHeartRate', 150,
          'recoveryHeartRate', null, 'source', 'summary', 'splits', (select jsonb_agg(jsonb_build_object('splitNumber', n,
            'time', round((elapsed / 5)::numeric, 1), 'distance', round((distance / 5)::numeric, 1), 'averagePace', round(r.pace::numeric, 1),
            'restTime', 0, 'strokeRate', 24, 'heartRate', 150)) from generate_series(1, 5) n))
      from bench.rows r, lateral (select case when item = 4 then 1800 else r.pace * distance / 500 end as elapsed) e
      order by s on conflict do nothing`,
    `insert into activity_days (user_id, day, machine, count, meters, time_sec, calories)
      select user_id, day, machine, count(*), sum(distance), sum(elapsed_time), sum(total_calories)
      from activities where is_completed group by user_id, day, machine`,
    `insert into ranked_results (activity_id, piece, user_id, machine, pace)
      select a.id, (array['2k','5k','6k','10k','30min','500m'])[1 + r.item], a.user_id, a.machine, r.pace
      from bench.rows r join activities a on a.id = r.id where r.item < 6`,
    // Profiles show it too, because few rows of a session belong to members of its club here.
    `insert into single_results (activity_id, user_id, machine, kind, amount, score, rowed_at, stroke_rate, is_entered,
        is_open, session_id, workout_item_index, club_id)
      select a.id, a.user_id, a.machine, case r.item when 4 then 'time' else 'distance' end,
        (array[2000,5000,6000,10000,1800,500])[1 + r.item],
        round(case r.item when 4 then a.distance else a.elapsed_time * 10 end), a.created_at, a.stroke_rate, false,
        true, a.session_id, 0, s.club_id
      from bench.rows r join activities a on a.id = r.id join sessions s on s.id = a.session_id where r.item < 6`,
    // Each club has a test of its last month, two squads and a few records by hand.
    `insert into tests (id, club_id, title, kind, amount, machine, opens_at, closes_at, counts)
      select bench.id(9, i, ${untilMs}), bench.club_id(i), 'Autumn 2k', 'distance', 2000, 'rower',
        to_timestamp(${untilMs} / 1000) - interval '30 days', to_timestamp(${untilMs} / 1000), 'best'
      from generate_series(1, ${clubs}) i`,
    `insert into squads (id, club_id, name)
      select bench.id(10, i * 2 + k, ${untilMs}), bench.club_id(i), (array['Juniors','Seniors'])[1 + k]
      from generate_series(1, ${clubs}) i, generate_series(0, 1) k`,
    `insert into squad_members (squad_id, club_id, user_id)
      select s.id, s.club_id, m.user_id from squads s join club_memberships m on m.club_id = s.club_id and m.role >= 0
      where (s.name = 'Juniors') = (ascii(right(m.user_id::text, 1)) % 2 = 0)`,
    // The first club, the largest, has a squad of 500 athletes, with a test in each of five seasons.
    `insert into squads (id, club_id, name)
      values (bench.id(12, 1, ${untilMs}), bench.club_id(1), 'Season')`,
    `insert into squad_members (squad_id, club_id, user_id)
      select bench.id(12, 1, ${untilMs}), club_id, user_id from club_memberships
      where club_id = bench.club_id(1) and role >= 0 order by user_id limit 500`,
    `insert into tests (id, club_id, squad_id, title, kind, amount, machine, opens_at, closes_at, counts)
      select bench.id(11, i, ${untilMs}), bench.club_id(1), bench.id(12, 1, ${untilMs}), 'Season ' || (5 - i) || ' 2k',
        'distance', 2000, 'rower', to_timestamp(${untilMs} / 1000) - (i + 1) * interval '365 days',
        to_timestamp(${untilMs} / 1000) - i * interval '365 days', 'best'
      from generate_series(0, 4) i`,
    `insert into athlete_categories (user_id, sex, birth_year)
      select bench.user_id(u), (array['female','male'])[1 + bench.pick(u, 81, 2)], 1950 + bench.pick(u, 82, 60)
      from generate_series(1, ${users}) u where bench.chance(u, 80) < 0.7`,
    // One activity in forty has two comments, and the newest session's first activity has sixty.
    `insert into comments (id, activity_id, user_id, message, created_at)
      select bench.id(6, s * 4 + k, bench.ms(s)), id, bench.user_id(${cast.callersFrom} + bench.pick(s + k, 60, ${callerCount})),
        'Strong finish, and a rate that I could not hold for half as long', created_at + k * interval '1 hour'
      from bench.rows, generate_series(1, 2) k where s % 10 = 0
        and exists (select 1 from activities a where a.id = bench.rows.id) on conflict do nothing`,
    `insert into comments (id, activity_id, user_id, message, created_at)
      select bench.id(7, k, ${untilMs}), (select id from activities order by created_at desc, id desc limit 1),
        bench.user_id(${cast.callersFrom} + k), 'Well rowed', to_timestamp(${untilMs} / 1000)
      from generate_series(1, 60) k`,
    `insert into likes (activity_id, user_id)
      select a.id, bench.user_id(${cast.callersFrom} + bench.pick(r.s * 4 + k, 70, ${users - cast.callersFrom}))
      from bench.rows r join activities a on a.id = r.id, generate_series(1, 1) k on conflict do nothing`,
    `insert into notifications (id, user_id, kind, occurrence, line, actor_id, activity_id, created_at, is_to_mail)
      select bench.id(8, u * 100 + k, ${untilMs}), bench.user_id(u), 'like', 'like ' || own.id || ' ' || k, 'like ' || own.id,
        bench.user_id(${cast.callersFrom + callerCount} + k), own.id, to_timestamp(${untilMs} / 1000) - k * interval '1 hour', false
      from generate_series(${cast.callersFrom}, ${cast.callersFrom + callerCount}) u,
        lateral (select id, row_number() over () as n from activities where user_id = bench.user_id(u) limit 10) own,
        generate_series(1, 60) k where k % 10 = own.n % 10`,
    `insert into starts (session_id, workout_item_index, start_at)
      select bench.session_id(s), 0, bench.at(s) from generate_series(0, ${sessions - 1}, 10) s`,
    `insert into stored_images (name, user_id, size_bytes)
      select 'usericons/' || bench.user_id(u) || '/' || md5(u || ' ' || k) || '.webp', bench.user_id(u), 20000
      from generate_series(${cast.callersFrom}, ${cast.callersFrom + callerCount}) u, generate_series(1, 3) k`,
    `drop table bench.rows`,
    `reset session_replication_role`,
  ];
}
