import { useEffect, type ReactNode } from 'react';
import { useCurrentUser } from '../features/auth/index.ts';
import { ChatProvider } from '../features/chat/index.ts';
import { ErgometerProvider } from '../features/ergometer/index.ts';
import { RoomProvider } from '../features/room/index.ts';
import { RowingProvider } from '../features/rowing/index.ts';
import { keepTimeZone } from '../lib/time-zone-cookie.ts';
import { SignedInOnly } from './auth-gate.tsx';
import { Shell } from './shell.tsx';

export function SignedInLayout() {
  useEffect(keepTimeZone, []);
  return (
    <SignedInOnly>
      <Rowing>
        <Shell />
      </Rowing>
    </SignedInOnly>
  );
}

/** Keeps the erg connection, the row in progress and the live connection across pages; all end with the login. */
function Rowing({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  return (
    <ErgometerProvider>
      <RoomProvider key={user._id} userId={user._id}>
        <ChatProvider user={user}>
          <RowingProvider user={user}>{children}</RowingProvider>
        </ChatProvider>
      </RoomProvider>
    </ErgometerProvider>
  );
}
