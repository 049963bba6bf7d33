import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { refusedWords } from '../api.ts';
import styles from './control.module.css';

type FormProps = {
  title: string;
  submitWords: string;
  error: Error | null;
  isBusy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that sends one thing, and keeps the typed values when it is refused. */
export function FormDialog({ title, submitWords, error, isBusy, onSubmit, onClose, children }: FormProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit();
        }}
      >
        {children}
        {error !== null && (
          <p role="alert" className={styles.refused}>
            {refusedWords(error)}
          </p>
        )}
        <div className={styles.formButtons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {submitWords}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
