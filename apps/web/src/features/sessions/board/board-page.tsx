import { boards, type Board } from '@boathouse/contract/sessions/boards';
import { liveEvents } from '@boathouse/contract/live';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useParams } from 'react-router';
import * as z from 'zod/mini';
import { apiQuery } from '../../../lib/api-query.ts';
import { isNotThere } from '../../../lib/api.ts';
import { formatTime, formatWorkout } from '../../../lib/format.ts';
import { useDeviceNowMs, useMonotonicMs, useNowMs } from '../../../lib/use-now.ts';
import { createBoardRoom } from '../../rowing/room/index.ts';
import { useCount } from '../../evening/starts/index.ts';
import { sessionStateOf, wordsOfState } from '../sessions/index.ts';
import { BoardLines } from './board-lines.tsx';
import styles from './board-page.module.css';
import { shownAfter, startBy, type BoardStart } from './board-start.ts';
import { boardViewOf, type BoardView } from './board-standings.ts';
import { finishesAtFirst, finishesBy, nextItemOf, podiumOf, type PodiumStep } from './kept-results.ts';
import { Podium } from './podium.tsx';

const loadEveryMs = 30_000;
/** Changes come in bursts when a crew starts. */
const loadAgainMs = 1_000;
const drawEveryMs = 500;
const stateEveryMs = 10_000;

/** A board with the times of its request and its response, on the monotonic clock. */
type ReadBoard = { board: Board; sentMs: number; receivedMs: number };

const readNow = (board: Board, sentMs: number): ReadBoard => ({
  board,
  sentMs,
  receivedMs: performance.now(),
});

function boardOf(key: string) {
  const { queryFn, initialData } = apiQuery(boards.read, { params: { key } });
  return queryOptions({
    queryKey: ['boards', key],
    queryFn: async (context: { signal: AbortSignal }) => {
      const sentMs = performance.now();
      return readNow(await queryFn(context), sentMs);
    },
    // It came with the page, whose request started the clock.
    initialData: () => {
      const board = initialData();
      return board && readNow(board, 0);
    },
    refetchInterval: loadEveryMs,
    refetchIntervalInBackground: true,
    // A television has no user who could press Try again, so it never stops retrying.
    retry: (_, error) => !isNotThere(error),
    retryDelay: 3_000,
  });
}

/** A session for a screen in the room: no login, nothing to press, and it continues by itself after any failure. */
export function BoardPage() {
  const { key = '' } = useParams();
  const { data: read, dataUpdatedAt, error, failureCount, refetch } = useQuery(boardOf(key));
  if (isNotThere(error)) return <Closed />;
  if (read === undefined) {
    const isAway = failureCount > 0;
    return <Message>{isAway ? "The board can't be loaded. Trying again…" : 'Loading the board…'}</Message>;
  }
  return (
    <OpenBoard
      key={read.board._id}
      boardKey={key}
      read={read}
      loadedMs={dataUpdatedAt}
      onChange={() => void refetch()}
    />
  );
}

function Closed() {
  return <Message>This board is closed. Ask the host for a new link.</Message>;
}

function Message({ children }: { children: ReactNode }) {
  return (
    <main className={styles.board} data-mode="dark" data-tint="blue">
      <h1 className={styles.message}>{children}</h1>
    </main>
  );
}

type OpenBoardProps = { boardKey: string; read: ReadBoard; loadedMs: number; onChange: () => void };

/** The screen's own clock, which times a start. */
const monotonicClock = { nowMs: () => performance.now(), subscribe: () => () => {} };

