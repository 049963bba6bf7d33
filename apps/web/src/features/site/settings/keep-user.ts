import type { OwnUser } from '@boathouse/contract/users';
import { useQueryClient } from '@tanstack/react-query';

/** Stores the signed-in user's changed record in the query cache. */
export function useKeepUser(): (user: OwnUser) => void {
  const client = useQueryClient();
  return (user) => void client.setQueryData(['users', 'uid', user.uid], user);
}
