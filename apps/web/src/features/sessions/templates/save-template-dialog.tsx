import { limits } from '@boathouse/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { formatWorkout } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { NativeSelect, TextInput } from '../../../ui/field/field.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { isAdmin, membershipsOfUser } from '../../clubs/clubs/index.ts';
import { areTemplatesChanging, useChangeTemplates, whiteboardOf } from './api.ts';
import styles from './templates.module.css';

type SaveTemplateDialogProps = {
  /** The title to begin with. */
  title: string;
  /** The workout items to choose from: at least one. */
  items: readonly string[];
  onClose: () => void;
};

/** Stores a workout item as a favorite, or on the whiteboard of a club that the viewer runs. */
export function SaveTemplateDialog({ title: given, items, onClose }: SaveTemplateDialogProps) {
  const me = useCurrentUser();
  const client = useQueryClient();
  const { data: memberships = [] } = useQuery(membershipsOfUser(me._id));
  const clubs = memberships.filter(({ role }) => isAdmin(role)).map(({ club }) => club);
  const [title, setTitle] = useState(given);
  const [item, setItem] = useState(items[0] ?? '');
  const [club, setClub] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const save = useChangeTemplates(me._id);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (areTemplatesChanging(client)) return;
    if (title.trim() === '') {
      setProblem('A title is required');
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    const template = { title: title.trim(), workoutItem: item, club: club === '' ? null : club };
    save.mutate({ kind: 'save', ...template }, { onSuccess: onClose });
  }

  return (
    <Dialog title="Save as template" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {items.length === 1 ? (
          <p className={styles.text}>{formatWorkout(item)}</p>
        ) : (
          <NativeSelect
            label="Workout item"
            data={items.map((text) => ({ value: text, label: formatWorkout(text) }))}
            value={item}
            onChange={(event) => setItem(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Title"
          name="title"
          required
          maxLength={limits.sessionTitleMax}
          value={title}
          error={problem}
          onChange={(event) => {
            setTitle(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        {clubs.length > 0 && (
          <NativeSelect
            label="Keep it in"
            data={[
              { value: '', label: 'Your favorites' },
              ...clubs.map(({ _id, name }) => ({ value: _id, label: whiteboardOf(name) })),
            ]}
            value={club}
            onChange={(event) => setClub(event.currentTarget.value)}
          />
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            Save template
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
