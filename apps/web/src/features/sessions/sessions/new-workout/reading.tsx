import { limits } from '@boathouse/contract/limits';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { describePieces } from '@boathouse/workout-text/in-words';
import type { readWorkoutText } from '@boathouse/workout-text/offers';
import { useEffect, useMemo, useState } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import styles from './item-field.module.css';

type ReadingProps = {
  text: string;
  /** Names the suggestions. */
  label: string;
  onChoose: (text: string) => void;
};

/** The reader of unclear texts; null until a text needs it and it has loaded. */
function useOffers(isNeeded: boolean): typeof readWorkoutText | null {
  const [offers, setOffers] = useState<{ read: typeof readWorkoutText } | null>(null);
  const isMissing = isNeeded && offers === null;
  useEffect(() => {
    if (!isMissing) return;
    loadChunk(() => import('@boathouse/workout-text/offers')).then(
      ({ readWorkoutText: read }) => setOffers({ read }),
      // Suggestions are a help: without them the form shows the same, and accepts the text.
      (error: unknown) => console.error(error),
    );
  }, [isMissing]);
  return offers?.read ?? null;
}

/** How the text is understood; for a text that is not, the unknown word, and the coach's possible meanings. */
export function Reading({ text, label, onChoose }: ReadingProps) {
  const plan = useMemo(() => parseWorkoutText(text), [text]);
  const read = useOffers(plan === null);
  const reading = useMemo(() => (plan === null ? (read?.(text) ?? null) : null), [plan, read, text]);
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
