import { importPath } from '@boathouse/contract/pages/handed-files';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '../../../ui/toast-store.ts';
import { useCurrentUser, useIsGuest } from '../../people/auth/index.ts';
import { unreadQuery } from '../../news/notifications/index.ts';
import { isInProgress, useIsInCockpit, useOfRow } from '../../rowing/rowing/index.ts';
import { InstallLine } from './install-line.tsx';
import { followLaunches } from '../../transfers/imports/index.ts';
import { makeStoragePersistent } from './storage.ts';

/**
 * Supports the installed app, if the browser can: offers to install it, opens files and addresses from the system,
 * counts unread notifications on its icon, and requests persistent storage once a row is stored here.
 */
export function InstalledApp() {
  const { _id } = useCurrentUser();
  useLaunches();
  const isGuest = useIsGuest();
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: !isGuest });
  useEffect(() => showOnIcon(unread), [unread]);
  // The next user of this device must not see it.
  useEffect(() => () => showOnIcon(0), []);
  const isRowKept = useOfRow(isInProgress);
  useEffect(() => {
    if (isRowKept) void makeStoragePersistent();
  }, [isRowKept]);
  return isGuest ? null : <InstallLine userId={_id} />;
}

/** Does not interrupt an athlete in the cockpit; files wait in Import. */
function useLaunches(): void {
  const navigate = useNavigate();
  const isInCockpit = useIsInCockpit();
  const open = useRef((_path: string) => {});
  useEffect(() => {
    open.current = (path) => {
      if (isInCockpit) {
        if (path === importPath) showToast('The opened files wait in Training → Import');
      } else if (path !== `${location.pathname}${location.search}${location.hash}`) void navigate(path);
    };
  }, [navigate, isInCockpit]);
  useEffect(() => followLaunches((path) => open.current(path)), []);
}

/** Shows a number on the icon of the installed app, 0 none. Does nothing in browsers without the Badging API. */
function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // Refused if the app is not installed, or its icon may not show a number.
  const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count);
  shown.catch(() => undefined);
}
