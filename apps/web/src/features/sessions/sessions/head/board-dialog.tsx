import { boards } from '@boathouse/contract/sessions/boards';
import type { Session } from '@boathouse/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../../lib/api.ts';
import { formatDayAndTime } from '../../../../lib/format.ts';
import { SecretLinkDialog } from '../../../people/links/index.ts';

/** Makes, replaces and revokes the link of a session's board. */
export function BoardDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const params = { id: session._id };

  return (
    <SecretLinkDialog
      words={{
        title: 'Board for a television',
        about:
          'The board shows the lanes and the ranking in large type. ' +
          'Anyone with its link sees names and results, without an account.',
        noun: 'board',
        codeTitle: "QR code of the board's link",
        sayDate: (date, isShown) =>
          isShown
            ? null
            : `A link was made ${formatDayAndTime(date)}. It can't be shown again; a new one replaces it.`,
        revokeLabel: 'Revoke',
        revoked: 'Board closed',
      }}
      calls={{
        query: queryOptions({
          queryKey: ['boards', 'of session', session._id],
          queryFn: ({ signal }) => callApi(boards.ofSession, { params }, { signal }),
        }),
        dateOf: ({ createdAt }) => createdAt,
        create: async () => {
          const { key, createdAt } = await callApi(boards.create, { params });
          return { link: new URL(`/boards/${key}`, location.href).href, state: { createdAt } };
        },
        revoke: () => callApi(boards.revoke, { params }),
      }}
      onClose={onClose}
    />
  );
}
