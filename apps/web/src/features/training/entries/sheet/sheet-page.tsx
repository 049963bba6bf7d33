import { useQuery } from '@tanstack/react-query';
import { Link, NavLink, useParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../../lib/api.ts';
import { formatWorkout } from '../../../../lib/format.ts';
import { NotFound } from '../../../../ui/not-found.tsx';
import { Page } from '../../../../ui/page.tsx';
import { LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { tabsClass } from '../../../../ui/tabs.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { sheetOf } from '../api.ts';
import { EntrySheet } from './entry-sheet.tsx';
import styles from './sheet-page.module.css';

/** The results of a session's workout item, typed in by users who manage the session. */
export function SheetPage() {
  const { sessionID = '', item = '' } = useParams();
  const index = Number(item);
  const { data: sheet, error, isError, refetch } = useQuery(sheetOf(sessionID, index));
  if (sheet === undefined) {
    if (isNotThere(error)) {
      return (
        <NotFound
          reason="It may have been deleted, or you don't manage it any more."
          links={
            <Link to="/dashboard" className={buttonClass('primary')}>
              Dashboard
            </Link>
          }
        >
          We couldn't find a session at that link
        </NotFound>
      );
    }
    return isError ? (
      <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
        The sheet couldn't be loaded.
      </UnavailablePage>
    ) : (
      <LoadingPage label="Loading the athletes" />
    );
  }
  const { title, workoutItems } = sheet;
  return (
    <Page className={styles.page}>
      <Link to={`/sessions/${sessionID}`} className={styles.back} dir="auto">
        {title}
      </Link>
      <h1>Enter results</h1>
      {workoutItems.length > 1 && (
        <nav aria-label="Workout items" className={`${tabsClass} ${styles.items}`}>
          {workoutItems.map((text, at) => (
            <NavLink key={at} to={`/sessions/${sessionID}/entries/${at}`}>
              {formatWorkout(text)}
            </NavLink>
          ))}
        </nav>
      )}
      <EntrySheet key={index} sheet={sheet} place={{ sessionId: sessionID, item: index }} />
    </Page>
  );
}
