import { useQuery } from '@tanstack/react-query';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { sameRowQuestions } from './api.ts';
import type { SameRowsProps } from './same-rows.tsx';

const SameRows = lazyPart<SameRowsProps>({
  name: 'Rows that may be the same',
  load: async () => (await loadChunk(() => import('./same-rows.tsx'))).SameRows,
});

/** Shows the viewer's activities that are probably one row, if there are any; of one activity alone with its id. */
export function AskedRows({ of }: { of?: string }) {
  const { data = [] } = useQuery(sameRowQuestions);
  const questions =
    of === undefined ? data : data.filter(({ activity, other }) => [activity._id, other._id].includes(of));
  return questions.length === 0 ? null : <SameRows questions={questions} of={of ?? null} />;
}
