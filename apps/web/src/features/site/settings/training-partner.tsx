import type { User } from '@boathouse/contract/users';
import { NativeSelect } from '../../../ui/field/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast, showToastAfterReload } from '../../../ui/toast-store.ts';
import { possiblePartners, useSaveTrainingPartner } from './api.ts';
import styles from './settings.module.css';

/**
 * Reloads the page after a change, because every figure that is compared with a partner depends on it. A page that the
 * user has opened in the meantime is not reloaded.
 */
export function TrainingPartner({ user }: { user: User }) {
  const { data: people, isError } = useQuery(possiblePartners(user._id));
  const [chosen, setChosen] = useState('');
  const selectRef = useRef<HTMLSelectElement>(null);
  const save = useSaveTrainingPartner(user);
  const isRemoving = save.isPending && save.variables === null;
  const isSetting = save.isPending && save.variables !== null;
  const partner = user.trainingPartner;

  function change(wanted: string | null) {
    if (save.isPending) return;
    save.mutate(wanted, {
      onSuccess: ({ message }) => {
        showToastAfterReload(message);
        location.reload();
      },
    });
  }

  function set() {
    if (chosen === '') {
      showErrorToast('Please select a training partner first', { action: 'training partner' });
      selectRef.current?.focus();
      return;
    }
    change(chosen);
  }

  return (
    <div className={styles.partner}>
      {partner && (
        <div className={styles.person}>
          <Avatar name={partner.displayName} imageURL={partner.iconURL} size={44} />
          <p>
            <strong>{partner.displayName}</strong>
            <span className={styles.note}>Your training partner</span>
          </p>
          <Button isBusy={isRemoving} onClick={() => change(null)}>
            Remove training partner
          </Button>
        </div>
      )}
      <div className={styles.textSetting}>
        <NativeSelect
          ref={selectRef}
          label="Training partner"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: 'Choose an athlete' },
            ...(people ?? [])
              .filter(({ _id }) => _id !== partner?._id)
              .map(({ _id, displayName }) => ({ value: _id, label: displayName })),
          ]}
        />
        <Button look="primary" isBusy={isSetting} onClick={set}>
          Set training partner
        </Button>
      </div>
      <p className={styles.note}>{hintFor(people?.length, isError)}</p>
    </div>
  );
}

function hintFor(count: number | undefined, isError: boolean): string {
  if (count === undefined && isError) return "The athletes to choose from couldn't be loaded.";
  if (count === 0)
    return 'You can choose among the athletes you follow and those who follow you. There are none yet.';
  return 'An athlete you follow, or one who follows you.';
}
