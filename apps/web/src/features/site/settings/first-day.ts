import { users, type OwnUser } from '@boathouse/contract/users';
import type { FirstDay } from '@boathouse/contract/week';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../../lib/api.ts';
import { firstDayOfDevice } from '../../../lib/device-choices/week.ts';
import { useKeepUser } from './keep-user.ts';

/** Returns the call that stores the first day of the week with the account. */
export function useStoreFirstDay({ _id: id }: OwnUser): (firstDay: FirstDay) => Promise<void> {
  const client = useQueryClient();
  const keepUser = useKeepUser();
  return async (firstDay) => {
    keepUser(await callApi(users.setFirstDay, { params: { id }, body: { firstDay } }));
    firstDayOfDevice.set(null);
    // The week of the goal is the server's.
    await client.invalidateQueries({ queryKey: ['goals'] });
  };
}

/** Copies the first day chosen on this device to the account, once, if the account has none. */
export function useFirstDayOfDevice(user: OwnUser): void {
  const { mutate } = useMutation({
    mutationFn: useStoreFirstDay(user),
    // The next page tries it again.
    onError: (error) => console.warn('The first day of the week was not stored with the account', error),
  });
  const isChosen = user.firstDay !== undefined;
  useEffect(() => {
    const ofDevice = firstDayOfDevice.get();
    if (ofDevice === null) return;
    if (isChosen) firstDayOfDevice.set(null);
    else mutate(ofDevice);
  }, [isChosen, mutate]);
}
