import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { athleteCategories, recordsByHand, squadMembers, squads, tests, testWeights } from '../db/tables.ts';
import type { Users } from './sample-clubs.ts';
import { dateOf } from './sample-time.ts';

/** Indices in `crew` of the members of each squad, the coach in none. */
const squadsByName = { Seniors: [1, 3, 5], Masters: [2, 4, 6, 7] } as const;

const categories = [
  { index: 1, sex: 'male', birthYear: 1996 },
  { index: 2, sex: 'female', birthYear: 1984 },
  { index: 3, sex: 'male', birthYear: 1999 },
  { index: 4, sex: 'female', birthYear: 1979 },
  { index: 5, sex: 'male', birthYear: 1994 },
] as const;

/** Creates the squads of the harbour club, a closed test, an open one, and records by hand, unless it has squads. */
export async function ensureTests(
  db: Database,
  { club, everyone, now }: { club: string; everyone: Users; now: Temporal.ZonedDateTime },
): Promise<void> {
  const [found] = await db.select({ id: squads.id }).from(squads).where(eq(squads.clubId, club)).limit(1);
  if (found === undefined) await db.transaction((tx) => createTests(tx, { club, everyone, now }));
}

async function createTests(
  db: Database,
  { club, everyone, now }: { club: string; everyone: Users; now: Temporal.ZonedDateTime },
): Promise<void> {
  const userId = (index: number) => everyone[index]?._id ?? '';
  const start = now.startOfDay();
  for (const [name, members] of Object.entries(squadsByName)) {
    const id = newId();
    await db.insert(squads).values({ id, clubId: club, name });
    await db
      .insert(squadMembers)
      .values(members.map((index) => ({ squadId: id, clubId: club, userId: userId(index) })));
  }
  const test = { clubId: club, machine: 'rower', counts: 'best' } as const;
  const past = newId();
  await db.insert(tests).values([
    {
      ...test,
      id: past,
      title: 'Quarterly 2k',
      kind: 'distance',
      amount: 2_000,
      opensAt: dateOf(start.subtract({ days: 60 })),
      closesAt: dateOf(start.subtract({ days: 30 })),
    },
    {
      ...test,
      id: newId(),
      title: '30 minutes at rate 30',
      kind: 'time',
      amount: 1_800,
      rateMax: 30,
      opensAt: dateOf(start.subtract({ days: 10 })),
      closesAt: dateOf(start.add({ days: 5 })),
    },
  ]);
  await db
    .insert(athleteCategories)
    .values(categories.map(({ index, sex, birthYear }) => ({ userId: userId(index), sex, birthYear })));
  await db.insert(testWeights).values([
    { testId: past, userId: userId(1), weightHg: 884 },
    { testId: past, userId: userId(2), weightHg: 612 },
  ]);
  const record = { clubId: club, machine: 'rower', ageGroup: null } as const;
  await db.insert(recordsByHand).values([
    {
      ...record,
      id: newId(),
      kind: 'distance',
      amount: 2_000,
      score: 3_724,
      sex: 'male',
      holder: 'Anders Holm',
      day: '2009-02-14',
      note: 'City indoor championships',
    },
    {
      ...record,
      id: newId(),
      kind: 'distance',
      amount: 2_000,
      score: 4_215,
      sex: 'female',
      holder: 'Ingrid Vik',
      day: '2012-11-24',
      note: '',
    },
  ]);
}
