import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser, useIsGuest } from '../../people/auth/index.ts';
import { isAdmin, membershipInClub } from '../../clubs/clubs/index.ts';

/** Returns whether the viewer manages a session: as its host, or as an admin of its club. The server enforces the same. */
export function useMayManage(session: Session): boolean {
  return useManagement(session).mayManage;
}

/** Like `useMayManage`; `loadAgain` is null unless the role in the club couldn't be loaded. */
export function useManagement({ hostUser, club }: Session) {
  const me = useCurrentUser();
  const isGuest = useIsGuest();
  const isHost = hostUser._id === me._id;
  const { data, isError, refetch } = useQuery({
    ...membershipInClub(club?._id ?? '', me._id),
    enabled: club !== null && !isHost && !isGuest,
  });
  return {
    mayManage: isHost || (club !== null && isAdmin(data?.role ?? null)),
    loadAgain: data === undefined && isError ? () => void refetch() : null,
  };
}

/** Returns whether the viewer sits in the race of a session as a guest of its club, who does not chat (decision 099). */
export function useIsRaceGuest({ hostUser, club, isRace }: Session): boolean {
  const me = useCurrentUser();
  const hasNoAccount = useIsGuest();
  const mayBe = isRace === true && club !== null && hostUser._id !== me._id && !hasNoAccount;
  const { data } = useQuery({ ...membershipInClub(club?._id ?? '', me._id), enabled: mayBe });
  return hasNoAccount || (mayBe && data?.isMember === false);
}
