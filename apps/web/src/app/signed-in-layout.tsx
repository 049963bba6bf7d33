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

/** The ergometer and the row in progress outlive a change of page, and end with the sign-in. */
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
