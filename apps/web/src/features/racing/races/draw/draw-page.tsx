import type { RaceCategory, WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay } from '@boathouse/contract/races/day';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatTime } from '../../../../lib/format.ts';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import {
  advanceOf,
  callRaceDay,
  changeEvent,
  mergeRaces,
  publishDay,
  refreshEvent,
  useRaceChange,
} from '../api.ts';
import { useRaceEvent } from '../event/event-context.ts';
import { hasResult, isArmed, roundWords, stateWords } from '../race-words.ts';
import { FinalPanel } from './final-panel.tsx';
import { rowsOf } from './rows-of.ts';
import { SeatBoard, type Seat, type SeatedEntry } from './seat-board.tsx';
import styles from './draw.module.css';
import { Timetable } from './timetable.tsx';

/** The draw of each category, seats to move by hand, the timetable, and publishing the start list; admins only. */
export function DrawPage() {
  const event = useRaceEvent();
  const { categories, may, races: drawn } = event;
  const [chosen, setChosen] = useState<string | null>(null);
  const category = categories.find(({ _id }) => _id === chosen) ?? categories[0];
  if (!may.manage || category === undefined) {
    return (
      <Empty>
        <p>{may.manage ? 'Add a category in Set-up first.' : 'Only admins of the club draw.'}</p>
      </Empty>
    );
  }
  return (
    <div className={styles.page}>
      <Publication event={event} />
      {categories.length > 1 && (
        <nav aria-label="Categories" className={styles.categories}>
          {categories.map(({ _id, name }) => (
            <button
              key={_id}
              type="button"
              aria-pressed={_id === category._id}
              dir="auto"
              onClick={() => setChosen(_id)}
            >
              {name}
            </button>
          ))}
        </nav>
      )}
      <CategoryDraw key={category._id} event={event} category={category} />
      {drawn.length > 0 && <Timetable event={event} />}
    </div>
  );
}

/** Publishes the races that only officials see. */
function Publication({ event: { _id, isPublished, races: drawn } }: { event: WholeRaceEvent }) {
  const client = useQueryClient();
  const publish = useRaceChange(
    _id,
    'publish',
    () => publishDay({ _id, isPublished }),
    async (published) => {
      await changeEvent(client, _id, (event) => ({ ...event, isPublished: true }));
      await mergeRaces(client, _id, published);
      showToast('Start list published', 'publish');
    },
  );
  const drafts = drawn.filter(({ state }) => state === 'draft').length;
  if (drawn.length === 0 || (drafts === 0 && isPublished)) return null;
  return (
    <div className={styles.publish}>
      <p>
        {drafts === 1 ? '1 race is a draft' : `${drafts} races are drafts`}: athletes don't see{' '}
        {drafts === 1 ? 'it' : 'them'} yet.
      </p>
      <Button look="primary" isBusy={publish.isPending} onClick={() => publish.mutate(undefined)}>
        Publish start list
      </Button>
    </div>
  );
}

type CategoryDrawProps = { event: WholeRaceEvent; category: RaceCategory };

type Move = { race: string; version: number; entry: string | null; lane: number; reason: string };

