import { users } from '@boathouse/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';

export function athleteById(userId: string) {
  return queryOptions({
    queryKey: ['users', 'id', userId],
    ...apiQuery(users.byId, { params: { id: userId } }),
  });
}
