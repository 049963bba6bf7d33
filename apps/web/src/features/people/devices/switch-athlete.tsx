import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { LoginForm, useCurrentUser } from '../auth/index.ts';
import { deviceMembersQuery } from './api.ts';
import { MemberForm } from './member-form.tsx';
import styles from './who-rows.module.css';
import { Members } from './who-rows.tsx';

/**
 * Asks who rows next. Until that athlete is logged in, the present one stays: the server ends the previous login with
 * the new one, and the gate then leaves its pages.
 */
export function SwitchAthlete({ onClose }: { onClose: () => void }) {
  const me = useCurrentUser();
  const { data, isError, refetch } = useQuery(deviceMembersQuery);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isOther, setIsOther] = useState(false);
  const others = data?.filter(({ _id }) => _id !== me._id);
  const chosen = others?.find(({ _id }) => _id === chosenId);
  return (
    <Dialog title="Who rows?" width="narrow" onClose={onClose}>
      {chosen !== undefined ? (
        <MemberForm key={chosen._id} member={chosen} isInDialog onBack={() => setChosenId(null)} />
      ) : isOther ? (
        <div className={styles.part}>
          <LoginForm title={null} />
          <Button onClick={() => setIsOther(false)}>Back to the list</Button>
        </div>
      ) : (
        <div className={styles.part}>
          {others !== undefined ? (
            <Members members={others} onChoose={setChosenId} />
          ) : isError ? (
            <Unavailable onRetry={() => void refetch()}>
              The list of this device couldn't be loaded. Changing over needs the server. You stay logged in.
            </Unavailable>
          ) : (
            <Loading label="Loading the list of this device" />
          )}
          <Button onClick={() => setIsOther(true)}>Another athlete</Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      )}
    </Dialog>
  );
}
