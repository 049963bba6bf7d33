import { shownMachineOf } from '@boathouse/row/reduce/machine';
import { useMemo, useState } from 'react';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart, onIntent } from '../../../ui/lazy/lazy-part.tsx';
import type { CockpitReading } from './cockpit/cockpit-reading.ts';
import { ForcePlot, type useLastCurve } from './cockpit/row-plots.tsx';
import { SplitList } from './cockpit/split-list.tsx';
import { canHaveGhosts } from './ghosts/ghost-choice.ts';
import { useGhosts } from './ghosts/use-ghosts.ts';
import type { RowSnapshot } from './run/row-snapshot.ts';

const GhostChoiceView = lazyPart({
  name: 'The choice of ghosts',
  load: async () => (await loadChunk(() => import('./ghosts/ghost-choice-view.tsx'))).GhostChoiceView,
});

/** A view that hides the smaller figures. */
type SecondView = 'force' | 'ghosts';

type SecondViewInput = {
  row: RowSnapshot;
  plan: WorkoutPlan | null;
  reading: CockpitReading;
  curve: ReturnType<typeof useLastCurve>;
};

/**
 * Returns the view that hides the smaller figures (nothing at first), the buttons that choose it, and the ghosts of the
 * row, which the athlete chooses in one of the views before the first stroke.
 */
export function useSecondView({ row, plan, reading, curve }: SecondViewInput) {
  const [chosen, setChosen] = useState<SecondView | null>(null);
  const machine = shownMachineOf(row.progress);
  const ghosted = useMemo(() => ({ workout: row.workout, machine }), [row.workout, machine]);
  const ghosts = useGhosts(ghosted, plan);
  // Once the athlete rows, the figures fill the page.
  const isBegun = reading.phase !== 'waiting';
  const shown = chosen === 'ghosts' && isBegun ? null : chosen;
  const toggle = (view: SecondView) => setChosen(shown === view ? null : view);
  return {
    ghosts,
    second:
      shown === 'force' ? (
        <>
          <ForcePlot curve={curve} />
          <SplitList splits={reading.splits} machine={reading.machine} all={false} />
        </>
      ) : (
        shown === 'ghosts' && <GhostChoiceView row={ghosted} plan={plan} />
      ),
    buttons: (
      <>
        <ForceViewButton isShown={shown === 'force'} onToggle={() => toggle('force')} />
        {!isBegun && canHaveGhosts(plan) && (
          <Button
            size="touch"
            look="quiet"
            aria-pressed={shown === 'ghosts'}
            {...onIntent(GhostChoiceView.preload)}
            onClick={() => toggle('ghosts')}
          >
            {ghosts.length === 0 ? 'Ghosts' : `Ghosts (${ghosts.length})`}
          </Button>
        )}
      </>
    ),
  };
}

type ForceViewButtonProps = { isShown: boolean; onToggle: () => void };

/** One touch shows the force curve and the splits, and the next one the figures again. */
function ForceViewButton({ isShown, onToggle }: ForceViewButtonProps) {
  return (
    <Button size="touch" look="quiet" aria-label="Force and splits" aria-pressed={isShown} onClick={onToggle}>
      <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
        <path
          d={
            isShown
              ? 'M4 6h7v5H4zM13 6h7v5h-7zM4 13h7v5H4zM13 13h7v5h-7z'
              : 'M3 20h18M3 20C7 20 7 5 11 5s5 15 10 15'
          }
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </Button>
  );
}