function CategoryDraw({ event, category }: CategoryDrawProps) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [late, setLate] = useState<Omit<Move, 'reason'> | null>(null);
  const ofCategory = event.races.filter((race) => race.category === category._id);
  const entries = event.entries.filter((entry) => entry.category === category._id && !entry.isScratched);
  const isHeats = category.rules.progression.kind === 'heats';
  const drawn = ofCategory.filter(({ round }) => round !== 'final');
  const draw = useRaceChange(
    event._id,
    'draw',
    async () => callRaceDay(raceDay.draw, { params: { id: category._id }, body: { action: await newId() } }),
    (made) => {
      const others = new Set(drawn.map(({ _id }) => _id));
      void changeEvent(client, event._id, (shown) => ({
        ...shown,
        races: shown.races.filter(({ _id }) => !others.has(_id)),
      })).then(() => mergeRaces(client, event._id, made));
    },
  );
  const seat = useRaceChange(
    event._id,
    'seat',
    async ({ race, ...body }: Move) =>
      callRaceDay(raceDay.seat, { params: { id: race }, body: { action: await newId(), ...body } }),
    (changed) => mergeRaces(client, event._id, changed),
  );
  const move = (entry: SeatedEntry, from: Seat, to: Seat) => {
    // An entry that leaves its lane for the list leaves it empty.
    const at = to.race === null ? from : to;
    const race = event.races.find(({ _id }) => _id === at.race);
    if (race === undefined) return;
    const asked = {
      race: race._id,
      version: race.version,
      entry: to.race === null ? null : entry.id,
      lane: at.lane,
    };
    if (isArmed(race.state)) setLate(asked);
    else seat.mutate({ ...asked, reason: '' });
  };
  const isCalled = drawn.some(({ state }) => state !== 'draft' && state !== 'published');
  const rows = rowsOf(event, category, (race) => ({
    title: roundWords(race),
    startsAt: formatTime(race.startsAt, event.timeZone),
    fixed: hasResult(race.state) ? `${stateWords[race.state]}: swap lanes in Race control` : null,
  }));
  return (
    <Panel
      title={category.name}
      aside={
        <div className={styles.actions}>
          {drawn.length > 0 && <Button onClick={() => window.print()}>Print</Button>}
          {!isCalled && entries.length > 0 && (
            <Button
              look={drawn.length === 0 ? 'primary' : 'plain'}
              isBusy={draw.isPending}
              onClick={() => (drawn.length === 0 ? draw.mutate(undefined) : setIsAsking(true))}
            >
              {drawn.length === 0 ? 'Draw' : 'Draw again'}
            </Button>
          )}
        </div>
      }
    >
      {entries.length === 0 ? (
        <Empty>
          <p>
            No entries yet. <Link to={`/races/${event._id}/entries`}>Add entries</Link>
          </p>
        </Empty>
      ) : drawn.length === 0 ? (
        <p className={styles.note}>
          {entries.length === 1 ? '1 entry' : `${entries.length} entries`}. Draw makes the{' '}
          {isHeats ? 'heats' : 'flights'} by seed time; you can move each athlete afterwards.
        </p>
      ) : (
        <SeatBoard rows={rows} lanes={event.lanes} isBusy={seat.isPending || draw.isPending} onMove={move} />
      )}
      {isHeats && drawn.length > 0 && <Final event={event} category={category} />}
      {isAsking && (
        <ConfirmDialog
          question={`Are you sure you want to draw ${category.name} again?`}
          action="Draw again"
          onConfirm={() => draw.mutate(undefined)}
          onClose={() => setIsAsking(false)}
        >
          The new draw replaces the seats, also those moved by hand.
        </ConfirmDialog>
      )}
      {late !== null && (
        <ReasonDialog
          onClose={() => setLate(null)}
          onSay={(reason) => {
            setLate(null);
            seat.mutate({ ...late, reason });
          }}
        />
      )}
    </Panel>
  );
}

function Final({ event, category }: CategoryDrawProps) {
  const { data: advance, isError, refetch } = useQuery(advanceOf(category._id));
  const client = useQueryClient();
  return (
    <FinalPanel
      event={event}
      category={category}
      advance={advance}
      isFailed={isError}
      onRetry={() => void refetch()}
      onDrawn={(race) => {
        void mergeRaces(client, event._id, [race]).then(() => refreshEvent(client, event._id));
      }}
    />
  );
}

/** Asks why seats of an armed race change, for the log. */
function ReasonDialog({ onSay, onClose }: { onSay: (reason: string) => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <Dialog title="This race is armed" width="narrow" onClose={onClose}>
      <form
        className={styles.reason}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') onSay(reason.trim());
        }}
      >
        <TextInput
          label="Reason for the change"
          required
          maxLength={300}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Change seat
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
