import { moves, type Fit, type Place } from '@boathouse/contract/activities/moves';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { formatDayAndTime, formatWorkout } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { showErrorToast, showToast } from '../../../../ui/toast-store.ts';
import { forgetPlace, placesOf } from './api.ts';
import styles from './move-dialog.module.css';

const fitWords = {
  whole: 'all of it',
  part: 'a part of it',
  other: 'another workout, without a rank',
} as const satisfies Record<Fit, string>;

/** User-visible, beside an item. */
const wordsOf = ({ fit, isTaken }: Place['items'][number]) => (isTaken ? 'already rowed' : fitWords[fit]);

type MoveDialogProps = { activityId: string; onClose: () => void };

/** Lets a user choose the item of a session into which a row is moved. */
export function MoveDialog({ activityId, onClose }: MoveDialogProps) {
  const { data: places, isError, refetch } = useQuery(placesOf(activityId));
  const move = useMove(activityId, onClose);
  return (
    <Dialog title="Move to the session" width="narrow" onClose={onClose}>
      {places?.map((place) => (
        <section key={place._id} aria-label={place.title} className={styles.place}>
          <header>
            <h3 dir="auto">{place.title}</h3>
            <p className={styles.when}>
              <time dateTime={place.startAt}>{formatDayAndTime(place.startAt)}</time>
            </p>
          </header>
          {place.items.map((item) => (
            <Button
              key={item.index}
              size="touch"
              look={!item.isTaken && item.fit !== 'other' ? 'primary' : 'plain'}
              isBusy={move.isPending && move.variables.item === item.index && move.variables.place === place}
              disabled={item.isTaken}
              onClick={() => move.isPending || move.mutate({ place, item: item.index })}
              aria-label={`${formatWorkout(item.workout)}: ${wordsOf(item)}`}
            >
              <span className={styles.item}>
                <bdi>{formatWorkout(item.workout)}</bdi>
                <span className={styles.fit}>{wordsOf(item)}</span>
              </span>
            </Button>
          ))}
        </section>
      ))}
      {places?.length === 0 && <p>There is no session into which you can move this workout.</p>}
      {places === undefined && !isError && <Loading label="Loading the sessions" lines={3} />}
      {places === undefined && isError && (
        <Unavailable onRetry={() => void refetch()}>The sessions couldn't be loaded.</Unavailable>
      )}
      <div className={styles.end}>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

function useMove(id: string, onMoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ place, item }: { place: Place; item: number }) =>
      callApi(moves.move, { params: { id }, body: { session: place._id, workoutItemIndex: item } }),
    onSuccess: (_, { place }) => {
      showToast(`Moved to ${place.title}`, 'move row');
      onMoved();
      return forgetPlace(client);
    },
    onError: (error) => {
      showErrorToast(messageOf(error), { action: 'move row' });
      void client.invalidateQueries({ queryKey: placesOf(id).queryKey });
    },
  });
}
