import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { exports } from '@boathouse/contract/activities/formats';
import { urlOf } from '@boathouse/contract/endpoint';
import { callApi, refusalOf } from '../../../../lib/api.ts';
import { startDownload } from '../../../../lib/save-file.ts';
import { viewerTimeZone } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { MenuGroup, MenuItem, menuItemClass } from '../../../../ui/menu/menu-items.tsx';
import { Menu } from '../../../../ui/menu/menu.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { queryOf, type HistorySearch } from './history-search.ts';
import { countInWords } from './history-words.ts';

const action = 'export history';
const isBeingMade = 'Another file of your history is being downloaded. Try again when it is complete.';
const files = [
  { format: 'fit', label: 'FIT files (ZIP)' },
  { format: 'csv', label: 'Season as CSV' },
] as const;

/** Ways to add results that no monitor of this app has reported. */
export function AddMenu() {
  return (
    <Menu renderButton={(props) => <Button {...props}>Add</Button>}>
      <Link role="menuitem" tabIndex={-1} className={menuItemClass} to="/training/import">
        Import files
      </Link>
      <Link role="menuitem" tabIndex={-1} className={menuItemClass} to="/training/enter">
        Enter a result
      </Link>
    </Menu>
  );
}

type ExportMenuProps = { userId: string; search: HistorySearch; count: number };

/**
 * Downloads all results of the filters, with the browser's own download, because an archive of years is large. A
 * download can't show the server's refusal, so the server is asked first.
 */
export function ExportMenu({ userId, search, count }: ExportMenuProps) {
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
    <Menu
      renderButton={(props) => (
        <Button {...props} disabled={count === 0} isBusy={begin.isPending}>
          Export
        </Button>
      )}
    >
      <MenuGroup label={countInWords(count)}>
        {files.map(({ format, label }) => (
          <MenuItem key={format} onSelect={() => begin.mutate(format)}>
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
