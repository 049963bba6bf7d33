import { useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart, onIntent } from '../../../ui/lazy/lazy-part.tsx';
import { Loading } from '../../../ui/states.tsx';
import type { ReplayedResult } from './replayed-rows.ts';

const Replay = lazyPart({
  name: 'The replay',
  load: async () => (await loadChunk(() => import('./replay.tsx'))).Replay,
  waiting: <Loading label="Loading the replay" lines={4} />,
});

/** Opens the replay of the results below it; it loads with the press. */
export function ReplayButton({ results }: { results: readonly ReplayedResult[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-expanded={isOpen} {...onIntent(Replay.preload)} onClick={() => setIsOpen(!isOpen)}>
        Replay
      </Button>
      {isOpen && <Replay results={results} />}
    </>
  );
}
