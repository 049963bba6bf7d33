import { limits } from '@boathouse/contract/limits';
import { plannedTrack } from '@boathouse/row/crew/track';
import { formatPaceOn, shownPaceSec } from '@boathouse/workout/machine';
import { readTime } from '@boathouse/workout/typed';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { Unavailable } from '../../../../ui/states.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { strokesWithoutCurves } from '../../../training/activities/index.ts';
import { addGhost, ghostPaces, isPicked, removeGhost, type GhostPick } from './ghost-choice.ts';
import styles from './ghost-choice-view.module.css';
import { useGhostSources, type GhostedRow } from './use-ghosts.ts';

type GhostChoiceViewProps = { row: GhostedRow; plan: WorkoutPlan | null };

/** Chooses the ghosts that row beside the athlete, before the first stroke. */
export function GhostChoiceView({ row, plan }: GhostChoiceViewProps) {
  const me = useCurrentUser();
  const { picks, sources, hasFailed, retry } = useGhostSources(row, plan, true);
  const hasPlannedPaces = plan !== null && plannedTrack(plan) !== null;
  const isFull = picks.length >= limits.ghostsMax;
  const pace = picks.find((pick) => pick.kind === 'pace') ?? null;
  const change = (pick: GhostPick, isChosen: boolean) => {
    if (isChosen) addGhost(me._id, row.workout, pick);
    else removeGhost(me._id, row.workout, pick);
  };
  const optionOf = (pick: GhostPick) => {
    const isChosen = isPicked(picks, pick);
    return { isChosen, isFull, onChange: (next: boolean) => change(pick, next) };
  };
  return (
    <section aria-label="Ghosts" className={styles.ghosts}>
      <p>Ghosts row beside you on this page alone. They have no rank.</p>
      {hasFailed && <Unavailable onRetry={retry}>Your own results couldn't be loaded.</Unavailable>}
      <ul className={styles.options}>
        {sources.map(({ pick, activityId, name, detail }) => (
          <RowedOption
            key={`${pick.kind} ${activityId}`}
            {...{ activityId, name, detail }}
            {...optionOf(pick)}
          />
        ))}
        {hasPlannedPaces && <Option name="The plan" detail="at its paces" {...optionOf({ kind: 'plan' })} />}
      </ul>
      <SteadyPace
        machine={row.machine}
        paceSec={pace?.paceSec ?? null}
        isFull={isFull}
        onChoose={(paceSec) => change({ kind: 'pace', paceSec }, true)}
        onRemove={() => pace && change(pace, false)}
      />
      {isFull && <p>{limits.ghostsMax} ghosts at most. Take one away to choose another.</p>}
    </section>
  );
}

type OptionProps = {
  name: string;
  detail: string;
  isChosen: boolean;
  isFull: boolean;
  onChange: (isChosen: boolean) => void;
  problem?: string | null;
};

function Option({ name, detail, isChosen, isFull, onChange, problem = null }: OptionProps) {
  return (
    <li>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isFull && !isChosen}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          <strong dir="auto">{name}</strong> <span>{detail}</span>
          {problem !== null && <span role="alert"> {problem}</span>}
        </span>
      </label>
    </li>
  );
}

/** A stored row: it shows when its strokes can't be read, because its result is not enough to row by. */
function RowedOption({ activityId, ...option }: Omit<OptionProps, 'problem'> & { activityId: string }) {
  const { isError } = useQuery({ ...strokesWithoutCurves(activityId), enabled: option.isChosen });
  return <Option {...option} problem={isError ? "Its strokes couldn't be loaded." : null} />;
}

type SteadyPaceProps = {
  machine: string;
  paceSec: number | null;
  isFull: boolean;
  /** Called with seconds per 500 m. */
  onChoose: (paceSec: number) => void;
  onRemove: () => void;
};

function SteadyPace({ machine, paceSec, isFull, onChoose, onRemove }: SteadyPaceProps) {
  const [text, setText] = useState(paceSec === null ? '' : formatPaceOn(machine, paceSec));
  const [problem, setProblem] = useState<string | null>(null);
  // A typed pace is on the machine's own scale: per 1000 m on a bike.
  const perShown = shownPaceSec(machine, 1);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { value, problem: unread } = readTime(text);
    const typedSec = value === null ? null : value / perShown;
    if (typedSec === null) return setProblem(unread);
    if (typedSec < ghostPaces.fastestSec || typedSec > ghostPaces.slowestSec)
      return setProblem('Type a pace such as 2:00.0.');
    setProblem(null);
    onChoose(typedSec);
  };
  return (
    <form className={styles.pace} onSubmit={submit} noValidate>
      <TextInput
        label="A steady pace"
        inputMode="text"
        placeholder="2:00.0"
        value={text}
        error={problem}
        disabled={isFull && paceSec === null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="touch">
        {paceSec === null ? 'Add' : 'Change'}
      </Button>
      {paceSec !== null && (
        <Button
          size="touch"
          look="quiet"
          onClick={() => {
            setText('');
            setProblem(null);
            onRemove();
          }}
        >
          Take away
        </Button>
      )}
    </form>
  );
}
