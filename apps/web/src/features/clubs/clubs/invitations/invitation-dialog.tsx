import { invitations } from '@boathouse/contract/clubs/invitations';
import type { Club } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import { callApi } from '../../../../lib/api.ts';
import { formatDayAndTime } from '../../../../lib/format.ts';
import { invitationLink } from '../../../../lib/invitation.ts';
import { SecretLinkDialog } from '../../../people/links/index.ts';
import { invitationOf } from './api.ts';

type DialogProps = { club: Club; onClose: () => void };

/** Makes, replaces and switches off the link that makes members. */
export function InvitationDialog({ club, onClose }: DialogProps) {
  const params = { id: club._id };

  return (
    <SecretLinkDialog
      words={{
        title: `Invite to ${club.name}`,
        about:
          'Anyone with an account who opens the link can join at once, without a request. ' +
          `It ends after ${limits.clubInvitationDays} days, and when a member is removed.`,
        noun: 'invitation',
        codeTitle: 'QR code of the invitation link',
        sayDate: (date, isShown) =>
          isShown
            ? `Valid until ${formatDayAndTime(date)}. Copy it now: it can't be shown again.`
            : `A link is valid until ${formatDayAndTime(date)}. It can't be shown again; a new one replaces it.`,
        revokeLabel: 'Switch off',
        revoked: 'Invitation link switched off',
      }}
      calls={{
        query: invitationOf(club._id),
        dateOf: ({ expiresAt }) => expiresAt,
        create: async () => {
          const { key, expiresAt } = await callApi(invitations.create, { params });
          return { link: invitationLink(key), state: { expiresAt } };
        },
        revoke: () => callApi(invitations.revoke, { params }),
      }}
      onClose={onClose}
    />
  );
}
