import { exports } from '@boathouse/contract/activities/formats';
import { useMutation } from '@tanstack/react-query';
import { refusalOf } from '../../../lib/api.ts';
import { viewerTimeZone } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast } from '../../../ui/toast-store.ts';

/** Saves the results of all sessions of a club as a table, for its admins. */
export function SeasonExport({ clubId }: { clubId: string }) {
  const save = useMutation({
    mutationFn: () =>
      saveFile(exports.club, { params: { id: clubId }, query: { timeZone: viewerTimeZone() } }),
    onError: (error) => showErrorToast(refusalOf(error), { action: 'export season' }),
  });
  return (
    <Button isBusy={save.isPending} onClick={() => save.mutate()}>
      Export results as CSV
    </Button>
  );
}
