import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

/** For a page whose club is not there. */
export const wayToClubs = (
  <Link to="/explore/clubs" className={buttonClass()}>
    Explore clubs
  </Link>
);
