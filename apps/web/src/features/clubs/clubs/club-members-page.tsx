import { clubRoles, type ClubMembership, type Club } from '@boathouse/contract/clubs';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useRestOfList } from '../../../lib/rest-of-list.ts';
import { LoadMore } from '../../../ui/list/load-more.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { fetchMembersAfter, membershipsOfClub, useChangeMember, type MemberChange } from './api.ts';
import { useClub } from './club-context.tsx';
import styles from './club-members-page.module.css';
import { InviteButton } from './invitations/invite-button.tsx';
import { MemberRow } from './member-row.tsx';
import { actionsOn, isAdmin } from './membership.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

export function ClubMembersPage() {
  const { club } = useClub();
  const { data: memberships, isError, refetch } = useQuery(membershipsOfClub(club._id));
  if (memberships !== undefined) return <Members memberships={memberships} />;
  return isError ? (
    <Unavailable onRetry={() => void refetch()}>The members couldn't be loaded.</Unavailable>
  ) : (
    <Loading label="Loading the members" />
  );
}

function Members({ memberships }: { memberships: readonly ClubMembership[] }) {
  const user = useCurrentUser();
  const { club, membership } = useClub();
  const change = useChangeMember(club, user._id);
  // Here rather than in a row, because the response removes the row, but the dialog stays open for a second.
  const [asked, setAsked] = useState<MemberChange | null>(null);
  const rest = useRestOfList({
    queryKey: membershipsOfClub(club._id).queryKey,
    list: memberships,
    idOf: ({ _id }) => _id,
    fetchAfter: (last) => fetchMembersAfter(club._id, last),
  });
  const regionRef = useRef<HTMLDivElement>(null);
  useRowFocus(regionRef, [memberships, asked]);

  const role = membership?.role ?? null;
  const withRole = (...roles: number[]) =>
    memberships.filter((membership) => roles.includes(membership.role));
  const rowsOf = (shown: readonly ClubMembership[]) => (
    <ul>
      {shown.map((member) => (
        <MemberRow
          key={member._id}
          member={member}
          actions={actionsOn(member, role, user._id)}
          running={
            change.isPending && change.variables.member._id === member._id ? change.variables.action : null
          }
          onAct={(action) => {
            if (action === 'remove' || action === 'transfer') setAsked({ action, member });
            else change.mutate({ action, member });
          }}
        />
      ))}
    </ul>
  );

  const pending = withRole(clubRoles.pending);
  const members = withRole(clubRoles.member);
  const admins = withRole(clubRoles.owner, clubRoles.admin).toSorted((one, other) => other.role - one.role);
  return (
    <div ref={regionRef} tabIndex={-1} className={styles.members}>
      {isAdmin(role) && (
        <div className={styles.invite}>
          <InviteButton club={club} />
        </div>
      )}
      <Section title="Admins" count={admins.length}>
        {rowsOf(admins)}
      </Section>
      {isAdmin(role) && pending.length > 0 && (
        <Section title="Pending Requests to Join" count={pending.length}>
          {rowsOf(pending)}
        </Section>
      )}
      <Section title="Members" count={members.length} hasMore={rest.hasMore}>
        {members.length === 0 ? (
          <Empty>
            <p>This club has no members</p>
          </Empty>
        ) : (
          rowsOf(members)
        )}
        <LoadMore {...rest} />
      </Section>
      {asked && (
        <MemberDialog
          change={asked}
          club={club}
          isSelf={asked.member.user._id === user._id}
          onConfirm={() => change.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

type SectionProps = {
  title: string;
  /** It counts only those listed. */
  count: number;
  hasMore?: boolean;
  children: ReactNode;
};

function Section({ title, count, hasMore = false, children }: SectionProps) {
  const counted = `${formatCount(count)}${hasMore ? '+' : ''}`;
  return (
    <Panel title={title} aside={<span className={styles.count}>{counted}</span>}>
      {children}
    </Panel>
  );
}

type MemberDialogProps = {
  change: MemberChange;
  club: Club;
  /** Whether the viewer removes themself. */
  isSelf: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before a member is removed or becomes the owner. */
function MemberDialog({ change, club, isSelf, onConfirm, onClose }: MemberDialogProps) {
  const name = change.member.user.displayName;
  const isTransfer = change.action === 'transfer';
  const question = isTransfer
    ? `Transfer the ownership of ${club.name} to ${name}?`
    : `Remove ${isSelf ? 'yourself' : name} from ${club.name}?`;
  return (
    <ConfirmDialog question={question} onConfirm={onConfirm} onClose={onClose}>
      {isTransfer
        ? `${name} becomes the owner, and you stay as an admin. Only ${name} can give the club back to you.`
        : `${isSelf ? 'You' : name} will no longer see the club's sessions. ${
            club.isPrivate ? 'Joining again takes a new request.' : 'Anyone can join this club again.'
          }`}
    </ConfirmDialog>
  );
}
