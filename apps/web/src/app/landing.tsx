import { LandingPage } from '../features/landing/landing-page.tsx';
import { InvitationNote } from './invitation-note.tsx';
import { contactEmail, productName } from './product.ts';

export function Landing() {
  return <LandingPage {...{ productName, contactEmail }} note={<InvitationNote />} />;
}
