import type { WholeRaceEvent } from '@boathouse/contract/races';
import type { Race } from '@boathouse/contract/races/race';
import { raceResults, type RaceResults } from '@boathouse/contract/races/results';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { formatTime } from '../../../../lib/format.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { Button } from '../../../../ui/button.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../../ui/states.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import { raceNowOf, resultsOfEvent } from '../api.ts';
import { MyLanes } from '../athlete/my-lanes.tsx';
import { formatScore, hasResult, laneWords, raceWords, stateWords } from '../race-words.ts';
import { ResultsView } from '../results/results-view.tsx';
import styles from './day-page.module.css';
import { useRaceEvent } from './event-context.ts';
import { RaceReplay } from './race-replay.tsx';

/**
 * The day for athletes and spectators: the reader's own lanes first, then the timetable with its start lists, and the
 * results.
 */
export function RaceDayPage() {
  const event = useRaceEvent();
  const { data: now, isError, dataUpdatedAt, refetch } = useQuery(raceNowOf(event._id));
  const { data: results } = useQuery(resultsOfEvent(event._id));
  const shown = event.races.filter(({ state }) => state !== 'draft' && state !== 'void');
  const states = new Map(
    [...(now?.next ?? []), ...(now?.last ?? []), ...(now?.race ? [now.race] : [])].map((race) => [
      race._id,
      race.state,
    ]),
  );
  return (
    <div className={styles.page}>
      {now !== undefined ? (
        <MyLanes event={event} mine={now.mine} isStale={isError} loadedMs={dataUpdatedAt} />
      ) : (
        isError && (
          <section aria-label="Your races">
            <Unavailable onRetry={() => void refetch()}>Your lanes couldn't be loaded.</Unavailable>
          </section>
        )
      )}
      <div className={styles.columns} data-results={results === undefined || hasRowsIn(results)}>
        <Results event={event} />
        <Panel title="Races">
          {shown.length === 0 ? (
            <Empty>
              <p>The start list is not out yet.</p>
            </Empty>
          ) : (
            <ol className={styles.races}>
              {shown.map((race) => (
                <RaceLine
                  key={race._id}
                  event={event}
                  race={{ ...race, state: states.get(race._id) ?? race.state }}
                />
              ))}
            </ol>
          )}
        </Panel>
      </div>
    </div>
  );
}

const hasRowsIn = ({ categories }: RaceResults) => categories.some(({ rows }) => rows.length > 0);

function RaceLine({ event, race }: { event: WholeRaceEvent; race: Race }) {
  const category = event.categories.find(({ _id }) => _id === race.category);
  const seated = race.lanes.filter(({ entry }) => entry !== null);
  const isNow = ['called', 'armed', 'started', 'running', 'finished'].includes(race.state);
  const isHalted = race.state === 'falseStart' || race.state === 'stopped';
  const [isOpen, setIsOpen] = useState(isNow || isHalted);
  const session = race.run?.session ?? null;
  return (
    <li>
      <details open={isNow || isHalted} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
        <summary>
          <time dateTime={race.startsAt} className={styles.time}>
            {formatTime(race.startsAt, event.timeZone)}
          </time>
          <span dir="auto" className={styles.name}>
            {raceWords(category?.name ?? '', race)}
          </span>
          <span className={styles.state} data-now={isNow} data-state={race.state}>
            {stateWords[race.state]}
          </span>
        </summary>
        <ol className={styles.lanes}>
          {seated.map(({ lane, entry: id, result, state }) => {
            const entry = event.entries.find(({ _id }) => _id === id);
            return (
              <li key={lane}>
                <span className={styles.lane}>{lane}</span>
                <span dir="auto" className={styles.athlete}>
                  {entry?.name ?? '–'} <small>{entry?.club}</small>
                </span>
                <span className={styles.result}>
                  {result === null || category === undefined
                    ? ['dns', 'dnf', 'dsq', 'exhibition'].includes(state)
                      ? laneWords[state]
                      : ''
                    : formatScore(category.rules.piece, result)}
                </span>
              </li>
            );
          })}
        </ol>
        {isOpen && session !== null && hasResult(race.state) && <RaceReplay {...{ event, race, session }} />}
      </details>
    </li>
  );
}

function Results({ event: { _id } }: { event: WholeRaceEvent }) {
  const {
    data: results,
    isError,
    refetch,
  } = useQuery({
    ...resultsOfEvent(_id),
    refetchInterval: 15_000,
  });
  const hasRows = results !== undefined && hasRowsIn(results);
  return (
    <Panel
      title="Results"
      aside={
        hasRows && (
          <div className={styles.actions}>
            <Button look="quiet" onClick={() => window.print()}>
              Print
            </Button>
            <Button
              look="quiet"
              onClick={() =>
                void saveFile(raceResults.file, { params: { id: _id } }).catch((error: unknown) =>
                  showErrorToast(messageOf(error), { action: 'results' }),
                )
              }
            >
              Save as CSV
            </Button>
          </div>
        )
      }
    >
      {results !== undefined ? (
        <>
          {isError && (
            <p role="status" className={styles.stale}>
              The server can't be reached. These results may have changed.
            </p>
          )}
          <ResultsView results={results} />
        </>
      ) : isError ? (
        <Unavailable onRetry={() => void refetch()}>The results couldn't be loaded.</Unavailable>
      ) : (
        <Loading label="Loading the results" />
      )}
    </Panel>
  );
}
