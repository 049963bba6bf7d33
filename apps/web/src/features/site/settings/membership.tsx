import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import styles from './settings.module.css';

const notYet = () => showToast('We apologize, but this feature is currently in development');

export function Membership({ memberSince }: { memberSince: string }) {
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Member since</dt>
          <dd>{memberSince}</dd>
        </div>
        <div>
          <dt>Subscription</dt>
          <dd>None</dd>
        </div>
      </dl>
      <div>
        <Button onClick={notYet}>Change subscription</Button>
      </div>
    </>
  );
}
