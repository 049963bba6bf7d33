import { Link } from 'react-router';
import { buttonClass } from '../ui/button.tsx';
import { NotFound } from '../ui/not-found.tsx';

export function NotFoundPage() {
  return (
    <NotFound
      reason="There is no page at this address. It may be misspelled, or the page has moved."
      links={
        <Link className={buttonClass('primary')} to="/dashboard">
          Dashboard
        </Link>
      }
    >
      Page not found
    </NotFound>
  );
}
