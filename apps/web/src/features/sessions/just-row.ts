import type { Session } from '@boathouse/contract/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { viewerTimeZone } from '../../lib/format.ts';
import { sessionsOfDay, useCreateSession } from './api.ts';
import { beginsAtOnce } from './begin-at-once.ts';

/** As `row/text` reads it: no distance and no time, until the athlete finishes. */
const justRow = 'Just row';

/**
 * Opens a session for the viewer alone, with nothing to fill in and its instructions open: the one made before today, or a
 * new one.
 */
export function useJustRow(userId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useCreateSession();
  const open = ({ _id }: Session) => void navigate(`/sessions/${_id}`, { state: beginsAtOnce });

  function start() {
    const timeZone = viewerTimeZone();
    const today = Temporal.Now.plainDateISO(timeZone);
    const made = client
      .getQueryData(sessionsOfDay(userId, today, timeZone).queryKey)
      ?.findLast((session) => isJustRowOf(userId, session));
    if (made !== undefined) return open(made);
    create.mutate(
      {
        title: justRow,
        hostUser: userId,
        startAt: new Date().toISOString(),
        isAccessibleByLink: false,
        workoutItems: [justRow],
      },
      { onSuccess: open },
    );
  }
  return { start, isStarting: create.isPending };
}

function isJustRowOf(userId: string, session: Session): boolean {
  const { title, hostUser, club, isAccessibleByLink, workoutItems } = session;
  return (
    title === justRow &&
    hostUser._id === userId &&
    club === null &&
    !isAccessibleByLink &&
    workoutItems.length === 1 &&
    workoutItems[0] === justRow
  );
}
