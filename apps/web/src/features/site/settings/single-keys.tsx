import { useId } from 'react';
import { singleKeysChoice } from '../../../lib/device-choices/single-keys.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import styles from './settings.module.css';

/** Whether single keys are shortcuts on this device. */
export function SingleKeys() {
  const isOn = singleKeysChoice.use();
  const noteId = useId();
  const action = 'single keys';
  function choose(next: boolean) {
    if (singleKeysChoice.set(next)) showToast('Changes saved', action);
    else showErrorToast("This browser can't store the choice.", { action });
  }
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={noteId}
          onChange={({ currentTarget: { checked } }) => choose(checked)}
        />
        Single-key shortcuts
      </label>
      <p id={noteId} className={styles.note}>
        On this device. Press <kbd>?</kbd> for the list. Turn them off if you speak to your computer: a word
        could press them.
      </p>
    </div>
  );
}
