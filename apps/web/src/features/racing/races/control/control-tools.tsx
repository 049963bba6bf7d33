import type { WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay, type RaceInFull } from '@boathouse/contract/races/day';
import { setLaneStates, type Race, type RaceAttempt } from '@boathouse/contract/races/race';
import { startLists } from '@boathouse/contract/races/start-lists';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { formatTime } from '../../../../lib/format.ts';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { Button } from '../../../../ui/button.tsx';
import { NativeSelect } from '../../../../ui/field/field.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import { callRaceDay, logOfEvent, mergeFull, mergeRaces, raceInFull, useRaceChange } from '../api.ts';
import { formatScore, hasResult, laneWords, outcomeWords } from '../race-words.ts';
import styles from './control.module.css';
import { EntryByHand, Protest, Rerow, Swap } from './control-dialogs.tsx';
import { ChooseAttempt, DecideProtest, Reopen } from './decision-dialogs.tsx';
import type { ControlHolder } from './next-step.ts';
import { ResultFile } from './result-file-dialog.tsx';

type ControlToolsProps = {
  event: WholeRaceEvent;
  race: Race;
  full: RaceInFull | undefined;
  device: string;
  holder: ControlHolder;
};

type Open = 'hand' | 'file' | 'swap' | 'protest' | 'rerow' | 'reopen' | null;

/** Everything except the next step: seats, results by hand and their confirmation, protests, the log. */
export function ControlTools({ event, race, full, device, holder }: ControlToolsProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isOver = race.state === 'official' || race.state === 'draft';
  // A race that another program runs is never called here: its results are entered by hand or read from a file.
  const isCalled = race.state !== 'published';
  return (
    <div className={styles.tools}>
      <div className={styles.buttons}>
        {!isOver && (
          <>
            <Button onClick={() => setOpen('hand')}>Enter by hand</Button>
            <Button onClick={() => setOpen('file')}>Results from a file</Button>
            {isCalled && <Button onClick={() => setOpen('swap')}>Swap two lanes</Button>}
          </>
        )}
        {hasResult(race.state) && !isOver && (
          <Button onClick={() => setOpen('protest')}>Note a protest</Button>
        )}
        {hasResult(race.state) && !isOver && holder.kind === 'own' && (
          <Button onClick={() => setOpen('rerow')}>Row again</Button>
        )}
        {race.state === 'official' && event.may.manage && (
          <Button onClick={() => setOpen('reopen')}>Reopen the result</Button>
        )}
        <Button
          look="quiet"
          onClick={() =>
            void saveFile(startLists.ofRace, { params: { id: race._id }, query: { format: 'rac2' } }).catch(
              (error: unknown) => showErrorToast(messageOf(error), { action: 'start list' }),
            )
          }
        >
          Save for ErgRace
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            void saveFile(startLists.ofRace, { params: { id: race._id }, query: { format: 'rac' } }).catch(
              (error: unknown) => showErrorToast(messageOf(error), { action: 'start list' }),
            )
          }
        >
          Save for Venue Race
        </Button>
      </div>
      {!isOver && isCalled && <LaneState event={event} race={race} />}
      {full !== undefined && <Attempts event={event} full={full} />}
      {full !== undefined && full.protests.length > 0 && <Protests event={event} full={full} />}
      <Log event={event} race={race} />
      {open === 'hand' && <EntryByHand event={event} race={race} onClose={close} />}
      {open === 'file' && <ResultFile event={event} race={race} onClose={close} />}
      {open === 'reopen' && <Reopen event={event} race={race} onClose={close} />}
      {open === 'swap' && <Swap event={event} race={race} onClose={close} />}
      {open === 'protest' && <Protest event={event} race={race} onClose={close} />}
      {open === 'rerow' && <Rerow event={event} race={race} device={device} onClose={close} />}
    </div>
  );
}

