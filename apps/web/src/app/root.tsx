import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { closeErrorsOfPage } from '../ui/toast-store.ts';
import { PageLoading } from './page-loading.tsx';
import { PageTitle } from './page-title.tsx';

/**
 * Wraps every page: names it, shows when loading the next page takes long, and closes the errors of the previous one.
 */
export function Root() {
  const { state } = useNavigation();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    closeErrorsOfPage();
  }, [pathname]);
  return (
    <>
      <PageTitle />
      {state === 'loading' && <PageLoading />}
      <Outlet />
    </>
  );
}
