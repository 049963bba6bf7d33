import { Outlet, useNavigation } from 'react-router';
import { PageLoading } from './page-loading.tsx';

/** Around every page: says that the next one is on its way, which takes noticeably long on a slow network. */
export function Root() {
  const { state } = useNavigation();
  return (
    <>
      {state === 'loading' && <PageLoading />}
      <Outlet />
    </>
  );
}
