import type { RaceEntry } from '@boathouse/contract/races';
import { raceCodes } from '@boathouse/contract/races/codes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { callRaceDay, changeEvent, useRaceChange } from '../api.ts';
import { useRaceEvent } from '../event/event-context.ts';
import styles from './entries.module.css';
import { codesOfEvent } from './use-codes.ts';

/** The code of a guest's entry, and the press that replaces it; nothing for a member. */
export function EntryCode({
  entry: { _id, name, user },
  code,
}: {
  entry: RaceEntry;
  code: string | undefined;
}) {
  const { _id: eventId } = useRaceEvent();
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const renew = useRaceChange(
    eventId,
    'new code',
    () => callRaceDay(raceCodes.renew, { params: { id: _id } }),
    async (made) => {
      client.setQueryData(codesOfEvent(eventId).queryKey, (codes) =>
        codes?.map((each) => (each.entry === _id ? made : each)),
      );
      await changeEvent(client, eventId, (event) => ({
        ...event,
        entries: event.entries.map((each) =>
          each._id === _id ? { ...each, user: null, isClaimed: undefined } : each,
        ),
      }));
    },
  );
  if (code === undefined) return null;
  return (
    <span className={styles.code}>
      <code>{code}</code>
      <Button
        look="quiet"
        aria-label={`New code for ${name}`}
        isBusy={renew.isPending}
        onClick={() => (user === null ? renew.mutate(undefined) : setIsAsked(true))}
      >
        New code
      </Button>
      {isAsked && (
        <ConfirmDialog
          question={`Take ${name} back from ${user?.displayName ?? 'the guest'}?`}
          action="Make a new code"
          onConfirm={() => renew.mutate(undefined)}
          onClose={() => setIsAsked(false)}
        >
          <p>
            They can't row in this entry until they enter the new code. What they have rowed stays theirs.
          </p>
        </ConfirmDialog>
      )}
    </span>
  );
}
