import { AdministrationPage } from '../../features/operating/administration/administration-page.tsx';
import { PinLogin, useCurrentUser, useIsPinLogin } from '../../features/people/auth/index.ts';
import { Page } from '../../ui/page.tsx';
import { NotFoundPage } from '../not-found-page.tsx';

/** Everyone but administrators gets the page for unknown addresses. A login by PIN has no administration. */
export function AdministrationGate() {
  const { isAdministrator } = useCurrentUser();
  const isByPin = useIsPinLogin();
  if (isAdministrator !== true) return <NotFoundPage />;
  if (!isByPin) return <AdministrationPage />;
  return (
    <Page>
      <h1>Administration</h1>
      <PinLogin>The administration needs a login with your password.</PinLogin>
    </Page>
  );
}
