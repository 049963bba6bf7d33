import { useId } from 'react';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './privacy-choice.module.css';

const choices = [
  {
    isPrivate: false,
    label: 'Public',
    meaning: 'Anyone can join at once and see the recent sessions.',
  },
  {
    isPrivate: true,
    label: 'Invite-only',
    meaning: 'People ask to join and an admin accepts them. Only members see recent sessions.',
  },
] as const;

type PrivacyChoiceProps = { isPrivate: boolean; onChange: (isPrivate: boolean) => void };

export function PrivacyChoice({ isPrivate, onChange }: PrivacyChoiceProps) {
  const id = useId();
  return (
    <FieldGroup label="Privacy" className={styles.choices}>
      {choices.map((choice) => (
        <div key={choice.label} className={styles.choice}>
          <input
            type="radio"
            id={`${id}-${choice.label}`}
            name={`${id}-privacy`}
            aria-describedby={`${id}-${choice.label}-meaning`}
            checked={choice.isPrivate === isPrivate}
            onChange={() => onChange(choice.isPrivate)}
          />
          <label htmlFor={`${id}-${choice.label}`}>{choice.label}</label>
          <p id={`${id}-${choice.label}-meaning`}>{choice.meaning}</p>
        </div>
      ))}
    </FieldGroup>
  );
}
