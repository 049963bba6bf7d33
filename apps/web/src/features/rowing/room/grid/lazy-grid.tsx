import type { ComponentProps } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';
import { Empty, Loading } from '../../../../ui/states.tsx';
import type { RowerGrid as RowerGridOfItem } from './rower-grid.tsx';

type Props = ComponentProps<typeof RowerGridOfItem>;

const Grid = lazyPart({
  name: 'The table of athletes',
  load: async () => (await loadChunk(() => import('./rower-grid.tsx'))).RowerGrid,
  waiting: <Loading label="Loading the athletes" />,
});

/** The grid of a workout item's athletes, for other users; loaded with the first athlete. */
export function RowerGrid(props: Props) {
  if (props.activities.length === 0) {
    return (
      <Empty>
        <p>No one is rowing this yet.</p>
      </Empty>
    );
  }
  return <Grid {...props} />;
}
