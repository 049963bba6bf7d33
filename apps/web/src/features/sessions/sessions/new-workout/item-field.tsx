import { limits } from '@boathouse/contract/limits';
import { TextInput } from '../../../../ui/field/field.tsx';
import { useId, useRef, useState } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Loading } from '../../../../ui/states.tsx';
import styles from './item-field.module.css';

const PlanEditor = lazyPart({
  name: 'The rows',
  load: async () => (await loadChunk(() => import('./plan-editor.tsx'))).PlanEditor,
  waiting: <Loading label="Loading the rows" lines={1} />,
});

/** The status element for the reading. */
const nothingRead = <div role="status" className={styles.reading} />;
const Reading = lazyPart({
  name: 'How the text is read',
  load: async () => (await loadChunk(() => import('./reading.tsx'))).Reading,
  waiting: nothingRead,
});

type ItemFieldProps = {
  /** From 1. */
  number: number;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
  /** null: not removable. */
  onRemove: (() => void) | null;
};

/** The text of a workout item, how it is read, and an editor of its pieces. */
export function ItemField({ number, text, error, onChange, onRemove }: ItemFieldProps) {
  const [isEditing, setIsEditing] = useState(false);
  const editorId = useId();
  const input = useRef<HTMLInputElement>(null);
  // The chosen button closes: the focus moves to its text.
  const choose = (chosen: string) => {
    onChange(chosen);
    input.current?.focus();
  };
  return (
    <div className={styles.item}>
      <TextInput
        ref={input}
        label={`Workout item ${number}`}
        name={`items.${number - 1}`}
        required={number === 1}
        maxLength={limits.workoutItemMax}
        placeholder={number === 1 ? '4 x 500 m / 2:00 rest' : ''}
        value={text}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {onRemove && (
        <Button aria-label={`Remove workout item ${number}`} onClick={onRemove}>
          Remove
        </Button>
      )}
      {text.trim() === '' ? (
        nothingRead
      ) : (
        <Reading text={text} label={`Suggestions for workout item ${number}`} onChoose={choose} />
      )}
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
      {isEditing && (
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
