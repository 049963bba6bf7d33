import { countdownDefaultSec, countdownsSec } from '@boathouse/contract/sessions/starts';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { useSetStart } from './api.ts';
import styles from './start-dialog.module.css';

type StartDialogProps = {
  sessionId: string;
  item: number;
  workout: string;
  onClose: () => void;
  /** Who is ready. */
  children: ReactNode;
};

/** The host chooses how long the countdown to an item takes, and starts it on every page. */
export function StartDialog({ sessionId, item, workout, onClose, children }: StartDialogProps) {
  const [inSec, setInSec] = useState(countdownDefaultSec);
  const setStart = useSetStart(sessionId, item);
  const name = useId();

  return (
    <Dialog title={`Start ${workout} together`} onClose={onClose}>
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
