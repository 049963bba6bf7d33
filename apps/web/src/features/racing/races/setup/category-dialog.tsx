import { raceScorings, raceSexes, races, type RaceCategory } from '@boathouse/contract/races';
import { limits } from '@boathouse/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { refusalOf } from '../../../../lib/api.ts';
import { useIdFor } from '../../../../lib/outbox/use-id-for.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import { callRaceDay, changeEvent } from '../api.ts';
import { scoringWords, sexWords } from '../race-words.ts';
import { draftOf, mayHaveHandicap, newDraft, readDraft, type CategoryDraft } from './category-draft.ts';
import styles from './setup.module.css';

type CategoryDialogProps = { eventId: string; category: RaceCategory | null; onClose: () => void };

/** The days on which federations count ages; other stored days are kept. */
const ageDays = [
  { value: 'event', label: 'On the day of the event' },
  { value: '12-31', label: 'On 31 December' },
  { value: '01-01', label: 'On 1 January' },
  { value: '05-01', label: 'On 1 May' },
];

const handicaps = [
  { value: 'none', label: 'None' },
  { value: 'mastersAge', label: 'Corrected for age, by masters' },
  { value: 'percentOfRecord', label: 'Percent of a record' },
] as const;

/** Adds a category, or changes one. */
export function CategoryDialog({ eventId, category, onClose }: CategoryDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(category === null ? newDraft : draftOf(category));
  const [isTried, setIsTried] = useState(false);
  const { name, rules, problems } = readDraft(draft);
  const { idFor } = useIdFor();
  const save = useMutation({
    mutationFn: async () => {
      if (rules === null) throw new Error('A category without rules is not sent');
      return category === null
        ? callRaceDay(races.addCategory, {
            params: { id: eventId },
            body: { _id: await idFor({ name, rules }), name, rules },
          })
        : callRaceDay(races.changeCategory, { params: { id: category._id }, body: { name, rules } });
    },
    onSuccess: async (saved) => {
      await changeEvent(client, eventId, (event) => ({
        ...event,
        categories: [...event.categories.filter(({ _id }) => _id !== saved._id), saved].toSorted(
          (one, other) => one.position - other.position,
        ),
      }));
      onClose();
    },
  });
  const set = (change: Partial<CategoryDraft>) => setDraft({ ...draft, ...change });
  const text = (field: keyof CategoryDraft, more: Partial<ComponentProps<typeof TextInput>> = {}) => ({
    value: draft[field],
    error: isTried ? problems[field] : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set({ [field]: value }),
    ...more,
  });
  const isTeam = draft.scoring !== 'single';
  return (
    <Dialog title={category === null ? 'New category' : `Change ${category.name}`} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (rules !== null && !save.isPending) save.mutate();
        }}
      >
        <TextInput label="Name" required maxLength={limits.raceNameMax} {...text('name')} />
        <div className={styles.fields}>
          <NativeSelect
            label="Piece"
            value={draft.kind}
            data={[
              { value: 'distance', label: 'Distance' },
              { value: 'time', label: 'Time' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              set(
                value === 'time'
                  ? { kind: 'time', amount: '4:00', split: '1:00' }
                  : { kind: 'distance', amount: '2,000 m', split: '500 m' },
              )
            }
          />
          <TextInput label={draft.kind === 'distance' ? 'Distance' : 'Time'} {...text('amount')} />
          <TextInput label="Split" {...text('split')} />
          <NativeSelect
            label="Sex"
            value={draft.sex}
            data={raceSexes.map((value) => ({ value, label: sexWords[value] }))}
            onChange={({ currentTarget: { value } }) =>
              set({ sex: raceSexes.find((sex) => sex === value) ?? draft.sex })
            }
          />
          <TextInput label="Age from" inputMode="numeric" {...text('ageFrom')} />
          <TextInput label="Age to" inputMode="numeric" {...text('ageTo')} />
          <NativeSelect
            label="Age counts"
            value={draft.ageOn}
            data={
              ageDays.some(({ value }) => value === draft.ageOn)
                ? ageDays
                : [...ageDays, { value: draft.ageOn, label: draft.ageOn }]
            }
            onChange={({ currentTarget: { value } }) => set({ ageOn: value })}
          />
          <TextInput label="Weight up to (kg)" inputMode="decimal" {...text('maxWeight')} />
          <NativeSelect
            label="Scoring"
            value={draft.scoring}
            data={raceScorings.map((value) => ({ value, label: scoringWords[value] }))}
            onChange={({ currentTarget: { value } }) =>
              set({ scoring: raceScorings.find((scoring) => scoring === value) ?? draft.scoring })
            }
          />
          {isTeam && (
            <TextInput
              label={draft.scoring === 'teamBest' ? 'Athletes that count' : 'Athletes of a team'}
              inputMode="numeric"
              {...text('teamSize')}
            />
          )}
        </div>
        {mayHaveHandicap(draft) && (
          <div className={styles.fields}>
            <NativeSelect
              label="Handicap"
              value={draft.handicap}
              data={handicaps}
              onChange={({ currentTarget: { value } }) =>
                set({ handicap: handicaps.find((each) => each.value === value)?.value ?? 'none' })
              }
            />
            {draft.handicap === 'percentOfRecord' && (
              <>
                <TextInput label="Record" placeholder="6:22.4" {...text('record')} />
                <TextInput
                  label="Whose record"
                  placeholder="World record, women 50–54, 2024"
                  maxLength={limits.raceNameMax}
                  {...text('recordSource')}
                />
              </>
            )}
            {draft.handicap === 'mastersAge' && (
              <p className={styles.note}>
                Results show the raw time beside the corrected one, from which the age can be worked out.
              </p>
            )}
          </div>
        )}
        <NativeSelect
          label="Progression"
          value={draft.progression}
          data={[
            { value: 'flights', label: 'Flights: one ranking over all of them' },
            { value: 'heats', label: 'Heats, then a final' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            set({ progression: value === 'heats' ? 'heats' : 'flights' })
          }
        />
        {draft.progression === 'heats' && (
          <div className={styles.fields}>
            <TextInput label="Heats" inputMode="numeric" {...text('heats')} />
            <TextInput label="By place of each heat" inputMode="numeric" {...text('byPlace')} />
            <TextInput label="Fastest others" inputMode="numeric" {...text('fastest')} />
          </div>
        )}
        {save.error !== null && (
          <p role="alert" className={styles.refused}>
            {refusalOf(save.error)}
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {category === null ? 'Add category' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
