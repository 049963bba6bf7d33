import type { Template } from '@boathouse/contract/sessions/templates';
import { limits } from '@boathouse/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatWorkout } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { TextInput } from '../../../ui/field/field.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { areTemplatesChanging, templatesOf, useChangeTemplates, whiteboardOf } from './api.ts';
import { SaveTemplateDialog } from './lazy-save-template.tsx';
import styles from './templates.module.css';

type TemplatesDialogProps = {
  /** The present values of the form, to store as a template. */
  title: string;
  items: readonly string[];
  /** Whether the form has no room for another workout item. */
  isFull: boolean;
  onUse: (template: Template) => void;
  onClose: () => void;
};

/** Chooses a template for the form, and keeps the viewer's templates in order. */
export function TemplatesDialog({ title, items, isFull, onUse, onClose }: TemplatesDialogProps) {
  const me = useCurrentUser();
  const [isSaving, setIsSaving] = useState(false);
  const { data, isError, refetch } = useQuery(templatesOf(me._id));
  return (
    <Dialog title="Templates" onClose={onClose}>
      <div className={styles.form}>
        {isFull && <p>All four workout items are filled in. Clear one to use a template.</p>}
        {data === undefined && !isError && <Loading label="Loading the templates" />}
        {data === undefined && isError && (
          <Unavailable onRetry={() => void refetch()}>The templates couldn't be loaded.</Unavailable>
        )}
        {data?.length === 0 && (
          <Empty>
            <p>No templates yet. Type a workout item in the form, and save it here.</p>
          </Empty>
        )}
        {data &&
          groupsOf(data).map((group) => (
            <section key={group.name} aria-label={group.name}>
              <h3 className={styles.group}>{group.name}</h3>
              <ul className={styles.list}>
                {group.templates.map((template) => (
                  <TemplateRow key={template._id} {...{ template, isFull, onUse }} />
                ))}
              </ul>
            </section>
          ))}
        <div className={styles.actions}>
          {items.length > 0 && <Button onClick={() => setIsSaving(true)}>Save as template</Button>}
          <Button onClick={onClose}>Close</Button>
        </div>
        {isSaving && <SaveTemplateDialog {...{ title, items }} onClose={() => setIsSaving(false)} />}
      </div>
    </Dialog>
  );
}

/** The favorites first, then a whiteboard for each club. */
function groupsOf(templates: readonly Template[]): { name: string; templates: Template[] }[] {
  const nameOf = ({ club }: Template) => (club === null ? 'Your favorites' : whiteboardOf(club.name));
  return [...Map.groupBy(templates, ({ club }) => club?._id ?? '')]
    .toSorted(([one], [other]) => Number(one !== '') - Number(other !== ''))
    .flatMap(([, group]) => (group[0] ? [{ name: nameOf(group[0]), templates: group }] : []));
}

type TemplateRowProps = Pick<TemplatesDialogProps, 'isFull' | 'onUse'> & { template: Template };

function TemplateRow({ template, isFull, onUse }: TemplateRowProps) {
  const { title, workoutItem, isManaged } = template;
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const renameRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(open === 'rename', renameRef);
  const change = useChangeTemplates(useCurrentUser()._id);
  if (open === 'rename') {
    return (
      <li className={styles.row}>
        <Rename template={template} onClose={() => setOpen(null)} />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{formatWorkout(workoutItem)}</p>
      </div>
      <div className={styles.choices}>
        <Button aria-label={`Use ${title}`} disabled={isFull} onClick={() => onUse(template)}>
          Use
        </Button>
        {isManaged && (
          <>
            <Button
              ref={renameRef}
              look="quiet"
              aria-label={`Rename ${title}`}
              onClick={() => setOpen('rename')}
            >
              Rename
            </Button>
            <Button look="quiet" aria-label={`Delete ${title}`} onClick={() => setOpen('delete')}>
              Delete
            </Button>
          </>
        )}
      </div>
      {open === 'delete' && (
        <ConfirmDialog
          question={`Are you sure you want to delete ${title}?`}
          look="danger"
          onConfirm={() => change.mutate({ kind: 'delete', id: template._id })}
          onClose={() => setOpen(null)}
        >
          Sessions that use its text keep it.
        </ConfirmDialog>
      )}
    </li>
  );
}

function Rename({ template, onClose }: { template: Template; onClose: () => void }) {
  const client = useQueryClient();
  const [title, setTitle] = useState(template.title);
  const change = useChangeTemplates(useCurrentUser()._id);
  const isEmpty = title.trim() === '';
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.querySelector('input')?.select(), []);
  return (
    <form
      ref={formRef}
      className={styles.rename}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (areTemplatesChanging(client) || isEmpty) return;
        change.mutate({ kind: 'rename', id: template._id, title: title.trim() }, { onSuccess: onClose });
      }}
    >
      <TextInput
        label="New title"
        maxLength={limits.sessionTitleMax}
        value={title}
        error={isEmpty ? 'A title is required' : undefined}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <div className={styles.choices}>
        <Button type="submit" look="primary" isBusy={change.isPending}>
          Save title
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
