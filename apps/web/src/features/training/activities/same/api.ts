import { imports } from '@boathouse/contract/activities/imports';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';

/** Fetches the pairs of the viewer's activities that are probably one row. */
export const sameRowQuestions = queryOptions({
  queryKey: ['activities', 'same'],
  ...apiQuery(imports.questions, {}),
});
