import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '../../ui/brand.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { LaneField } from '../../ui/lane-field.tsx';
import styles from './landing-page.module.css';

type LandingPageProps = {
  productName: string;
  contactEmail: string;
  /** Above the page. */
  note: ReactNode;
};

export function LandingPage({ productName, contactEmail, note }: LandingPageProps) {
  return (
    <div className={styles.page}>
      <div>{note}</div>
      <header className={styles.header}>
        <Link to="/" className={styles.home}>
          <Wordmark name={productName} />
        </Link>
        <nav aria-label="Account">
          <Link to="/login" className={buttonClass('quiet')}>
            Log In
          </Link>
          <Link to="/register" className={buttonClass('plain')}>
            Sign Up
          </Link>
        </nav>
      </header>
      <main className={styles.hero}>
        <h1>Row together, wherever your erg stands.</h1>
        <div className={styles.pitch}>
          <p>
            Connect your RowErg's monitor in the browser, take your lane in a live workout, and see every
            split of your crew as it happens.
          </p>
          <Link to="/register" className={buttonClass('primary', 'touch')}>
            Get started free
          </Link>
        </div>
      </main>
      <div className={styles.water}>
        <LaneField />
      </div>
      <footer className={styles.footer}>
        <p>
          Connecting a monitor uses Web Bluetooth: it needs Chrome or Edge, over HTTPS or on localhost.
          Everything else works in any current browser.
        </p>
        <p>
          Questions? <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
      </footer>
    </div>
  );
}
