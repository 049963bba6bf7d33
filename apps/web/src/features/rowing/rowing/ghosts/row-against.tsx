import { limits } from '@boathouse/contract/limits';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { addGhost, isPicked, removeGhost, useGhostPicks, type GhostPick } from './ghost-choice.ts';

type RowAgainstProps = { activityId: string; workout: string };

/** Makes a result a ghost of its workout, for the next time that the viewer rows it on this device. */
export function RowAgainst({ activityId, workout }: RowAgainstProps) {
  const me = useCurrentUser();
  const [isFull, setIsFull] = useState(false);
  const pick: GhostPick = { kind: 'result', activityId };
  const isChosen = isPicked(useGhostPicks(me._id, workout), pick);
  return (
    <Panel title="Ghost">
      <p role="status">
        {isChosen
          ? 'It rows beside you when you row this workout on this device.'
          : isFull
            ? `This workout has ${limits.ghostsMax} ghosts already. Take one away before your next row.`
            : 'A ghost rows beside you, and has no rank.'}
      </p>
      <Button
        onClick={() => {
          if (isChosen) removeGhost(me._id, workout, pick);
          else setIsFull(!addGhost(me._id, workout, pick));
        }}
      >
        {isChosen ? "Don't row against it" : 'Row against it'}
      </Button>
    </Panel>
  );
}
