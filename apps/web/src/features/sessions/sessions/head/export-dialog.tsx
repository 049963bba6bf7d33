import { exports, sessionTables, type SessionTable } from '@boathouse/contract/activities/formats';
import type { Session } from '@boathouse/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { refusalOf } from '../../../../lib/api.ts';
import { viewerTimeZone } from '../../../../lib/format.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import styles from './host-dialogs.module.css';

const labels: Record<SessionTable, string> = { results: 'Results', splits: 'Splits', strokes: 'Strokes' };

/** Saves the results of a session as tables for a spreadsheet. */
export function ExportDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const save = useMutation({
    mutationFn: (table: SessionTable) =>
      saveFile(exports.session, {
        params: { id: session._id },
        query: { table, timeZone: viewerTimeZone() },
      }),
    onError: (error) => showErrorToast(refusalOf(error), { action: 'export session' }),
  });
  return (
    <Dialog title={`Export ${session.title}`} onClose={onClose}>
      <div className={styles.form}>
        <p>The completed results as CSV for a spreadsheet: a row for each result, split or stroke.</p>
        {sessionTables.map((table) => (
          <Button
            key={table}
            isBusy={save.isPending && save.variables === table}
            onClick={() => save.mutate(table)}
          >
            {labels[table]}
          </Button>
        ))}
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
