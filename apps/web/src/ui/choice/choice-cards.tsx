import { useId } from 'react';
import styles from './choice-cards.module.css';
import { FieldGroup } from '../field-group.tsx';

type ChoiceCardsProps<V extends string> = {
  label: string;
  choices: ReadonlyArray<{ value: V; label: string; meaning: string }>;
  chosen: V;
  onChoose: (value: V) => void;
};

/** Radio buttons that each explain their choice. */
export function ChoiceCards<V extends string>({ label, choices, chosen, onChoose }: ChoiceCardsProps<V>) {
  const id = useId();
  return (
    <FieldGroup label={label} className={styles.choices}>
      {choices.map((choice) => (
        <div key={choice.value} className={styles.choice}>
          <input
            type="radio"
            id={`${id}-${choice.value}`}
            name={id}
            aria-describedby={`${id}-${choice.value}-meaning`}
            checked={choice.value === chosen}
            onChange={() => onChoose(choice.value)}
          />
          <label htmlFor={`${id}-${choice.value}`}>{choice.label}</label>
          <p id={`${id}-${choice.value}-meaning`}>{choice.meaning}</p>
        </div>
      ))}
    </FieldGroup>
  );
}
