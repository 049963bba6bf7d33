import { formatTenths } from '@boathouse/racing/race-time';
import { races, type RaceEntry, type WholeRaceEvent } from '@boathouse/contract/races';
import { clubRoles } from '@boathouse/contract/clubs';
import { limits } from '@boathouse/contract/limits';
import { readTime } from '@boathouse/workout/typed';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../../../lib/api.ts';
import { useIdFor } from '../../../../lib/outbox/use-id-for.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { membershipsOfClub } from '../../../clubs/clubs/index.ts';
import { callRaceDay, changeEvent } from '../api.ts';
import { readWhole } from '../typed-whole.ts';
import styles from './entries.module.css';

type EntryDialogProps = { event: WholeRaceEvent; entry: RaceEntry | null; onClose: () => void };

type Draft = {
  category: string;
  /** Empty for a guest. */
  user: string;
  name: string;
  bib: string;
  club: string;
  team: string;
  birthYear: string;
  sex: '' | 'female' | 'male';
  seed: string;
};

const draftOf = (event: WholeRaceEvent, entry: RaceEntry | null, category: string): Draft => ({
  category: entry?.category ?? category,
  user: entry?.user?._id ?? '',
  name: entry?.name ?? '',
  bib: entry?.bib ?? nextBib(event),
  club: entry?.club ?? '',
  team: entry?.team ?? '',
  birthYear: entry?.birthYear == null ? '' : String(entry.birthYear),
  sex: entry?.sex ?? '',
  seed: entry?.seedTenths == null ? '' : formatTenths(entry.seedTenths),
});

/** One more than the highest number. */
function nextBib({ entries }: WholeRaceEvent): string {
  const numbers = entries.map(({ bib }) => (/^\d{1,6}$/.test(bib) ? Number(bib) : 0));
  return String(Math.max(0, ...numbers) + 1);
}

/** Adds entries one after the other without closing, or changes one. */
export function EntryDialog({ event, entry, onClose }: EntryDialogProps) {
  const client = useQueryClient();
  const { data: memberships = [] } = useQuery(membershipsOfClub(event.club._id));
  const [draft, setDraft] = useState(() => draftOf(event, entry, event.categories[0]?._id ?? ''));
  const [isTried, setIsTried] = useState(false);
  const { fields, problems } = readEntry(draft);
  const store = (saved: RaceEntry) =>
    changeEvent(client, event._id, (shown) => ({
      ...shown,
      entries: [...shown.entries.filter(({ _id }) => _id !== saved._id), saved],
    }));
  const { idFor, forget } = useIdFor();
  const save = useMutation({
    mutationFn: async () =>
      entry === null
        ? callRaceDay(races.addEntry, {
            params: { id: event._id },
            body: { _id: await idFor(fields), ...fields },
          })
        : callRaceDay(races.changeEntry, { params: { id: entry._id }, body: fields }),
    onSuccess: async (saved) => {
      const changed = await store(saved);
      if (entry !== null) return onClose();
      forget();
      showToast(`${saved.name} entered`, 'entry');
      setDraft(draftOf(changed ?? event, null, draft.category));
      setIsTried(false);
    },
  });
  const scratch = useMutation({
    mutationFn: ({ _id, isScratched }: RaceEntry) =>
      callRaceDay(races.changeEntry, { params: { id: _id }, body: { isScratched: !isScratched } }),
    onSuccess: async (saved) => {
      await store(saved);
      onClose();
    },
  });
  const error = save.error ?? scratch.error;
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const text = (field: keyof Draft) => ({
    value: draft[field],
    error: isTried ? problems[field] : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set({ [field]: value }),
  });
  const members = memberships.filter(({ role }) => role >= clubRoles.member).map(({ user }) => user);
  const hasTeam = event.categories.find(({ _id }) => _id === draft.category)?.rules.scoring !== 'single';
  return (
    <Dialog title={entry === null ? 'Add entries' : `Change ${entry.name}`} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          setIsTried(true);
          if (Object.keys(problems).length === 0 && !save.isPending) save.mutate();
        }}
      >
        <NativeSelect
          label="Athlete"
          value={draft.user}
          data={[
            { value: '', label: 'A guest, or a relay' },
            ...(entry?.isClaimed && entry.user !== null
              ? [{ value: entry.user._id, label: `${entry.user.displayName}, by code` }]
              : []),
            ...members.map(({ _id, displayName }) => ({ value: _id, label: displayName })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const member = members.find(({ _id }) => _id === value);
            set({
              user: value,
              ...(member === undefined ? {} : { name: member.displayName, club: event.club.name }),
            });
          }}
        />
        <TextInput
          label="Name on the start list"
          required
          maxLength={limits.displayNameMax}
          {...text('name')}
        />
        <div className={styles.fields}>
          <NativeSelect
            label="Category"
            value={draft.category}
            data={event.categories.map(({ _id, name }) => ({ value: _id, label: name }))}
            onChange={({ currentTarget: { value } }) => set({ category: value })}
          />
          <TextInput label="Number (bib)" maxLength={limits.raceBibMax} {...text('bib')} />
          <TextInput label="Club" maxLength={limits.raceNameMax} {...text('club')} />
          {hasTeam && <TextInput label="Team" maxLength={limits.raceNameMax} {...text('team')} />}
          <TextInput label="Year of birth" inputMode="numeric" maxLength={4} {...text('birthYear')} />
          <NativeSelect
            label="Sex"
            value={draft.sex}
            data={[
              { value: '', label: 'Not given' },
              { value: 'female', label: 'Female' },
              { value: 'male', label: 'Male' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              set({ sex: value === 'female' || value === 'male' ? value : '' })
            }
          />
          <TextInput label="Seed time" placeholder="7:05.3" {...text('seed')} />
        </div>
        {error !== null && (
          <p role="alert" className={styles.refused}>
            {refusalOf(error)}
          </p>
        )}
        <div className={styles.buttons}>
          {entry !== null && (
            <Button isBusy={scratch.isPending} onClick={() => scratch.mutate(entry)}>
              {entry.isScratched ? 'Enter again' : 'Scratch'}
            </Button>
          )}
          <Button onClick={onClose}>{entry === null ? 'Done' : 'Cancel'}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {entry === null ? 'Add entry' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function readEntry(draft: Draft) {
  const problems: Partial<Record<keyof Draft, string>> = {};
  if (draft.name.trim() === '') problems.name = 'Name is required';
  const birthYear = readWhole(draft.birthYear, 1900, 2100);
  if (birthYear === null && draft.birthYear.trim() !== '') problems.birthYear = 'Enter a year such as 1999';
  const seed = draft.seed.trim() === '' ? null : readTime(draft.seed);
  if (seed !== null && seed.value === null) problems.seed = seed.problem;
  const { category, user, name, bib, club, team, sex } = draft;
  return {
    problems,
    fields: {
      category,
      user: user === '' ? null : user,
      name: name.trim(),
      bib: bib.trim(),
      club: club.trim(),
      team: team.trim(),
      birthYear,
      sex: sex === '' ? null : sex,
      seedTenths: seed?.value == null ? null : Math.round(seed.value * 10),
    },
  };
}
