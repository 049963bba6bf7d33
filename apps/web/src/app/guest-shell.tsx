import { useRef } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useCurrentUser } from '../features/people/auth/index.ts';
import { Wordmark } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { ServerNotices } from './offline/lazy-server-notices.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { productName } from './product.ts';
import { useSignOut } from './use-sign-out.ts';
import styles from './shell.module.css';

/** The race day with its entries, and the session of a race. */
const guestPages = /^\/(races\/[^/]+(\/entries)?|sessions\/[^/]+)\/?$/;

/** Header and layout around the few pages of a guest, who rows in one race without an account. Other pages lead to the code. */
export function GuestShell() {
  const pageRef = useRef<HTMLDivElement>(null);
  const { displayName } = useCurrentUser();
  const leave = useSignOut();
  const { pathname } = useLocation();
  if (!guestPages.test(pathname)) return <Navigate to="/race" replace />;
  return (
    <>
      <a className={styles.skip} href="#page">
        Skip to content
      </a>
      <header className={styles.header}>
        <Link to="/race" className={styles.home}>
          <Wordmark name={productName} />
        </Link>
        <span className={styles.guest} dir="auto">
          {displayName}
        </span>
        <Button look="quiet" isBusy={leave.isPending} onClick={() => leave.mutate()}>
          Log Out
        </Button>
      </header>
      <ServerNotices />
      <div id="page" ref={pageRef} tabIndex={-1} className={styles.page}>
        <Outlet />
      </div>
      <PageAnnouncer page={pageRef} />
      <ScrollRestoration />
    </>
  );
}
