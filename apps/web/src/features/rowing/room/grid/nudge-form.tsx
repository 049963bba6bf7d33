import type { UserRef } from '@boathouse/contract/users';
import { limits } from '@boathouse/contract/limits';
import { liveEvents, type Answer } from '@boathouse/contract/live';
import { NudgeTextSchema, type Nudge } from '@boathouse/contract/live/nudges';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { closeErrors, showErrorToast } from '../../../../ui/toast-store.ts';
import type { LiveRoom } from '../live-room.ts';
import { useRooms } from '../room-provider.tsx';
import styles from './nudge-form.module.css';

/** The most usual nudges of coaches, with one press. */
const usualNudges = ['Rate up', 'Rate down', 'Sit up', 'Longer', 'Relax', 'Push now'];

type NudgeFormProps = { room: LiveRoom; activityId: string; athlete: UserRef };

/** Sends an athlete in progress a short text, which the cockpit shows large for some seconds. */
export function NudgeForm({ room, activityId, athlete }: NudgeFormProps) {
  const { ask } = useRooms();
  const [text, setText] = useState('');
  const [sending, setSending] = useState<string | null>(null);
  const [sent, setSent] = useState('');
  const noteId = useId();
  const action = `nudge ${activityId}`;
  const excess = text.trim().length - limits.nudgeMax;
  const isSendable = sending === null && NudgeTextSchema.safeParse(text).success;

  async function send(words: string, isTyped: boolean) {
    setSending(words);
    // A screen reader then reads the same words again.
    setSent('');
    const problem = await problemIn(room, athlete.displayName, () =>
      ask(room.id, liveEvents.nudge, { room: room.id, activity: activityId, text: words } satisfies Nudge),
    );
    setSending(null);
    if (problem !== null) return showErrorToast(problem, { action });
    closeErrors(action);
    setSent(`Sent: ${words.trim()}`);
    if (isTyped) setText((now) => (now === words ? '' : now));
  }
  return (
    <form
      className={styles.form}
      aria-label={`Nudge ${athlete.displayName}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSendable) void send(text, true);
      }}
    >
      <p id={noteId} className={styles.head} data-over={excess > 0}>
        <strong>Nudge</strong>{' '}
        <span role="status">
          {excess > 0 ? `${excess} too many: a nudge has at most ${limits.nudgeMax} characters` : sent}
        </span>
        {excess <= 0 && sent === '' && 'Shown large to the athlete for 8 s'}
      </p>
      <div className={styles.usual}>
        {usualNudges.map((words) => (
          <Button
            key={words}
            isBusy={sending === words}
            onClick={() => sending === null && void send(words, false)}
          >
            {words}
          </Button>
        ))}
      </div>
      <div className={styles.typed}>
        <input
          aria-label={`Nudge to ${athlete.displayName}`}
          aria-describedby={noteId}
          aria-invalid={excess > 0 || undefined}
          dir="auto"
          placeholder="Rate 22"
          autoComplete="off"
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {/* Disabling it would remove the focus. */}
        <Button
          type="submit"
          look="primary"
          aria-disabled={!isSendable || undefined}
          isBusy={sending !== null && sending === text}
        >
          Send
        </Button>
      </div>
    </form>
  );
}

/** Returns the reason for a failed nudge, as a text for its sender; null if it was sent. */
async function problemIn(room: LiveRoom, name: string, ask: () => Promise<Answer>): Promise<string | null> {
  if (room.getStatus().state !== 'connected') {
    return 'The server is not connected. Your nudge was not sent.';
  }
  let answer: Answer;
  try {
    answer = await ask();
  } catch (error) {
    console.info('A nudge got no answer', error);
    return "The server didn't respond. Your nudge may not have been sent.";
  }
  return answer.ok ? null : refusalWords(answer.refusal, name);
}

type NudgeRefusal = Extract<Answer, { ok: false }>['refusal'];

function refusalWords({ code, message }: NudgeRefusal, name: string): string {
  switch (code) {
    case 'completed':
    case 'not_found':
      return `${name} is not rowing any more. Your nudge was not sent.`;
    case 'not_present':
      return `${name} has no page open in this session. Your nudge was not sent.`;
    case 'too_many_events':
      return 'You are sending nudges too fast. Wait a few seconds, then send it again.';
    case 'not_joined':
      return "You are not in this session's room yet. Send it again in a moment.";
    default:
      return `Your nudge was not sent. ${message}`;
  }
}
