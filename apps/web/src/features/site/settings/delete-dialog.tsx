import { account, type ClubResults, type Deletion } from '@boathouse/contract/account';
import { formerMemberName, type OwnUser } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { callApi, refusalOf } from '../../../lib/api.ts';
import { forgetEntriesOf } from '../../../lib/outbox/outbox.ts';
import { productQuery } from '../../../lib/product.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceCards } from '../../../ui/choice/choice-cards.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { AnotherUserError, confirmAtProvider, endLogin } from '../../people/auth/index.ts';
import { deleteKeptRows } from '../../rowing/rowing/index.ts';
import { confirmationOf } from './confirmation.ts';
import { ConfirmYourself } from './confirm-yourself.tsx';
import styles from './delete-dialog.module.css';
import { DownloadData } from './download-data.tsx';

const deletionQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'deletion', id],
    queryFn: ({ signal }) => callApi(account.deletion, { params: { id } }, { signal }),
    // Fetched again each time, because its text must be true now.
    staleTime: 0,
    gcTime: 0,
  });

type DialogProps = { user: OwnUser; onClose: () => void };

export function DeleteDialog({ user, onClose }: DialogProps) {
  const deletion = useQuery(deletionQuery(user._id));
  const { data } = deletion;
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <div className={styles.dialog}>
        {data === undefined && deletion.isError && (
          <Unavailable onRetry={() => void deletion.refetch()}>
            The list of what is deleted couldn't be loaded.
          </Unavailable>
        )}
        {data === undefined && !deletion.isError && <Loading label="Loading what would be deleted" />}
        {data !== undefined && data.ownedClubs.length > 0 && (
          <Owned clubs={data.ownedClubs} onClose={onClose} />
        )}
        {data !== undefined && data.ownedClubs.length === 0 && (
          <Confirm user={user} deletion={data} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function Owned({ clubs, onClose }: { clubs: Deletion['ownedClubs']; onClose: () => void }) {
  return (
    <>
      <p>
        You own {clubs.length === 1 ? 'a club' : `${clubs.length} clubs`}. Transfer the ownership to another
        member first, on the club's Members page:
      </p>
      <ul className={styles.list}>
        {clubs.map(({ _id, name, customURL }) => (
          <li key={_id}>
            <Link to={`/clubs/${customURL}/members`}>{name}</Link>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

const clubResultsChoices = [
  {
    value: 'keep',
    label: 'Keep the figures',
    meaning: `Distance, time, pace and splits stay for the club, by "${formerMemberName}".`,
  },
  { value: 'remove', label: 'Delete them too', meaning: "The club's sessions lose your results." },
] as const;

function Confirm({ user, deletion, onClose }: DialogProps & { deletion: Deletion }) {
  const [clubResults, setClubResults] = useState<ClubResults>('keep');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const provider = useQuery(productQuery).data?.popupSignIn ?? null;
  const detailsId = useId();
  const remove = useRemove(user);
  const byPassword = deletion.confirmBy === 'password';

  function submit() {
    if (remove.isPending) return;
    if (byPassword && password === '') return setProblem('Password is required');
    setProblem(null);
    const confirmation = confirmationOf({ byPassword, password, provider }, deleting);
    if (confirmation !== null) remove.mutate({ clubResults, ...confirmation });
  }

  return (
    <form
      noValidate
      aria-describedby={detailsId}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div id={detailsId}>
        <p>This can't be undone.</p>
        <ul className={styles.list}>
          {consequencesOf(deletion).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      {deletion.clubResults > 0 && (
        <ChoiceCards
          label={`Your ${count(deletion.clubResults, 'result')} in clubs' sessions`}
          choices={clubResultsChoices}
          chosen={clubResults}
          onChoose={setClubResults}
        />
      )}
      <div className={styles.first}>
        <DownloadData />
      </div>
      <ConfirmYourself
        {...{ byPassword, provider, password }}
        action="delete it"
        problem={problem}
        onPassword={setPassword}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" type="submit" isBusy={remove.isPending}>
          {byPassword || provider === null
            ? 'Delete account'
            : `Continue with ${provider} and delete account`}
        </Button>
      </div>
    </form>
  );
}

type Removal = {
  clubResults: ClubResults;
  password?: string;
  /** The sign-in that comes first needs it. */
  popup: { window: Window; provider: string } | null;
};

const deleting = 'delete account';

/** User-visible. */
const rowsLeft =
  'Some of your workouts are still stored in this browser. Close its other tabs, or delete the data of this site.';

/** Deletes the account, after another sign-in if it has a provider. The gate then leads to the landing page. */
function useRemove(user: OwnUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ popup, ...body }: Removal) => {
      if (popup !== null) await confirmAtProvider(client, popup.window, popup.provider);
      return callApi(account.remove, { params: { id: user._id }, body });
    },
    onSuccess: ({ message }) => {
      endLogin(client);
      showToast(message, deleting);
      void deleteKeptRows(user._id).then((isDeleted) => {
        if (!isDeleted) showErrorToast(rowsLeft, { isForAnyPage: true });
      });
      forgetEntriesOf(user.uid).catch((error: unknown) =>
        console.warn('What the deleted account has not sent is still on this device', error),
      );
    },
    onError: (error) =>
      showErrorToast(refusalOf(error), { action: deleting, isForAnyPage: error instanceof AnotherUserError }),
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function consequencesOf({ otherResults, sessions, isRowing }: Deletion): string[] {
  const { toClubOwners, stayWithoutName, removed } = sessions;
  return [
    'Your profile, logins, images, memberships, follows, likes, comments, notifications and totals are deleted.',
    ...(isRowing ? ['Your workout in progress is discarded.'] : []),
    ...(otherResults > 0
      ? [
          `${count(otherResults, 'result')} outside clubs' sessions ${otherResults === 1 ? 'is' : 'are'} deleted.`,
        ]
      : []),
    ...(toClubOwners > 0
      ? [`${count(toClubOwners, 'upcoming session')} of clubs will be hosted by the club's owner.`]
      : []),
    ...(stayWithoutName > 0
      ? [
          `${count(stayWithoutName, 'session')} that you hosted ${stayWithoutName === 1 ? 'stays' : 'stay'} for those who rowed, by "${formerMemberName}".`,
        ]
      : []),
    ...(removed > 0
      ? [`${count(removed, 'other session')} that you host ${removed === 1 ? 'is' : 'are'} deleted.`]
      : []),
  ];
}
