import type { NowRace } from '@boathouse/contract/races/day';
import type { RaceBefore } from '@boathouse/contract/races/results';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { formatFullDay, formatTime } from '../../../../lib/format.ts';
import { useMonotonicMs } from '../../../../lib/use-now.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../../ui/states.tsx';
import { figureCell, Table } from '../../../../ui/table.tsx';
import { useLiveRoom, type LiveLanes } from '../../../rowing/room/index.ts';
import { raceBefore, raceNowOf } from '../api.ts';
import { useRaceEvent } from '../event/event-context.ts';
import { racedLanesOf, type RacedLane } from '../live/race-lanes.ts';
import { formatScore, pieceWords, raceWords, stateWords } from '../race-words.ts';
import styles from './commentary.module.css';

/** The race for its commentator: order, gaps, predicted finish, club and seed time of every lane. */
export function CommentaryPage() {
  const event = useRaceEvent();
  const { data: now, isError, refetch } = useQuery(raceNowOf(event._id));
  if (now === undefined) {
    return isError ? (
      <Unavailable onRetry={() => void refetch()}>The race couldn't be loaded.</Unavailable>
    ) : (
      <Loading label="Loading the race" />
    );
  }
  const race = now.race ?? now.next[0] ?? now.last[0];
  if (race === undefined) {
    return (
      <Empty>
        <p>No race is drawn yet.</p>
      </Empty>
    );
  }
  return (
    <div className={styles.page}>
      {isError && (
        <p role="status" className={styles.stale}>
          The server can't be reached. What you see is old.
        </p>
      )}
      <Panel
        title={raceWords(race.category, race)}
        aside={
          <p className={styles.state}>
            {pieceWords(race.piece)}, {formatTime(race.startsAt, event.timeZone)}, {stateWords[race.state]}
          </p>
        }
      >
        {now.session === null || now.race === null ? (
          <Lanes race={race} lanes={noLanes} isLost={false} />
        ) : (
          <LiveLanesOf session={now.session} race={race} />
        )}
      </Panel>
    </div>
  );
}

const noLanes: LiveLanes = { getLane: () => undefined, hasLanes: () => false };

function LiveLanesOf({ session, race }: { session: string; race: NowRace }) {
  const room = useLiveRoom(session);
  const status = useSyncExternalStore(room.subscribe, room.getStatus);
  return <Lanes race={race} lanes={room} isLost={status.state === 'lost'} />;
}

function Lanes({ race, lanes, isLost }: { race: NowRace; lanes: LiveLanes; isLost: boolean }) {
  const { _id: eventId, entries, races } = useRaceEvent();
  const { data: before, isError: isBeforeMissing, refetch } = useQuery(raceBefore(eventId));
  const monotonicMs = useMonotonicMs(500);
  const [shownOrder, setShownOrder] = useState<readonly string[]>([]);
  const { raced, order } = racedLanesOf(race, lanes, monotonicMs, shownOrder);
  if (order.join() !== shownOrder.join()) setShownOrder(order);
  const ofDay = races.find(({ _id }) => _id === race._id);
  const entryOf = ({ lane }: RacedLane) => {
    const id = ofDay?.lanes.find((each) => each.lane === lane.lane)?.entry ?? null;
    return entries.find(({ _id }) => _id === id);
  };
  const former = before?.find(({ category }) => category === ofDay?.category);
  const formerOf = (lane: RacedLane) => former?.entries.find(({ entry }) => entry === entryOf(lane)?._id);
  const columns: { name: string; of: (lane: RacedLane) => string }[] = [
    { name: 'To go', of: ({ progress }) => (progress === '' ? '–' : progress) },
    { name: 'Gap', of: ({ gap }) => gap ?? '' },
    { name: 'Finish at this pace', of: ({ predicted }) => predicted ?? '–' },
    { name: '/500 m', of: ({ pace }) => pace },
    { name: 'Rate', of: ({ rate }) => rate },
    { name: 'Seed', of: (lane) => formatScore(race.piece, entryOf(lane)?.seedTenths ?? null) },
    ...(former === undefined
      ? []
      : [{ name: former.event.title, of: (lane: RacedLane) => formerText(race.piece, formerOf(lane)) }]),
  ];
  return (
    <>
      {isLost && (
        <p role="status" className={styles.stale}>
          Live data is lost. Reconnecting…
        </p>
      )}
      <div className={styles.lanes}>
        <Table caption={raceWords(race.category, race)}>
          <thead>
            <tr>
              <th scope="col" className={figureCell}>
                Place
              </th>
              <th scope="col" className={figureCell}>
                Lane
              </th>
              <th scope="col">Name</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className={figureCell}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {raced.map((each) => (
              <tr
                key={each.lane.lane}
                data-silent={each.state === 'silent' || each.state === 'byHand' || isLost}
                className={styles.row}
              >
                <td className={figureCell}>{each.rank ?? '–'}</td>
                <td className={figureCell}>{each.lane.lane}</td>
                <th scope="row">
                  <span dir="auto" className={styles.name}>
                    {each.lane.name}
                  </span>
                  <small dir="auto">
                    {[each.lane.club, each.lane.bib === '' ? '' : `No. ${each.lane.bib}`]
                      .filter((part) => part !== '')
                      .join(', ')}
                  </small>
                </th>
                {columns.map(({ name, of }) => {
                  const text = of(each);
                  return (
                    <td
                      key={name}
                      className={figureCell}
                      data-name={name}
                      data-none={text === '–' || text === ''}
                    >
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {former !== undefined && (
        <p className={styles.before}>
          {former.event.title}, {formatFullDay(Temporal.PlainDate.from(former.event.day))}:{' '}
          <span dir="auto">{former.winner.name}</span>
          {former.winner.club !== '' && ` (${former.winner.club})`} won in{' '}
          {formatScore(race.piece, former.winner.score)}.
        </p>
      )}
      {isBeforeMissing && before === undefined && (
        <Unavailable onRetry={() => void refetch()}>
          The results of the race day before couldn't be loaded.
        </Unavailable>
      )}
    </>
  );
}

/** `7:05.3 (2.)`: the result and place at the previous race day. */
function formerText(piece: NowRace['piece'], former: RaceBefore['entries'][number] | undefined): string {
  return former === undefined ? '–' : `${formatScore(piece, former.score)} (${former.place}.)`;
}
