import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AthleteList } from '../follows/index.ts';
import { athletesFound } from './api.ts';
import { Page } from '../../ui/page.tsx';
import { searchOf } from './search-address.ts';
import { SearchResults } from './search-results.tsx';

export function ExploreAthletesPage() {
  const [query] = useSearchParams();
  const search = searchOf(query);
  return (
    <Page>
      <h1>Athletes</h1>
      <SearchResults
        noun="athlete"
        search={search}
        answer={useQuery(athletesFound(search.text, search.page))}
        renderRows={(athletes) => <AthleteList label="Athletes found" athletes={athletes} />}
      />
    </Page>
  );
}
