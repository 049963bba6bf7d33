import type { RaceCategory, WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay } from '@boathouse/contract/races/day';
import type { Race } from '@boathouse/contract/races/race';
import type { EndpointResponse } from '@boathouse/contract/endpoint';
import { useState } from 'react';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import { Button } from '../../../../ui/button.tsx';
import { Loading, Unavailable } from '../../../../ui/states.tsx';
import { callRaceDay, useRaceChange } from '../api.ts';
import styles from './draw.module.css';

type Advance = EndpointResponse<typeof raceDay.advance>;

type FinalPanelProps = {
  event: WholeRaceEvent;
  category: RaceCategory;
  advance: Advance | undefined;
  isFailed: boolean;
  onRetry: () => void;
  onDrawn: (race: Race) => void;
};

/** The athletes who advance to the final, and the referee's choice if athletes are tied for the last lane. */
export function FinalPanel({ event, category, advance, isFailed, onRetry, onDrawn }: FinalPanelProps) {
  return (
    <section aria-label={`Final of ${category.name}`} className={styles.final}>
      <h3>Final</h3>
      {advance === undefined ? (
        isFailed ? (
          <Unavailable onRetry={onRetry}>The athletes of the final couldn't be loaded.</Unavailable>
        ) : (
          <Loading label="Loading the athletes of the final" lines={2} />
        )
      ) : advance.openHeats > 0 ? (
        <p className={styles.note}>
          {advance.openHeats === 1 ? '1 heat has' : `${advance.openHeats} heats have`} no result yet.
        </p>
      ) : (
        <Choice key={advance.entries.join()} {...{ event, category, advance, onDrawn }} />
      )}
    </section>
  );
}

type ChoiceProps = Pick<FinalPanelProps, 'event' | 'category' | 'onDrawn'> & { advance: Advance };

function Choice({ event, category, advance: { entries, tied, lanes }, onDrawn }: ChoiceProps) {
  // With enough lanes, all tied athletes advance.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(entries.length <= lanes ? entries : entries.filter((id) => !tied.includes(id))),
  );
  const draw = useRaceChange(
    event._id,
    'final',
    async () =>
      callRaceDay(raceDay.drawFinal, {
        params: { id: category._id },
        body: { action: await newId(), entries: entries.filter((id) => chosen.has(id)) },
      }),
    onDrawn,
  );
  const final = event.races.find(({ category: of, round }) => of === category._id && round === 'final');
  const isCalled = final !== undefined && !['draft', 'published'].includes(final.state);
  if (isCalled) return <p className={styles.note}>The final is called: move seats by hand.</p>;
  const isTooMany = chosen.size > lanes;
  return (
    <>
      {tied.length > 0 && (
        <p role="status" className={styles.tied}>
          {tied.length} athletes are level for the last place.{' '}
          {entries.length <= lanes
            ? 'There is a lane for each of them. You can also choose.'
            : `There are ${lanes} lanes for ${entries.length} athletes: choose who rows.`}
        </p>
      )}
      <ul className={styles.through}>
        {entries.map((id) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={({ currentTarget: { checked } }) => {
                  const next = new Set(chosen);
                  if (checked) next.add(id);
                  else next.delete(id);
                  setChosen(next);
                }}
              />
              <span dir="auto">{event.entries.find(({ _id }) => _id === id)?.name ?? 'A deleted entry'}</span>
              {tied.includes(id) && <strong className={styles.tied}>level</strong>}
            </label>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          look="primary"
          disabled={chosen.size === 0 || isTooMany}
          isBusy={draw.isPending}
          onClick={() => draw.mutate(undefined)}
        >
          {final === undefined ? 'Draw the final' : 'Draw the final again'}
        </Button>
      </div>
    </>
  );
}
