import { weighInOf } from '@boathouse/racing/timetable';
import type { WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay, type RaceNow } from '@boathouse/contract/races/day';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { formatTime, formatWhen } from '../../../../lib/format.ts';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { useAtNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { callRaceDay, mergeRaces, useRaceChange } from '../api.ts';
import { isCalled } from '../called.ts';
import { useStaleSec } from '../live/use-stale-sec.ts';
import { raceWords, roundWords } from '../race-words.ts';
import { isWeighedFor, weighInWords } from '../weigh-in.ts';
import styles from './my-lanes.module.css';

type Mine = RaceNow['mine'][number];

/** It applies after three failed loads. */
const staleMs = 10_000;

type MyLanesProps = {
  event: Pick<WholeRaceEvent, '_id' | 'timeZone' | 'categories' | 'races'>;
  mine: readonly Mine[];
  /** The last load has failed. */
  isStale: boolean;
  loadedMs: number;
};

/** Where and when the reader rows, with the next race large; once it is called, one press leads to the erg. */
export function MyLanes({ event, mine, isStale, loadedMs }: MyLanesProps) {
  const isOld = useStaleSec(loadedMs, staleMs) !== null;
  const [next, ...later] = mine;
  if (next === undefined) return null;
  const weighed = mine.find(({ race }) => isWeighedFor(event, race));
  return (
    <section aria-label="Your races" className={styles.mine} data-stale={isStale || isOld}>
      {(isStale || isOld) && (
        <p role="status" className={styles.old}>
          The server can't be reached. Ask an official whether your race is called.
        </p>
      )}
      <NextLane event={event} mine={next} />
      {weighed !== undefined && <WeighIn startsAt={weighed.startsAt} timeZone={event.timeZone} />}
      {later.map((lane) => (
        <p key={lane.race} className={styles.later}>
          {formatTime(lane.startsAt, event.timeZone)}: {raceWords(lane.category, lane)}, lane{' '}
          <strong>{lane.lane}</strong>
        </p>
      ))}
    </section>
  );
}

/** When to weigh in, until it is too late. */
function WeighIn({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  const isAhead = useAtNow((nowMs) => nowMs < weighInOf(Date.parse(startsAt)).untilMs);
  return isAhead && <p className={styles.later}>Weigh in from {weighInWords(startsAt, timeZone)}.</p>;
}

/** It shows only the call of a race. */
export function CalledLane(props: Parameters<typeof NextLane>[0]) {
  return (
    <section aria-label="Your race is called" className={styles.mine}>
      <NextLane {...props} />
    </section>
  );
}

/** One race of the reader; once it is called, one press leads to the erg. */
function NextLane({ event, mine }: { event: Pick<WholeRaceEvent, '_id' | 'timeZone'>; mine: Mine }) {
  const { race, category, lane, startsAt, state, laneState, session } = mine;
  const client = useQueryClient();
  const navigate = useNavigate();
  const when = useAtNow((nowMs) => whenOf(startsAt, nowMs, event.timeZone));
  const come = useRaceChange(
    event._id,
    'here',
    async () =>
      callRaceDay(raceDay.setLane, {
        params: { id: race, lane: String(lane) },
        body: { action: await newId(), state: 'here' },
      }),
    (changed) => mergeRaces(client, event._id, [changed]),
  );
  const open = () => {
    // If the server is unreachable, the session shows it, and the row still begins.
    if (laneState === 'entered') come.mutate(undefined);
    void navigate(`/sessions/${session}`);
  };
  const isOpen = isCalled(mine);
  return (
    <div className={styles.next} data-called={isOpen}>
      <p className={styles.lane}>
        <span className={styles.word}>Lane</span>
        <span className={styles.figure}>{lane}</span>
      </p>
      <div className={styles.about}>
        <p className={styles.race} dir="auto">
          {raceWords(category, mine)}
        </p>
        <p>{when}</p>
        <p className={styles.state}>{wordsOf(mine)}</p>
      </div>
      {isOpen && (
        <Button look="primary" size="touch" onClick={open}>
          {state === 'finished' ? 'Open your race' : `${roundWords(mine)}, lane ${lane}: tap here`}
        </Button>
      )}
    </div>
  );
}

const dayMs = 86_400_000;

/** Returns the time of a race: '10:00, in 3 h' within a day, otherwise with its date. */
function whenOf(startsAt: string, nowMs: number, timeZone: string): string {
  const when = formatWhen(startsAt, nowMs, timeZone);
  const isNear = Math.abs(nowMs - Date.parse(startsAt)) < dayMs;
  return isNear ? `${formatTime(startsAt, timeZone)}, ${when}` : when;
}

function wordsOf({ state, laneState }: Mine): string {
  switch (laneState) {
    case 'dns':
      return 'Marked as not started. Ask an official if that is wrong.';
    case 'dnf':
      return 'Did not finish';
    case 'dsq':
      return 'Disqualified. An official can tell you why.';
    case 'noData':
      return 'Keep rowing: your monitor counts.';
    case 'finished':
      return 'Finished. Stay on the erg until your result is shown.';
    default:
      break;
  }
  switch (state) {
    case 'called':
      return 'Called: sit down at your erg.';
    case 'armed':
    case 'started':
      return 'The start is next: stay at your erg.';
    case 'falseStart':
      return 'False start: stop and wait.';
    case 'stopped':
      return 'Stopped: wait for the next start.';
    case 'running':
      return 'Under way';
    case 'finished':
    case 'provisional':
      return 'Rowed: the result is provisional.';
    default:
      return 'You will be called here.';
  }
}
