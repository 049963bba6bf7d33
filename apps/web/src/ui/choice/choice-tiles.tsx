import { useId, type ReactNode } from 'react';
import { FieldGroup } from '../field-group.tsx';
import styles from './choice-tiles.module.css';

type ChoiceTilesProps<Value extends string> = {
  label: string;
  choices: readonly { value: Value; label: string; picture: ReactNode }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** Radio buttons with a preview picture each. The pictures are decorative. */
export function ChoiceTiles<Value extends string>(props: ChoiceTilesProps<Value>) {
  const { label, choices, chosen, onChoose } = props;
  const name = useId();
  return (
    <FieldGroup label={label} className={styles.choices}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={choice.value}
            checked={choice.value === chosen}
            onChange={() => onChoose(choice.value)}
          />
          <span className={styles.picture} aria-hidden="true">
            {choice.picture}
          </span>
          <span className={styles.label}>{choice.label}</span>
        </label>
      ))}
    </FieldGroup>
  );
}
