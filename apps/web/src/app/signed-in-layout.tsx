import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useCurrentUser, type Login } from '../features/people/auth/index.ts';
import { ChatProvider } from '../features/evening/chat/index.ts';
import { ErgProvider } from '../features/rowing/erg/index.ts';
import { RoomProvider } from '../features/rowing/room/index.ts';
import { RowingProvider, useIsInCockpit } from '../features/rowing/rowing/index.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { cancelAsked, useAskedProof } from '../lib/proof/asked-proof.ts';
import { useLoginState } from '../lib/server/login-state.ts';
import { keepTimeZone } from '../lib/time-zone-cookie.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import { SignedInOnly } from './auth-gate.tsx';
import { RaceOfSession } from './race-of-session.tsx';
import { Shell } from './shell.tsx';

const LogInAgain = lazyPart({
  name: 'Your login has expired, and the form to log in again',
  load: async () => (await loadChunk(() => import('../features/people/auth/log-in-again.tsx'))).LogInAgain,
});

const GuestShell = lazyPart({
  name: 'The page',
  load: async () => (await loadChunk(() => import('./guest-shell.tsx'))).GuestShell,
});

const ProofDialog = lazyPart({
  name: 'The question for your password',
  load: async () =>
    (await loadChunk(() => import('../features/people/auth/proof/proof-dialog.tsx'))).ProofDialog,
});

export function SignedInLayout() {
  useEffect(keepTimeZone, []);
  return (
    <SignedInOnly>
      {(login) => (
        <Rowing>
          <EndedLogin login={login} />
          <AskedProof login={login} />
          <RaceOfSession />
          {login.isGuest === true ? <GuestShell /> : <Shell />}
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

/** Does not interrupt an athlete on the water: the cockpit shows it, and the dialog waits. */
function EndedLogin({ login }: { login: Login }) {
  const state = useLoginState();
  const isInCockpit = useIsInCockpit();
  if (state !== 'ended' || isInCockpit) return null;
  return <LogInAgain login={login} />;
}

/**
 * Asks for the password, or another proof that a call needs, over the page that made it. Ends with that page, and with
 * its login.
 */
function AskedProof({ login }: { login: Login }) {
  return <AskedOverPage key={useLocation().key} login={login} />;
}

function AskedOverPage({ login }: { login: Login }) {
  const asked = useAskedProof();
  useEffect(() => cancelAsked, []);
  return asked !== null && <ProofDialog asked={asked} login={login} />;
}
