import type { LineResult, Test } from '@boathouse/contract/racing/tests';
import { formatPace } from '@boathouse/workout/pace';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dayOf, formatFullDay, viewerTimeZone } from '../../../lib/format.ts';
import { Plot, PlotKeys } from '../../../ui/plot/plot.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { dayTicks, paceAxis, paceOnAxis, placeOf, rangeOf } from '../../training/statistics/index.ts';
import { lineOf } from './api.ts';
import { scoreText } from './pieces.ts';
import styles from './tests.module.css';

type AthleteLineProps = { ofTest: { clubId: string; testId: string }; test: Test; userId: string };

/** An athlete's results of a test's piece over the seasons, faster ones higher. */
export function AthleteLine({ ofTest, test, userId }: AthleteLineProps) {
  const { data, isError, refetch } = useQuery(lineOf(ofTest, userId));
  if (data === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The results couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the results" lines={5} />
    );
  }
  if (data.length === 0) {
    return (
      <Empty>
        <p>No results yet.</p>
      </Empty>
    );
  }
  return <Line test={test} results={data} />;
}

function Line({ test, results }: { test: Test; results: readonly LineResult[] }) {
  const [cursor, setCursor] = useState<number | null>(null);
  const [zone] = useState(viewerTimeZone);
  const points = useMemo(
    () => results.map((result) => ({ ...result, date: dayOf(result.rowedAt, zone) })),
    [results, zone],
  );
  const drawing = useMemo(() => {
    const { lowSec, highSec, ticksSec } = paceAxis(points.map(({ pace }) => pace));
    const xRange = rangeOf(points);
    return {
      x: points.map(({ date }) => placeOf(date)),
      xRange,
      yRange: [lowSec, highSec] as const,
      xTicks: dayTicks(xRange),
      yTicks: ticksSec.map((at) => ({ at, text: paceOnAxis(at) })),
      series: [
        { values: points.map(({ pace }) => pace), color: '--wood', kind: 'faint', isWithoutDot: true },
        { values: points.map(({ pace }) => pace), color: '--accent', kind: 'dots' },
      ] as const,
    };
  }, [points]);
  const shown = points[cursor ?? points.length - 1];
  const best = points.toSorted((one, other) => one.pace - other.pace)[0];
  const inWords = (point: (typeof points)[number]) =>
    `${scoreText(test.piece.kind, point.score)} (${formatPace(point.pace)} /500 m) on ${formatFullDay(point.date)}`;
  return (
    <div className={styles.plot}>
      <div className={styles.drawing}>
        <PlotKeys
          label="Pace of each result over the seasons"
          count={points.length}
          cursor={cursor}
          onCursor={setCursor}
        >
          <Plot {...drawing} isReversed cursor={cursor} onCursor={setCursor} />
        </PlotKeys>
      </div>
      {shown !== undefined && <p>{inWords(shown)}</p>}
      {best !== undefined && <p className={styles.note}>Best: {inWords(best)}</p>}
    </div>
  );
}
