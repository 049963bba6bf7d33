import type { Stroke } from '@boathouse/contract/strokes';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { strokesWithoutCurves } from '../../training/activities/index.ts';
import { ReplayPlayer } from './replay-player.tsx';
import type { ReplayedResult, RowToReplay } from './replayed-rows.ts';
import styles from './replay.module.css';

type ReplayProps = {
  /** The first one has the large figures. */
  results: readonly ReplayedResult[];
};

type Read = { strokes: (Stroke[] | undefined)[]; isError: boolean; retry: () => void };

const readAll = (queries: readonly UseQueryResult<Stroke[]>[]): Read => ({
  strokes: queries.map(({ data }) => data),
  isError: queries.some((query) => query.isError && query.data === undefined),
  retry: () => {
    for (const query of queries) if (query.isError) void query.refetch();
  },
});

/** Plays results again from their stored strokes, side by side at equal time of rowing. */
export function Replay({ results }: ReplayProps) {
  const read = useQueries({
    queries: results.map(({ activityId }) => strokesWithoutCurves(activityId)),
    combine: readAll,
  });
  const missing = results.filter((_, index) => read.strokes[index]?.length === 0);
  const rows = useMemo(
    () =>
      results.flatMap((result, index): RowToReplay[] => {
        const strokes = read.strokes[index];
        return strokes === undefined || strokes.length === 0 ? [] : [{ result, strokes }];
      }),
    [results, read.strokes],
  );
  if (read.isError) return <Unavailable onRetry={read.retry}>The strokes couldn't be loaded.</Unavailable>;
  const readCount = read.strokes.filter((strokes) => strokes !== undefined).length;
  if (readCount < results.length)
    return (
      <Loading
        label={`Loading the strokes of ${results.length === 1 ? 'the row' : `${results.length} rows`}`}
        lines={4}
      />
    );
  if (rows.length === 0)
    return (
      <Empty>
        <p>There is nothing to replay: the strokes were not stored, only the results.</p>
      </Empty>
    );
  return (
    <>
      <ReplayPlayer key={rows.map(({ result }) => result.activityId).join()} rows={rows} />
      {missing.length > 0 && (
        <p className={styles.missing}>
          Without stored strokes: {missing.map(({ name }) => name).join(', ')}.
        </p>
      )}
    </>
  );
}
