import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { exports } from '@boathouse/contract/activities/formats';
import { urlOf } from '@boathouse/contract/endpoint';
import { callApi, refusalOf } from '../../../../lib/api.ts';
import { startDownload } from '../../../../lib/save-file.ts';
import { viewerTimeZone } from '../../../../lib/format.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import styles from './history-page.module.css';
import { queryOf, type HistorySearch } from './history-search.ts';
import { countInWords } from './history-words.ts';

const action = 'export history';
const isBeingMade = 'Another file of your history is being downloaded. Try again when it is complete.';
const files = [
  { format: 'fit', label: 'FIT files (ZIP)' },
  { format: 'csv', label: 'Season as CSV' },
] as const;

type HistoryFilesProps = { userId: string; search: HistorySearch; count: number };

/**
 * Downloads all that the filters find, by the browser's own download: an archive of years is large. That can't show the
 * server's refusal, so the server is asked first.
 */
export function HistoryFiles({ userId, search, count }: HistoryFilesProps) {
  const { sortby: _sortby, ...filters } = queryOf(search);
  const begin = useMutation({
    mutationFn: async (format: 'fit' | 'csv') => {
      const query = { user: userId, format, ...filters, timeZone: viewerTimeZone() };
      const { waitSec } = await callApi(exports.historyState, { query });
      return { waitSec, url: urlOf(exports.history, undefined, query) };
    },
    onSuccess: ({ waitSec, url }) => {
      if (waitSec > 0) return showErrorToast(isBeingMade, { action });
      startDownload(url);
      showToast('Your download has begun', action);
    },
    onError: (error) => showErrorToast(refusalOf(error), { action }),
  });
  return (
    <>
      <div className={styles.files}>
        <span>Export {countInWords(count)}:</span>
        {files.map(({ format, label }) => (
          <Button
            key={format}
            look="quiet"
            isBusy={begin.isPending && begin.variables === format}
            onClick={() => begin.mutate(format)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={styles.files}>
        <span>Add results:</span>
        <Link to="/training/import" className={buttonClass('quiet')}>
          Import files
        </Link>
        <Link to="/training/enter" className={buttonClass('quiet')}>
          Enter a result
        </Link>
      </div>
    </>
  );
}
