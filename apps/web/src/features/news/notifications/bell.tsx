import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { unreadQuery, useNotificationEvents } from './unread.ts';
import styles from './bell.module.css';

const shownMax = 99;

/** The link to the notifications, with the number of unread lines. */
export function Bell() {
  useNotificationEvents();
  const { data: unread = 0 } = useQuery(unreadQuery);
  const { pathname } = useLocation();
  return (
    <Link
      to="/notifications"
      className={styles.bell}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
      aria-current={pathname === '/notifications' ? 'page' : undefined}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M6 17V10.5a6 6 0 0 1 12 0V17l1.5 1.5h-15zM10 21h4" />
      </svg>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > shownMax ? `${shownMax}+` : unread}
        </span>
      )}
    </Link>
  );
}
