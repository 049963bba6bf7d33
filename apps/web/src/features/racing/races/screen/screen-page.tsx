import type { NowRace, PublicRaceNow } from '@boathouse/contract/races/day';
import { raceResults } from '@boathouse/contract/races/results';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { apiQuery } from '../../../../lib/api-query.ts';
import { isNotThere } from '../../../../lib/api.ts';
import { formatTime } from '../../../../lib/format.ts';
import { useMonotonicMs } from '../../../../lib/use-now.ts';
import { createBoardRoom, type LiveLanes } from '../../../rowing/room/index.ts';
import { BoardLines } from '../../../sessions/board/index.ts';
import { forEver } from '../api.ts';
import { boardLinesOf, isRaced, racedLanesOf } from '../live/race-lanes.ts';
import { commandWords, offsetBy, type ServerOffset } from '../live/start-sequence.ts';
import { useCommand } from '../live/use-command.ts';
import { formatScore, outcomeWords, pieceWords, raceWords, zoneWords } from '../race-words.ts';
import styles from './screen.module.css';
import { screenViewOf } from './screen-view.ts';

const loadEveryMs = 1_000;
const closedEveryMs = 30_000;
const drawEveryMs = 500;
/** After this time without a response the screen says that it is out of date. */
const staleMs = 8_000;

/** A response with the times at which it was requested and received, on the monotonic clock. */
type ReadNow = { now: PublicRaceNow; sentMs: number; receivedMs: number };

function nowOf(key: string) {
  const { queryFn, initialData } = apiQuery(raceResults.pageNow, { params: { key } });
  return queryOptions({
    queryKey: ['races', 'screen', key],
    queryFn: async (context: { signal: AbortSignal }): Promise<ReadNow> => {
      const sentMs = performance.now();
      const now = await queryFn(context);
      return { now, sentMs, receivedMs: performance.now() };
    },
    // Came with the page, which was requested when its clock began.
    initialData: () => {
      const now = initialData();
      return now && { now, sentMs: 0, receivedMs: performance.now() };
    },
    ...forEver,
    // A closed screen checks from time to time whether it is open again.
    refetchInterval: ({ state: { error } }) => (isNotThere(error) ? closedEveryMs : loadEveryMs),
    staleTime: 0,
  });
}

/** A race day for a television: no login, nothing to press, and it continues by itself after any failure. */
export function RaceScreenPage() {
  const { key = '' } = useParams();
  const { data: read, error, failureCount } = useQuery(nowOf(key));
  if (isNotThere(error)) return <Message>This screen is closed. Ask the club for a new link.</Message>;
  if (read === undefined) {
    return (
      <Message>
        {failureCount > 0 ? "The race day can't be loaded. Trying again…" : 'Loading the race day…'}
      </Message>
    );
  }
  return <Screen pageKey={key} read={read} />;
}

function Message({ children }: { children: ReactNode }) {
  return (
    <main className={styles.screen} data-mode="dark" data-tint="blue">
      <h1 className={styles.message}>{children}</h1>
    </main>
  );
}

function Screen({ pageKey, read }: { pageKey: string; read: ReadNow }) {
  const { now, receivedMs } = read;
  const [before, setOffset] = useState<ServerOffset | null>(null);
  const offset = offsetBy(before, now.at, read);
  if (offset.offsetMs !== before?.offsetMs || offset.tookMs !== before.tookMs) setOffset(offset);
  const { offsetMs } = offset;
  const clock = useMemo(
    () => ({ nowMs: () => performance.now() + offsetMs, subscribe: () => () => {} }),
    [offsetMs],
  );
  const command = useCommand(clock, now.race?.run?.start ?? null);
  const monotonicMs = useMonotonicMs(drawEveryMs);
  const isStale = monotonicMs - receivedMs > staleMs;
  const view = screenViewOf(now, command, monotonicMs + offsetMs);
  const time = formatTime(new Date(monotonicMs + offsetMs).toISOString(), now.timeZone);
  return (
    <main
      className={styles.screen}
      data-mode="dark"
      data-tint="blue"
      data-view={view.kind}
      data-stale={isStale}
    >
      {view.kind !== 'command' && (
        <header className={styles.header}>
          <h1 dir="auto">{now.title}</h1>
          <p className={styles.time}>
            {time} <small>{zoneWords(now.timeZone)}</small>
          </p>
        </header>
      )}
      {isStale && (
        <p role="status" className={styles.stale}>
          The server can't be reached. This picture is old. Reconnecting…
        </p>
      )}
      {view.kind === 'empty' && <p className={styles.message}>The races will appear here.</p>}
      {view.kind === 'call' && <Call race={view.race} next={now.next[0] ?? null} timeZone={now.timeZone} />}
      {view.kind === 'next' && <Next race={view.race} timeZone={now.timeZone} />}
      {view.kind === 'command' && (
        <p role="status" className={styles.command} data-command={view.command}>
          {commandWords[view.command]}
        </p>
      )}
      {view.kind === 'halted' && <Halted race={view.race} />}
      {view.kind === 'result' && <Result race={view.race} />}
      {view.kind === 'water' && (
        <Water key={now.board?._id ?? 'none'} {...{ now, pageKey }} race={view.race} />
      )}
    </main>
  );
}

