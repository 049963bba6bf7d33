import { Outlet, useNavigation } from 'react-router';
import { PageLoading } from './page-loading.tsx';
import { PageTitle } from './page-title.tsx';

/** Wraps every page: names it, and shows when loading the next page takes long. */
export function Root() {
  const { state } = useNavigation();
  return (
    <>
      <PageTitle />
      {state === 'loading' && <PageLoading />}
      <Outlet />
    </>
  );
}
