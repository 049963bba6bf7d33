import { Outlet, useNavigation } from 'react-router';
import { PageLoading } from './page-loading.tsx';

/** Wraps every page, and shows when loading the next page takes long. */
export function Root() {
  const { state } = useNavigation();
  return (
    <>
      {state === 'loading' && <PageLoading />}
      <Outlet />
    </>
  );
}
