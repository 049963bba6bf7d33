import { useQuery, queryOptions } from '@tanstack/react-query';
import { imports } from '@boathouse/contract/activities/imports';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import type { SameRowsProps } from './same-rows.tsx';
import { apiQuery } from '../../../../lib/api-query.ts';

/** Fetches the pairs of the viewer's activities that are probably one row. */
const sameRowQuestions = queryOptions({
  queryKey: ['activities', 'same'],
  ...apiQuery(imports.questions, {}),
});

const SameRows = lazyPart<SameRowsProps>({
  name: 'Rows that may be the same',
  load: async () => (await loadChunk(() => import('./same-rows.tsx'))).SameRows,
});

/** Shows the viewer's activities that are probably the same row, if there are any; with an id only for one activity. */
export function AskedRows({ of }: { of?: string }) {
  const { data = [] } = useQuery(sameRowQuestions);
  const questions =
    of === undefined ? data : data.filter(({ activity, other }) => [activity._id, other._id].includes(of));
  return questions.length === 0 ? null : <SameRows questions={questions} of={of ?? null} />;
}
