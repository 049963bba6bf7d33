import type { ComponentProps } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { AthletePanel } from './athlete-panel.tsx';
import styles from './athlete-sheet.module.css';

type AthleteSheetProps = ComponentProps<typeof AthletePanel> & { name: string; onClose: () => void };

/** The panel of one athlete on a phone, over the lower part of the page, so that no row moves. */
export function AthleteSheet({ name, onClose, ...panel }: AthleteSheetProps) {
  return (
    <Dialog title={name} width="sheet" onClose={onClose}>
      <div className={styles.close}>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <AthletePanel {...panel} />
    </Dialog>
  );
}
