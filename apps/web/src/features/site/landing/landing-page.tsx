import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '../../../ui/brand.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { InsecureNote } from '../../../ui/secure/insecure-note.tsx';
import { LaneField } from '../../../ui/lane-field.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './landing-page.module.css';
import { ProductPictures } from './product-pictures.tsx';
import { Questions } from './questions.tsx';

type LandingPageProps = {
  productName: string;
  contactEmail: string;
  /** Whether the installation has no users yet: the first visitor then sets it up. */
  needsSetUp: boolean;
  /** Whether the visitor is logged in. */
  isMember: boolean;
  /** Above the page. */
  note: ReactNode;
  /** The link that opens the row on a simulated erg. */
  trialRef: Ref<HTMLAnchorElement>;
};

export function LandingPage(props: LandingPageProps) {
  const { productName, contactEmail, needsSetUp, isMember, note, trialRef } = props;
  const joinAt = needsSetUp ? '/set-up' : '/register';
  return (
    <>
      {note}
      <header className={styles.header}>
        <Link to="/" className={styles.home}>
          <Wordmark name={productName} />
        </Link>
        <nav aria-label="Account">
          {isMember ? (
            <Link to="/dashboard" className={buttonClass('primary')}>
              Open dashboard
            </Link>
          ) : (
            <>
              <Link to="/login" className={buttonClass('quiet')}>
                Log In
              </Link>
              <Link to={joinAt} className={buttonClass('plain')}>
                {needsSetUp ? 'Set up' : 'Sign Up'}
              </Link>
            </>
          )}
        </nav>
      </header>
      <main>
        <div className={styles.fold}>
          <div className={styles.hero}>
            <h1>Row together, wherever your erg stands.</h1>
            <div className={styles.pitch}>
              <p>
                Connect your RowErg's monitor in the browser, take your lane in a live workout, and see every
                split of your crew as it happens.
              </p>
              <div className={styles.starts}>
                <Link to={isMember ? '/dashboard' : joinAt} className={buttonClass('primary', 'touch')}>
                  {isMember ? 'Open dashboard' : needsSetUp ? 'Set up this server' : 'Get started free'}
                </Link>
                <Link ref={trialRef} to="/?try" className={buttonClass('plain', 'touch')}>
                  Try it on a simulated erg
                </Link>
              </div>
              <p className={styles.browsers}>
                Connecting an erg needs Chrome or Edge on a computer or an Android device.{' '}
                <a href="#browsers">Which browsers work?</a>
                <InsecureNote />
              </p>
            </div>
          </div>
          <div className={styles.water}>
            <LaneField isRowing />
          </div>
        </div>
        <div className={styles.sections}>
          <ProductPictures productName={productName} />
          <HowItWorks />
          <Questions contactEmail={contactEmail} />
          <section className={styles.start} aria-labelledby="start">
            <h2 id="start">Your seat is free</h2>
            <Link to={isMember ? '/dashboard' : '/register'} className={buttonClass('primary', 'touch')}>
              {isMember ? 'Open dashboard' : 'Create your account'}
            </Link>
          </section>
        </div>
      </main>
      <footer className={styles.footer}>
        <p>{productName} is free software under the MIT license.</p>
      </footer>
    </>
  );
}
