import { visibilities, type OwnUser, type UserRef, type Visibility } from '@boathouse/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { blockedBy, useSetBlock } from '../../people/users/index.ts';
import { useSaveVisibility } from './api.ts';
import styles from './privacy.module.css';
import { visibilityLabels } from './visibility-labels.ts';

const notes = {
  everyone: 'Everyone who is logged in.',
  connections: 'Others can no longer begin to follow you, unless you follow them.',
  clubs: 'Not those who only follow you.',
  me: 'No one finds you, either.',
} as const satisfies Record<Visibility, string>;

/** The audience of the user, and the users whom they have blocked. */
export function Privacy({ user }: { user: OwnUser }) {
  return (
    <>
      <VisibilityChoice user={user} />
      <Blocked userId={user._id} />
    </>
  );
}

function VisibilityChoice({ user }: { user: OwnUser }) {
  const name = useId();
  const save = useSaveVisibility(user);
  const chosen = save.isPending ? save.variables : user.visibility;
  return (
    <div>
      <FieldGroup label="Who sees my profile and activities" className={styles.choices}>
        {visibilities.map((visibility) => (
          <label key={visibility} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={visibility}
              checked={visibility === chosen}
              onChange={() => save.mutate(visibility)}
            />
            <span>
              {visibilityLabels[visibility]}
              <span className={styles.note}>{notes[visibility]}</span>
            </span>
          </label>
        ))}
      </FieldGroup>
      <p className={styles.note}>
        This also decides who sees your statistics, finds you by name, and comments on your activities.
      </p>
      <details className={styles.more}>
        <summary>What others see in sessions and clubs</summary>
        <ul>
          <li>In a session, everyone who may open it sees you row, and its result.</li>
          <li>Your club, the host and those who row with you can open that result.</li>
          <li>A session's board has your name only if everyone here may see you.</li>
          <li>Comments that you write show your name.</li>
          <li>The member lists of your clubs show your name to their members.</li>
        </ul>
      </details>
    </div>
  );
}

function Blocked({ userId }: { userId: string }) {
  const { data: blocked, isError, refetch } = useQuery(blockedBy(userId));
  const headingId = useId();
  const sectionRef = useRef<HTMLElement>(null);
  useRowFocus(sectionRef, [blocked]);
  return (
    <section ref={sectionRef} tabIndex={-1} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Blocked athletes
      </h3>
      {blocked === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>This list couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading the athletes you have blocked" lines={1} />
        )
      ) : blocked.length === 0 ? (
        <p className={styles.note}>You haven't blocked anyone. You can block an athlete on their profile.</p>
      ) : (
        <ul className={styles.blocked}>
          {blocked.map((person) => (
            <BlockedPerson key={person._id} person={person} userId={userId} />
          ))}
        </ul>
      )}
    </section>
  );
}

function BlockedPerson({ person, userId }: { person: UserRef; userId: string }) {
  const set = useSetBlock(userId, person);
  return (
    <li data-row={person._id}>
      <Avatar name={person.displayName} imageURL={person.iconURL} size={44} />
      <strong>{person.displayName}</strong>
      <Button
        isBusy={set.isPending}
        aria-label={`Unblock ${person.displayName}`}
        onClick={() => set.mutate(false)}
      >
        Unblock
      </Button>
    </li>
  );
}
