import { limits } from '@boathouse/contract/limits';
import { results } from '@boathouse/contract/activities/results';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi, refusalOf } from '../../../../lib/api.ts';
import { useDraft } from '../../../../lib/unsaved/draft.ts';
import { useUnloadWarning } from '../../../../lib/unsaved/unload-warning.ts';
import { Button } from '../../../../ui/button.tsx';
import { Textarea } from '../../../../ui/field/field.tsx';
import styles from '../../../../ui/field/text-form.module.css';
import { noteOf } from './api.ts';

export type NoteFormProps = { activityId: string; note: string; onClose: () => void };

/** Edits a note: typed text is kept on the device until it is stored or canceled. */
export function NoteForm({ activityId, note, onClose }: NoteFormProps) {
  const client = useQueryClient();
  const draft = useDraft('note', activityId);
  const [text, setText] = useState(draft.read() ?? note);
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useUnloadWarning(text.trim() !== note);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => fieldRef.current?.focus(), []);

  function close() {
    draft.keep(null);
    onClose();
  }

  async function save() {
    if (isSaving) return;
    setIsSaving(true);
    setProblem(null);
    try {
      const stored = await callApi(results.setNote, { params: { id: activityId }, body: { note: text } });
      client.setQueryData(noteOf(activityId).queryKey, stored.note);
      close();
    } catch (error) {
      setProblem(refusalOf(error));
      setIsSaving(false);
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        aria-label="Your note"
        dir="auto"
        rows={4}
        ref={fieldRef}
        maxLength={limits.noteMax}
        value={text}
        readOnly={isSaving}
        hint={`${limits.noteMax - text.length} characters left`}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          draft.keep(event.currentTarget.value);
        }}
      />
      <div className={styles.actions}>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" look="primary" isBusy={isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}