function Heading({ race, children }: { race: NowRace; children?: ReactNode }) {
  return (
    <div className={styles.heading}>
      <h2 dir="auto">
        {raceWords(race.category, race)} <small>{pieceWords(race.piece)}</small>
      </h2>
      {children}
    </div>
  );
}

/** Every lane with its athlete, so that athletes find their seats. */
function Seats({ race }: { race: NowRace }) {
  const lanes = race.lanes.filter(isRaced);
  return (
    <ol className={styles.seats} data-many={lanes.length > 10} aria-label="Lanes">
      {lanes.map(({ lane, name, club, state }) => (
        <li key={lane} data-state={state}>
          <span className={styles.lane}>{lane}</span>
          <span dir="auto" className={styles.name}>
            {name} <small>{club}</small>
          </span>
          <span className={styles.here}>{state === 'ready' ? 'Ready' : state === 'here' ? 'Here' : ''}</span>
        </li>
      ))}
    </ol>
  );
}

type CallProps = { race: NowRace; next: NowRace | null; timeZone: string };

function Call({ race, next, timeZone }: CallProps) {
  return (
    <>
      <Heading race={race}>
        <p className={styles.state} data-live="true">
          {race.state === 'armed' ? 'The start is next' : 'Sit down at your erg'}
        </p>
      </Heading>
      <Seats race={race} />
      {next !== null && (
        <p className={styles.after}>
          Then: {formatTime(next.startsAt, timeZone)}, {raceWords(next.category, next)}
        </p>
      )}
    </>
  );
}

function Next({ race, timeZone }: Pick<CallProps, 'race' | 'timeZone'>) {
  return (
    <>
      <Heading race={race}>
        <p className={styles.state}>Next, at {formatTime(race.startsAt, timeZone)}</p>
      </Heading>
      <Seats race={race} />
    </>
  );
}

function Halted({ race }: { race: NowRace }) {
  const stopped = race.run?.stopped ?? null;
  const lanes = stopped?.lanes ?? [];
  const names = race.lanes
    .filter(({ lane }) => lanes.includes(lane))
    .map(({ lane, name }) => `Lane ${lane}, ${name}`);
  return (
    <div role="status" className={styles.halted}>
      <h2>{stopped?.kind === 'falseStart' ? 'False start' : 'Stop rowing'}</h2>
      {names.length > 0 && <p dir="auto">{names.join('; ')}</p>}
      {stopped !== null && stopped.reason !== '' && <p dir="auto">{stopped.reason}</p>}
      <p>Wait for the next start.</p>
    </div>
  );
}

function Result({ race }: { race: NowRace }) {
  const lanes = race.lanes
    .filter(isRaced)
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || one.lane - other.lane);
  return (
    <>
      <Heading race={race}>
        <p className={styles.state} data-live={race.state === 'official'}>
          {race.state === 'official' ? 'Official result' : 'Provisional result'}
        </p>
      </Heading>
      <ol className={styles.seats} data-many={lanes.length > 10} aria-label="Result">
        {lanes.map(({ lane, name, club, place, result, outcome }) => (
          <li key={lane} data-place={place ?? undefined}>
            <span className={styles.lane}>{place ?? '–'}</span>
            <span dir="auto" className={styles.name}>
              {name} <small>{club}</small>
            </span>
            <span className={styles.figure}>
              {result !== null
                ? formatScore(race.piece, result)
                : outcome === null
                  ? 'No result yet'
                  : outcomeWords[outcome]}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

const noLanes: LiveLanes = { getLane: () => undefined, hasLanes: () => false };

type WaterProps = { now: PublicRaceNow; pageKey: string; race: NowRace };

function Water({ now, pageKey, race }: WaterProps) {
  if (now.board === null) return <Boats race={race} lanes={noLanes} notice={null} />;
  return <LiveWater pageKey={pageKey} board={now.board} race={race} />;
}

type LiveWaterProps = { pageKey: string; board: NonNullable<PublicRaceNow['board']>; race: NowRace };

function LiveWater({ pageKey, board, race }: LiveWaterProps) {
  const [{ room, socket }] = useState(() => createBoardRoom(pageKey, board));
  useEffect(() => {
    const leave = room.enter();
    return () => {
      leave();
      socket.disconnect();
    };
  }, [room, socket]);
  const status = useSyncExternalStore(room.subscribe, room.getStatus);
  const notice =
    status.state === 'lost'
      ? 'Live data is lost. Reconnecting… The monitors count.'
      : status.state === 'refused'
        ? "Live data isn't available on this screen. The monitors count."
        : null;
  return <Boats race={race} lanes={room} notice={notice} />;
}

function Boats({ race, lanes, notice }: { race: NowRace; lanes: LiveLanes; notice: string | null }) {
  const monotonicMs = useMonotonicMs(drawEveryMs);
  const [former, setFormer] = useState<readonly string[]>([]);
  const { raced, order } = racedLanesOf(race, lanes, monotonicMs, former);
  if (order.join() !== former.join()) setFormer(order);
  return (
    <>
      <Heading race={race}>
        <p className={styles.state} data-live={notice === null}>
          {notice ?? (race.state === 'finished' ? 'Finished: the results follow' : 'On the water')}
        </p>
      </Heading>
      <BoardLines
        lines={boardLinesOf(raced)}
        isLive={notice === null}
        workout={pieceWords(race.piece)}
        rowsMin={3}
      />
    </>
  );
}
