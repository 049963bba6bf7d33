import type { MemberState } from '@boathouse/contract/live';
import type { RaceEntry, WholeRaceEvent } from '@boathouse/contract/races';
import type { RaceInFull } from '@boathouse/contract/races/day';
import type { Race } from '@boathouse/contract/races/race';
import { memo, type CSSProperties } from 'react';
import { formatDistance } from '../../../../lib/format.ts';
import { useMonotonicMs } from '../../../../lib/use-now.ts';
import { useLiveRoom, useMemberStates, type LiveRoom } from '../../../rowing/room/index.ts';
import { formatScore } from '../race-words.ts';
import styles from './control.module.css';
import { laneLightOf, type LaneLight } from './lane-light.ts';

type ControlLanesProps = {
  event: WholeRaceEvent;
  race: Race;
  full: RaceInFull | undefined;
  /** Stops the race because of a lane's false start; null while it can't be stopped. */
  onFalseStart: ((lane: number) => void) | null;
};

/** Every lane of a race: its athlete, whether it is ready, and what it has sent. */
export function ControlLanes(props: ControlLanesProps) {
  const session = props.race.run?.session ?? null;
  return session === null ? <Lanes {...props} room={null} /> : <LiveLanes {...props} session={session} />;
}

function LiveLanes({ session, ...props }: ControlLanesProps & { session: string }) {
  const room = useLiveRoom(session);
  return <Lanes {...props} room={room} />;
}

const none: ReadonlyMap<string, MemberState> = new Map();
const nobody = { memberStates: { subscribe: () => () => {}, getStates: () => none } };

function Lanes({ event, race, full, onFalseStart, room }: ControlLanesProps & { room: LiveRoom | null }) {
  const category = event.categories.find(({ _id }) => _id === race.category);
  const entries = new Map(event.entries.map((entry) => [entry._id, entry]));
  const states = useMemberStates(room ?? nobody);
  const monotonicMs = useMonotonicMs(500);
  const toConfirm = new Set(
    (full?.attempts ?? [])
      .filter((attempt) => attempt.isValid && attempt.enteredBy !== null && attempt.confirmedBy === null)
      .map(({ lane }) => lane),
  );
  const seenLanes = race.lanes.map((lane) => {
    const entry = lane.entry === null ? null : (entries.get(lane.entry) ?? null);
    const seen = lane.activity === null ? undefined : room?.getLane(lane.activity);
    const ageSec = seen === undefined ? null : Math.max(0, monotonicMs - seen.freshAtMs) / 1_000;
    const member = entry?.user == null ? undefined : states.get(entry.user._id);
    const light = laneLightOf({
      race: race.state,
      lane: toConfirm.has(lane.lane) ? { ...lane, needsConfirmation: true } : lane,
      entry,
      member,
      ageSec,
      isSimulated: seen?.sample.isSimulated ?? isSimulatedSerial(member?.monitor?.serial),
    });
    return { lane, entry, monitor: member?.monitor, sample: seen?.sample, ageSec, light };
  });
  const counted = seenLanes.filter(({ light }) => light.tone !== 'none');
  const good = counted.filter(({ light }) => light.tone === 'good').length;
  return (
    <>
      {race.run !== null && race.state !== 'official' && (
        <p className={styles.count} data-all={good === counted.length}>
          {good} of {counted.length} lanes are green
        </p>
      )}
      <ol
        className={styles.lanes}
        aria-label="Lanes"
        data-few={seenLanes.length <= fewLanes}
        style={lanesStyle(seenLanes.length)}
      >
        {seenLanes.map(({ lane, entry, monitor, sample, ageSec, light }) => (
          <Lane
            key={lane.lane}
            number={lane.lane}
            entry={entry}
            tone={light.tone}
            words={light.words}
            age={ageSec === null || lane.result !== null ? '' : ageWords(ageSec)}
            figures={figuresOf(sample)}
            monitor={monitorWords(monitor)}
            drag={sample?.dragFactor === undefined ? '' : `drag ${sample.dragFactor}`}
            result={
              category === undefined || lane.result === null
                ? null
                : formatScore(category.rules.piece, lane.result)
            }
            onFalseStart={onFalseStart}
          />
        ))}
      </ol>
    </>
  );
}

/** So many lanes fit with large texts. */
const fewLanes = 6;

const lanesStyle = (lanes: number): CSSProperties & Record<'--lanes', number> => ({ '--lanes': lanes });

/** The age of the newest sample, in steps that an eye can follow. */
const ageWords = (ageSec: number) => (ageSec < 1 ? 'now' : `${Math.floor(ageSec)} s ago`);

type Sample = NonNullable<ReturnType<LiveRoom['getLane']>>['sample'];

/** The simulated erg's; a Concept2 monitor has digits alone. */
const isSimulatedSerial = (serial: string | null | undefined) => serial?.startsWith('SIM') ?? false;

const figuresOf = (sample: Sample | undefined) =>
  sample === undefined ? '' : formatDistance(sample.distance);

/** `430000000, battery 85 %` */
const monitorWords = (monitor: MemberState['monitor']) =>
  [monitor?.serial ?? '', monitor?.batteryPercent == null ? '' : `battery ${monitor.batteryPercent} %`]
    .filter((part) => part !== '')
    .join(', ');

type LaneProps = {
  number: number;
  entry: RaceEntry | null;
  tone: LaneLight['tone'];
  words: string;
  age: string;
  figures: string;
  monitor: string;
  drag: string;
  result: string | null;
  onFalseStart: ((lane: number) => void) | null;
};

/** Memoized by its texts: it checks forty lanes twice a second, and few of them change. */
const Lane = memo(
  function Lane(props: LaneProps) {
    const { number, entry, tone, words, age, figures, monitor, drag, result, onFalseStart } = props;
    return (
      <li className={styles.lane} data-tone={tone}>
        <span className={styles.number}>{number}</span>
        <span className={styles.who}>
          <span dir="auto" className={styles.name}>
            {entry?.name ?? ''}
          </span>
          <small dir="auto">
            {entry !== null &&
              [entry.bib === '' ? '' : `No. ${entry.bib}`, entry.club]
                .filter((part) => part !== '')
                .join(', ')}
          </small>
        </span>
        <span className={styles.light}>
          <span className={styles.dot} aria-hidden="true" />
          {words}
        </span>
        <span className={styles.live}>
          {[figures, drag, age].filter((part) => part !== '').join(', ')}
          {monitor !== '' && <small>{monitor}</small>}
        </span>
        <span className={styles.result}>{result}</span>
        {onFalseStart !== null && entry !== null && (
          <button
            type="button"
            className={styles.falseStart}
            aria-label={`False start of lane ${number}`}
            onClick={() => onFalseStart(number)}
          >
            False start
          </button>
        )}
      </li>
    );
  },
  (before, after) => shownOf(before).every((shown, index) => shown === shownOf(after)[index]),
);

/** Everything that a lane shows; the handler for a false start is the same at each render. */
function shownOf({ onFalseStart, ...rest }: LaneProps): unknown[] {
  return [...Object.values(rest), onFalseStart === null];
}
