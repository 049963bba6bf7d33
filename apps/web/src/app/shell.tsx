import { Link, NavLink, Outlet, ScrollRestoration } from 'react-router';
import { Wordmark } from '../ui/brand.tsx';
import { productName } from './product-name.ts';
import { ProfileMenu } from './profile-menu.tsx';
import styles from './shell.module.css';

/** What surrounds every page of someone who is signed in. */
export function Shell() {
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
          <NavLink to="/dashboard">Dashboard</NavLink>
        </nav>
        <ProfileMenu />
      </header>
      <div id="page" tabIndex={-1} className={styles.page}>
        <Outlet />
      </div>
      <ScrollRestoration />
    </>
  );
}
