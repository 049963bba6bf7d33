import { useState, useSyncExternalStore } from 'react';
import { formatWorkout } from '../../../../lib/format.ts';
import { saveFile } from '../../../../ui/link/save-file.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import type { RowControl } from '../run/lazy-runner.ts';
import type { Leftover, LeftoverFile, Leftovers } from '../run/leftovers.ts';
import styles from '../../../../ui/bar.module.css';

const none: readonly Leftover[] = [];

type LeftoverRunner = Pick<RowControl, 'subscribe'> & {
  readonly rowing: { leftovers: Leftovers } | null;
};

/** The parts of this device's rows that can't be sent, on every page until the athlete has decided. */
export function LeftoverBars({ runner }: { runner: LeftoverRunner }) {
  const shown = useSyncExternalStore(runner.subscribe, () => runner.rowing?.leftovers.shown ?? none);
  const { rowing } = runner;
  if (rowing === null) return null;
  return shown.map((one) => <LeftoverBar key={one.key} leftover={one} leftovers={rowing.leftovers} />);
}

function LeftoverBar({ leftover, leftovers }: { leftover: Leftover; leftovers: Leftovers }) {
  const [isAsking, setIsAsking] = useState(false);
  const { key, kind, strokes } = leftover;
  const file = () => leftovers.fileOf(key);
  return (
    <aside aria-label="Not saved" className={styles.bar}>
      <p role="status">{wordsOf(leftover)}</p>
      {kind === 'newer' ? (
        <Button onClick={() => location.reload()}>Reload the page</Button>
      ) : (
        strokes > 0 && <Button onClick={() => leftovers.retry(key)}>Try again</Button>
      )}
      <Button look="quiet" onClick={() => saveLeftover(file())}>
        Download
      </Button>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={kind === 'strokes' ? 'Discard these strokes?' : 'Discard this workout?'}
          look="danger"
          onConfirm={() => leftovers.discard(key)}
          onClose={() => setIsAsking(false)}
        >
          What is not saved is not stored anywhere else.
        </ConfirmDialog>
      )}
    </aside>
  );
}

function wordsOf({ kind, title, workout, strokes, why }: Leftover): string {
  const count = strokes === 1 ? '1 stroke' : `${strokes} strokes`;
  const row = workout === null || title === null ? 'A workout' : `${formatWorkout(workout)} in ${title}`;
  const reason = why === null ? '' : `: ${why}`;
  const unsaved =
    strokes === 0 ? 'Its strokes are saved.' : `${count} of it ${is(strokes)} not saved${reason}.`;
  switch (kind) {
    case 'strokes':
      return `${count} of ${row} can't be saved${reason}. ${strokes === 1 ? 'It is' : 'They are'} stored on this device.`;
    case 'newer':
      return `${row} was stored on this device by a newer version of this page. Reload the page to save it. ${unsaved}`;
    case 'damaged':
      return `${row} is damaged on this device and can't be opened. ${unsaved}`;
  }
}

const is = (count: number) => (count === 1 ? 'is' : 'are');

function saveLeftover(file: LeftoverFile | null): void {
  if (file !== null) saveFile(new Blob([file.text], { type: 'application/json' }), file.name);
}
