import { Link } from 'react-router';
import { buttonClass } from '../ui/button.tsx';
import styles from './pages.module.css';

export function NotFoundPage() {
  return (
    <main className={styles.message}>
      <h1>Page not found</h1>
      <p>There is no page at this address.</p>
      <div className={styles.actions}>
        <Link className={buttonClass('primary')} to="/dashboard">
          Dashboard
        </Link>
      </div>
    </main>
  );
}
