import { liveEvents } from '@boathouse/contract/live';
import { RaceChangedSchema } from '@boathouse/contract/live/races';
import type { WholeRaceEvent } from '@boathouse/contract/races';
import type { Race } from '@boathouse/contract/races/race';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { errorIdOf, isNotThere } from '../../../../lib/api.ts';
import { formatTime } from '../../../../lib/format.ts';
import { useAtNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { NotFound } from '../../../../ui/not-found.tsx';
import { Empty, LoadingPage, UnavailablePage } from '../../../../ui/states.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { useRooms } from '../../../rowing/room/index.ts';
import { nowEveryMs, raceEventById, raceInFull, raceNowOf, refreshEvent } from '../api.ts';
import { useStaleSec } from '../live/use-stale-sec.ts';
import { pieceWords, raceWords, stateWords } from '../race-words.ts';
import styles from './control.module.css';
import { ControlLanes } from './control-lanes.tsx';
import { ControlTools } from './control-tools.tsx';
import { holderOf, nextStepOf, raceToDo, stepWords, type ControlHolder } from './next-step.ts';
import { useControl, useDevice, useStep, useStop } from './use-race-control.ts';

/** The race control: the next race large, one button for the next step, and the day beside it. */
export function RaceControlPage() {
  const { eventID = '' } = useParams();
  const query = useQuery({ ...raceEventById(eventID), refetchInterval: nowEveryMs });
  const { data: event, error, isError, dataUpdatedAt, refetch } = query;
  if (isNotThere(error)) {
    return (
      <NotFound
        reason="It was deleted, or only members of its club can see it."
        links={<Link to="/explore/clubs">Find a club</Link>}
      >
        Race day not found
      </NotFound>
    );
  }
  if (event === undefined) {
    return isError ? (
      <UnavailablePage errorId={errorIdOf(error)} onRetry={() => void refetch()}>
        The race control couldn't be loaded.
      </UnavailablePage>
    ) : (
      <LoadingPage label="Loading the race control" />
    );
  }
  return <Control event={event} loadedMs={dataUpdatedAt} />;
}

/** After three failed loads the page can no longer show the present race. */
const staleMs = 3 * nowEveryMs + 1_000;

function Control({ event, loadedMs }: { event: WholeRaceEvent; loadedMs: number }) {
  const { _id, title, may, races, timeZone } = event;
  const device = useDevice();
  useFollow(_id);
  const { data: now } = useQuery(raceNowOf(_id));
  const [chosen, setChosen] = useState<string | null>(null);
  // The current race stays until it is official: a page that moves on earlier would take its last button away.
  const [inHand, setInHand] = useState<string | null>(null);
  const holder = holderOf(now === undefined ? event.control : now.control, device);
  const isOwn = holder.kind === 'own';
  const shown =
    races.find(({ _id: id }) => id === chosen) ??
    (isOwn ? races.find(({ _id: id }) => id === inHand) : undefined) ??
    raceToDo(races);
  if (isOwn && shown !== undefined && chosen === null && inHand !== shown._id) setInHand(shown._id);
  const staleSec = useStaleSec(loadedMs, staleMs);
  const clock = useAtNow((nowMs) => formatTime(new Date(nowMs).toISOString(), timeZone), 1_000);
  return (
    <main className={styles.page} data-stale={staleSec !== null}>
      <header className={styles.head}>
        <h1 dir="auto">
          <Link to={`/races/${_id}`}>{title}</Link>
        </h1>
        <p className={styles.clock}>{clock}</p>
        {may.manage ? (
          <Holder eventId={_id} holder={holder} device={device} timeZone={timeZone} />
        ) : (
          <p className={styles.holder}>You enter and confirm results as a judge.</p>
        )}
      </header>
      <p role="status" className={styles.stale} data-shown={staleSec !== null}>
        {staleSec !== null &&
          `The server can't be reached for ${staleSec} s. What you see is old. Athletes keep rowing; their results wait on their devices.`}
      </p>
      <div className={styles.columns}>
        {shown === undefined ? (
          <Empty>
            <p>
              No races yet. <Link to={`/races/${_id}/draw`}>Draw them first</Link>
            </p>
          </Empty>
        ) : (
          <ShownRace
            key={shown._id}
            event={event}
            race={shown}
            holder={holder}
            device={device}
            onNext={(race) => {
              setChosen(null);
              setInHand(race);
            }}
          />
        )}
        <Day event={event} shown={shown?._id ?? null} onChoose={setChosen} />
      </div>
    </main>
  );
}

/** Loads the race again when the room of its run reports a change. */
function useFollow(eventId: string): void {
  const rooms = useRooms();
  const client = useQueryClient();
  useEffect(
    () =>
      rooms.onEvent(liveEvents.raceChanged, RaceChangedSchema, ({ event }) => {
        if (event === eventId) void refreshEvent(client, eventId);
      }),
    [rooms, client, eventId],
  );
}

type HolderProps = { eventId: string; holder: ControlHolder; device: string; timeZone: string };

function Holder({ eventId, holder, device, timeZone }: HolderProps) {
  const me = useCurrentUser();
  const { take, release } = useControl(eventId, device);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.holder} data-kind={holder.kind}>
      {holder.kind === 'own' && (
        <>
          <p>You have the race control</p>
          <Button look="quiet" isBusy={release.isPending} onClick={() => release.mutate(undefined)}>
            Release
          </Button>
        </>
      )}
      {holder.kind === 'free' && (
        <>
          <p>No page has the race control</p>
          <Button isBusy={take.isPending} onClick={() => take.mutate(false)}>
            Take it
          </Button>
        </>
      )}
      {holder.kind === 'other' && (
        <>
          <p>
            {holder.userId === me._id ? 'Another page of yours' : <strong>{holder.name}</strong>} has the race
            control since {formatTime(holder.since, timeZone)}
          </p>
          <Button onClick={() => setIsAsking(true)}>Take over</Button>
        </>
      )}
      {isAsking && holder.kind === 'other' && (
        <ConfirmDialog
          question={
            holder.userId === me._id
              ? 'Are you sure you want the race control on this page?'
              : `Are you sure you want to take the race control from ${holder.name}?`
          }
          action="Take over"
          onConfirm={() => take.mutate(true)}
          onClose={() => setIsAsking(false)}
        >
          The other page can no longer call, start or stop a race. The log has it.
        </ConfirmDialog>
      )}
    </div>
  );
}

