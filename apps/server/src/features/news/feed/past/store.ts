import { and, asc, desc, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { pastFilterNames, type PastFilterName, type PastTotal } from '@boathouse/contract/activities/history';
import { MachineSchema } from '@boathouse/contract/activities/machine';
import type { Database } from '../../../../db/database.ts';
import { offsetOf } from '../../../../db/paging.ts';
import { isFoundBy, isPastOf, orderOfPast, type PastConditions, type PastSearch } from '../filters/store.ts';
import { activities } from '../../../../db/tables.ts';

/**
 * Rows that one statement of a search reads. A history has no limit, and the embedded database runs one statement after
 * another: after these rows, some 10 ms, it serves others.
 */
const usualRowsAtOnce = 1_500;

const { id, createdAt, isPartial, source, machine, pastDistance, pastElapsedTime, pastAveragePace } =
  activities;
const isSimulated = sql`${source} = 'simulated'`;

/** The columns that filters and orders read. All of them are in the index of past activities. */
const readColumns = sql.join(
  [
    id,
    createdAt,
    isPartial,
    source,
    machine,
    pastDistance,
    pastElapsedTime,
    pastAveragePace,
    activities.sessionId,
    activities.pastKind,
    activities.pastText,
  ].map((column) => sql`${column}`),
  sql`, `,
);

/** A row read, its start to the microsecond. */
const PlaceSchema = z.object({ createdAt: z.string(), id: z.string() });

type Rows<Made> = {
  rowsAtOnce: number;
  /** Of these filters, only the period limits the rows read. */
  filters: PastConditions;
  descending: boolean;
  /** The expression of a select from `activities`, the table of the rows read. */
  select: () => SQL;
  made: z.ZodMiniType<Made>;
};

/** Yields a value for each of a user's past activities, by their start and in batches. */
async function* readPast<Made>(
  db: Database,
  userId: string,
  { rowsAtOnce, filters: { from, to }, descending, select, made }: Rows<Made>,
): AsyncGenerator<Made, void, undefined> {
  const AnswerSchema = z.object({
    rows: z.tuple([z.object({ count: z.int(), last: z.nullable(PlaceSchema), made })]),
  });
  const [onward, back] = descending ? [desc, asc] : [asc, desc];
  let isAfter: SQL | undefined;
  for (;;) {
    const isRead = and(isPastOf(userId), isFoundBy({ from, to }), isAfter);
    // Has the name of the table, because filters and orders use it for its columns.
    const answer = await db.execute(sql`with activities as materialized (
        select ${readColumns} from ${activities} where ${isRead}
        order by ${onward(createdAt)}, ${onward(id)} limit ${rowsAtOnce})
      select (select count(*)::int from activities) as count,
        (select jsonb_build_object('createdAt', ${createdAt}, 'id', ${id}) from activities
          order by ${back(createdAt)}, ${back(id)} limit 1) as last,
        ${select()} as made`);
    const [{ count, last, made: some }] = AnswerSchema.parse(answer).rows;
    yield some;
    if (last === null || count < rowsAtOnce) return;
    isAfter = sql`(${createdAt}, ${id}) ${sql.raw(descending ? '<' : '>')}
      (${last.createdAt}::timestamptz, ${last.id}::uuid)`;
  }
}

const TotalsSchema = z.array(
  z.object({
    machine: MachineSchema,
    isSimulated: z.boolean(),
    count: z.int(),
    meters: z.number(),
    time: z.number(),
  }),
);

/** The keys that decide the place of a row: the keys of `orderOfPast`, with the start in microseconds since 1970. */
const SortedSchema = z.object({
  id: z.string(),
  isPartial: z.boolean(),
  value: z.nullable(z.number()),
  startUs: z.number(),
});
type Sorted = z.infer<typeof SortedSchema>;

const MadeSchema = z.object({ totals: TotalsSchema, rows: z.array(SortedSchema) });

/**
 * Returns the ids of one page of a user's past activities, and totals of all found ones, by machine and with the
 * simulated ones separate; the machine with most activities comes first. Without totals it stops after the page, if the
 * page is known by then.
 */
export async function searchPast(
  db: Database,
  userId: string,
  { filters, sort, ...page }: PastSearch,
  { isTotalled, rowsAtOnce = usualRowsAtOnce }: { isTotalled: boolean; rowsAtOnce?: number },
): Promise<{ ids: string[]; totals: PastTotal[] }> {
  const isByStart = sort.field === 'createdAt';
  const first = offsetOf(page);
  const isFound = isFoundBy(filters) ?? sql`true`;
  const totals = new Map<string, PastTotal>();
  let found = 0;
  /** The first of the rows read, up to the end of the page; when sorted by start, without the earlier pages. */
  let sorted: Sorted[] = [];
  const select = () => {
    // Rows by their start come in the order of the pages.
    const [skipped, wanted] = isByStart
      ? [Math.max(0, first - found), page.pagesize - sorted.length]
      : [0, first + page.pagesize];
    return sql`jsonb_build_object(
      'totals', (select coalesce(jsonb_agg(total), '[]') from (
        select ${machine}, ${isSimulated} as "isSimulated", count(*)::int as count, sum(${pastDistance}) as meters,
          sum(${pastElapsedTime}) as time
        from activities where ${isFound} group by ${machine}, ${isSimulated}) total),
      'rows', (select coalesce(jsonb_agg(shown order by shown.place), '[]') from (
        select ${id}, ${isPartial} as "isPartial", ${values[sort.field]} as value,
          extract(epoch from ${createdAt}) * 1000000 as "startUs",
          row_number() over (order by ${orderOf(sort)}) as place
        from activities where ${isFound} order by place offset ${skipped} limit ${wanted}) shown))`;
  };
  const descending = isByStart ? sort.descending : true;
  for await (const some of readPast(db, userId, {
    rowsAtOnce,
    filters,
    descending,
    select,
    made: MadeSchema,
  })) {
    for (const total of some.totals) {
      found += total.count;
      const key = `${total.machine} ${total.isSimulated}`;
      const before = totals.get(key) ?? { ...total, count: 0, meters: 0, time: 0 };
      totals.set(key, {
        ...before,
        count: before.count + total.count,
        meters: before.meters + total.meters,
        time: before.time + total.time,
      });
    }
    sorted = isByStart
      ? [...sorted, ...some.rows]
      : [...sorted, ...some.rows].sort(comparing(sort)).slice(0, first + page.pagesize);
    if (!isTotalled && isByStart && sorted.length === page.pagesize) break;
  }
  return {
    ids: sorted.slice(isByStart ? 0 : first).map((row) => row.id),
    totals: [...totals.values()].sort(
      (one, other) =>
        Number(one.isSimulated) - Number(other.isSimulated) ||
        other.count - one.count ||
        compare(one.machine, other.machine),
    ),
  };
}

const values: Record<PastSearch['sort']['field'], SQL> = {
  createdAt: sql`null`,
  distance: sql`${pastDistance}`,
  elapsedTime: sql`${pastElapsedTime}`,
  averagePace: sql`${pastAveragePace}`,
};

const orderOf = (sort: PastSearch['sort']) => sql.join(orderOfPast(sort), sql`, `);

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);

