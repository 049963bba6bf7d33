import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useFocusAfter } from '../../../../ui/use-focus-after.ts';
import styles from './end-row.module.css';

type EndRowProps = {
  /** Nothing was rowed, so the row can only be discarded. */
  isEmpty: boolean;
  onFinish: () => void;
  onDiscard: () => void;
};

/** Ends the row by hand, with a confirmation against accidental touches. */
export function EndRow({ isEmpty, onFinish, onDiscard }: EndRowProps) {
  const [asked, setAsked] = useState<'finish' | 'discard' | null>(null);
  const finishRef = useRef<HTMLButtonElement>(null);
  useFocusAfter(asked !== null, finishRef);
  if (asked === null) {
    return (
      <>
        <Button ref={finishRef} size="touch" onClick={() => setAsked('finish')}>
          Finish
        </Button>
        {isEmpty && (
          <Button size="touch" look="danger" onClick={() => setAsked('discard')}>
            Discard
          </Button>
        )}
      </>
    );
  }
  const cancel = () => setAsked(null);
  if (asked === 'finish' && !isEmpty) {
    return (
      <Question words="Finish this workout now?" yes="Yes" look="primary" onCancel={cancel} onYes={onFinish}>
        <span className={styles.apart}>
          <Button size="touch" look="danger" onClick={() => setAsked('discard')}>
            Discard
          </Button>
        </span>
      </Question>
    );
  }
  const words =
    asked === 'finish'
      ? 'Nothing rowed yet. Discard this workout?'
      : 'Discard this workout? It is not saved.';
  return (
    <Question key={asked} words={words} yes="Discard" look="danger" onCancel={cancel} onYes={onDiscard} />
  );
}

type QuestionProps = {
  words: string;
  yes: string;
  /** A button that keeps the workout never has the color of one that deletes it. */
  look: 'primary' | 'danger';
  onCancel: () => void;
  onYes: () => void;
  /** Another button closes the question. */
  children?: ReactNode;
};

function Question({ words, yes, look, onCancel, onYes, children }: QuestionProps) {
  const ref = useRef<HTMLDivElement>(null);
  // The button has been removed. Focus the question, not a button: a held key would press it.
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} role="group" aria-label={words} tabIndex={-1} className={styles.question}>
      <p>{words}</p>
      <Button size="touch" onClick={onCancel}>
        Cancel
      </Button>
      <Button size="touch" look={look} onClick={onYes}>
        {yes}
      </Button>
      {children}
    </div>
  );
}
