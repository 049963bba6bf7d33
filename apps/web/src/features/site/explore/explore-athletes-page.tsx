import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AthleteList } from '../../news/follows/index.ts';
import { athletesFound } from './api.ts';
import { Page } from '../../../ui/page.tsx';
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
        answer={useQuery(athletesFound(search))}
        renderRows={(athletes, label) => <AthleteList label={label} athletes={athletes} />}
        empty={<p>No other athletes yet. Share the address of this site with your crew.</p>}
      />
    </Page>
  );
}
