import type { DeviceMember } from '@boathouse/contract/auth/devices';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { deviceMembersQuery } from './api.ts';
import { LogOutEveryone } from './log-out-everyone.tsx';
import { MemberForm } from './member-form.tsx';
import styles from './who-rows.module.css';

/**
 * The log-in page of a shared device: the list of the athletes who chose it. `renderForm` is the usual page, for all
 * others.
 */
export function WhoRows({ renderForm }: { renderForm: () => ReactNode }) {
  const { data: members, isError, refetch } = useQuery(deviceMembersQuery);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isOther, setIsOther] = useState(false);
  if (members?.length === 0) return renderForm();
  if (isOther) {
    return (
      <div className={styles.part}>
        {renderForm()}
        <Button onClick={() => setIsOther(false)}>Back to the list</Button>
      </div>
    );
  }
  const chosen = members?.find(({ _id }) => _id === chosenId);
  if (chosen !== undefined) {
    return <MemberForm key={chosen._id} member={chosen} onBack={() => setChosenId(null)} />;
  }
  return (
    <section tabIndex={-1} className={styles.part}>
      <h1>Who rows?</h1>
      {members === undefined ? (
        isError ? (
          <Unavailable onRetry={() => void refetch()}>
            The list of this device couldn't be loaded. Logging in needs the server. Workouts that aren't sent
            yet stay on this device.
          </Unavailable>
        ) : (
          <Loading label="Loading the list of this device" />
        )
      ) : (
        <Members members={members} onChoose={setChosenId} />
      )}
      <Button onClick={() => setIsOther(true)}>Another athlete</Button>
      {members !== undefined && <LogOutEveryone />}
    </section>
  );
}

type MembersProps = { members: readonly DeviceMember[]; onChoose: (id: string) => void };

/** The members to choose from. */
export function Members({ members, onChoose }: MembersProps) {
  return (
    <ul className={styles.members}>
      {members.map((member) => (
        <Choice key={member._id} member={member} onChoose={() => onChoose(member._id)} />
      ))}
    </ul>
  );
}

function Choice({ member, onChoose }: { member: DeviceMember; onChoose: () => void }) {
  const { displayName, iconURL } = member;
  return (
    <li>
      <button type="button" className={styles.member} onClick={onChoose}>
        <Avatar name={displayName} imageURL={iconURL} size={40} />
        <span dir="auto">{displayName}</span>
      </button>
    </li>
  );
}
