import { limits } from '@boathouse/contract/limits';
import { attendance } from '@boathouse/contract/sessions/attendance';
import type { UserRef } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { namesInWords } from '../../../lib/names-in-words.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';
import { useCurrentUser } from '../../auth/index.ts';
import styles from './attendance-panel.module.css';

type AttendancePanelProps = {
  sessionId: string;
  /** Whether to say so is what comes next on this page. */
  isNext: boolean;
};

function attendanceOf(sessionId: string) {
  return queryOptions({
    queryKey: ['attendance', sessionId],
    ...apiQuery(attendance.ofSession, { params: { id: sessionId } }),
    refetchInterval: limits.sessionPollMs,
  });
}

/** Who will be at a session that is planned, and the viewer's own word. */
export function AttendancePanel({ sessionId, isNext }: AttendancePanelProps) {
  const me = useCurrentUser();
  const client = useQueryClient();
  const query = attendanceOf(sessionId);
  const { data: people, isError } = useQuery(query);
  const action = `attendance ${sessionId}`;
  const change = useMutation({
    mutationFn: (isComing: boolean) =>
      callApi(isComing ? attendance.say : attendance.takeBack, { params: { id: sessionId } }),
    onSuccess: (listed) => {
      closeErrors(action);
      client.setQueryData(query.queryKey, listed);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
  const isComing = people?.some(({ _id }) => _id === me._id) ?? false;
  return (
    <section aria-label="Who will be there" className={styles.attendance}>
      <Button
        size="touch"
        look={isNext && !isComing ? 'primary' : 'plain'}
        aria-pressed={isComing}
        isBusy={change.isPending}
        onClick={() => change.mutate(!isComing)}
      >
        I'll be there
      </Button>
      <p role="status">
        {people === undefined ? isError && "Who will be there couldn't be loaded." : wordsOf(people, me._id)}
      </p>
      {people && people.length > 0 && (
        <div className={styles.faces} aria-hidden="true">
          {people.slice(0, facesMax).map(({ _id, displayName, iconURL }) => (
            <Avatar key={_id} name={displayName} imageURL={iconURL} />
          ))}
        </div>
      )}
    </section>
  );
}

const facesMax = 8;
const namesMax = 6;

/** `You, Ann and Ben will be there.`; the viewer first. */
function wordsOf(people: readonly UserRef[], viewerId: string): string {
  if (people.length === 0) return 'No one has said yet who will be there.';
  const others = people.filter(({ _id }) => _id !== viewerId).map(({ displayName }) => displayName);
  const names = others.length < people.length ? ['You', ...others] : others;
  return `${namesInWords(names, namesMax)} will be there.`;
}
