import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { useDraft } from '../../../../lib/unsaved/draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { useFocusAfter } from '../../../../ui/use-focus-after.ts';
import { noteOf } from './api.ts';
import type { NoteFormProps } from './note-form.tsx';
import styles from './own-note.module.css';

const NoteForm = lazyPart<NoteFormProps>({
  name: 'The form of your note',
  load: async () => (await loadChunk(() => import('./note-form.tsx'))).NoteForm,
});

/** The athlete's private note on an activity. */
export function OwnNote({ activityId }: { activityId: string }) {
  const { data: note, isError, refetch } = useQuery(noteOf(activityId));
  return (
    <Panel title="Your note">
      <p className={styles.readers}>Only you read it. Your coach and the others don't.</p>
      {note !== undefined ? (
        <Note {...{ activityId, note }} />
      ) : isError ? (
        <Unavailable onRetry={() => void refetch()}>Your note couldn't be loaded.</Unavailable>
      ) : (
        <Loading label="Loading your note" lines={1} />
      )}
    </Panel>
  );
}

type NoteProps = { activityId: string; note: string };

function Note({ activityId, note }: NoteProps) {
  const draft = useDraft('note', activityId);
  const [isOpen, setIsOpen] = useState(() => draft.read() !== null);
  const editRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(isOpen, editRef);
  if (isOpen) return <NoteForm {...{ activityId, note }} onClose={() => setIsOpen(false)} />;
  return (
    <>
      {note !== '' && (
        <p dir="auto" className={styles.note}>
          {note}
        </p>
      )}
      <Button ref={editRef} onClick={() => setIsOpen(true)}>
        {note === '' ? 'Add a note' : 'Edit'}
      </Button>
    </>
  );
}
