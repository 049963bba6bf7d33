import type { ReactNode } from 'react';
import { useCurrentUser } from '../features/auth/index.ts';
import { ErgometerProvider } from '../features/ergometer/index.ts';
import { RowingProvider } from '../features/sessions/index.ts';
import { UiKitProvider } from '../ui/mantine-provider.tsx';
import { SignedInOnly } from './auth-gate.tsx';
import { Shell } from './shell.tsx';

export function SignedInLayout() {
  return (
    <UiKitProvider>
      <SignedInOnly>
        <Rowing>
          <Shell />
        </Rowing>
      </SignedInOnly>
    </UiKitProvider>
  );
}

/** Keeps the erg connection and the row in progress across pages; both end with the login. */
function Rowing({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  return (
    <ErgometerProvider>
      <RowingProvider key={user._id} user={user}>
        {children}
      </RowingProvider>
    </ErgometerProvider>
  );
}
