import { races, type RaceCategory } from '@boathouse/contract/races';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import { callRaceDay, changeEvent, racesOfClub, useRaceChange } from '../api.ts';
import { useRaceEvent } from '../event/event-context.ts';
import { rulesWords } from '../race-words.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { DaySettings } from './day-settings.tsx';
import { Judges } from './judges.tsx';
import { PublicPagePanel } from './public-page-panel.tsx';
import styles from './setup.module.css';

/** Categories, the day's settings, judges and the public page; admins only. */
export function SetupPage() {
  const { may } = useRaceEvent();
  if (!may.manage) {
    return (
      <Empty>
        <p>Only admins of the club change a race day.</p>
      </Empty>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Categories />
        <DaySettings />
      </div>
      <div className={styles.column}>
        <PublicPagePanel />
        <Judges />
        <RemoveDay />
      </div>
    </div>
  );
}

function Categories() {
  const { _id: eventId, categories, entries } = useRaceEvent();
  const [shown, setShown] = useState<RaceCategory | 'new' | null>(null);
  const client = useQueryClient();
  const move = useRaceChange(
    eventId,
    'category',
    ({ category, position }: { category: RaceCategory; position: number }) =>
      callRaceDay(races.changeCategory, { params: { id: category._id }, body: { position } }),
    (_, { category, position }) =>
      changeEvent(client, eventId, (event) => ({
        ...event,
        categories: event.categories
          .filter(({ _id }) => _id !== category._id)
          .toSpliced(position, 0, category)
          .map((each, index) => ({ ...each, position: index })),
      })),
  );
  const remove = useRaceChange(
    eventId,
    'category',
    (category: RaceCategory) => callRaceDay(races.removeCategory, { params: { id: category._id } }),
    (_, { _id: gone }) =>
      changeEvent(client, eventId, (event) => ({
        ...event,
        categories: event.categories.filter(({ _id }) => _id !== gone),
      })),
  );
  return (
    <Panel
      title="Categories"
      aside={
        <Button look={categories.length === 0 ? 'primary' : 'plain'} onClick={() => setShown('new')}>
          Add category
        </Button>
      }
    >
      {categories.length === 0 ? (
        <p className={styles.note}>Add the first category: who races whom, over what distance.</p>
      ) : (
        <ul className={styles.list}>
          {categories.map((category, index) => {
            const count = entries.filter((entry) => entry.category === category._id).length;
            return (
              <li key={category._id}>
                <div className={styles.named}>
                  <strong dir="auto">{category.name}</strong>
                  <span>
                    {rulesWords(category.rules)}. {count === 1 ? '1 entry' : `${count} entries`}
                  </span>
                </div>
                <div className={styles.buttons}>
                  {categories.length > 1 &&
                    ([-1, 1] as const).map((step) => (
                      <Button
                        key={step}
                        look="quiet"
                        aria-label={`Move ${category.name} ${step < 0 ? 'up' : 'down'}`}
                        aria-disabled={categories[index + step] === undefined}
                        onClick={() => {
                          if (categories[index + step] !== undefined && !move.isPending)
                            move.mutate({ category, position: index + step });
                        }}
                      >
                        {step < 0 ? 'Up' : 'Down'}
                      </Button>
                    ))}
                  <Button
                    look="quiet"
                    aria-label={`Change ${category.name}`}
                    onClick={() => setShown(category)}
                  >
                    Change
                  </Button>
                  {count === 0 && (
                    <Button
                      look="quiet"
                      aria-label={`Delete ${category.name}`}
                      isBusy={remove.isPending}
                      onClick={() => remove.mutate(category)}
                    >
                      Delete
                    </Button>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {shown !== null && (
        <CategoryDialog
          eventId={eventId}
          category={shown === 'new' ? null : shown}
          onClose={() => setShown(null)}
        />
      )}
    </Panel>
  );
}

function RemoveDay() {
  const { _id, title, club } = useRaceEvent();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRaceChange(
    _id,
    'delete race day',
    () => callRaceDay(races.remove, { params: { id: _id } }),
    () => {
      void client.invalidateQueries({ queryKey: racesOfClub(club._id).queryKey });
      showToast('Race day deleted');
      return navigate(`/clubs/${club.customURL}/races`);
    },
  );
  return (
    <>
      <div>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          Delete race day
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          question={`Are you sure you want to delete ${title}?`}
          action="Delete"
          look="danger"
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setIsAsking(false)}
        >
          Its entries, draw and results are deleted. Rowed activities stay with their athletes.
        </ConfirmDialog>
      )}
    </>
  );
}
