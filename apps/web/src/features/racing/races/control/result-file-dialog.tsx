import { formatTenths } from '@boathouse/racing/race-time';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { limits } from '@boathouse/contract/limits';
import type { WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay } from '@boathouse/contract/races/day';
import type { Race } from '@boathouse/contract/races/race';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../../lib/api.ts';
import { formatDistance } from '../../../../lib/format.ts';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { useIdFor } from '../../../../lib/outbox/use-id-for.ts';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { raceEventById, raceInFull } from '../api.ts';
import { inBase64, transferWithinMs as withinMs } from '../in-base64.ts';
import { formatScore } from '../race-words.ts';
import styles from './control.module.css';
import type { DialogProps } from './control-dialogs.tsx';
import { FormDialog } from './form-dialog.tsx';

type Read = EndpointResponse<typeof raceDay.enterFile>;
type Line = Read['lines'][number];
type Asked = { fileName: string; file: string; seats: { line: number; lane: number | null }[] };

/** Reads a result file on the server, shows what it would enter, and stores it after a press. */
export function ResultFile({ event, race, onClose }: DialogProps) {
  const client = useQueryClient();
  const params = { id: race._id };
  const { idFor } = useIdFor();
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useMutation({
    mutationFn: async (asked: Asked) =>
      callApi(
        raceDay.enterFile,
        { params, body: { ...asked, action: await newId(), isPreview: true } },
        { withinMs },
      ),
  });
  const store = useMutation({
    mutationFn: async (asked: Asked) =>
      callApi(
        raceDay.enterFile,
        { params, body: { ...asked, action: await idFor(asked), isPreview: false } },
        { withinMs },
      ),
    onSuccess: async ({ lines }) => {
      const count = lines.filter(({ lane }) => lane !== null).length;
      void client.invalidateQueries({ queryKey: raceInFull(race._id).queryKey });
      void client.invalidateQueries({ queryKey: raceEventById(event._id).queryKey });
      showToast(
        `${count === 1 ? '1 result' : `${count} results`} entered. Another official confirms them.`,
        'result file',
      );
      onClose();
    },
  });
  const asked = preview.variables;
  const read = preview.data;
  const entered = read?.lines.filter(({ lane }) => lane !== null).length ?? 0;

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    if (file.size > limits.startListBytesMax) {
      setProblem('This file is too large for results: 128 kB at most.');
      return;
    }
    setProblem(null);
    store.reset();
    preview.mutate({ fileName: file.name, file: await inBase64(file), seats: [] });
  }
  return (
    <FormDialog
      title="Results from a file"
      submitWords={
        read === undefined ? 'Enter results' : `Enter ${entered === 1 ? '1 result' : `${entered} results`}`
      }
      error={preview.error ?? store.error}
      isBusy={store.isPending || preview.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (read === undefined || asked === undefined) setProblem('Choose a file');
        else if (entered === 0) setProblem('No line of this file has a lane');
        else if (sharedLanes(read.lines).length === 0) store.mutate(asked);
      }}
    >
      <TextInput
        type="file"
        label="File"
        accept=".json,.txt"
        hint="Results of ErgRace (JSON) or Venue Race (text). Nothing is stored before you have seen it."
        error={problem}
        onChange={({ currentTarget: { files } }) => void choose(files?.[0])}
      />
      {preview.isPending && read === undefined && <p role="status">Reading the file…</p>}
      {read !== undefined && asked !== undefined && (
        <Differences
          {...{ event, race, read }}
          onSeat={(line, lane) =>
            preview.mutate({
              ...asked,
              seats: [...asked.seats.filter((seat) => seat.line !== line), { line, lane }],
            })
          }
        />
      )}
    </FormDialog>
  );
}

/** Lanes with several lines of a file. */
function sharedLanes(lines: readonly Line[]): number[] {
  const lanes = lines.flatMap(({ lane }) => lane ?? []);
  return [...new Set(lanes.filter((lane, index) => lanes.indexOf(lane) !== index))];
}

type DifferencesProps = {
  event: WholeRaceEvent;
  race: Race;
  read: Read;
  onSeat: (line: number, lane: number | null) => void;
};

/** Shows the result and the lane of each line. */
function Differences({ event, race, read: { lines, problems }, onSeat }: DifferencesProps) {
  const piece = event.categories.find(({ _id }) => _id === race.category)?.rules.piece;
  const seats = race.lanes.flatMap(({ lane, entry: id, result }) => {
    const name = event.entries.find(({ _id }) => _id === id)?.name;
    return name === undefined ? [] : [{ lane, name, result }];
  });
  const missing = seats.filter(({ lane }) => !lines.some((line) => line.lane === lane));
  const shared = sharedLanes(lines);
  if (piece === undefined) return null;
  return (
    <div className={styles.differences}>
      <p role="status">
        {lines.filter(({ lane }) => lane !== null).length} of {lines.length} lines have a lane
        {missing.length > 0 &&
          `; not in the file: ${missing.map(({ lane, name }) => `${lane} ${name}`).join(', ')}`}
      </p>
      {(problems.length > 0 || shared.length > 0) && (
        <ul role="alert" className={styles.problems}>
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === null ? message : `Line ${line}: ${message}`}</li>
          ))}
          {shared.map((lane) => (
            <li key={lane}>Several lines have lane {lane}. Choose another lane for one of them.</li>
          ))}
        </ul>
      )}
      <ul className={styles.lines}>
        {lines.map((line, index) => {
          const { name, lane, differs } = line;
          const before = seats.find((seat) => seat.lane === lane)?.result ?? null;
          return (
            // A file can contain a name twice; its lines keep their order.
            <li key={`${index} ${name}`}>
              <span>
                <span dir="auto">{name === '' ? 'No name' : name}</span>:{' '}
                <strong>{figureOf(piece, line)}</strong>
                {differs !== null && (
                  <small className={styles.differs}>
                    In this race: <span dir="auto">{differs}</span>
                  </small>
                )}
                {before !== null && (
                  <small className={styles.differs}>
                    The lane has {formatScore(piece, before)}: this one counts instead
                  </small>
                )}
              </span>
              <NativeSelect
                aria-label={`Lane of ${name}`}
                value={lane === null ? '' : String(lane)}
                data={[
                  { value: '', label: 'Leave out' },
                  ...seats.map((seat) => ({ value: String(seat.lane), label: `${seat.lane} ${seat.name}` })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  onSeat(index, value === '' ? null : Number(value))
                }
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A result without the piece's figure is stored as not finished. */
function figureOf(piece: { kind: 'distance' | 'time' }, { tenths, meters }: Line): string {
  if (piece.kind === 'distance' && tenths !== null) return formatTenths(tenths);
  if (piece.kind === 'time' && meters !== null) return formatScore(piece, meters);
  return meters === null ? 'did not finish' : `did not finish, ${formatDistance(meters)}`;
}
