import { raceResults, type PublicRacePage } from '@boathouse/contract/races/results';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { isNotThere, messageOf } from '../../../../lib/api.ts';
import { formatFullDay, formatSilence, formatTime } from '../../../../lib/format.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { LoadingPage } from '../../../../ui/states.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import { racePage } from '../api.ts';
import { useStaleSec } from '../live/use-stale-sec.ts';
import { hasResult, raceWords, stateWords } from '../race-words.ts';
import styles from './public-page.module.css';
import { leadingRace } from './leading-race.ts';
import { PublicReplays } from './public-replays.tsx';
import { ResultsView } from './results-view.tsx';

/** The race under way or the next one, results with replays, and start lists, for everyone with the link. */
export function PublicRacePage() {
  const { key = '' } = useParams();
  const { data: page, error, failureCount, dataUpdatedAt } = useQuery(racePage(key));
  if (isNotThere(error)) {
    return (
      <Page>
        <h1>This page is closed. Ask the club for a new link.</h1>
      </Page>
    );
  }
  if (page === undefined) {
    return failureCount > 0 ? (
      <Page>
        <h1>The results can't be loaded. Trying again…</h1>
      </Page>
    ) : (
      <LoadingPage label="Loading the results" />
    );
  }
  return <Shown page={page} pageKey={key} loadedMs={dataUpdatedAt} />;
}

/** Twice the time between two loads. */
const staleMs = 40_000;

function Shown({ page, pageKey, loadedMs }: { page: PublicRacePage; pageKey: string; loadedMs: number }) {
  const { title, club, day } = page;
  const ageSec = useStaleSec(loadedMs, staleMs);
  const hasResults = page.categories.some(({ rows }) => rows.length > 0);
  const toCome = page.races.filter(({ state }) => !hasResult(state));
  const leading = leadingRace(page.races);
  const later = toCome.filter(({ _id }) => _id !== leading?.race._id);
  const replayed = new Set(page.races.filter(({ hasReplay }) => hasReplay).map(({ _id }) => _id));
  return (
    <Page className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 dir="auto">{title}</h1>
          <p className={styles.about}>
            <span dir="auto">{club}</span>,{' '}
            <time dateTime={day}>{formatFullDay(Temporal.PlainDate.from(day))}</time>
          </p>
        </div>
      </header>
      <p role="status" className={styles.stale} data-shown={ageSec !== null}>
        {ageSec !== null && `The server can't be reached. These results are ${formatSilence(ageSec)} old.`}
      </p>
      <div data-stale={ageSec !== null} className={styles.body}>
        {leading !== null && (
          <Panel title={leading.isNow ? 'Now' : 'Next race'}>
            <div className={styles.leading}>
              <StartLists page={{ ...page, races: [leading.race] }} />
            </div>
            {leading.isNow && (
              <Link to={`/race-pages/${pageKey}/screen`} className={buttonClass('primary')}>
                Watch live
              </Link>
            )}
          </Panel>
        )}
        {hasResults && (
          <Panel
            title="Results"
            aside={
              <div className={styles.actions}>
                <Button look="quiet" onClick={() => window.print()}>
                  Print
                </Button>
                <Button
                  look="quiet"
                  onClick={() =>
                    void saveFile(raceResults.pageFile, { params: { key: pageKey } }).catch(
                      (error: unknown) => showErrorToast(messageOf(error), { action: 'results' }),
                    )
                  }
                >
                  Save as CSV
                </Button>
              </div>
            }
          >
            <ResultsView
              results={page}
              renderBelow={(races) => (
                <PublicReplays pageKey={pageKey} races={races.filter(({ race }) => replayed.has(race))} />
              )}
            />
          </Panel>
        )}
        {later.length > 0 && (
          <Panel title="Start lists">
            <StartLists page={{ ...page, races: later }} />
          </Panel>
        )}
        {toCome.length > 0 && (
          <p className={styles.join}>
            Do you have a code? <Link to="/race">Row in this race</Link>
          </p>
        )}
        {!hasResults && leading === null && (
          <Panel title="Results">
            <p className={styles.about}>Start lists and results will appear here.</p>
          </Panel>
        )}
      </div>
    </Page>
  );
}

function StartLists({ page: { races, timeZone } }: { page: Pick<PublicRacePage, 'races' | 'timeZone'> }) {
  return (
    <div className={styles.lists}>
      {races.map((race) => (
        <section key={race._id} aria-label={raceWords(race.category, race)} className={styles.race}>
          <h3 dir="auto">
            <span className={styles.time}>{formatTime(race.startsAt, timeZone)}</span>{' '}
            {raceWords(race.category, race)}
          </h3>
          {race.state !== 'published' && <p className={styles.about}>{stateWords[race.state]}</p>}
          <ol>
            {race.lanes.map(({ lane, bib, name, club }) => (
              <li key={lane}>
                <span className={styles.lane}>{lane}</span>
                <span dir="auto" className={styles.name}>
                  {name === '' ? '–' : name}
                </span>
                <span dir="auto" className={styles.club}>
                  {[club, bib === '' ? '' : `No. ${bib}`].filter((part) => part !== '').join(', ')}
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