/** Sets the state of a lane by hand: here, ready, did not start. */
function LaneState({ event, race }: Pick<ControlToolsProps, 'event' | 'race'>) {
  const client = useQueryClient();
  const [lane, setLane] = useState('');
  const set = useRaceChange(
    event._id,
    'lane',
    async (state: (typeof setLaneStates)[number]) =>
      callRaceDay(raceDay.setLane, {
        params: { id: race._id, lane },
        body: { action: await newId(), state },
      }),
    async (changed) => {
      await mergeRaces(client, event._id, [changed]);
      void client.invalidateQueries({ queryKey: raceInFull(race._id).queryKey });
    },
  );
  const seated = race.lanes.filter(({ entry }) => entry !== null);
  const current = race.lanes.find(({ lane: each }) => String(each) === lane)?.state;
  return (
    <div className={styles.laneState}>
      <NativeSelect
        label="Set lane"
        value={lane}
        data={[
          { value: '', label: 'Choose' },
          ...seated.map(({ lane: each, entry: id }) => ({
            value: String(each),
            label: `${each} ${event.entries.find(({ _id }) => _id === id)?.name ?? ''}`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => setLane(value)}
      />
      <NativeSelect
        label="To"
        value={setLaneStates.find((state) => state === current) ?? ''}
        disabled={lane === '' || set.isPending}
        data={[
          { value: '', label: current === undefined ? '–' : laneWords[current] },
          ...setLaneStates.map((value) => ({ value, label: laneWords[value] })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const state = setLaneStates.find((each) => each === value);
          if (state !== undefined) set.mutate(state);
        }}
      />
    </div>
  );
}

type OfRace = { event: WholeRaceEvent; full: RaceInFull };

const nameOf = (event: WholeRaceEvent, id: string | null) =>
  event.entries.find(({ _id }) => _id === id)?.name ?? 'No one';

/** Attempts that were entered, and lanes with several of them, about which people decide. */
function Attempts({ event, full: { race, attempts } }: OfRace) {
  const client = useQueryClient();
  const piece = event.categories.find(({ _id }) => _id === race.category)?.rules.piece;
  const confirm = useRaceChange(
    event._id,
    'confirm',
    (ids: string[]) => callRaceDay(raceDay.confirm, { params: { id: race._id }, body: { attempts: ids } }),
    (full) => mergeFull(client, full),
  );
  const [chosen, setChosen] = useState<RaceAttempt | null>(null);
  const severalLanes = new Set(
    attempts
      .filter(({ lane }) => attempts.filter((other) => other.lane === lane).length > 1)
      .map(({ lane }) => lane),
  );
  const shown = attempts.filter(({ lane, source }) => source !== 'monitor' || severalLanes.has(lane));
  if (shown.length === 0 || piece === undefined) return null;
  return (
    <section aria-label="Attempts" className={styles.part}>
      <h3>Attempts</h3>
      <ul>
        {shown.map((attempt) => {
          const { _id, lane, entry, source, tenths, meters, outcome, enteredBy, confirmedBy, isOwn } =
            attempt;
          const figure = formatScore(piece, piece.kind === 'distance' ? tenths : meters);
          const isWaiting = source !== 'monitor' && confirmedBy === null && attempt.void === null;
          return (
            <li key={_id} data-void={attempt.void !== null}>
              <span>
                Lane {lane}, <span dir="auto">{nameOf(event, entry)}</span>:{' '}
                <strong>{outcome === 'finished' ? figure : outcomeWords[outcome]}</strong>
                {attempt.isValid && severalLanes.has(lane) && ' (counts)'}
                <small>
                  {source === 'monitor' ? 'monitor' : `by ${enteredBy ?? 'an official'}`}
                  {confirmedBy !== null && `, confirmed by ${confirmedBy}`}
                  {attempt.note !== '' && `, ${attempt.note}`}
                  {attempt.chosen !== null && `, chosen by ${attempt.chosen.by}: ${attempt.chosen.reason}`}
                  {attempt.void !== null && `, void: ${attempt.void.reason}`}
                </small>
              </span>
              {isWaiting && isOwn && <small>Another official confirms it.</small>}
              {isWaiting && !isOwn && (
                <Button isBusy={confirm.isPending} onClick={() => confirm.mutate([_id])}>
                  Confirm
                </Button>
              )}
              {!attempt.isValid && attempt.void === null && severalLanes.has(lane) && (
                <Button look="quiet" onClick={() => setChosen(attempt)}>
                  Let it count
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {chosen !== null && (
        <ChooseAttempt event={event} race={race} decided={chosen} onClose={() => setChosen(null)} />
      )}
    </section>
  );
}

function Protests({ event, full: { race, protests } }: OfRace) {
  const [asked, setAsked] = useState<ComponentProps<typeof DecideProtest>['decided'] | null>(null);
  return (
    <section aria-label="Protests" className={styles.part}>
      <h3>Protests</h3>
      <ul>
        {protests.map((protest) => {
          const { _id, lane, text, by, at, decision } = protest;
          return (
            <li key={_id}>
              <span>
                {lane !== null && `Lane ${lane}: `}
                <span dir="auto">{text}</span>
                <small>
                  {by}, {formatTime(at, event.timeZone)}
                  {decision !== null &&
                    `. ${decision.outcome === 'upheld' ? 'Upheld' : 'Rejected'} by ${decision.by}, ${formatTime(decision.at, event.timeZone)}${decision.text === '' ? '' : `: ${decision.text}`}`}
                </small>
              </span>
              {decision === null && event.may.manage && (
                <span className={styles.buttons}>
                  {(['upheld', 'rejected'] as const).map((outcome) => (
                    <Button key={outcome} look="quiet" onClick={() => setAsked({ protest, outcome })}>
                      {outcome === 'upheld' ? 'Uphold' : 'Reject'}
                    </Button>
                  ))}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {asked !== null && (
        <DecideProtest event={event} race={race} decided={asked} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}

/** The log of the race, loaded when it is opened. */
function Log({ event, race }: Pick<ControlToolsProps, 'event' | 'race'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: log, isError } = useQuery({
    ...logOfEvent(event._id, race._id),
    enabled: isOpen,
    refetchInterval: 10_000,
  });
  return (
    <details className={styles.part} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>Log of this race</summary>
      {isError && <p role="alert">The log couldn't be loaded. Trying again…</p>}
      {log?.length === 0 && <p>Nothing yet.</p>}
      <ul>
        {log?.map(({ _id, at, by, text }) => (
          <li key={_id}>
            <span>
              <time dateTime={at}>{formatTime(at, event.timeZone)}</time> <span dir="auto">{text}</span>
              <small>{by ?? 'the server'}</small>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
