import { useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LandingPage } from '../features/site/landing/landing-page.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { InvitationNote } from './invitation-note.tsx';
import { PageLoading } from './page-loading.tsx';
import { contactEmail, isLoggedIn, needsSetUp, productName } from './product.ts';

const TrialView = lazyPart({
  name: 'The simulated erg',
  load: async () =>
    (await loadChunk(() => import('../features/rowing/rowing/trial/trial-view.tsx'))).TrialView,
  waiting: <PageLoading />,
});

/** The landing page, and at `/?try` a row on a simulated erg in its place. */
export function Landing() {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const trialRef = useRef<HTMLAnchorElement>(null);
  const isTrying = search.has('try');
  const isMember = useSyncExternalStore(isLoggedIn.subscribe, isLoggedIn.get);
  useFocusAfter(isTrying, trialRef);
  if (!isTrying) {
    return (
      <LandingPage
        {...{ productName, contactEmail, needsSetUp, isMember, trialRef }}
        note={<InvitationNote />}
      />
    );
  }
  // A visitor who opened the address itself has no landing page to go back to.
  const isOpenedHere = location.key !== 'default';
  const leave = () => void (isOpenedHere ? navigate(-1) : navigate('/', { replace: true }));
  return <TrialView onLeave={leave} />;
}
