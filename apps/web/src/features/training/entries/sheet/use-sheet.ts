import type { Machine } from '@boathouse/contract/activities';
import { entries, type Sheet } from '@boathouse/contract/activities/entries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '../../../../lib/api.ts';
import { formatWorkout, viewerTimeZone } from '../../../../lib/format.ts';
import { sheetOf } from '../api.ts';
import type { TypedField, TypedTexts } from '../typed-result.ts';
import {
  changesOf,
  draftRowOf,
  emptyDraft,
  machineOf,
  sheetItemOf,
  withoutStored,
  type Draft,
} from './sheet-rows.ts';

export type SheetPlace = { sessionId: string; item: number };

/** Holds the text typed into the sheet of a workout item, and saves it. */
export function useSheet({ rows, workoutItems }: Sheet, { sessionId, item }: SheetPlace) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [said, setSaid] = useState<string | null>(null);
  /** The server's messages for rows that it did not store. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isTried, setIsTried] = useState(false);

  const workout = workoutItems[item] ?? '';
  const sheetItem = useMemo(() => sheetItemOf(workout), [workout]);
  const { columns } = sheetItem;
  const machine = machineOf(rows, draft);
  const { changes, wrong } = changesOf(rows, sheetItem, draft);

  const call = useMutation({
    mutationFn: (sent: Draft) => {
      const body = { timeZone: viewerTimeZone(), machine, rows: changesOf(rows, sheetItem, sent).changes };
      return callApi(entries.save, { params: { id: sessionId, item: String(item) }, body });
    },
    onSuccess: ({ problems, ...stored }, sent) => {
      const byUser = new Map(problems.map(({ user, message }) => [user, formatWorkout(message)]));
      const asked = changesOf(rows, sheetItem, sent);
      const done = asked.changes.filter(({ user }) => !byUser.has(user));
      client.setQueryData(sheetOf(sessionId, item).queryKey, stored);
      setDraft((now) => withoutStored(now, sent, new Set(done.map(({ user }) => user))));
      setRefused(byUser);
      setIsTried(true);
      const left = problems.length + asked.wrong.length;
      setSaid(`${inWords(done.length)} saved${left === 0 ? '.' : `, ${left} not: see the marked rows.`}`);
      // Results, totals and lists have changed.
      void client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => noun !== 'entries' });
    },
  });

  return {
    workout,
    columns,
    machine,
    changed: changes.length + wrong.length,
    refused,
    isTried,
    /** The outcome of the last save, as a text. */
    said,
    isSaving: call.isPending,
    failure: call.error,
    draftOf: (row: Sheet['rows'][number]) => draftRowOf(row, sheetItem, draft, machine),
    setMachine: (chosen: Machine | null) => setDraft({ ...draft, machine: chosen }),
    type: (user: string, texts: TypedTexts) => {
      setSaid(null);
      setDraft((before) => ({
        ...before,
        texts: new Map(before.texts).set(user, { ...before.texts.get(user), ...texts }),
      }));
      // A paste types into many rows at once.
      setRefused((before) =>
        before.has(user) ? new Map([...before].filter(([id]) => id !== user)) : before,
      );
    },
    /** Sends the rows that can be read. Returns the first cell that can't be read, if there is one. */
    save: (): { user: string; column: TypedField | undefined } | null => {
      if (call.isPending) return null;
      setIsTried(true);
      if (changes.length > 0) call.mutate(draft);
      const [user] = wrong;
      if (user === undefined) return null;
      const row = rows.find(({ user: { _id } }) => _id === user);
      const problems = row && draftRowOf(row, sheetItem, draft, machine).reading.problems;
      return { user, column: columns.find((column) => problems?.[column] !== undefined) };
    },
  };
}

export function inWords(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}
