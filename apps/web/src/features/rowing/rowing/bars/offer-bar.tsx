import type { RowPlace } from '@boathouse/row/life/life';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import styles from '../../../../ui/bar.module.css';
import type { RowSnapshot } from '../run/row-snapshot.ts';

type OfferBarProps = {
  row: RowSnapshot;
  label: string;
  /** Shown before the other buttons. */
  better?: ReactNode;
  /** Saves the row at this place, as an activity without a session. */
  onSave: (place: RowPlace) => void | Promise<void>;
  /** Question before Discard. */
  question: string;
  onDiscard: () => void;
  children: ReactNode;
};

/** Offers to save a row without a place as an activity without a session. */
export function OfferBar(props: OfferBarProps) {
  const { row, label, better, onSave, question, onDiscard, children } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);

  async function save() {
    setIsBusy(true);
    try {
      const { title, workout } = row;
      await onSave({ sessionId: null, workoutItemIndex: null, title, workout });
    } catch (error) {
      showErrorToast(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <aside aria-label={label} className={styles.bar}>
      <p role="status">{children}</p>
      {better}
      <Button isBusy={isBusy} onClick={() => void save()}>
        Save without a session
      </Button>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={question}
          look="danger"
          onConfirm={onDiscard}
          onClose={() => setIsAsking(false)}
        >
          It is not saved anywhere else.
        </ConfirmDialog>
      )}
    </aside>
  );
}
