import { limits } from '@boathouse/contract/limits';
import { Textarea } from '../../../ui/field/field.tsx';
import styles from './description-field.module.css';

type DescriptionFieldProps = { description: string; onChange: (description: string) => void };

/** Marked as required but may be empty, as the specification demands. */
export function DescriptionField({ description, onChange }: DescriptionFieldProps) {
  return (
    <div>
      <Textarea
        label="Description"
        name="description"
        dir="auto"
        withAsterisk
        rows={4}
        maxLength={limits.clubDescriptionMax}
        value={description}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={styles.count}>
        <span className="visually-hidden">Characters: </span>
        <strong>{description.length}</strong> of {limits.clubDescriptionMax}
      </p>
    </div>
  );
}
