import type { Turnout } from '@boathouse/contract/racing/turnout';
import { knownTimeZone } from '@boathouse/contract/locale';
import type { Database } from '../../../../db/database.ts';
import { csvFile, type CsvFile } from '../../../../infra/csv.ts';
import { mayManage, requireMemberOf } from '../../../clubs/clubs/index.ts';
import { listTurnout } from './store.ts';

type Wanted = { from: string; to: string; timeZone: string; now: Date };

/**
 * Returns how many sessions the athletes of a club attended, by month: all members for users who manage the club,
 * otherwise the caller's own. Sessions that have not begun do not count.
 * @throws HttpError 404 unless a member
 */
export async function turnoutOf(
  db: Database,
  callerId: string,
  clubId: string,
  { from, to, timeZone, now }: Wanted,
): Promise<Turnout> {
  const role = await requireMemberOf(db, clubId, callerId);
  const zone = knownTimeZone(timeZone);
  const startOf = (month: Temporal.PlainYearMonth) =>
    new Date(month.toPlainDate({ day: 1 }).toZonedDateTime(zone).epochMilliseconds);
  const end = startOf(Temporal.PlainYearMonth.from(to).add({ months: 1 }));
  return listTurnout(db, {
    clubId,
    onlyUser: mayManage(role) ? null : callerId,
    start: startOf(Temporal.PlainYearMonth.from(from)),
    end: end < now ? end : now,
    timeZone: zone,
  });
}

const turnoutColumns = ['athlete', 'month', 'expected', 'rowed', 'said', 'percentRowed'] as const;

/** Returns the same as a table. @throws HttpError 404 unless a member */
export async function turnoutSheet(
  db: Database,
  callerId: string,
  clubId: string,
  wanted: Wanted,
): Promise<CsvFile> {
  const found = await turnoutOf(db, callerId, clubId, wanted);
  const rows = found.flatMap(({ user, months }) =>
    months.map((month) => ({
      athlete: user.displayName,
      ...month,
      percentRowed: month.expected === 0 ? null : Math.round((month.rowed / month.expected) * 100),
    })),
  );
  return csvFile(turnoutColumns, rows, `attendance-${wanted.from}-${wanted.to}.csv`);
}
