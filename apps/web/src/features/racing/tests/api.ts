import type { CategorySex } from '@boathouse/contract/racing/categories';
import { records, type WantedRecord } from '@boathouse/contract/racing/records';
import { tests, type OwnFigures, type Test, type WantedTest } from '@boathouse/contract/racing/tests';
import { turnout } from '@boathouse/contract/racing/turnout';
import type { Piece } from '@boathouse/contract/racing/pieces';
import type { Machine } from '@boathouse/contract/activities/machine';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf, refusalOf } from '../../../lib/api.ts';
import { newId } from '../../../lib/outbox/call-or-keep.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';

/** The filters of a board, as its query has them. */
export type Filter = { squad?: string; sex?: CategorySex; ageGroup?: string };

type OfTest = { clubId: string; testId: string };

export function boardOf({ clubId, testId }: OfTest, filter: Filter) {
  return queryOptions({
    queryKey: ['tests', clubId, 'board', testId, filter],
    ...apiQuery(tests.board, { params: { id: clubId, test: testId }, query: boardQuery(filter) }),
    placeholderData: keepPreviousData,
  });
}

function boardQuery({ squad, sex, ageGroup }: Filter): Filter {
  return {
    ...(squad === undefined ? {} : { squad }),
    ...(sex === undefined ? {} : { sex }),
    ...(ageGroup === undefined ? {} : { ageGroup }),
  };
}

export function lineOf({ clubId, testId }: OfTest, userId: string) {
  return queryOptions({
    queryKey: ['tests', clubId, 'line', testId, userId],
    ...apiQuery(tests.line, { params: { id: clubId, test: testId, user: userId } }),
  });
}

type RecordsWanted = { piece: Piece; machine: Machine };

export function recordsOf(clubId: string, { piece: { kind, amount }, machine }: RecordsWanted) {
  return queryOptions({
    queryKey: ['tests', clubId, 'records', machine, kind, amount],
    ...apiQuery(records.ofClub, {
      params: { id: clubId },
      query: { machine, kind, amount: String(amount) },
    }),
  });
}

type Months = { from: string; to: string; timeZone: string };

export function turnoutOf(clubId: string, months: Months) {
  return queryOptions({
    queryKey: ['tests', clubId, 'turnout', months],
    ...apiQuery(turnout.ofClub, { params: { id: clubId }, query: months }),
  });
}

/** Defines or changes a test; its form shows a refusal. */
export function useSaveTest(clubId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ test, wanted }: { test: Test | null; wanted: WantedTest }) =>
      callApi(tests.save, { params: { id: clubId, test: test?._id ?? (await newId()) }, body: wanted }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tests', clubId] }),
  });
}

export function useRemoveTest(clubId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Test) => callApi(tests.remove, { params: { id: clubId, test: _id } }),
    onSuccess: async (_, { title }) => {
      await client.invalidateQueries({ queryKey: ['tests', clubId, 'list'] });
      showToast(`${title} deleted`, 'test');
    },
    onError: (error) => showErrorToast(messageOf(error), { action: 'test' }),
  });
}

export function useSetOwn({ clubId, testId }: OfTest) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: OwnFigures) => callApi(tests.setOwn, { params: { id: clubId, test: testId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tests', clubId] }),
  });
}

export function useSaveRecord(clubId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: WantedRecord) =>
      callApi(records.save, { params: { id: clubId, record: await newId() }, body: wanted }),
    onSuccess: () => {
      // A record that was already beaten before its day is stored, but appears on no list.
      showToast('Record saved', 'record');
      return client.invalidateQueries({ queryKey: ['tests', clubId, 'records'] });
    },
  });
}

export function useRemoveRecord(clubId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(records.remove, { params: { id: clubId, record: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tests', clubId, 'records'] }),
    onError: (error) => showErrorToast(messageOf(error), { action: 'record' }),
  });
}

/** Downloads a table of the club. */
export function useSaveSheet() {
  return useMutation({
    mutationFn: (save: () => Promise<void>) => save(),
    onError: (error) => showErrorToast(refusalOf(error), { action: 'table' }),
  });
}

export const sheets = {
  board: ({ clubId, testId }: OfTest, filter: Filter) =>
    saveFile(tests.sheet, { params: { id: clubId, test: testId }, query: boardQuery(filter) }),
  records: (clubId: string, machine: Machine) =>
    saveFile(records.sheet, { params: { id: clubId }, query: { machine } }),
  turnout: (clubId: string, months: Months) =>
    saveFile(turnout.sheet, { params: { id: clubId }, query: months }),
};
