import { useQuery } from '@tanstack/react-query';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { rowsBeside } from './api.ts';
import type { BesideListProps } from './beside-list.tsx';

/** Few sessions have such rows: their list loads when there is one. */
const BesideList = lazyPart<BesideListProps>({
  name: 'What was rowed without an item',
  load: async () => (await loadChunk(() => import('./beside-list.tsx'))).BesideList,
  waiting: null,
});

const fetchEveryMs = 60_000;

type RowsBesideProps = { sessionId: string };

/** Workouts rowed on a session's page without an item, for users who manage the session; nothing without such rows. */
export function RowsBeside({ sessionId }: RowsBesideProps) {
  const { data: rows = [] } = useQuery({ ...rowsBeside(sessionId), refetchInterval: fetchEveryMs });
  return rows.length > 0 && <BesideList rows={rows} />;
}
