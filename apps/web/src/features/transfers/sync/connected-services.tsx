import {
  syncServiceNames,
  type SyncConnection,
  type SyncService,
  type SyncServiceState,
} from '@boathouse/contract/sync/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { refusalOf } from '../../../lib/api.ts';
import { formatWhen } from '../../../lib/format.ts';
import { useAtNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field/field.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import {
  syncQuery,
  useChangeConnection,
  useConnect,
  useDisconnect,
  useImportNow,
  useLogIn,
  type Choices,
} from './api.ts';
import styles from './sync.module.css';
import { UploadLine } from './upload-line.tsx';

const keyFields: Readonly<Record<SyncService, { label: string; where: string }>> = {
  intervals: { label: 'API key', where: 'At intervals.icu: Settings, Developer Settings.' },
  logbook: { label: 'Personal token', where: 'In the Logbook: Edit Profile, Applications.' },
};

/** The services that the user exchanges activities with, and the latest uploads. */
export function ConnectedServices({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(syncQuery(userId));
  useLoginOutcome();
  if (data === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The connected services couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the connected services" lines={3} />
    );
  }
  const { services, uploads } = data;
  return (
    <div className={styles.services}>
      {services.length === 0 && <p className={styles.note}>This server offers no services to connect.</p>}
      {services.map((state) => (
        <Service key={state.service} userId={userId} state={state} />
      ))}
      {uploads.length > 0 && (
        <section className={styles.service}>
          <h3>Sent lately</h3>
          <ul className={styles.uploads}>
            {uploads.map((upload) => {
              const { service, activity } = upload;
              const name = syncServiceNames[service];
              return (
                <UploadLine
                  key={`${service} ${activity._id}`}
                  userId={userId}
                  upload={upload}
                  of={`${activity.title} to ${name}`}
                >
                  <Link to={`/activities/${activity._id}`}>
                    <bdi>{activity.title}</bdi>
                  </Link>
                  <SentLine at={activity.createdAt} to={name} />
                </UploadLine>
              );
            })}
          </ul>
        </section>
      )}
    </div>
  );
}

function SentLine({ at, to }: { at: string; to: string }) {
  const when = useAtNow((nowMs) => formatWhen(at, nowMs));
  return <span className={styles.note}>{`${when}, ${to}`}</span>;
}

function Service({ userId, state }: { userId: string; state: SyncServiceState }) {
  const { service, connection } = state;
  const headingId = useId();
  const sectionRef = useRef<HTMLElement>(null);
  // The form disappears after connecting, and the connection's panel after disconnecting.
  useRowFocus(sectionRef, [connection]);
  return (
    <section ref={sectionRef} tabIndex={-1} aria-labelledby={headingId} className={styles.service}>
      <h3 id={headingId}>{syncServiceNames[service]}</h3>
      {connection !== null && <Connection userId={userId} state={state} connection={connection} />}
      {connection?.state !== 'on' && <ConnectForm userId={userId} state={state} />}
    </section>
  );
}

type ConnectionProps = { userId: string; state: SyncServiceState; connection: SyncConnection };

function Connection({ userId, state: { service, canImport }, connection }: ConnectionProps) {
  const change = useChangeConnection(userId, service);
  const disconnect = useDisconnect(userId, service);
  const importNow = useImportNow(userId, service);
  const { accountName, succeededAt, problem, isImporting } = connection;
  const isOn = connection.state === 'on';
  const last = useAtNow((nowMs) =>
    succeededAt === null ? '' : `. Last success: ${formatWhen(succeededAt, nowMs)}`,
  );
  return (
    <>
      <p className={styles.note}>
        {accountName === null ? 'Connected' : `Connected as ${accountName}`}
        {last}
      </p>
      {problem !== null && (
        <p role="status" className={styles.problem}>
          {problem}
        </p>
      )}
      {isOn && (
        <Switches
          {...{ service, canImport }}
          choices={connection}
          onChange={(changed) => change.mutate(changed)}
        />
      )}
      <div className={styles.actions}>
        {isOn && connection.imports && (
          <Button isBusy={isImporting || importNow.isPending} onClick={() => importNow.mutate(undefined)}>
            {isImporting ? 'Importing…' : 'Import now'}
          </Button>
        )}
        <Button
          isBusy={disconnect.isPending}
          aria-label={`Disconnect ${syncServiceNames[service]}`}
          onClick={() => disconnect.mutate(undefined)}
        >
          Disconnect
        </Button>
      </div>
    </>
  );
}

function ConnectForm({ userId, state }: { userId: string; state: SyncServiceState }) {
  const { service, offersLogin, canImport, connection } = state;
  const [key, setKey] = useState('');
  const [choices, setChoices] = useState<Choices>(() => ({
    // The Logbook already has most rows from the monitor's own app.
    uploads: connection?.uploads ?? !canImport,
    imports: connection?.imports ?? canImport,
    weightClass: connection?.weightClass ?? 'H',
  }));
  const [isChecked, setIsChecked] = useState(false);
  const connect = useConnect(userId, service);
  const logIn = useLogIn(service);
  const { label, where } = keyFields[service];
  const missing = isChecked && key.trim() === '' ? `${label} is required` : null;
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (key.trim() !== '' && !connect.isPending) connect.mutate({ ...choices, key });
      }}
    >
      <Switches
        {...{ service, canImport, choices }}
        onChange={(changed) => setChoices((now) => ({ ...now, ...changed }))}
      />
      {offersLogin && (
        <div className={styles.actions}>
          <Button look="primary" isBusy={logIn.isPending} onClick={() => logIn.mutate(choices)}>
            {`Log in at ${syncServiceNames[service]}`}
          </Button>
        </div>
      )}
      <TextInput
        label={label}
        description={`${where} It is stored encrypted, and not shown again.`}
        type="password"
        autoComplete="off"
        value={key}
        error={missing ?? (connect.isError ? refusalOf(connect.error) : null)}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          look={offersLogin ? 'plain' : 'primary'}
          isBusy={connect.isPending}
          aria-label={`Connect ${syncServiceNames[service]}`}
        >
          Connect
        </Button>
      </div>
    </form>
  );
}

