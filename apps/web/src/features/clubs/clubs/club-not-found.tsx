import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { NotFound } from '../../../ui/not-found.tsx';

export function ClubNotFound() {
  return (
    <NotFound
      reason="Its link may have changed, or it was deleted. Search for its name, or ask a member for the link."
      links={clubsLink}
    >
      We couldn't find a club at that link
    </NotFound>
  );
}

/** The link of a page without its club. */
export const clubsLink: ReactNode = (
  <Link to="/explore/clubs" className={buttonClass('primary')}>
    Explore clubs
  </Link>
);
