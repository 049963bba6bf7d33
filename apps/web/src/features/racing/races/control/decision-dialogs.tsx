import { raceDay, type RaceInFull } from '@boathouse/contract/races/day';
import { limits } from '@boathouse/contract/limits';
import type { RaceAttempt } from '@boathouse/contract/races/race';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { useIdFor } from '../../../../lib/outbox/use-id-for.ts';
import { TextInput } from '../../../../ui/field/field.tsx';
import { callRaceDay, mergeFull, mergeRaces, raceInFull, refreshEvent, resultsOfEvent } from '../api.ts';
import type { DialogProps } from './control-dialogs.tsx';
import { FormDialog } from './form-dialog.tsx';

type ReasonedProps = {
  title: string;
  about: string;
  label: string;
  submitWords: string;
  change: { error: Error | null; isPending: boolean; mutate: (reason: string) => void };
  onClose: () => void;
};

/** Asks for the reason of a decision, which the log stores with it. */
function Reasoned({ title, about, label, submitWords, change, onClose }: ReasonedProps) {
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  return (
    <FormDialog
      title={title}
      submitWords={submitWords}
      error={change.error}
      isBusy={change.isPending}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true);
        if (reason.trim() !== '') change.mutate(reason.trim());
      }}
    >
      <p>{about}</p>
      <TextInput
        label={label}
        required
        maxLength={limits.raceReasonMax}
        value={reason}
        error={isTried && reason.trim() === '' ? `${label} is required` : null}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </FormDialog>
  );
}

/** Returns an official result to provisional. */
export function Reopen({ event, race, onClose }: DialogProps) {
  const client = useQueryClient();
  const reopen = useMutation({
    mutationFn: async (reason: string) =>
      callRaceDay(raceDay.reopen, {
        params: { id: race._id },
        body: { action: await newId(), version: race.version, reason },
      }),
    onSuccess: async (changed) => {
      await mergeRaces(client, event._id, [changed]);
      void client.invalidateQueries({ queryKey: raceInFull(race._id).queryKey });
      void client.invalidateQueries({ queryKey: resultsOfEvent(event._id).queryKey });
      onClose();
    },
    onError: () => void refreshEvent(client, event._id),
  });
  return (
    <Reasoned
      title="Reopen the official result"
      about="The result is provisional again on every page, without medals, until you make it official."
      label="Reason"
      submitWords="Reopen"
      change={reopen}
      onClose={onClose}
    />
  );
}

type OfFull<T> = DialogProps & { decided: T };
type Decision = { protest: RaceInFull['protests'][number]; outcome: 'upheld' | 'rejected' };

/** Decides a protest with a reason that the log and the race's officials read. */
export function DecideProtest({ event, race, decided: { protest, outcome }, onClose }: OfFull<Decision>) {
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (text: string) =>
      callRaceDay(raceDay.decide, {
        params: { id: race._id, protest: protest._id },
        body: { outcome, text },
      }),
    onSuccess: async (full) => {
      await mergeFull(client, full);
      onClose();
    },
    onError: () => void refreshEvent(client, event._id),
  });
  return (
    <Reasoned
      title={outcome === 'upheld' ? 'Uphold the protest' : 'Reject the protest'}
      about={`${protest.lane === null ? '' : `Lane ${protest.lane}: `}${protest.text}`}
      label="Decision"
      submitWords={outcome === 'upheld' ? 'Uphold' : 'Reject'}
      change={decide}
      onClose={onClose}
    />
  );
}

/** Lets another attempt of a lane count. */
export function ChooseAttempt({ event, race, decided: attempt, onClose }: OfFull<RaceAttempt>) {
  const client = useQueryClient();
  const { _id, lane } = attempt;
  const { idFor } = useIdFor();
  const choose = useMutation({
    mutationFn: async (reason: string) =>
      callRaceDay(raceDay.choose, {
        params: { id: race._id, lane: String(lane) },
        body: { action: await idFor({ attempt: _id, reason }), attempt: _id, reason },
      }),
    onSuccess: async (full) => {
      await mergeFull(client, full);
      onClose();
    },
    onError: () => void refreshEvent(client, event._id),
  });
  return (
    <Reasoned
      title={`Let another result of lane ${lane} count`}
      about="The other results stay in the log."
      label="Reason"
      submitWords="Let it count"
      change={choose}
      onClose={onClose}
    />
  );
}
