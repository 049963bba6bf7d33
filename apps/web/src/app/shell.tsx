import { useRef, type ReactNode } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation, type Location } from 'react-router';
import { Bell } from '../features/news/notifications/index.ts';
import { RowBar } from '../features/rowing/rowing/index.ts';
import { Wordmark } from '../ui/brand.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { CommandKeys } from './commands/command-keys.tsx';
import { ServerNotices } from './offline/lazy-server-notices.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { productName } from './product.ts';
import { ProfileMenu } from './profile-menu/profile-menu.tsx';
import styles from './shell.module.css';

/**
 * The first page of every full load has the key `default`, so another page would get the scroll position of the last
 * one.
 */
const scrollKeyOf = ({ key, pathname }: Location) => (key === 'default' ? pathname : key);

/** Header and layout around every page of a signed-in user. A phone has the header's links at its lower edge. */
export function Shell() {
  const pageRef = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 40rem)');
  return (
    <>
      <a className={styles.skip} href="#page">
        Skip to content
      </a>
      <header className={styles.header}>
        <Link to="/dashboard" className={styles.home}>
          <Wordmark name={productName} />
        </Link>
        <nav aria-label="Main" className={styles.nav}>
          <MainLink to="/dashboard" icon="m3 9.5 7-6 7 6V17h-5v-4.5H8V17H3Z">
            Dashboard
          </MainLink>
          {isPhone && (
            <MainLink to="/row" icon="m3 17 9-9M11 7l4.5-4.5 2 2L13 9Z">
              Row
            </MainLink>
          )}
          <MainLink to="/training/statistics" section="/training/" icon="M3 17h14M5 14v-3m5 3V5m5 9V8">
            Training
          </MainLink>
          <MainLink
            to="/explore/clubs"
            section="/explore/"
            icon="M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Zm3.2 4.3-2 4.4-4.4 2 2-4.4Z"
          >
            Explore
          </MainLink>
        </nav>
        <Bell />
        <ProfileMenu />
      </header>
      <ServerNotices />
      <CommandKeys />
      <RowBar />
      <div id="page" ref={pageRef} tabIndex={-1} className={styles.page}>
        <Outlet />
      </div>
      <PageAnnouncer page={pageRef} />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  );
}

type MainLinkProps = {
  to: string;
  /** Path prefix of the link's section: the link is marked as current on all its pages. */
  section?: `/${string}/`;
  /** The path of a picture of 20 x 20, which a phone shows above the name. */
  icon: string;
  children: ReactNode;
};

function MainLink({ to, section, icon, children }: MainLinkProps) {
  const { pathname } = useLocation();
  const isInSection = section !== undefined && pathname.startsWith(section);
  const current = pathname === to ? 'page' : isInSection ? 'true' : undefined;
  return (
    <Link to={to} aria-current={current}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={icon} />
      </svg>
      {children}
    </Link>
  );
}
