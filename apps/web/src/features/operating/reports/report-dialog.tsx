import {
  reportReasons,
  reports,
  type ReportKind,
  type ReportReason,
} from '@boathouse/contract/administration/reports';
import { limits } from '@boathouse/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { useDraft } from '../../../lib/unsaved/draft.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Textarea } from '../../../ui/field/field.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { reasonWords } from './reason-words.ts';
import styles from './report-dialog.module.css';

/** The reported thing. */
export type ReportTarget = {
  kind: ReportKind;
  id: string;
  /** The name of the author, the athlete or the club. */
  name: string;
};

const choices = reportReasons.map((value) => ({ value, ...reasonWords[value] }));

const titleOf = {
  comment: (name) => `Report this comment of ${name}?`,
  user: (name) => `Report the profile of ${name}?`,
  club: (name) => `Report the club ${name}?`,
} as const satisfies Record<ReportKind, (name: string) => string>;

/** A reason and a text to the administrators. Keeps the input until it is sent or canceled. */
export function ReportDialog({ target, onClose }: { target: ReportTarget; onClose: () => void }) {
  const { kind, id, name } = target;
  const draft = useReportDraft(id);
  const [reason, setReason] = useState(draft.reason);
  const [text, setText] = useState(draft.text);
  const [isMissing, setIsMissing] = useState(false);
  const send = useSend(target, onClose);

  function submit(): void {
    const lacksWords = reason === 'other' && text.trim() === '';
    setIsMissing(lacksWords);
    if (!lacksWords && !send.isPending) send.mutate({ kind, id, reason, text: text.trim() });
  }

  return (
    <Dialog title={titleOf[kind](name)} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>
          The administrators of this server see your report and your name.{' '}
          {kind === 'club' ? 'The club' : name} is not told who reported.
        </p>
        <ChoiceCards
          label="What is wrong?"
          choices={choices}
          chosen={reason}
          onChoose={(chosen) => {
            setReason(chosen);
            draft.keepReason(chosen);
          }}
        />
        <Textarea
          label={reason === 'other' ? 'What is wrong' : 'More about it (optional)'}
          withAsterisk={reason === 'other'}
          aria-required={reason === 'other'}
          dir="auto"
          rows={3}
          maxLength={limits.reportTextMax}
          value={text}
          readOnly={send.isPending}
          error={isMissing && text.trim() === '' ? 'Say what is wrong' : null}
          onChange={(event) => {
            setText(event.currentTarget.value);
            draft.keepText(event.currentTarget.value);
          }}
        />
        {send.isError && (
          <p role="alert" className={styles.problem}>
            Your report was not sent. {messageOf(send.error)}
          </p>
        )}
        <div className={styles.actions}>
          <Button
            onClick={() => {
              draft.clear();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" look="primary" isBusy={send.isPending}>
            Send report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type NewReport = ReportTarget & { reason: ReportReason; text: string };

/** Sends a report; shows the outcome even if the dialog is closed in the meantime. */
function useSend({ id }: ReportTarget, onSent: () => void) {
  const action = `report ${id}`;
  const draft = useReportDraft(id);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: (body: Omit<NewReport, 'name'>) => callApi(reports.create, { body }),
    onSuccess: ({ message }) => {
      draft.clear();
      showToast(message, action);
      if (isOpen.current) onSent();
    },
    onError: (error) => {
      // The open dialog shows it beside the button.
      if (!isOpen.current) showErrorToast(`Your report was not sent. ${messageOf(error)}`, { action });
    },
  });
}

function useReportDraft(id: string) {
  const text = useDraft('report', id);
  const reason = useDraft('report-reason', id);
  return {
    text: text.read() ?? '',
    reason: reportReasons.find((each) => each === reason.read()) ?? 'offensive',
    keepText: text.keep,
    keepReason: reason.keep,
    clear: () => {
      text.keep(null);
      reason.keep(null);
    },
  };
}
