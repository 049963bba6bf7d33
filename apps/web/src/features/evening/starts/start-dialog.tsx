import {
  countdownDefaultSec,
  countdownsSec,
  starts,
  type CountdownSec,
} from '@boathouse/contract/sessions/starts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatWorkout } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';
import { startsOfSession } from './api.ts';
import styles from './start-dialog.module.css';

type StartDialogProps = {
  sessionId: string;
  item: number;
  workout: string;
  onClose: () => void;
  /** The athletes who are ready. */
  children: ReactNode;
};

/** The host chooses how long the countdown to an item takes, and starts it on every page. */
export function StartDialog({ sessionId, item, workout, onClose, children }: StartDialogProps) {
  const [inSec, setInSec] = useState(countdownDefaultSec);
  const setStart = useSetStart(sessionId, item);
  const name = useId();

  return (
    <Dialog title={`Start ${formatWorkout(workout)} together`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!setStart.isPending) setStart.mutate(inSec, { onSuccess: onClose });
        }}
      >
        {children}
        <FieldGroup label="Countdown" className={styles.choices}>
          {countdownsSec.map((sec) => (
            <label key={sec} className={styles.choice}>
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                value={sec}
                checked={sec === inSec}
                onChange={() => setInSec(sec)}
              />
              {sec} s
            </label>
          ))}
        </FieldGroup>
        <div className={styles.actions}>
          <Button size="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button size="touch" type="submit" look="primary" isBusy={setStart.isPending}>
            Start the countdown
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Fixes the start of an item. Shows a failure as a toast, even after the dialog has closed. */
function useSetStart(sessionId: string, item: number) {
  const client = useQueryClient();
  const action = `start ${sessionId} ${item}`;
  return useMutation({
    mutationFn: (inSec: CountdownSec) =>
      callApi(starts.set, { params: { id: sessionId, item: String(item) }, body: { inSec } }),
    onSuccess: (given) => {
      closeErrors(action);
      client.setQueryData(startsOfSession(sessionId).queryKey, given);
    },
    onError: (error) => showErrorToast(`Error starting the countdown. ${messageOf(error)}`, { action }),
  });
}
