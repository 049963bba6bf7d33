import type { WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay } from '@boathouse/contract/races/day';
import { attemptOutcomes, type AttemptOutcome, type Race } from '@boathouse/contract/races/race';
import { readMeters, readTime } from '@boathouse/workout/typed';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { useIdFor } from '../../../../lib/outbox/use-id-for.ts';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { callRaceDay, mergeFull, mergeRaces, raceInFull, refreshEvent } from '../api.ts';
import { isArmed } from '../race-words.ts';
import { FormDialog } from './form-dialog.tsx';

export type DialogProps = { event: WholeRaceEvent; race: Race; onClose: () => void };

const lanesOf = ({ entries }: WholeRaceEvent, { lanes }: Race) =>
  lanes
    .filter(({ state }) => state !== 'closed')
    .map(({ lane, entry: id }) => ({
      value: String(lane),
      label: `${lane} ${entries.find(({ _id }) => _id === id)?.name ?? '(empty)'}`,
    }));

const outcomes: Record<AttemptOutcome, string> = {
  finished: 'Finished',
  dnf: 'Did not finish (DNF)',
  dns: 'Did not start (DNS)',
  dsq: 'Disqualified (DSQ)',
  exhibition: 'Exhibition, without a place',
};

/** Enters a result read from a monitor: it counts once another official has confirmed it. */
export function EntryByHand({ event, race, onClose }: DialogProps) {
  const client = useQueryClient();
  const lanes = lanesOf(event, race).filter(({ label }) => !label.endsWith('(empty)'));
  const missing = race.lanes.find(({ entry, result }) => entry !== null && result === null);
  const [lane, setLane] = useState(String(missing?.lane ?? lanes[0]?.value ?? ''));
  const [outcome, setOutcome] = useState<AttemptOutcome>('finished');
  const [figure, setFigure] = useState('');
  const [penalty, setPenalty] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const piece = event.categories.find(({ _id }) => _id === race.category)?.rules.piece;
  const isTime = piece?.kind === 'distance';
  const hasFigure = outcome === 'finished' || outcome === 'exhibition';
  const time = readTime(figure);
  const meters = readMeters(figure);
  const problem = !hasFigure
    ? null
    : isTime
      ? time.problem
      : meters === null
        ? 'Enter meters such as 1034'
        : null;
  const penaltyTime = penalty.trim() === '' ? 0 : readTime(penalty).value;
  const { idFor } = useIdFor();
  const entered = {
    lane: Number(lane),
    outcome,
    tenths: hasFigure && isTime && time.value !== null ? Math.round(time.value * 10) : null,
    meters: hasFigure && !isTime && meters !== null ? Math.round(meters) : null,
    penaltyTenths: Math.round((penaltyTime ?? 0) * 10),
    note: note.trim(),
  };
  const enter = useMutation({
    mutationFn: async () =>
      callRaceDay(raceDay.enter, {
        params: { id: race._id },
        body: { action: await idFor(entered), ...entered },
      }),
    onSuccess: async (full) => {
      await mergeFull(client, full);
      showToast(`Lane ${lane} entered. Another official confirms it.`, 'by hand');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Enter a result by hand"
      submitWords="Enter result"
      error={enter.error}
      isBusy={enter.isPending}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true);
        if (problem === null && penaltyTime !== null && lane !== '') enter.mutate();
      }}
    >
      <NativeSelect
        label="Lane"
        value={lane}
        data={lanes}
        onChange={({ currentTarget: { value } }) => setLane(value)}
      />
      <NativeSelect
        label="Result"
        value={outcome}
        data={attemptOutcomes.map((value) => ({ value, label: outcomes[value] }))}
        onChange={({ currentTarget: { value } }) =>
          setOutcome(attemptOutcomes.find((each) => each === value) ?? outcome)
        }
      />
      {hasFigure && (
        <>
          <TextInput
            label={isTime ? 'Time on the monitor' : 'Meters on the monitor'}
            placeholder={isTime ? '7:05.3' : '1034'}
            value={figure}
            error={isTried ? problem : null}
            onChange={({ currentTarget: { value } }) => setFigure(value)}
          />
          {isTime && (
            <TextInput
              label="Penalty (seconds)"
              placeholder="None"
              value={penalty}
              error={isTried && penaltyTime === null ? 'Enter seconds such as 10' : null}
              onChange={({ currentTarget: { value } }) => setPenalty(value)}
            />
          )}
        </>
      )}
      <TextInput
        label={outcome === 'dsq' ? 'Reason, shown with the result' : 'Note, shown with the result'}
        maxLength={300}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
    </FormDialog>
  );
}

