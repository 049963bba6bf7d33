import { limits } from '@boathouse/contract/limits';
import { attendance } from '@boathouse/contract/sessions/attendance';
import type { UserRef } from '@boathouse/contract/users';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../../lib/api-query.ts';
import { callApi, messageOf } from '../../../../lib/api.ts';
import { namesInWords } from '../../../../lib/names-in-words.ts';
import { closeErrors, showErrorToast } from '../../../../ui/toast-store.ts';

function attendanceOf(sessionId: string) {
  return queryOptions({
    queryKey: ['attendance', sessionId],
    ...apiQuery(attendance.ofSession, { params: { id: sessionId } }),
    refetchInterval: limits.sessionPollMs,
  });
}

type Attendance = {
  /** Absent until they are known. */
  people: readonly UserRef[] | undefined;
  isError: boolean;
  isComing: boolean;
  isChanging: boolean;
  /** Stores that the viewer will attend, or removes that. */
  toggle: () => void;
};

/** Returns the participants of a session, and the viewer's own answer. Shows a failed change as a toast. */
export function useAttendance(sessionId: string, viewerId: string): Attendance {
  const client = useQueryClient();
  const query = attendanceOf(sessionId);
  const { data: people, isError } = useQuery(query);
  const action = `attendance ${sessionId}`;
  const change = useMutation({
    mutationFn: (isComing: boolean) =>
      callApi(isComing ? attendance.say : attendance.takeBack, { params: { id: sessionId } }),
    onSuccess: async (listed) => {
      closeErrors(action);
      // A response to an earlier request would restore the old state.
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData(query.queryKey, listed);
    },
    onError: (error) => showErrorToast(messageOf(error), { action }),
  });
  const isComing = people?.some(({ _id }) => _id === viewerId) ?? false;
  return { people, isError, isComing, isChanging: change.isPending, toggle: () => change.mutate(!isComing) };
}

const namesMax = 6;

/** `You, Ann and Ben will be there.`; the viewer first. */
export function attendanceInWords(people: readonly UserRef[], viewerId: string): string {
  if (people.length === 0) return 'No one has said yet who will be there.';
  const others = people.filter(({ _id }) => _id !== viewerId).map(({ displayName }) => displayName);
  const names = others.length < people.length ? ['You', ...others] : others;
  return `${namesInWords(names, namesMax)} will be there.`;
}
