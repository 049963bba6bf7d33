import { AdministrationPage } from '../../features/administration/administration-page.tsx';
import { useCurrentUser } from '../../features/auth/index.ts';
import { NotFoundPage } from '../not-found-page.tsx';

/** For all others the page is like an address without one. */
export function AdministrationGate() {
  return useCurrentUser().isAdministrator === true ? <AdministrationPage /> : <NotFoundPage />;
}
