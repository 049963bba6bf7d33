import { goalPeriods, type Goal } from '@boathouse/contract/statistics/goals';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { todayIn } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { NativeSelect, TextInput } from '../../../ui/field/field.tsx';
import { useChangeGoal } from './api.ts';
import { draftOf, goalOfDraft, parsePeriod, type GoalDraft, type GoalErrors } from './goal-draft.ts';
import styles from './goal-form.module.css';
import { periodLabels } from './goal-words.ts';

type GoalFormProps = { userId: string; timeZone: string; goal: Goal | null; onClose: () => void };

/** Sets, changes or removes the goal in its place. */
export function GoalForm({ userId, timeZone, goal, onClose }: GoalFormProps) {
  const [draft, setDraft] = useState(() => draftOf(goal, todayIn(timeZone)));
  const [errors, setErrors] = useState<GoalErrors>({});
  const formRef = useRef<HTMLFormElement>(null);
  const save = useChangeGoal(userId, timeZone);
  const remove = useChangeGoal(userId, timeZone);
  useEffect(() => formRef.current?.querySelector('select')?.focus(), []);

  function change(part: Partial<GoalDraft>) {
    setDraft({ ...draft, ...part });
    setErrors({});
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending || remove.isPending) return;
    const wanted = goalOfDraft(draft);
    if ('period' in wanted) {
      save.mutate(wanted, { onSuccess: onClose });
      return;
    }
    setErrors(wanted);
    const field = formRef.current?.elements.namedItem(Object.keys(wanted)[0] ?? '');
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={handleSubmit}>
      <NativeSelect
        label="For"
        data={goalPeriods.map((value) => ({ value, label: periodLabels[value] }))}
        value={draft.period}
        onChange={(event) => change({ period: parsePeriod(event.currentTarget.value) })}
      />
      <TextInput
        label="Meters"
        name="meters"
        inputMode="numeric"
        autoComplete="off"
        required
        value={draft.meters}
        error={errors.meters}
        onChange={(event) => change({ meters: event.currentTarget.value })}
      />
      {draft.period === 'season' &&
        (['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            label={name === 'from' ? 'First day' : 'Last day'}
            name={name}
            type="date"
            required
            value={draft[name]}
            error={errors[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
      <div className={styles.actions}>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          Save goal
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {goal !== null && (
          <Button
            look="danger"
            isBusy={remove.isPending}
            onClick={() => {
              if (!save.isPending) remove.mutate(null, { onSuccess: onClose });
            }}
          >
            Remove goal
          </Button>
        )}
      </div>
    </form>
  );
}
