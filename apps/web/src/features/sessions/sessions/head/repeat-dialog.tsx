import { limits } from '@boathouse/contract/limits';
import { sessions, type Session } from '@boathouse/contract/sessions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { formatDayAndTime, viewerTimeZone } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { mergeSession } from '../cached-sessions.ts';
import styles from './host-dialogs.module.css';

const choices = Array.from({ length: limits.repeatWeeksMax }, (_, index) => ({
  value: `${index + 1}`,
  label: index === 0 ? 'Next week' : `The next ${index + 1} weeks`,
}));

/** Schedules a session again at the same time in each of the next weeks. */
export function RepeatDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const [weeks, setWeeks] = useState(1);
  const repeat = useRepeatSession(session._id);

  return (
    <Dialog title={`Repeat ${session.title}`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!repeat.isPending) repeat.mutate(weeks, { onSuccess: onClose });
        }}
      >
        <p>
          Every week at the same time as {formatDayAndTime(session.startAt)}, with the same workout items.
        </p>
        <NativeSelect
          label="Repeat for"
          data={choices}
          value={`${weeks}`}
          onChange={(event) => setWeeks(Number(event.currentTarget.value))}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={repeat.isPending}>
            Repeat weekly
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Schedules a session again in each of the next weeks. Shows the outcome as a toast. */
function useRepeatSession(id: string) {
  const client = useQueryClient();
  const action = `repeat session ${id}`;
  return useMutation({
    mutationFn: (weeks: number) =>
      callApi(sessions.repeat, { params: { id }, body: { weeks, timeZone: viewerTimeZone() } }),
    onSuccess: (made) => {
      showToast(repeatsInWords(made.length), action);
      for (const session of made) mergeSession(client, session);
    },
    onError: (error) => showErrorToast(`Error repeating session. ${messageOf(error)}`, { action }),
  });
}

/** Weeks that have the session already are left out. */
function repeatsInWords(count: number): string {
  if (count === 0) return 'These weeks already have this session';
  return count === 1 ? 'Created session' : `Created ${count} sessions`;
}
