import { imports, type ImportRecord } from '@boathouse/contract/activities/imports';
import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { callApi, messageOf } from '../../../lib/api.ts';
import { dayOf, formatShortDate, formatTime, viewerTimeZone } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import styles from './import-page.module.css';
import { apiQuery } from '../../../lib/api-query.ts';

/** Fetches the viewer's imports that are not undone, newest first. */
const pastImports = queryOptions({ queryKey: ['imports'], ...apiQuery(imports.list, {}) });

/** An import that another page stores. */
const whileStoringMs = 3_000;

/** Earlier imports; one press undoes each. */
export function PastImports() {
  const { data, isError, refetch } = useQuery({
    ...pastImports,
    refetchInterval: ({ state }) =>
      state.data?.some((each) => each.state === 'storing') ? whileStoringMs : false,
  });
  return (
    <Panel title="Your imports">
      {data === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>Your imports couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading your imports" lines={2} />
        )
      ) : data.length === 0 ? (
        <p className={styles.hint}>Imports appear here, and can be undone.</p>
      ) : (
        <ul className={styles.past}>
          {data.map((each) => (
            <PastImport key={each._id} record={each} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function PastImport({ record }: { record: ImportRecord }) {
  const { createdAt, files, state, chosen, stored, completed, left, notes = [] } = record;
  const [first = '', ...others] = files;
  return (
    <li>
      <span>
        <strong dir="auto">
          {others.length === 0 ? first : `${first} and ${filesInWords(others.length)} more`}
        </strong>
        <br />
        {formatShortDate(dayOf(createdAt, viewerTimeZone()))}, {formatTime(createdAt)}:{' '}
        {state === 'stored'
          ? `${workoutsInWords(stored)}${completed > 0 ? `, ${rowsInWords(completed)} completed` : ''}`
          : `${state === 'storing' ? 'storing,' : 'stopped after'} ${stored} of ${workoutsInWords(chosen)}`}
        {left < stored + completed && `, ${left} of them left`}
        {notes.length > 0 && (
          <details className={styles.notes}>
            <summary>Left out of {workoutsInWords(notes.length)}</summary>
            <ul>
              {notes.map((note) => (
                <li key={note} dir="auto">
                  {note}
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
      {state !== 'storing' && (
        <span className={styles.actions}>
          {state === 'stopped' && <GoOn record={record} />}
          {(state === 'stopped' || left > 0) && <UndoImport record={record} />}
        </span>
      )}
    </li>
  );
}

/** Continues an import that was stopped before all was stored. */
function GoOn({ record: { _id, files } }: { record: ImportRecord }) {
  const client = useQueryClient();
  const action = `go on with import ${_id}`;
  const goOn = useMutation({
    mutationFn: () => callApi(imports.store, { params: { id: _id }, body: {} }),
    onSuccess: ({ stored }) => showToast(`${workoutsInWords(stored)} imported`, action),
    onError: (error) => showErrorToast(messageOf(error), { action }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button
      isBusy={goOn.isPending}
      aria-label={`Go on with the import of ${files[0] ?? ''}`}
      onClick={() => goOn.mutate()}
    >
      Go on
    </Button>
  );
}

/** Undoes an import with one press; a second press while it runs does nothing. */
export function UndoImport({ record: { _id, left, completed, files } }: { record: ImportRecord }) {
  const client = useQueryClient();
  const action = `undo import ${_id}`;
  const undo = useMutation({
    mutationFn: () => callApi(imports.undo, { params: { id: _id } }),
    onSuccess: () =>
      showToast(completed > 0 ? 'Import undone' : `Import undone: ${workoutsInWords(left)} deleted`, action),
    onError: (error) => showErrorToast(messageOf(error), { action }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button
      isBusy={undo.isPending}
      aria-label={`Undo the import of ${files[0] ?? ''}`}
      onClick={() => undo.mutate()}
    >
      Undo
    </Button>
  );
}

export function filesInWords(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

export function rowsInWords(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

export function workoutsInWords(count: number): string {
  return count === 1 ? '1 workout' : `${count} workouts`;
}
