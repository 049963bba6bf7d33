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

/** The first page of every full load has the key `default`, so another page would get the scroll position of the last one. */
const scrollKeyOf = ({ key, pathname }: Location) => (key === 'default' ? pathname : key);

/** Header and layout around every page of a signed-in user. */
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
          <MainLink to="/dashboard">Dashboard</MainLink>
          <MainLink to="/training/statistics" section="/training/">
            Training
          </MainLink>
          <MainLink to="/explore/clubs" section="/explore/">
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
      {isPhone && <Dock />}
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  );
}

/** The links of a phone, at its lower edge. */
function Dock() {
  return (
    <nav aria-label="Tab bar" className={styles.dock}>
      <MainLink to="/dashboard">Today</MainLink>
      <MainLink to="/row">Row</MainLink>
      <MainLink to="/training/statistics" section="/training/">
        Training
      </MainLink>
      <MainLink to="/explore/clubs" section="/explore/">
        Explore
      </MainLink>
    </nav>
  );
}

type MainLinkProps = {
  to: string;
  /** Path prefix of the link's section: the link is marked as current on all its pages. */
  section?: `/${string}/`;
  children: ReactNode;
};

function MainLink({ to, section, children }: MainLinkProps) {
  const { pathname } = useLocation();
  const isInSection = section !== undefined && pathname.startsWith(section);
  const current = pathname === to ? 'page' : isInSection ? 'true' : undefined;
  return (
    <Link to={to} aria-current={current}>
      {children}
    </Link>
  );
}