type ShownRaceProps = {
  event: WholeRaceEvent;
  race: Race;
  holder: ControlHolder;
  device: string;
  onNext: (race: string) => void;
};

function ShownRace({ event, race, holder, device, onNext }: ShownRaceProps) {
  const { may, categories, timeZone, protestMinutes } = event;
  const category = categories.find(({ _id }) => _id === race.category);
  const { data: full } = useQuery({ ...raceInFull(race._id), refetchInterval: nowEveryMs });
  const step = nextStepOf(race, event.races);
  const act = useStep(event, device);
  const { take } = useControl(event._id, device);
  const stop = useStop(event._id, device);
  const [isEnding, setIsEnding] = useState(false);
  const isOpen = full?.open ?? [];
  const stopNow = (lanes: number[]) => stop.mutate({ race, lanes, reason: '' });
  const canStop = (race.state === 'started' || race.state === 'running') && holder.kind === 'own';
  const still = race.lanes.filter(({ state }) => state === 'running' || state === 'noData').length;
  const needsControl = ['call', 'arm', 'start', 'finish', 'prepare'].includes(step.kind);
  const isToTake = may.manage && needsControl && holder.kind === 'free';
  const why = !may.manage
    ? 'Admins of the club run the races.'
    : needsControl && holder.kind === 'other'
      ? 'Take the race control over first.'
      : step.kind === 'official' && isOpen.length > 0
        ? 'What is missing stands below.'
        : null;
  const isIdle = step.kind === 'wait' || step.kind === 'done';
  // Once the control is taken, the button changes, although the day is still loading.
  const isBusy = act.isPending || (isToTake && take.isPending);
  function press() {
    if (why !== null || isIdle || isBusy) return;
    if (isToTake) return take.mutate(false);
    if (step.kind === 'next') onNext(step.race);
    else if (step.kind === 'finish' && still > 0) setIsEnding(true);
    else act.mutate({ race, kind: step.kind });
  }
  useStopKey(canStop ? () => stopNow([]) : null);
  return (
    <section aria-label="The race" className={styles.race}>
      <div className={styles.title}>
        <div>
          <h2 dir="auto">{raceWords(category?.name ?? '', race)}</h2>
          <p className={styles.facts}>
            {formatTime(race.startsAt, timeZone)}
            {category !== undefined && `, ${pieceWords(category.rules.piece)}`},{' '}
            <strong data-state={race.state}>{stateWords[race.state]}</strong>
            {race.run !== null && race.run.number > 1 && `, start ${race.run.number}`}
          </p>
        </div>
        <div className={styles.next}>
          <Button
            look="primary"
            size="touch"
            ref={focusButton}
            aria-disabled={why !== null || isIdle}
            isBusy={isBusy}
            onClick={press}
          >
            {isToTake ? 'Take the race control' : stepWords[step.kind]}
          </Button>
          {canStop && (
            <Button look="danger" size="touch" isBusy={stop.isPending} onClick={() => stopNow([])}>
              Stop (S)
            </Button>
          )}
        </div>
      </div>
      <Explanation {...{ race, why, open: isOpen, protestMinutes, timeZone }} />
      <ControlLanes
        event={event}
        race={race}
        full={full}
        onFalseStart={canStop ? (lane) => stopNow([lane]) : null}
      />
      <ControlTools event={event} race={race} full={full} device={device} holder={holder} />
      {isEnding && (
        <ConfirmDialog
          question="Are you sure you want to end the race?"
          action="End the race"
          onConfirm={() => act.mutate({ race, kind: 'finish' })}
          onClose={() => setIsEnding(false)}
        >
          {still === 1 ? '1 lane has' : `${still} lanes have`} no result yet. Late results still count.
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The keyboard focus is on the next step as soon as a race is opened. */
function focusButton(button: HTMLButtonElement | null): void {
  button?.focus();
}

type ExplanationProps = {
  race: Race;
  why: string | null;
  open: readonly string[];
  protestMinutes: number;
  timeZone: string;
};

/** Why the button waits, why the race stopped, and until when protests count. */
function Explanation({ race, why, open, protestMinutes, timeZone }: ExplanationProps) {
  const { state, run, provisionalAt, official } = race;
  const until =
    state === 'provisional' && provisionalAt !== null
      ? new Date(Date.parse(provisionalAt) + protestMinutes * 60_000).toISOString()
      : null;
  return (
    <div role="status" className={styles.explanation}>
      {why !== null && <p>{why}</p>}
      {run?.stopped != null && state !== 'called' && (
        <p className={styles.stopped}>
          {run.stopped.kind === 'falseStart'
            ? `False start: lane ${run.stopped.lanes.join(', ')}.`
            : run.stopped.kind === 'rerow'
              ? 'Rowed again.'
              : 'Stopped.'}{' '}
          {run.stopped.reason}
        </p>
      )}
      {until !== null && <p>Protests count until {formatTime(until, timeZone)}.</p>}
      {official !== null && (
        <p className={styles.official}>
          Official since {formatTime(official.at, timeZone)}, {official.by}.
        </p>
      )}
      {(state === 'finished' || state === 'provisional') && open.length > 0 && (
        <ul>
          {open.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Listens for S, which stops a race at once, unless the user is typing or a dialog is open. */
function useStopKey(onStop: (() => void) | null): void {
  const stopRef = useRef(onStop);
  useEffect(() => {
    stopRef.current = onStop;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.key.toLowerCase() !== 's' || stopRef.current === null) return;
      event.preventDefault();
      stopRef.current();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

type DayProps = { event: WholeRaceEvent; shown: string | null; onChoose: (race: string) => void };

/** The races of the day; pressing one shows it. */
function Day({ event: { races, categories, timeZone }, shown, onChoose }: DayProps) {
  return (
    <nav aria-label="Races" className={styles.day}>
      <h2>The day</h2>
      <ol>
        {races.map((race) => (
          <li key={race._id}>
            <button
              type="button"
              aria-current={race._id === shown ? 'true' : undefined}
              data-state={race.state}
              onClick={() => onChoose(race._id)}
            >
              <span>{formatTime(race.startsAt, timeZone)}</span>
              <span dir="auto" className={styles.dayName}>
                {raceWords(categories.find(({ _id }) => _id === race.category)?.name ?? '', race)}
              </span>
              <span className={styles.dayState}>{stateWords[race.state]}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
