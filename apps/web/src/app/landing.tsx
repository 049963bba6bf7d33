import { useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { TrialView } from '../features/rowing/rowing/trial/trial-view.tsx';
import { LandingPage } from '../features/site/landing/landing-page.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { InvitationNote } from './invitation-note.tsx';
import { contactEmail, isLoggedIn, needsSetUp, productName } from './product.ts';

/** The landing page, or at `/?try` a row on a simulated erg instead. */
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
  // A visitor who opened the address directly has no landing page to go back to.
  const isOpenedHere = location.key !== 'default';
  const leave = () => void (isOpenedHere ? navigate(-1) : navigate('/', { replace: true }));
  return <TrialView onLeave={leave} />;
}
