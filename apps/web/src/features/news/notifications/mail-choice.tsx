import { mailKinds, type MailKind } from '@boathouse/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { useCurrentUser } from '../../people/auth/index.ts';
import { mailQuery, useChooseMail } from './api.ts';
import styles from './mail-choice.module.css';

const labels = {
  follow: 'New followers',
  like: 'Likes of my activities',
  comment: 'Comments on my activities, and replies',
  request: 'Requests to join clubs that I manage',
  accepted: 'Requests of mine that are accepted',
  sessionSoon: 'Sessions that start soon',
  sessionChanged: 'Sessions that are moved, deleted or handed over to you',
  entered: 'Results that are entered for me or moved into a session, and refused ones that I entered',
  report: 'Reports to the administrators of this server',
} as const satisfies Record<MailKind, string>;

/** Chooses the kinds of notifications that are mailed to the member. Each choice is stored at once. */
export function MailChoice() {
  const { isAdministrator = false } = useCurrentUser();
  const { data: choice, isError, refetch } = useQuery(mailQuery);
  const choose = useChooseMail();
  if (choice === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>Your email choices couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading your email choices" />
    );
  }
  const { email } = choice;
  const kinds = choose.isPending ? choose.variables : choice.kinds;
  if (email === null) {
    return <p className={styles.note}>This server doesn't know your email address, so it sends no email.</p>;
  }
  const save = (wanted: MailKind[]) => choose.mutate(wanted);
  return (
    <FieldGroup label={`Email to ${email}`} className={styles.kinds}>
      {mailKinds
        .filter((kind) => kind !== 'report' || isAdministrator)
        .map((kind) => (
          <label key={kind} className={styles.kind}>
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={({ currentTarget: { checked } }) =>
                save(mailKinds.filter((each) => (each === kind ? checked : kinds.includes(each))))
              }
            />
            {labels[kind]}
          </label>
        ))}
      <p className={styles.note}>You get at most four emails an hour. The bell shows everything.</p>
    </FieldGroup>
  );
}
