import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { NotFound } from '../../../ui/not-found.tsx';

export function SessionNotFound() {
  return (
    <NotFound
      reason="It may have been deleted, or be open to fewer people. Ask the host."
      links={
        <Link to="/dashboard" className={buttonClass('primary')}>
          Dashboard
        </Link>
      }
    >
      We couldn't find a session at that link
    </NotFound>
  );
}
