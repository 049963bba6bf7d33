import type { SignUpMode } from '@boathouse/contract/administration/sign-up';
import type { InstallationSettings as Settings } from '@boathouse/contract/administration/calls';
import { limits } from '@boathouse/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDayAndTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import { NativeSelect } from '../../../ui/field/field.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { settingsQuery, useChangeSettings, useCreateInvitation, useEndInvitation } from './api.ts';
import styles from './administration.module.css';
import { OnceLinkDialog } from './once-link-dialog.tsx';

const choices: ReadonlyArray<{ value: SignUpMode; label: string; meaning: string }> = [
  { value: 'open', label: 'Everyone', meaning: 'Anyone who can open this address can sign up' },
  {
    value: 'invitation',
    label: 'By invitation',
    meaning: 'Only with a link that you make below; the invitation of a club is not enough',
  },
  { value: 'closed', label: 'No one', meaning: 'There are no new accounts, and links do not work' },
];

export function InstallationSettings() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery);
  const change = useChangeSettings();
  if (settings === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The settings couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the settings" />
    );
  }
  return (
    <>
      <ChoiceCards
        label="Who may sign up"
        choices={choices}
        chosen={change.isPending ? change.variables.signUp : settings.signUp}
        onChoose={(signUp) => change.mutate({ signUp })}
      />
      {settings.signUp !== 'closed' && <Invitations invitations={settings.invitations} />}
    </>
  );
}

const reaches = [
  { value: 'one', label: 'One person' },
  { value: 'many', label: 'Any number of people' },
];
const dayChoices = [1, limits.signUpInvitationDays, 30, limits.signUpInvitationDaysMax];

function Invitations({ invitations }: Pick<Settings, 'invitations'>) {
  const [reach, setReach] = useState('one');
  const [days, setDays] = useState(limits.signUpInvitationDays as number);
  const create = useCreateInvitation();
  const end = useEndInvitation();
  return (
    <section className={styles.part} aria-labelledby="sign-up-links">
      <h3 id="sign-up-links">Links to sign up</h3>
      <div className={styles.form}>
        <NativeSelect
          label="For"
          data={reaches}
          value={reach}
          onChange={(event) => setReach(event.currentTarget.value)}
        />
        <NativeSelect
          label="Valid for"
          data={dayChoices.map((day) => ({ value: `${day}`, label: day === 1 ? '1 day' : `${day} days` }))}
          value={`${days}`}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        <Button isBusy={create.isPending} onClick={() => create.mutate({ isForOne: reach === 'one', days })}>
          Make a link
        </Button>
      </div>
      {invitations.length === 0 ? (
        <p className={styles.note}>No link is valid now.</p>
      ) : (
        <ul className={styles.rows}>
          {invitations.map(({ _id, usesLeft, uses, by, expiresAt, createdAt }) => (
            <li key={_id} className={styles.row} data-row={_id}>
              <span className={styles.subject}>
                <strong>{usesLeft === null ? 'For any number of people' : 'For one person'}</strong>
                <span className={styles.note}>
                  Until {formatDayAndTime(expiresAt)}, made {formatDayAndTime(createdAt)} by {by}
                  {uses > 0 && `, used ${formatCount(uses)} ${uses === 1 ? 'time' : 'times'}`}
                </span>
              </span>
              <Button
                look="quiet"
                isBusy={end.isPending && end.variables === _id}
                onClick={() => end.mutate(_id)}
              >
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
      {create.data && (
        <OnceLinkDialog
          title="A link to sign up"
          about="Anyone who opens it can make an account here. Send it only to people you know."
          link={signUpLink(create.data.key)}
          expiresAt={create.data.expiresAt}
          isForOne={create.variables.isForOne}
          onClose={() => create.reset()}
        />
      )}
    </section>
  );
}

/** The key is in the fragment, which browsers send to no server. `lib/invitation.ts` reads it. */
function signUpLink(key: string): string {
  return new URL(`/register#${key}`, location.href).href;
}
