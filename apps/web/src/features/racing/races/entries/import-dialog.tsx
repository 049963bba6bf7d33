import { formatTenths } from '@boathouse/racing/race-time';
import type { WholeRaceEvent } from '@boathouse/contract/races';
import {
  startListColumns,
  startLists,
  type EntryRefusal,
  type StartListColumn,
  type StartListPreview,
} from '@boathouse/contract/races/start-lists';
import { limits } from '@boathouse/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, callApi, refusalOf } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { raceEventById, refreshEvent } from '../api.ts';
import { inBase64, transferWithinMs as withinMs } from '../in-base64.ts';
import styles from './entries.module.css';

type ImportDialogProps = { event: WholeRaceEvent; onClose: () => void };

type Chosen = { fileName: string; file: string };
type Mapping = Partial<Record<StartListColumn, number | null>>;
type Request = Chosen & { mapping: Mapping; categories: Record<string, string> };

const columnWords: Record<StartListColumn, string> = {
  heat: 'Heat',
  lane: 'Lane',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  bib: 'Number (bib)',
  club: 'Club',
  event: 'Category',
  seed: 'Seed time',
};

const refusalWords: Record<EntryRefusal, string> = {
  official: 'A race of this entry is official. Reopen the result first.',
  seated: 'The entry sits in a race. Empty its lane in the draw before you change its category.',
};

