import { lazy, Suspense, type ComponentProps } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Empty, Loading } from '../../../ui/states.tsx';
import type { RowerGrid as RowerGridOfItem } from './rower-grid.tsx';

type Props = ComponentProps<typeof RowerGridOfItem>;

/** A part that can't be loaded says so in its place: an athlete may be rowing on this page. */
const Grid = lazy(async () => {
  try {
    return { default: (await loadChunk(() => import('./rower-grid.tsx'))).RowerGrid };
  } catch (error) {
    console.warn('The grid could not be loaded', error);
    return { default: Missing };
  }
});

function Missing({ workout }: Pick<Props, 'workout'>) {
  return <p role="alert">Who rows {workout} couldn't be loaded. Reload the page.</p>;
}

/** Everyone who rows a workout item, for those who watch; loaded with the first rower. */
export function RowerGrid(props: Props) {
  if (props.activities.length === 0) {
    return (
      <Empty>
        <p>No one is rowing this yet.</p>
      </Empty>
    );
  }
  return (
    <Suspense fallback={<Loading label="Loading the athletes" />}>
      <Grid {...props} />
    </Suspense>
  );
}
