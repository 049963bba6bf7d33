import { races, type RaceEventPatch } from '@boathouse/contract/races';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { callRaceDay, changeEvent, useRaceChange } from '../api.ts';
import { useRaceEvent } from '../event/event-context.ts';
import { readWhole } from '../typed-whole.ts';
import styles from './setup.module.css';

/** Reads lanes as `3, 7`; null for another text. */
function readLanes(text: string, lanes: number): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const read = parts.map((part) => readWhole(part, 1, lanes));
  const known = read.filter((lane) => lane !== null);
  return known.length < read.length ? null : [...new Set(known)].toSorted((one, other) => one - other);
}

/** Lanes, times and rules of the day. */
export function DaySettings() {
  const event = useRaceEvent();
  const client = useQueryClient();
  const [draft, setDraft] = useState({
    title: event.title,
    day: event.day,
    lanes: String(event.lanes),
    closed: event.closedLanes.join(', '),
    minutes: String(event.minutesBetween),
    protest: String(event.protestMinutes),
    juniors: event.juniorNames,
    medalPlaces: String(event.medals.places),
    medalStarters: String(event.medals.minStarters),
    medalRule: event.medals.isOneFewer ? 'fewer' : 'all',
  });
  const [isTried, setIsTried] = useState(false);
  const lanes = readWhole(draft.lanes, 1, 40);
  const closedLanes = readLanes(draft.closed, lanes ?? 40);
  const minutesBetween = readWhole(draft.minutes, 1, 240);
  const protestMinutes = readWhole(draft.protest, 0, 240);
  const minStarters = readWhole(draft.medalStarters, 1, 40);
  const save = useRaceChange(
    event._id,
    'day settings',
    (body: RaceEventPatch) => callRaceDay(races.change, { params: { id: event._id }, body }),
    async (saved) => {
      await changeEvent(client, event._id, (shown) => ({ ...shown, ...saved }));
      showToast('Race day saved', 'day settings');
    },
  );
  const field = (
    name: Exclude<keyof typeof draft, 'juniors' | 'medalPlaces' | 'medalRule'>,
    problem: string | null,
  ) => ({
    value: draft[name],
    error: isTried ? problem : null,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: value }),
  });
  function submit() {
    setIsTried(true);
    const { title, day, juniors: juniorNames } = draft;
    const medals = { places: Number(draft.medalPlaces), isOneFewer: draft.medalRule === 'fewer' };
    if (lanes === null || closedLanes === null || minutesBetween === null || protestMinutes === null) return;
    if (title.trim() === '' || day === '' || minStarters === null || save.isPending) return;
    save.mutate({
      title: title.trim(),
      day,
      lanes,
      closedLanes,
      minutesBetween,
      protestMinutes,
      juniorNames,
      medals: { ...medals, minStarters },
    });
  }
  return (
    <Panel title="The day">
      <form
        noValidate
        className={styles.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          submit();
        }}
      >
        <TextInput
          label="Title"
          {...field('title', draft.title.trim() === '' ? 'Title is required' : null)}
        />
        <div className={styles.fields}>
          <TextInput label="Day" type="date" {...field('day', draft.day === '' ? 'Day is required' : null)} />
          <TextInput
            label="Ergs (lanes)"
            inputMode="numeric"
            {...field('lanes', lanes === null ? 'From 1 to 40' : null)}
          />
          <TextInput
            label="Closed lanes"
            placeholder="None"
            {...field('closed', closedLanes === null ? 'Enter lanes such as 3, 7' : null)}
          />
          <TextInput
            label="Minutes between races"
            inputMode="numeric"
            {...field('minutes', minutesBetween === null ? 'From 1 to 240' : null)}
          />
          <TextInput
            label="Minutes for protests"
            inputMode="numeric"
            {...field('protest', protestMinutes === null ? 'From 0 to 240' : null)}
          />
          <NativeSelect
            label="Names of juniors in public"
            value={draft.juniors}
            data={[
              { value: 'initials', label: 'Initials' },
              { value: 'full', label: 'Full names' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              setDraft({ ...draft, juniors: value === 'full' ? 'full' : 'initials' })
            }
          />
          <NativeSelect
            label="Medals"
            value={draft.medalPlaces}
            data={[
              { value: '3', label: 'Gold, silver and bronze' },
              { value: '2', label: 'Gold and silver' },
              { value: '1', label: 'Gold' },
              { value: '0', label: 'None' },
            ]}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, medalPlaces: value })}
          />
          <NativeSelect
            label="Medals in small categories"
            value={draft.medalRule}
            data={[
              { value: 'all', label: 'All of them' },
              { value: 'fewer', label: 'One fewer than starters at most' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              setDraft({ ...draft, medalRule: value === 'fewer' ? 'fewer' : 'all' })
            }
          />
          <TextInput
            label="Starters for medals, at least"
            inputMode="numeric"
            {...field('medalStarters', minStarters === null ? 'From 1 to 40' : null)}
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit" isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  );
}