/** Reads a start list file on the server, shows what it would change, and stores it after a press. */
export function ImportDialog({ event, onClose }: ImportDialogProps) {
  const client = useQueryClient();
  const params = { id: event._id };
  const [problem, setProblem] = useState<string | null>(null);
  const [withSeats, setWithSeats] = useState(true);
  const preview = useMutation({
    mutationFn: (body: Request) => callApi(startLists.preview, { params, body }, { withinMs }),
  });
  const apply = useMutation({
    mutationFn: (request: Request & { digest: string; seats: boolean }) =>
      callApi(startLists.apply, { params, body: request }, { withinMs }),
    onSuccess: (whole) => {
      client.setQueryData(raceEventById(event._id).queryKey, whole);
      showToast('Start list stored');
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'race_changed') compare({});
      // Without a response it may be stored nevertheless.
      else void refreshEvent(client, event._id);
    },
  });
  const asked = preview.variables;
  const read = preview.data;

  function compare(change: Partial<Request>) {
    if (asked !== undefined) preview.mutate({ ...asked, ...change });
  }
  function ask(change: Partial<Request>) {
    if (apply.isPending) return;
    apply.reset();
    compare(change);
  }
  async function choose(file: File | undefined) {
    if (file === undefined || apply.isPending) return;
    if (file.size > limits.startListBytesMax) {
      setProblem('This file is too large for a start list: 128 kB at most.');
      return;
    }
    setProblem(null);
    apply.reset();
    preview.mutate({ fileName: file.name, file: await inBase64(file), mapping: {}, categories: {} });
  }
  const hasSeats = read?.lines.some(({ heat, lane }) => heat !== null && lane !== null) ?? false;
  const error = preview.error ?? apply.error;
  const isUnclear = read?.lines.some(({ change }) => change === 'unknown') ?? true;
  return (
    <Dialog title="Start list from a file" onClose={onClose}>
      <div className={styles.form}>
        <TextInput
          type="file"
          label="File"
          accept=".csv,.txt,.rac,.rac2,.json"
          hint="CSV, .rac of Venue Race or .rac2 of ErgRace. Nothing is stored before you have seen it."
          error={problem}
          disabled={apply.isPending}
          onChange={({ currentTarget: { files } }) => void choose(files?.[0])}
        />
        {error !== null && (
          <p role="alert" className={styles.refused}>
            {error instanceof ApiError && error.code === 'race_changed'
              ? 'The entries have changed meanwhile. This is the comparison with them as they are now.'
              : refusalOf(error)}
          </p>
        )}
        {preview.isPending && read === undefined && <p role="status">Reading the file…</p>}
        {read !== undefined && asked !== undefined && (
          <>
            {read.columns !== null && (
              <details className={styles.columns} open={read.lines.length === 0}>
                <summary>Columns of the file</summary>
                <Columns
                  preview={read}
                  columns={read.columns}
                  onChange={(change) => ask({ mapping: { ...asked.mapping, ...change } })}
                />
              </details>
            )}
            <Categories
              event={event}
              preview={read}
              onChange={(text, id) => ask({ categories: { ...asked.categories, [text]: id } })}
            />
            {hasSeats && (
              <label className={styles.seats}>
                <input
                  type="checkbox"
                  checked={withSeats}
                  onChange={({ currentTarget: { checked } }) => setWithSeats(checked)}
                />
                Take heats and lanes from the file, in place of the draft draw
              </label>
            )}
            <Differences preview={read} />
          </>
        )}
        <div className={`${styles.buttons} ${styles.below}`}>
          <Button onClick={onClose}>Cancel</Button>
          {read !== undefined && asked !== undefined && (
            <Button
              look="primary"
              disabled={isUnclear || read.lines.length === 0}
              isBusy={apply.isPending || preview.isPending}
              onClick={() =>
                // A response after the dialog is closed closes no other dialog.
                apply.mutate(
                  { ...asked, digest: read.digest, seats: hasSeats && withSeats },
                  { onSuccess: onClose },
                )
              }
            >
              Store start list
            </Button>
          )}
          {preview.isError && (
            <Button look="primary" onClick={() => ask({})}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

type ColumnsProps = {
  preview: StartListPreview;
  columns: NonNullable<StartListPreview['columns']>;
  onChange: (change: Mapping) => void;
};

/** The meaning of each column of the table, with a sample. */
function Columns({ preview: { mapping }, columns, onChange }: ColumnsProps) {
  return (
    <div className={styles.fields}>
      {startListColumns.map((column) => (
        <NativeSelect
          key={column}
          label={columnWords[column]}
          value={mapping[column] == null ? '' : String(mapping[column])}
          data={[
            { value: '', label: 'Not in the file' },
            ...columns.map(({ header, samples }, index) => ({
              value: String(index),
              label: `${header}${samples[0] === undefined ? '' : ` (${samples[0]})`}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ [column]: value === '' ? null : Number(value) })
          }
        />
      ))}
    </div>
  );
}

type CategoriesProps = {
  event: WholeRaceEvent;
  preview: StartListPreview;
  onChange: (text: string, category: string) => void;
};

/** The category for each name of one in the file. */
function Categories({ event, preview: { events }, onChange }: CategoriesProps) {
  const toChoose = events.filter(({ text, category }) => {
    const known = event.categories.find(({ _id }) => _id === category);
    return known === undefined || known.name.toLowerCase() !== text.toLowerCase();
  });
  if (toChoose.length === 0) return null;
  return (
    <div className={styles.fields}>
      {toChoose.map(({ text, category, count }) => (
        <NativeSelect
          key={text}
          label={`${text === '' ? 'Without a category' : `"${text}"`} (${count})`}
          value={category ?? ''}
          error={category === null ? 'Choose its category' : undefined}
          data={[
            ...(category === null ? [{ value: '', label: 'Choose' }] : []),
            ...event.categories.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') onChange(text, value);
          }}
        />
      ))}
    </div>
  );
}

function Differences({ preview: { lines, missing, problems } }: { preview: StartListPreview }) {
  const added = lines.filter(({ change }) => change === 'new');
  const changed = lines.filter(({ change }) => change === 'changed');
  const refused = lines.filter(({ change }) => change === 'refused');
  const same = lines.filter(({ change }) => change === 'same').length;
  return (
    <div className={styles.differences}>
      <p role="status">
        {added.length} new, {changed.length} changed, {same} the same, {missing.length} not in the file
        {refused.length > 0 && `, ${refused.length} can't change`}
      </p>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === null ? message : `Line ${line}: ${message}`}</li>
          ))}
        </ul>
      )}
      {refused.length > 0 && <h3>Can't change: they stay as they are</h3>}
      <ul>
        {refused.map((line) => (
          <Changed key={line.entry ?? line.name} line={line} />
        ))}
      </ul>
      {changed.length > 0 && <h3>Changed</h3>}
      <ul>
        {changed.map((line) => (
          <Changed key={line.entry ?? line.name} line={line} />
        ))}
      </ul>
      {added.length > 0 && <h3>New</h3>}
      <ul>
        {added.map(({ name, bib, club, heat, lane, seedTenths, member }, index) => (
          <li key={`${index} ${name}`} dir="auto">
            {name}{' '}
            <span>
              {[
                bib === '' ? '' : `No. ${bib}`,
                member === undefined ? 'guest' : 'member',
                club,
                seedTenths === undefined ? '' : `seed ${formatTenths(seedTenths)}`,
                heat === null ? '' : `heat ${heat}, lane ${lane ?? '–'}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {missing.length > 0 && <h3>Not in the file: they stay</h3>}
      <ul>
        {missing.map(({ entry, name }) => (
          <li key={entry} dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An entry that differs from its line, and why it stays as it is. */
function Changed({ line: { name, differences, refusal } }: { line: StartListPreview['lines'][number] }) {
  return (
    <li dir="auto">
      {name}{' '}
      {differences.map(({ field, from, to }) => (
        <span key={field}>
          {' '}
          {field}: {from === '' ? 'none' : from} → {to === '' ? 'none' : to}
        </span>
      ))}
      {refusal !== undefined && <p className={styles.refusal}>{refusalWords[refusal]}</p>}
    </li>
  );
}
