import { limits } from '@boathouse/contract/limits';
import { Textarea } from '../../../ui/field/field.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { useDraft } from '../../../lib/unsaved/draft.ts';
import { useUnloadWarning } from '../../../lib/unsaved/unload-warning.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../../../ui/field/text-form.module.css';

/** Shows the remaining characters from this many on. */
const nearTheEnd = 50;

type MessageFormProps = {
  /** The id of the activity or comment that the message is for. */
  parent: string;
  label: string;
  /** Label of the button. */
  submit: string;
  /** Focuses the field on mount. */
  hasFocus?: boolean;
  /** Resolves to whether the message was saved; if not, the form keeps the text, even until it is opened again. */
  onSubmit: (message: string) => Promise<boolean>;
  onCancel?: () => void;
};

export function MessageForm(props: MessageFormProps) {
  const { parent, label, submit, hasFocus = false, onSubmit, onCancel } = props;
  const draft = useDraft('comment', parent);
  const [message, setMessage] = useState(() => draft.read() ?? '');
  const [isSaving, setIsSaving] = useState(false);
  useUnloadWarning(message.trim() !== '');
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const leftId = useId();
  const left = limits.commentMax - message.length;
  const isNearTheEnd = left <= nearTheEnd;

  useEffect(() => {
    if (hasFocus) fieldRef.current?.focus();
  }, [hasFocus]);

  async function save() {
    if (isSaving || message.trim() === '') return;
    setIsSaving(true);
    draft.keep(null);
    const isSaved = await onSubmit(message.trim());
    setIsSaving(false);
    if (!isSaved) {
      // The user may have come back in the meantime, and may be typing.
      if (!draft.read()) draft.keep(message);
      return;
    }
    setMessage('');
    // The button is about to be disabled and would lose the focus.
    fieldRef.current?.focus();
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
        ref={fieldRef}
        aria-label={label}
        dir="auto"
        placeholder={label}
        rows={2}
        required
        maxLength={limits.commentMax}
        value={message}
        readOnly={isSaving}
        {...(isNearTheEnd ? { 'aria-describedby': leftId } : {})}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          draft.keep(event.currentTarget.value);
        }}
      />
      <div className={styles.actions}>
        {isNearTheEnd && (
          <span id={leftId} className={styles.left}>
            {left === 1 ? '1 character left' : `${left} characters left`}
          </span>
        )}
        {onCancel && (
          <Button
            look="quiet"
            onClick={() => {
              draft.keep(null);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" look="primary" isBusy={isSaving} disabled={message.trim() === ''}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
