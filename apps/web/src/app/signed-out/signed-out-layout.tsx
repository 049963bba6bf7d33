import { useRef } from 'react';
import { Link, Outlet } from 'react-router';
import { Wordmark } from '../../ui/brand.tsx';
import { LaneField } from '../../ui/lane-field.tsx';
import { InvitationNote } from '../invitation-note.tsx';
import { PageAnnouncer } from '../page-announcer.tsx';
import { productName } from '../product.ts';
import styles from './signed-out-layout.module.css';

/** Layout of the sign-in pages: the form next to a decorative banner. */
export function SignedOutLayout() {
  const pageRef = useRef<HTMLElement>(null);
  return (
    <div className={styles.layout}>
      <div className={styles.land}>
        <header>
          <Link to="/" className={styles.home}>
            <Wordmark name={productName} />
          </Link>
        </header>
        <main ref={pageRef} tabIndex={-1}>
          <InvitationNote />
          <Outlet />
        </main>
        <PageAnnouncer page={pageRef} />
      </div>
      <div className={styles.water}>
        <LaneField />
      </div>
    </div>
  );
}
