import { Button } from '../../../ui/button.tsx';
import styles from './connect-bar.module.css';

/** Connects an erg of another maker, and explains the differences. */
export function OtherRower({ isBusy, onConnect }: { isBusy: boolean; onConnect: () => void }) {
  return (
    <>
      <div className={styles.choice}>
        <Button size="touch" isBusy={isBusy} onClick={onConnect}>
          Connect an erg of another maker
        </Button>
      </div>
      <p className={styles.hint}>
        It needs Bluetooth (FTMS). Your workout is stored with what the erg measures, marked as not from a
        Concept2, and never ranked.
      </p>
    </>
  );
}
