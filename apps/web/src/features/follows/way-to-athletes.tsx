import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

/** For a page whose athlete is not there. */
export const wayToAthletes = (
  <Link to="/explore/athletes" className={buttonClass()}>
    Explore athletes
  </Link>
);
