import { useEffect, type ReactNode } from 'react';
import { useCurrentUser, type Login } from '../features/auth/index.ts';
import { ChatProvider } from '../features/chat/index.ts';
import { ErgProvider } from '../features/erg/index.ts';
import { RoomProvider } from '../features/room/index.ts';
import { isOnTheWater, RowingProvider, useOfRow } from '../features/rowing/index.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { useLoginState } from '../lib/server/login-state.ts';
import { keepTimeZone } from '../lib/time-zone-cookie.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import { SignedInOnly } from './auth-gate.tsx';
import { Shell } from './shell.tsx';

const LogInAgain = lazyPart({
  name: 'Your login has expired, and the form to log in again',
  load: async () => (await loadChunk(() => import('../features/auth/log-in-again.tsx'))).LogInAgain,
});

export function SignedInLayout() {
  useEffect(keepTimeZone, []);
  return (
    <SignedInOnly>
      {(login) => (
        <Rowing>
          <EndedLogin login={login} />
          <Shell />
        </Rowing>
      )}
    </SignedInOnly>
  );
}

/** Keeps the erg connection, the row in progress and the live connection across pages; all end with the login. */
function Rowing({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  return (
    <ErgProvider>
      <RoomProvider key={user._id} userId={user._id}>
        <ChatProvider user={user}>
          <RowingProvider user={user}>{children}</RowingProvider>
        </ChatProvider>
      </RoomProvider>
    </ErgProvider>
  );
}

/** Does not interrupt an athlete on the water: the cockpit says it, and the dialog waits. */
function EndedLogin({ login }: { login: Login }) {
  const state = useLoginState();
  const isRowing = useOfRow(isOnTheWater);
  if (state !== 'ended' || isRowing) return null;
  return <LogInAgain login={login} />;
}
