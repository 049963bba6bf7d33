import { singleKeysChoice } from '../../lib/device-choices/single-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Keys, searchKeys } from './keys.tsx';
import { newWorkout, pages, type Destination } from './destinations.ts';
import styles from './shortcuts-dialog.module.css';

const shortcuts: readonly Destination[] = [newWorkout, ...pages];

/** Lists the shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = singleKeysChoice.use();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        <Shortcut label="Search" keys={searchKeys} />
        {isOn && (
          <>
            <Shortcut label="Keyboard shortcuts" keys={['?']} />
            {shortcuts.map(({ label, keys }) => keys && <Shortcut key={label} label={label} keys={keys} />)}
          </>
        )}
      </dl>
      <p className={styles.note}>
        {isOn
          ? 'They work outside fields and dialogs, and not while you row. You can turn the single keys off in Settings, under Preferences.'
          : 'Single keys are turned off. You can turn them on in Settings, under Preferences.'}
      </p>
      <div className={styles.actions}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Shortcut({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}
