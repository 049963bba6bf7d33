import { limits } from '@boathouse/contract/limits';
import { describePieces, parseWorkoutText } from '@boathouse/row/text';
import { TextInput } from '../../../ui/field/field.tsx';
import { useId, useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { Loading } from '../../../ui/states.tsx';
import styles from './item-field.module.css';

const PlanEditor = lazyPart({
  name: 'The rows',
  load: async () => (await loadChunk(() => import('./plan-editor.tsx'))).PlanEditor,
  waiting: <Loading label="Loading the rows" lines={1} />,
});

type ItemFieldProps = {
  /** From 1. */
  number: number;
  text: string;
  /** Begun, so nothing can change it. */
  isFixed: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
  /** null: not removable. */
  onRemove: (() => void) | null;
};

/** The text of a workout item, how it is read, and an editor of its pieces. */
export function ItemField({ number, text, isFixed, error, onChange, onRemove }: ItemFieldProps) {
  const [isEditing, setIsEditing] = useState(false);
  const editorId = useId();
  return (
    <div className={styles.item}>
      <TextInput
        label={`Workout item ${number}`}
        name={`items.${number - 1}`}
        required={number === 1}
        maxLength={limits.workoutItemMax}
        placeholder={number === 1 ? '4 x 500m / 2:00 rest' : ''}
        value={text}
        readOnly={isFixed}
        description={isFixed ? 'Begun, so its text is fixed' : undefined}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {onRemove && (
        <Button aria-label={`Remove workout item ${number}`} onClick={onRemove}>
          Remove
        </Button>
      )}
      <Reading text={text} />
      {!isFixed && (
        <div className={styles.opener}>
          <Button
            look="quiet"
            aria-expanded={isEditing}
            aria-controls={editorId}
            onClick={() => setIsEditing(!isEditing)}
          >
            {isEditing ? 'Close rows' : 'Edit as rows'}
            <span className="visually-hidden"> of workout item {number}</span>
          </Button>
        </div>
      )}
      {!isFixed && isEditing && (
        <PlanEditor
          id={editorId}
          label={`Pieces of workout item ${number}`}
          text={text}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function Reading({ text }: { text: string }) {
  if (text.trim() === '') return <div role="status" className={styles.reading} />;
  const plan = parseWorkoutText(text);
  const lines = plan === null ? [] : describePieces(plan);
  return (
    <div role="status" className={[styles.reading, plan ? styles.isRead : ''].join(' ')}>
      {plan === null && 'Not read as a plan: athletes see the text, the monitor is set by hand'}
      {lines.length === 1 && `Reads as ${lines[0]}`}
      {lines.length > 1 && (
        <>
          Reads as
          <ul>
            {lines.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
