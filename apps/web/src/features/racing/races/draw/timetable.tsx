import type { WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay } from '@boathouse/contract/races/day';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toInstantISO } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { callRaceDay, mergeRaces, useRaceChange } from '../api.ts';
import { raceWords } from '../race-words.ts';
import { readWhole } from '../typed-whole.ts';
import styles from './draw.module.css';

/** Local times of a day in the form of inputs: `10:20`. */
const timeIn = (iso: string, timeZone: string) =>
  Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' });

/** The time of each race, and one press that moves all later ones. */
export function Timetable({ event }: { event: WholeRaceEvent }) {
  const { _id, day, timeZone, races, categories } = event;
  const client = useQueryClient();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [shift, setShift] = useState('');
  const save = useRaceChange(
    _id,
    'timetable',
    (times: { race: string; startsAt: string }[]) =>
      callRaceDay(raceDay.timetable, { params: { id: _id }, body: { races: times } }),
    async (changed) => {
      await mergeRaces(client, _id, changed);
      setTyped({});
      setShift('');
      showToast('Timetable saved', 'timetable');
    },
  );
  const isToCome = (state: string) => state === 'draft' || state === 'published';
  const toCome = races.filter(({ state }) => isToCome(state));
  const date = Temporal.PlainDate.from(day);
  const changes = toCome.flatMap(({ _id: race, startsAt }) => {
    const time = typed[race];
    if (time === undefined || time === '' || time === timeIn(startsAt, timeZone)) return [];
    return [{ race, startsAt: toInstantISO(date, Temporal.PlainTime.from(time), timeZone) }];
  });
  const minutes = /^[-−]/.test(shift.trim())
    ? negative(readWhole(shift.trim().slice(1), 1, 600))
    : readWhole(shift, 1, 600);
  return (
    <Panel title="Timetable">
      <ul className={styles.times}>
        {races.map((race) => {
          const name = raceWords(categories.find((each) => each._id === race.category)?.name ?? '', race);
          return (
            <li key={race._id}>
              <span dir="auto">{name}</span>
              <TextInput
                type="time"
                aria-label={`Start of ${name}`}
                disabled={!isToCome(race.state)}
                value={typed[race._id] ?? timeIn(race.startsAt, timeZone)}
                onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [race._id]: value })}
              />
            </li>
          );
        })}
      </ul>
      <div className={styles.shift}>
        <Button
          look={changes.length > 0 ? 'primary' : 'plain'}
          disabled={changes.length === 0}
          isBusy={save.isPending}
          onClick={() => save.mutate(changes)}
        >
          Save times
        </Button>
        {toCome.length > 0 && (
          <>
            <div>
              <TextInput
                label="Minutes later"
                placeholder="10"
                value={shift}
                onChange={({ currentTarget: { value } }) => setShift(value)}
              />
            </div>
            <Button
              disabled={minutes === null}
              isBusy={save.isPending}
              onClick={() =>
                save.mutate(
                  toCome.map(({ _id: race, startsAt }) => ({
                    race,
                    startsAt: new Date(Date.parse(startsAt) + (minutes ?? 0) * 60_000).toISOString(),
                  })),
                )
              }
            >
              Move the {toCome.length} races to come
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}

const negative = (value: number | null) => (value === null ? null : -value);
