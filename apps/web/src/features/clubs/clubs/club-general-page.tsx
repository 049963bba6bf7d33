import { clubRoles, type Club } from '@boathouse/contract/clubs';
import { Link } from 'react-router';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { dayOf, formatCount, formatFullDay, viewerTimeZone } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Banner } from '../../../ui/profile/banner.tsx';
import { Readout } from '../../../ui/readout.tsx';
import { Empty, Loading } from '../../../ui/states.tsx';
import { RecentSessions, UpcomingSessions } from '../../news/feed/index.ts';
import { Report } from '../../operating/reports/index.ts';
import { ClubMetersPanel } from '../../training/statistics/index.ts';
import { useClub } from './club-context.tsx';
import styles from './club-general-page.module.css';
import { isAdmin } from './membership.ts';

export function ClubGeneralPage() {
  const { club, membership } = useClub();
  const isMember = membership?.isMember ?? null;
  const isReadable = isMember === true || !club.isPrivate;
  return (
    <div className={styles.columns}>
      <div className={styles.facing}>
        <ClubInformation
          club={club}
          canEdit={isAdmin(membership?.role ?? null)}
          canReport={membership !== undefined && membership.role !== clubRoles.owner}
        />
        {isReadable && (
          <div className={styles.meters}>
            <ClubMetersPanel club={club} />
          </div>
        )}
      </div>
      <div className={styles.sessions}>
        {isReadable ? <Sessions isMember={isMember} /> : <MembersOnly isKnown={membership !== undefined} />}
      </div>
    </div>
  );
}

function Sessions({ isMember }: { isMember: boolean | null }) {
  const { club } = useClub();
  return (
    <>
      <div className={styles.upcoming}>
        <UpcomingSessions club={club} isMember={isMember} />
      </div>
      <RecentSessions club={club} isMember={isMember} />
    </>
  );
}

/** Replaces the sessions of a private club, which are fetched only for members. */
function MembersOnly({ isKnown }: { isKnown: boolean }) {
  const { club } = useClub();
  return (
    <Panel title="Recent Sessions">
      {isKnown ? (
        <Empty>
          <p>Only members see the sessions of this club.</p>
        </Empty>
      ) : (
        <Loading label={`Loading the sessions of ${club.name}`} />
      )}
    </Panel>
  );
}

const SeasonExport = lazyPart({
  name: 'The export',
  load: async () => (await loadChunk(() => import('./season-export.tsx'))).SeasonExport,
});

type ClubInformationProps = { club: Club; canEdit: boolean; canReport: boolean };

function ClubInformation({ club, canEdit, canReport }: ClubInformationProps) {
  const { description, memberCount, isPrivate, createdAt, customURL } = club;
  return (
    <div className={styles.information}>
      {club.bannerURL !== null && (
        <div className={styles.banner}>
          <Banner imageURL={club.bannerURL} seed={club._id} />
        </div>
      )}
      <Panel title="Club Information" aside={canEdit && <EditLink customURL={customURL} />}>
        {description !== '' && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        <dl className={styles.facts}>
          <Readout
            label={memberCount === 1 ? 'member' : 'members'}
            value={formatCount(memberCount)}
            size="large"
          />
          <div>
            <dt>Privacy</dt>
            <dd>{isPrivate ? 'Invite-only' : 'Public'}</dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>
              <time dateTime={createdAt}>{formatFullDay(dayOf(createdAt, viewerTimeZone()))}</time>
            </dd>
          </div>
        </dl>
        {canEdit && <SeasonExport clubId={club._id} />}
        {canReport && (
          <div className={styles.report}>
            <Report
              target={{ kind: 'club', id: club._id, name: club.name }}
              renderButton={(open) => (
                <Button look="quiet" onClick={open}>
                  Report
                </Button>
              )}
            />
          </div>
        )}
      </Panel>
    </div>
  );
}

function EditLink({ customURL }: { customURL: string }) {
  return (
    <Link to={`/clubs/${customURL}/edit`} aria-label="Edit club" className={styles.edit}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="M3.5 16.5 4.4 13 13.6 3.8a1.7 1.7 0 0 1 2.6 2.6L7 15.6l-3.5.9ZM12 5.4l2.6 2.6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </Link>
  );
}
