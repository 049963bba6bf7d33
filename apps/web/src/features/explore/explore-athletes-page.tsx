import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AthleteList } from '../follows/index.ts';
import { athletesFound } from './api.ts';
import styles from './explore-page.module.css';
import { searchOf } from './search-address.ts';
import { SearchResults } from './search-results.tsx';

export function ExploreAthletesPage() {
  const [query] = useSearchParams();
  const search = searchOf(query);
  return (
    <main className={styles.page}>
      <div className={styles.heading}>
        <h1>Athletes</h1>
      </div>
      <SearchResults
        noun="athlete"
        search={search}
        answer={useQuery(athletesFound(search.text, search.page))}
        renderRows={(athletes) => <AthleteList label="Athletes found" athletes={athletes} />}
      />
    </main>
  );
}
