import type { WholeRaceEvent } from '@boathouse/contract/races';
import { useQuery } from '@tanstack/react-query';
import { Link, NavLink, Outlet, useParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../../lib/api.ts';
import { formatFullDay } from '../../../../lib/format.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { NotFound } from '../../../../ui/not-found.tsx';
import { Page, PageHeading } from '../../../../ui/page.tsx';
import { LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { tabsClass } from '../../../../ui/tabs.ts';
import { useIsGuest } from '../../../people/auth/index.ts';
import { raceEventById } from '../api.ts';
import { RaceEventContext } from './event-context.ts';
import styles from './event-layout.module.css';

/** Heading and tabs around the pages of a race day. */
export function RaceEventLayout() {
  const { eventID = '' } = useParams();
  const { data: event, error, isError, refetch } = useQuery(raceEventById(eventID));
  if (isNotThere(error)) {
    return (
      <NotFound
        reason="It was deleted, or only members of its club and its guests can see it."
        links={<Link to="/explore/clubs">Find a club</Link>}
      >
        Race day not found
      </NotFound>
    );
  }
  if (event !== undefined) return <Pages key={event._id} event={event} />;
  return isError ? (
    <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
      This race day couldn't be loaded.
    </UnavailablePage>
  ) : (
    <LoadingPage label="Loading the race day" />
  );
}

function Pages({ event }: { event: WholeRaceEvent }) {
  const { _id, title, club, day, may, isGuest = false, isPublished } = event;
  const hasAccount = !useIsGuest();
  const address = `/races/${_id}`;
  return (
    <Page className={styles.page}>
      <PageHeading>
        <div className={styles.head}>
          <h1 dir="auto">{title}</h1>
          <p className={styles.about}>
            {hasAccount ? (
              <Link to={`/clubs/${club.customURL}/${isGuest ? 'general' : 'races'}`}>{club.name}</Link>
            ) : (
              <span dir="auto">{club.name}</span>
            )}
            <time dateTime={day}>{formatFullDay(Temporal.PlainDate.from(day))}</time>
            {!isPublished && <strong>Not published: only admins and judges see it</strong>}
          </p>
        </div>
        {(may.manage || may.judge) && (
          <Link to={`${address}/control`} className={`${buttonClass('primary')} ${styles.control}`}>
            Race control
          </Link>
        )}
      </PageHeading>
      <nav aria-label="Race day" className={`${tabsClass} ${styles.tabs}`}>
        <NavLink to={address} end preventScrollReset>
          Day
        </NavLink>
        <NavLink to={`${address}/entries`} preventScrollReset>
          Entries
        </NavLink>
        {may.manage && (
          <>
            <NavLink to={`${address}/draw`} preventScrollReset>
              Draw
            </NavLink>
            <NavLink to={`${address}/setup`} preventScrollReset>
              Set-up
            </NavLink>
          </>
        )}
        {!isGuest && (
          <NavLink to={`${address}/commentary`} preventScrollReset>
            Commentary
          </NavLink>
        )}
      </nav>
      <RaceEventContext value={event}>
        <Outlet />
      </RaceEventContext>
    </Page>
  );
}
