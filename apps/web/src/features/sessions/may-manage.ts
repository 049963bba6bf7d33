import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../auth/index.ts';
import { isAdmin, membershipInClub } from '../clubs/index.ts';

/** Returns whether the viewer manages a session: as its host, or as an admin of its club. The server enforces the same. */
export function useMayManage({ hostUser, club }: Session): boolean {
  const me = useCurrentUser();
  const isHost = hostUser._id === me._id;
  const { data } = useQuery({
    ...membershipInClub(club?._id ?? '', me._id),
    enabled: club !== null && !isHost,
  });
  return isHost || (club !== null && isAdmin(data?.role ?? null));
}
