import { ChatTextSchema } from '@boathouse/contract/chat';
import { limits } from '@boathouse/contract/limits';
import { useId, type KeyboardEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ChatChannel } from './chat-log.ts';
import styles from './composer.module.css';

/** Shows the remaining characters from this many on. */
const nearTheEnd = 50;

type ComposerProps = {
  channel: ChatChannel;
  /** Why nothing can be sent now; null if it can. */
  obstacle: string | null;
  /** A note on a message that is sent now; null usually. */
  note: string | null;
  onWrite: (draft: string) => void;
  onSend: () => void;
};

/** Enter sends, Shift+Enter adds a line. */
export function Composer({ channel, obstacle, note, onWrite, onSend }: ComposerProps) {
  const { draft, partner, isSending, problem } = channel;
  const noteId = useId();
  const left = limits.chatMessageMax - draft.trim().length;
  const isSendable = obstacle === null && !isSending && ChatTextSchema.safeParse(draft).success;
  const label = partner === null ? 'Message to everyone' : `Message to ${partner.displayName}`;

  function send() {
    if (isSendable) onSend();
  }
  function sendOnEnter(event: KeyboardEvent) {
    // Enter also confirms a character of an input method editor.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div id={noteId} className={styles.notes}>
        <p role="status" className={styles.why} data-problem={problem !== null}>
          {problem ?? obstacle ?? note}
        </p>
        {left <= nearTheEnd && (
          <p className={styles.left} data-over={left < 0}>
            {leftWords(left)}
          </p>
        )}
      </div>
      <div className={styles.row}>
        <textarea
          aria-label={label}
          aria-describedby={noteId}
          aria-invalid={left < 0 || undefined}
          dir="auto"
          placeholder={label}
          rows={1}
          value={draft}
          enterKeyHint="send"
          onChange={(event) => onWrite(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
        {/* Not disabled, because that would remove its focus. */}
        <Button type="submit" look="primary" aria-disabled={!isSendable || undefined} isBusy={isSending}>
          Send
        </Button>
      </div>
    </form>
  );
}

function leftWords(left: number): string {
  if (left < 0) return left === -1 ? '1 character too many' : `${-left} characters too many`;
  return left === 1 ? '1 character left' : `${left} characters left`;
}
