import { setUpRestore, type RestoreState } from '@boathouse/contract/administration/restore';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { useUnloadWarning } from '../../../lib/unsaved/unload-warning.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FieldFrame, TextInput } from '../../../ui/field/field.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { textOf } from './auth-form.tsx';
import styles from './auth-form.module.css';
import { uploadBackup, waitForRestore } from './restore-backup.ts';
import { checkSetUpCode } from './sign-in-calls.ts';

type Phase =
  | { kind: 'form' }
  | { kind: 'uploading'; sentBytes: number; totalBytes: number }
  | { kind: 'waiting'; step: RestoreState['step'] }
  | { kind: 'unavailable'; problem: string }
  | { kind: 'done'; note: string | null };

type Problems = { code?: string | undefined; file?: string | undefined; other?: string | undefined };

type Show = { setPhase: (phase: Phase) => void; setProblems: (problems: Problems) => void };

/** Shows the server's steps with the backup, to the end. */
async function follow(
  first: RestoreState['step'],
  signal: AbortSignal,
  { setPhase, setProblems }: Show,
): Promise<void> {
  setPhase({ kind: 'waiting', step: first });
  const end = await waitForRestore((step) => setPhase({ kind: 'waiting', step }), signal);
  if (end.step === 'done') {
    setPhase({ kind: 'done', note: end.problem });
    return;
  }
  setProblems({ other: end.problem ?? 'The backup was not restored.' });
  setPhase({ kind: 'form' });
}

/** Uploads a backup and follows its restore, also that of a page before. */
function useRestore() {
  const [phase, setPhase] = useState<Phase>({ kind: 'form' });
  const [problems, setProblems] = useState<Problems>({});
  const left = useRef(new AbortController());
  useUnloadWarning(phase.kind === 'uploading');

  // A reloaded page continues with the server's present step.
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    const read = async () => {
      const { step, problem } = await callApi(setUpRestore.restoreState, {}, { signal: leaving.signal });
      if (step === 'failed') setProblems({ other: problem ?? undefined });
      else if (step === 'unavailable') setPhase({ kind: 'unavailable', problem: problem ?? '' });
      else if (step !== 'none') await follow(step, leaving.signal, { setPhase, setProblems });
    };
    // If the check gets no response, the form shows the error when it is sent.
    read().catch(() => {});
    return () => left.current.abort();
  }, []);

  async function restore(code: string, file: File): Promise<void> {
    const { signal } = left.current;
    setProblems({});
    setPhase({ kind: 'uploading', sentBytes: 0, totalBytes: file.size });
    try {
      // Checked before the file is sent, which may take long.
      await checkSetUpCode(code);
      const onProgress = (sentBytes: number, totalBytes: number) =>
        setPhase({ kind: 'uploading', sentBytes, totalBytes });
      await uploadBackup(file, { code, onProgress, signal });
      await follow('verifying', signal, { setPhase, setProblems });
    } catch (error) {
      if (signal.aborted) return;
      const isCode = error instanceof ApiError && error.fields.some(({ field }) => field === 'code');
      setProblems({ [isCode ? 'code' : 'other']: messageOf(error) });
      setPhase({ kind: 'form' });
    }
  }

  function cancel() {
    left.current.abort();
    left.current = new AbortController();
    setPhase({ kind: 'form' });
  }

  return { phase, problems, setProblems, restore, cancel };
}

/** Puts a backup into an installation without users. */
export function RestoreFromBackup({ onBack }: { onBack: () => void }) {
  const { phase, problems, setProblems, restore, cancel } = useRestore();

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const code = textOf(values, 'code').trim();
    const file = values.get('file');
    const chosen = file instanceof File && file.name !== '' ? file : null;
    if (code !== '' && chosen !== null) void restore(code, chosen);
    else {
      setProblems({
        ...(code === '' ? { code: "Code in the server's log is required" } : {}),
        ...(chosen === null ? { file: 'Choose a backup' } : {}),
      });
    }
  }

  if (phase.kind === 'done') return <Restored note={phase.note} />;
  const isBusy = phase.kind === 'uploading' || phase.kind === 'waiting';
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <h1>Restore from a backup</h1>
      {phase.kind === 'unavailable' ? (
        <p className={styles.hint}>{phase.problem}</p>
      ) : (
        <>
          <p className={styles.hint}>
            This server gets the users, clubs, results and images of the backup, which is verified before. All
            log in as they did there.
          </p>
          {/* Stays while the server works, so that no input is lost. */}
          <div className={styles.step} hidden={isBusy}>
            <TextInput
              label="Code in the server's log"
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              hint="The server prints it at its start, such as 7KQP-3MZD-9XWF"
              error={problems.code}
            />
            <FieldFrame
              label="Backup"
              hint="A file such as boathouse-nightly-20261124T031500Z.tar.gz"
              error={problems.file}
              required
              id={undefined}
              describedBy={undefined}
            >
              {(control) => <input {...control} type="file" name="file" accept=".gz,.tgz" required />}
            </FieldFrame>
            {problems.other !== undefined && <p role="alert">{problems.other}</p>}
            <Button type="submit" look="primary">
              Restore
            </Button>
          </div>
          <Doing phase={phase} />
          {phase.kind === 'uploading' && <Button onClick={cancel}>Cancel</Button>}
        </>
      )}
      {!isBusy && (
        <Button look="quiet" onClick={onBack}>
          Set up without a backup
        </Button>
      )}
    </form>
  );
}

const stepWords: Readonly<Partial<Record<RestoreState['step'], string>>> = {
  receiving: 'The backup is being uploaded…',
  verifying: 'The backup is uploaded. The server is verifying it, which can take some minutes…',
  restoring: 'The server is putting the backup in place and starts again…',
};

const mebibyte = 1_048_576;

function Doing({ phase }: { phase: Phase }) {
  const words = phase.kind === 'waiting' ? stepWords[phase.step] : undefined;
  return (
    <>
      <p role="status" className={styles.hint}>
        {phase.kind === 'uploading' ? stepWords.receiving : words}
      </p>
      {phase.kind === 'uploading' && (
        <>
          <ProgressBar label="Uploaded" value={phase.sentBytes} max={phase.totalBytes} />
          <p className={styles.hint}>
            {Math.floor(phase.sentBytes / mebibyte)} of {Math.ceil(phase.totalBytes / mebibyte)} MB
          </p>
        </>
      )}
    </>
  );
}

function Restored({ note }: { note: string | null }) {
  return (
    <div className={styles.form}>
      <h1>Restored</h1>
      <p role="status" className={styles.hint}>
        This server has the data of the backup. Log in with an account of it.
      </p>
      {note !== null && <p role="alert">{note}</p>}
      {/* Reloads the page: all its data belongs to the previous installation. */}
      <a href="/login" className={buttonClass('primary')}>
        Log In
      </a>
    </div>
  );
}
