import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

/** The link on a page whose athlete does not exist. */
export const athletesLink = (
  <Link to="/explore/athletes" className={buttonClass()}>
    Explore athletes
  </Link>
);