/** Swaps two athletes who sat, or will sit, at each other's ergs. */
export function Swap({ event, race, onClose }: DialogProps) {
  const client = useQueryClient();
  const lanes = lanesOf(event, race);
  const [one, setOne] = useState('');
  const [other, setOther] = useState('');
  const [times, setTimes] = useState<'withAthletes' | 'withLanes'>('withAthletes');
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const hasTimes = race.lanes.some(({ result }) => result !== null);
  const needsReason = isArmed(race.state);
  const swap = useMutation({
    mutationFn: async () =>
      callRaceDay(raceDay.swap, {
        params: { id: race._id },
        body: {
          action: await newId(),
          version: race.version,
          lanes: [Number(one), Number(other)],
          times,
          reason: reason.trim(),
        },
      }),
    onSuccess: async (changed) => {
      await mergeRaces(client, event._id, [changed]);
      void client.invalidateQueries({ queryKey: raceInFull(race._id).queryKey });
      showToast('Lanes swapped', 'swap');
      onClose();
    },
    onError: () => void refreshEvent(client, event._id),
  });
  const choose = [{ value: '', label: 'Choose' }, ...lanes];
  return (
    <FormDialog
      title="Swap two lanes"
      submitWords="Swap"
      error={swap.error}
      isBusy={swap.isPending}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true);
        if (one !== '' && other !== '' && one !== other && (!needsReason || reason.trim() !== ''))
          swap.mutate();
      }}
    >
      <NativeSelect
        label="Lane"
        value={one}
        data={choose}
        error={isTried && one === '' ? 'Choose a lane' : null}
        onChange={({ currentTarget: { value } }) => setOne(value)}
      />
      <NativeSelect
        label="And lane"
        value={other}
        data={choose}
        error={isTried && (other === '' || other === one) ? 'Choose another lane' : null}
        onChange={({ currentTarget: { value } }) => setOther(value)}
      />
      {hasTimes && (
        <NativeSelect
          label="The times"
          value={times}
          data={[
            { value: 'withAthletes', label: 'go with the athletes: their own pages measured them' },
            { value: 'withLanes', label: 'stay with the ergs: the athletes sat at the wrong ones' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            setTimes(value === 'withLanes' ? 'withLanes' : 'withAthletes')
          }
        />
      )}
      {needsReason && (
        <TextInput
          label="Reason"
          required
          maxLength={300}
          value={reason}
          error={isTried && reason.trim() === '' ? 'Reason is required' : null}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      )}
    </FormDialog>
  );
}

export function Protest({ event, race, onClose }: DialogProps) {
  const client = useQueryClient();
  const [lane, setLane] = useState('');
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { idFor } = useIdFor();
  const noted = { lane: lane === '' ? null : Number(lane), text: text.trim() };
  const note = useMutation({
    mutationFn: async () =>
      callRaceDay(raceDay.protest, {
        params: { id: race._id },
        body: { action: await idFor(noted), ...noted },
      }),
    onSuccess: async (full) => {
      await mergeFull(client, full);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Note a protest"
      submitWords="Note protest"
      error={note.error}
      isBusy={note.isPending}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true);
        if (text.trim() !== '') note.mutate();
      }}
    >
      <NativeSelect
        label="Lane"
        value={lane}
        data={[{ value: '', label: 'The whole race' }, ...lanesOf(event, race)]}
        onChange={({ currentTarget: { value } }) => setLane(value)}
      />
      <TextInput
        label="Protest"
        required
        maxLength={300}
        value={text}
        error={isTried && text.trim() === '' ? 'Protest is required' : null}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
    </FormDialog>
  );
}

/** Rows a race with results again: its attempts stay in the log, but no longer count. */
export function Rerow({ event, race, device, onClose }: DialogProps & { device: string }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const rerow = useMutation({
    mutationFn: async () =>
      callRaceDay(raceDay.rerow, {
        params: { id: race._id },
        body: { action: await newId(), version: race.version, device, reason: reason.trim() },
      }),
    onSuccess: async (changed) => {
      await mergeRaces(client, event._id, [changed]);
      onClose();
    },
    onError: () => void refreshEvent(client, event._id),
  });
  return (
    <FormDialog
      title="Row this race again"
      submitWords="Row again"
      error={rerow.error}
      isBusy={rerow.isPending}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true);
        if (reason.trim() !== '') rerow.mutate();
      }}
    >
      <p>Its results no longer count. The athletes are called again.</p>
      <TextInput
        label="Reason"
        required
        maxLength={300}
        value={reason}
        error={isTried && reason.trim() === '' ? 'Reason is required' : null}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </FormDialog>
  );
}
