import { Link } from 'react-router';
import { exports } from '@boathouse/contract/activities/formats';
import { urlOf } from '@boathouse/contract/endpoint';
import { viewerTimeZone } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import styles from './history-page.module.css';
import { queryOf, type HistorySearch } from './history-search.ts';
import { countInWords } from './history-words.ts';

type HistoryFilesProps = { userId: string; search: HistorySearch; count: number };

/** Downloads all that the filters find, by the browser's own download: an archive of years is large. */
export function HistoryFiles({ userId, search, count }: HistoryFilesProps) {
  const { sortby: _sortby, ...filters } = queryOf(search);
  const address = (format: 'fit' | 'csv') =>
    urlOf(exports.history, undefined, { user: userId, format, ...filters, timeZone: viewerTimeZone() });
  return (
    <div className={styles.files}>
      <span>Export {countInWords(count)}:</span>
      <a href={address('fit')} download className={buttonClass('quiet')}>
        FIT files (ZIP)
      </a>
      <a href={address('csv')} download className={buttonClass('quiet')}>
        Season as CSV
      </a>
      <Link to="/training/import" className={buttonClass('quiet')}>
        Import files
      </Link>
    </div>
  );
}
