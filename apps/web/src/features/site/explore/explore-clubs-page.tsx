import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Page, PageHeading } from '../../../ui/page.tsx';
import { clubsFound } from './api.ts';
import { ClubList } from './club-list.tsx';
import { searchOf } from './search-address.ts';
import { SearchResults } from './search-results.tsx';

export function ExploreClubsPage() {
  const [query] = useSearchParams();
  const search = searchOf(query);
  return (
    <Page>
      <PageHeading>
        <h1>Clubs</h1>
        <Link to="/club-create" className={buttonClass()}>
          Create a club
        </Link>
      </PageHeading>
      <SearchResults
        noun="club"
        search={search}
        answer={useQuery(clubsFound(search))}
        renderRows={(clubs, label) => <ClubList label={label} clubs={clubs} />}
        empty={<p>No clubs yet. Create the first one.</p>}
      />
    </Page>
  );
}