function OpenBoard({ boardKey, read, loadedMs, onChange }: OpenBoardProps) {
  const { board } = read;
  const [{ room, socket }] = useState(() => createBoardRoom(boardKey, board));
  const changeRef = useRef(onChange);
  useEffect(() => {
    changeRef.current = onChange;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const loadSoon = () => {
      timer ??= setTimeout(() => {
        timer = null;
        changeRef.current();
      }, loadAgainMs);
    };
    const stops = [
      socket.on(liveEvents.boardChanged, z.unknown(), loadSoon),
      room.onChange(loadSoon),
      room.onceIn(loadSoon),
      room.enter(),
    ];
    return () => {
      for (const stop of stops) stop();
      if (timer !== null) clearTimeout(timer);
      socket.disconnect();
    };
  }, [room, socket]);
  const status = useSyncExternalStore(room.subscribe, room.getStatus);
  const monotonicMs = useMonotonicMs(drawEveryMs);
  const [former, setFormer] = useState<readonly string[]>([]);
  const wallMs = useDeviceNowMs(stateEveryMs);
  const serverMs = useNowMs(stateEveryMs);
  const at = { wallMs, loadedMs, monotonicMs };
  const [finishesBefore, setFinishes] = useState(() => finishesAtFirst(board, room, at));
  const finishes = finishesBy(finishesBefore, board, room, at);
  if (finishes !== finishesBefore) setFinishes(finishes);
  const [startBefore, setStart] = useState<BoardStart | null>(null);
  const start = startBy(startBefore, board.start, read);
  if (start?.atMs !== startBefore?.atMs || start?.item !== startBefore?.item) setStart(start);
  const count = useCount(monotonicClock, start?.atMs ?? null);
  const [wentBefore, setWent] = useState<BoardStart | null>(null);
  const went = start !== null && start.atMs <= monotonicMs ? start : wentBefore;
  if (went?.startAt !== wentBefore?.startAt) setWent(went);
  const shown = shownAfter(went, finishes.last, monotonicMs);
  const view = boardViewOf(board, room, at, former, shown.item);
  if (view.order.join() !== former.join()) setFormer(view.order);
  if (status.state === 'refused' && status.reason === 'board_closed') return <Closed />;
  const hasBegun = board.activities.length > 0;
  const state = sessionStateOf(board.startAt, { ...view, hasBegun }, serverMs);
  const isNextShown = !shown.isPodium && shown.item === null && state.kind !== 'over';
  const next = isNextShown ? board.workoutItems[nextItemOf(board, view) ?? -1] : undefined;
  return (
    <main className={styles.board} data-mode="dark" data-tint="blue">
      <header className={styles.header}>
        <h1 title={board.title}>{board.title}</h1>
        <p className={styles.state} data-state={state.kind}>
          {/* At a start, the planned time no longer counts. */}
          {count === null && wordsOfState(state)}
        </p>
        <h2>
          {count === null || start === null
            ? next === undefined
              ? formatWorkout(view.workout)
              : `Next: ${formatWorkout(next)}`
            : formatWorkout(board.workoutItems[start.item] ?? '')}
        </h2>
      </header>
      <p
        role="status"
        className={styles.lost}
        data-shown={status.state === 'lost' || status.state === 'refused'}
      >
        {status.state === 'lost' && (
          <>
            {status.isBlocked
              ? "The live connection is blocked: a proxy or network on the way doesn't pass WebSockets"
              : 'Live data is lost'}
            <span aria-hidden="true"> for {secondsSince(status.sinceMs, monotonicMs)} s</span>. Reconnecting…
          </>
        )}
        {status.state === 'refused' && "Live data isn't available on this screen. Reload the page."}
      </p>
      {count === null ? (
        <Standings
          view={view}
          podium={shown.isPodium ? podiumOf(view.lines) : []}
          isBefore={next !== undefined}
          isLive={status.state === 'connected'}
          board={state.kind === 'over' ? null : board}
        />
      ) : (
        <p role="timer" aria-label="Start together" className={styles.count} data-go={count === 0}>
          {count === 0 ? 'GO' : count}
        </p>
      )}
    </main>
  );
}

type StandingsProps = {
  view: BoardView;
  podium: readonly PodiumStep[];
  /** The heading names the next item. */
  isBefore: boolean;
  isLive: boolean;
  /** Null once the session has ended. */
  board: Board | null;
};

/** All athletes of the item, by rank; while its results are new, the first three are on a podium above the others. */
function Standings({ view: { lines, workout }, podium, isBefore, isLive, board }: StandingsProps) {
  if (lines.length === 0) {
    return board === null ? <p className={styles.message}>No one has begun yet.</p> : <Coming {...board} />;
  }
  if (isBefore) {
    return (
      <div className={styles.results}>
        <h3>Results: {formatWorkout(workout)}</h3>
        <BoardLines lines={lines} isLive={isLive} workout={workout} />
      </div>
    );
  }
  if (podium.length === 0) return <BoardLines lines={lines} isLive={isLive} workout={workout} />;
  const onPodium = new Set(podium.flatMap((step) => step.lines));
  const others = lines.filter((line) => !onPodium.has(line));
  return (
    <div className={styles.results}>
      <Podium workout={workout} steps={podium} />
      {others.length > 0 && <BoardLines lines={others} isLive={isLive} workout={workout} />}
    </div>
  );
}

const secondsSince = (sinceMs: number, nowMs: number) => Math.max(0, Math.floor((nowMs - sinceMs) / 1_000));

const namesMax = 24;

/** The session before anyone rows: when it starts, what is rowed, and who will be there. */
function Coming({ startAt, workoutItems, expected }: Board) {
  const names = expected?.names.slice(0, namesMax) ?? [];
  const others = (expected?.names.length ?? 0) + (expected?.hidden ?? 0) - names.length;
  return (
    <div className={styles.coming}>
      <p className={styles.time}>{formatTime(startAt)}</p>
      {workoutItems.length > 1 && (
        <ol aria-label="Workout items" className={styles.items}>
          {workoutItems.map((text, index) => (
            // Two items can have the same text.
            <li key={index}>{formatWorkout(text)}</li>
          ))}
        </ol>
      )}
      {names.length + others > 0 && (
        <ul aria-label="Who will be there" className={styles.expected} data-many={names.length > 12}>
          {names.map((name, index) => (
            // Two athletes can have the same name.
            <li key={index} dir="auto">
              {name}
            </li>
          ))}
          {others > 0 && <li>{names.length === 0 ? `${others} will be there` : `and ${others} more`}</li>}
        </ul>
      )}
      <p>No one has begun yet.</p>
    </div>
  );
}
