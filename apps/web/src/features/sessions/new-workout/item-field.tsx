import { limits } from '@boathouse/contract/limits';
import { parseWorkoutText } from '@boathouse/row/text';
import { describePieces } from '@boathouse/row/text/in-words';
import type { readWorkoutText } from '@boathouse/row/text/offers';
import { TextInput } from '../../../ui/field/field.tsx';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
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
  // The chosen button closes: the focus goes to what it has written.
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
      <Reading text={text} label={`Suggestions for workout item ${number}`} onChoose={choose} />
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

type ReadingProps = {
  text: string;
  /** Names the suggestions. */
  label: string;
  onChoose: (text: string) => void;
};

/** The reader of unclear texts; null until one needs it and it has loaded. */
function useOffers(isNeeded: boolean): typeof readWorkoutText | null {
  const [offers, setOffers] = useState<{ read: typeof readWorkoutText } | null>(null);
  const isMissing = isNeeded && offers === null;
  useEffect(() => {
    if (!isMissing) return;
    loadChunk(() => import('@boathouse/row/text/offers')).then(
      ({ readWorkoutText: read }) => setOffers({ read }),
      // Suggestions are a help: without them the form says the same, and takes the text.
      (error: unknown) => console.error(error),
    );
  }, [isMissing]);
  return offers?.read ?? null;
}

/** How the text is read; of one that is not, the word that was not understood, and what the coach may have meant. */
function Reading({ text, label, onChoose }: ReadingProps) {
  const plan = useMemo(() => parseWorkoutText(text), [text]);
  const isEmpty = text.trim() === '';
  const read = useOffers(plan === null && !isEmpty);
  const reading = useMemo(() => (plan === null ? (read?.(text) ?? null) : null), [plan, read, text]);
  if (isEmpty) return <div role="status" className={styles.reading} />;
  const lines = plan === null ? [] : describePieces(plan);
  const offers = reading?.kind === 'offers' ? reading.offers.filter(isShort) : [];
  const unread = reading === null || reading.kind === 'plan' ? null : reading.unread;
  return (
    <>
      <div role="status" className={[styles.reading, plan ? styles.isRead : ''].join(' ')}>
        {plan === null && (
          <>
            <p>Not read as a plan: athletes see the text, the monitor is set by hand</p>
            {unread && <p>“{unread.word}” was not understood</p>}
            {offers.length > 0 && (
              <span className="visually-hidden">
                {offers.length === 1 ? '1 suggestion follows' : `${offers.length} suggestions follow`}
              </span>
            )}
          </>
        )}
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
      {offers.length > 0 && (
        <div role="group" aria-label={label} className={styles.offers}>
          {offers.map((offer) => (
            <Button key={offer} onClick={() => onChoose(offer)}>
              Did you mean {offer}?
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

const isShort = (offer: string): boolean => offer.length <= limits.workoutItemMax;
