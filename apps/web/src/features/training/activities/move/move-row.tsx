import { moves } from '@boathouse/contract/activities/moves';
import type { Activity } from '@boathouse/contract/activities';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { forgetPlace, placesOf } from './api.ts';
import { MoveDialog } from './move-dialog.tsx';
import styles from './move-row.module.css';

export type MoveRowProps = { activity: Pick<Activity, '_id' | 'session'> };

/** Moves a row that is in no session into one, and moves one out again. */
export function MoveRow({ activity }: MoveRowProps) {
  return activity.session === null ? (
    <IntoASession activityId={activity._id} />
  ) : (
    <OutOfItsSession activityId={activity._id} />
  );
}

/** Renders nothing without a session that it could be moved to. */
function IntoASession({ activityId }: { activityId: string }) {
  const { data: places = [] } = useQuery(placesOf(activityId));
  const [isOpen, setIsOpen] = useState(false);
  const [first] = places;
  if (first === undefined) return null;
  return (
    <Panel title="Session">
      <p className={styles.words}>
        This is in no session. You can make it a result of <bdi>{first.title}</bdi>
        {places.length > 1 && ' or another session of that day'}.
      </p>
      <Button onClick={() => setIsOpen(true)}>Move to the session</Button>
      {isOpen && <MoveDialog activityId={activityId} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function OutOfItsSession({ activityId: id }: { activityId: string }) {
  const client = useQueryClient();
  const takeOut = useMutation({
    mutationFn: () => callApi(moves.takeOut, { params: { id } }),
    onSuccess: () => {
      showToast('Taken out of the session', 'move row');
      return forgetPlace(client);
    },
    onError: (error) => showErrorToast(messageOf(error), { action: 'move row' }),
  });
  return (
    <Panel title="Session">
      <p className={styles.words}>This was rowed without an item, and moved to the session later.</p>
      <Button isBusy={takeOut.isPending} onClick={() => takeOut.isPending || takeOut.mutate()}>
        Take out of the session
      </Button>
    </Panel>
  );
}