type SwitchesProps = {
  service: SyncService;
  canImport: boolean;
  choices: Choices;
  onChange: (changed: Partial<Choices>) => void;
};

function Switches({ service, canImport, choices, onChange }: SwitchesProps) {
  const name = syncServiceNames[service];
  const radios = useId();
  return (
    <FieldGroup label={`What ${name} is for`} className={styles.form}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={choices.uploads}
          onChange={({ currentTarget: { checked } }) => onChange({ uploads: checked })}
        />
        Send my finished workouts, with heart rates
      </label>
      {canImport && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={choices.imports}
            onChange={({ currentTarget: { checked } }) => onChange({ imports: checked })}
          />
          Import my results every hour
        </label>
      )}
      {service === 'logbook' && choices.uploads && (
        <FieldGroup label="Weight class of what is sent" className={styles.actions}>
          {(['H', 'L'] as const).map((weightClass) => (
            <label key={weightClass} className={styles.check}>
              <input
                type="radio"
                name={radios}
                checked={choices.weightClass === weightClass}
                onChange={() => onChange({ weightClass })}
              />
              {weightClass === 'H' ? 'Heavyweight' : 'Lightweight'}
            </label>
          ))}
        </FieldGroup>
      )}
    </FieldGroup>
  );
}

const loginFailures: Readonly<Record<string, string>> = {
  refused: 'The Concept2 Logbook was not connected: the login there was refused.',
  expired: 'The Concept2 Logbook was not connected: the login took too long, or began in another browser.',
  failed: "The Concept2 Logbook couldn't be connected: it did not answer. Try again later.",
};

/** Shows how the login at the Logbook ended, from which the browser has returned. */
function useLoginOutcome(): void {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const outcome = search.get('logbook');
  useEffect(() => {
    if (outcome === null) return;
    const failure = loginFailures[outcome];
    if (failure !== undefined) showErrorToast(failure, { action: 'sync logbook' });
    else if (outcome === 'connected') showToast('Connected', 'sync logbook');
    // The hash keeps the section open.
    void navigate({ search: '', hash }, { replace: true, preventScrollReset: true });
  }, [outcome, hash, navigate]);
}