/** Compares as `orderOfPast` does. */
function comparing({ descending }: PastSearch['sort']): (one: Sorted, other: Sorted) => number {
  const sign = descending ? -1 : 1;
  return (one, other) =>
    Number(one.isPartial) - Number(other.isPartial) ||
    Number(one.value === null) - Number(other.value === null) ||
    sign * compare(one.value ?? 0, other.value ?? 0) ||
    sign * compare(one.startUs, other.startUs) ||
    sign * compare(one.id, other.id);
}

/** Returns how many would be found without each of the filters, for filters that exclude any by themselves. */
export async function countWithoutEach(
  db: Database,
  userId: string,
  filters: PastConditions,
  rowsAtOnce = usualRowsAtOnce,
): Promise<Array<{ filter: PastFilterName; count: number }>> {
  const names = pastFilterNames.filter((name) => filters[name] !== undefined);
  if (names.length === 0) return [];
  const counts = names.map(
    (name) => sql`(select count(*)::int from activities where ${isFoundBy(filters, name) ?? sql`true`})`,
  );
  const sums = names.map(() => 0);
  const select = () => sql`jsonb_build_array(${sql.join(counts, sql`, `)})`;
  const rows = { rowsAtOnce, filters: {}, descending: true, select, made: z.array(z.int()) };
  for await (const some of readPast(db, userId, rows)) {
    for (const [place, count] of some.entries()) sums[place] = (sums[place] ?? 0) + count;
  }
  return names.map((filter, place) => ({ filter, count: sums[place] ?? 0 })).filter(({ count }) => count > 0);
}
