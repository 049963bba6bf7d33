import { raceCodes } from '@boathouse/contract/races/codes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { showErrorToast } from '../../../../ui/toast-store.ts';

/** The codes of a race day's guests, which the server makes where they are missing. */
export function codesOfEvent(id: string) {
  return queryOptions({
    queryKey: ['races', 'codes', id],
    queryFn: () => callApi(raceCodes.ofEvent, { params: { id } }),
    staleTime: 0,
  });
}

/** The codes by entry, once they are asked for; null while they are hidden. */
export function useCodes(eventId: string) {
  const [isShown, setIsShown] = useState(false);
  const { data, error, isFetching } = useQuery({ ...codesOfEvent(eventId), enabled: isShown });
  const shown = useMemo(
    () => (isShown && data !== undefined ? new Map(data.map(({ entry, code }) => [entry, code])) : null),
    [isShown, data],
  );
  useEffect(() => {
    if (error !== null) showErrorToast(messageOf(error), { action: 'codes' });
  }, [error]);
  return {
    shown,
    isLoading: isShown && isFetching && shown === null,
    show: () => setIsShown(true),
    hide: () => setIsShown(false),
  };
}
