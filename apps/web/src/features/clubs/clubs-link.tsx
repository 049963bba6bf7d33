import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

/** The link on a page whose club does not exist. */
export const clubsLink = (
  <Link to="/explore/clubs" className={buttonClass()}>
    Explore clubs
  </Link>
);
