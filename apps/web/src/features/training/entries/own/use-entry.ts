import type { Activity, Machine } from '@boathouse/contract/activities';
import { entries } from '@boathouse/contract/activities/entries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, callApi } from '../../../../lib/api.ts';
import { nowIn, viewerTimeZone } from '../../../../lib/format.ts';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { useUnsaved } from '../../../../lib/unsaved/use-unsaved.ts';
import { showToast } from '../../../../ui/toast-store.ts';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { typedFields, type TypedResult } from '../typed-result.ts';
import { isEdited, readDraft, textsOf, type EntryDraft, type EntryField } from './entry-draft.ts';

const fieldsInOrder: readonly EntryField[] = ['date', ...typedFields];

/** The field at which a refusal of the server is shown. */
const shownAt: Record<string, EntryField> = { createdAt: 'date', elapsedTime: 'time' };

function refusedFields(error: Error | null): Partial<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.fields.map(({ field, message }) => [shownAt[field] ?? field, message]));
}

/** Holds a result that the user types, and stores it: a new one, or the corrected `known`. */
export function useEntry(known: Activity | null) {
  const user = useCurrentUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [openedAt] = useState(() => nowIn(viewerTimeZone()));
  const [shown] = useState(() => (known === null ? {} : textsOf(known)));
  const [draft, setDraft] = useState<EntryDraft>({
    texts: shown,
    tags: [],
    machine: known?.machine ?? 'rower',
  });
  const [isTried, setIsTried] = useState(false);
  // Sent again unchanged, a result is stored once.
  const id = useRef<string>(null);
  const form = useRef<HTMLFormElement>(null);

  const origin = { known, shown, openedAt };
  const read = readDraft(draft, origin);
  const { result, createdAt, wrongIn } = read;
  const unsaved = useUnsaved(isEdited(draft, origin));

  const enter = useMutation({
    mutationFn: async (typed: TypedResult & { createdAt: string }) => {
      const { texts, tags, machine } = draft;
      const { workout = '', note = '' } = texts;
      const sent = { timeZone: viewerTimeZone(), machine, workout, ...typed };
      if (known !== null) return callApi(entries.correct, { params: { id: known._id }, body: sent });
      id.current ??= await newId();
      const body = { _id: id.current, user: user._id, note, tags: [...tags], ...sent };
      return callApi(entries.enter, { body });
    },
    onSuccess: async ({ _id }) => {
      unsaved.release();
      showToast(known === null ? 'Result stored' : 'Result corrected', 'enter result');
      await navigate(`/activities/${_id}`);
      // Totals and lists have changed.
      await client.invalidateQueries();
    },
    onError: (error) => focusOn(Object.keys(refusedFields(error))[0]),
  });
  const refused = refusedFields(enter.error);

  function focusOn(field: string | undefined) {
    const input = field === undefined ? null : form.current?.elements.namedItem(field);
    if (input instanceof HTMLElement) input.focus();
  }

  function change(next: (before: EntryDraft) => EntryDraft) {
    enter.reset();
    id.current = null;
    setDraft(next);
  }

  return {
    ...read,
    draft,
    form,
    openedAt,
    unsaved,
    isPending: enter.isPending,
    /** The failure that belongs to none of the fields. */
    failure: enter.isError && Object.keys(refused).length === 0 ? enter.error : null,
    /** Returns the problem of a field; an empty one has none before the form is sent. */
    problemOf: (field: EntryField): string | undefined => {
      if (refused[field] !== undefined) return refused[field];
      return isTried || !read.isWaiting(field) ? wrongIn(field) : undefined;
    },
    type: (field: EntryField) => (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      change((before) => ({ ...before, texts: { ...before.texts, [field]: value } }));
    },
    setMachine: (machine: Machine) => change((before) => ({ ...before, machine })),
    setTags: (tags: readonly string[]) => change((before) => ({ ...before, tags })),
    handleSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (enter.isPending) return;
      setIsTried(true);
      if (result === null || createdAt === null) focusOn(fieldsInOrder.find((field) => wrongIn(field)));
      else enter.mutate({ ...result, createdAt });
    },
  };
}
