import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { NotFound } from '../../../ui/not-found.tsx';

export function AthleteNotFound() {
  return (
    <NotFound
      reason="They may have deleted their account, or show their profile to fewer people."
      links={
        <Link to="/explore/athletes" className={buttonClass('primary')}>
          Explore athletes
        </Link>
      }
    >
      We couldn't find an athlete at that link
    </NotFound>
  );
}
