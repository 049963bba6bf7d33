import type { TurnoutMonth } from '@boathouse/contract/racing/turnout';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMonth, formatShortMonth, todayIn, viewerTimeZone } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { figureCell, Table } from '../../../ui/table.tsx';
import { useClub } from '../../clubs/clubs/index.ts';
import { sheets, turnoutOf, useSaveSheet } from './api.ts';
import styles from './tests.module.css';

/** How many months are shown at once. */
const shown = 3;

/** Attendance: how many sessions the athletes of a club attended, by month. */
export function TurnoutPage() {
  const { club } = useClub();
  const [timeZone] = useState(viewerTimeZone);
  const [today] = useState(() => todayIn(timeZone).toPlainYearMonth());
  const [last, setLast] = useState(today);
  const months = { from: last.subtract({ months: shown - 1 }).toString(), to: last.toString(), timeZone };
  const { data, isError, refetch } = useQuery(turnoutOf(club._id, months));
  const sheet = useSaveSheet();
  const names = Array.from({ length: shown }, (_, index) => last.subtract({ months: shown - 1 - index }));
  return (
    <Panel title="Attendance">
      <div className={styles.content}>
        <p className={styles.note}>
          Sessions rowed of those that expected the athlete, and how often they had said yes. Members see
          their own line, admins all.
        </p>
        <Stepper
          previousLabel="Earlier months"
          nextLabel="Later months"
          hasPrevious
          hasNext={Temporal.PlainYearMonth.compare(last, today) < 0}
          onStep={(step) => setLast(last.add({ months: step * shown }))}
        >
          {spanWords(last.subtract({ months: shown - 1 }), last)}
        </Stepper>
        {data === undefined && isError && (
          <Unavailable onRetry={() => void refetch()}>The attendance couldn't be loaded.</Unavailable>
        )}
        {data === undefined && !isError && <Loading label="Loading the attendance" lines={5} />}
        {data !== undefined && data.every((row) => row.months.length === 0) && (
          <Empty>
            <p>The club had no sessions in these months.</p>
          </Empty>
        )}
        {data?.some((row) => row.months.length > 0) && (
          <div className={styles.turnout}>
            <Table caption="Attendance by athlete and month">
              <thead>
                <tr>
                  <th scope="col">Athlete</th>
                  {names.map((month) => (
                    <th key={month.toString()} scope="col" className={figureCell}>
                      <abbr title={formatMonth(month)}>{formatShortMonth(month)}</abbr>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map(({ user, months: ofUser }) => (
                  <tr key={user._id}>
                    <th scope="row">{user.displayName}</th>
                    {names.map((month) => (
                      <td key={month.toString()} className={figureCell}>
                        <Turnout month={ofUser.find((one) => one.month === month.toString())} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        )}
        <div className={styles.actions}>
          <Button
            isBusy={sheet.isPending}
            onClick={() => sheet.mutate(() => sheets.turnout(club._id, months))}
          >
            Save as CSV
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** `Sep to Nov 2026`: short, so that it stays in one line between its arrows on a phone. */
function spanWords(from: Temporal.PlainYearMonth, to: Temporal.PlainYearMonth): string {
  const first = formatShortMonth(from);
  return `${from.year === to.year ? first : `${first} ${from.year}`} to ${formatShortMonth(to)} ${to.year}`;
}

/** `75%`, with `9 of 12, 10 said yes` below it. */
function Turnout({ month }: { month: TurnoutMonth | undefined }) {
  if (month === undefined || month.expected === 0) return '–';
  const { rowed, expected, said } = month;
  return (
    <>
      {Math.round((rowed / expected) * 100)}%
      <small>
        {rowed} of {expected}
      </small>
      {said > 0 && <small>said yes {said}</small>}
    </>
  );
}
