import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { useMemo, useState, type ComponentProps } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import type { GhostChoiceView as View } from './ghost-choice-view.tsx';
import { canHaveGhosts, useGhostPicks } from './ghost-choice.ts';

/** Loads together with the rows that can be ghosts, and their strokes: most rows have none. */
const GhostChoiceView = lazyPart<ComponentProps<typeof View>>({
  name: 'The choice of ghosts',
  load: async () => (await loadChunk(() => import('./ghost-choice-view.tsx'))).GhostChoiceView,
});

/** The choice of ghosts before a row: the first stroke begins the row, and then no hand is free. */
export function GhostsBefore({ workout }: { workout: string }) {
  const { length } = useGhostPicks(useCurrentUser()._id, workout);
  const [isOpen, setIsOpen] = useState(false);
  const plan = useMemo(() => parseWorkoutText(workout), [workout]);
  if (!canHaveGhosts(plan)) return null;
  return (
    <>
      <Button size="touch" look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {length === 0 ? 'Ghosts' : `Ghosts (${length})`}
      </Button>
      {isOpen && <GhostChoiceView row={{ workout, machine: 'rower' }} plan={plan} />}
    </>
  );
}
