import type { ListedActivity } from '@boathouse/contract/activities';
import { useState } from 'react';
import { formatDuration } from '@boathouse/workout/pace';
import { Link } from 'react-router';
import { formatDistance } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { MoveDialog } from './move-dialog.tsx';
import styles from './beside-list.module.css';

export type BesideListProps = { rows: readonly ListedActivity[] };

export function BesideList({ rows }: BesideListProps) {
  const [moved, setMoved] = useState<string | null>(null);
  return (
    <Panel title="Rowed without an item">
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row._id}>
            <Link to={`/activities/${row._id}`}>{wordsOf(row)}</Link>
            <Button aria-label={`Move to the session: ${wordsOf(row)}`} onClick={() => setMoved(row._id)}>
              Move to the session
            </Button>
          </li>
        ))}
      </ul>
      {moved !== null && <MoveDialog activityId={moved} onClose={() => setMoved(null)} />}
    </Panel>
  );
}

const wordsOf = ({ user, distance, elapsedTime }: ListedActivity) =>
  `${user.displayName}, ${formatDistance(distance)} in ${formatDuration(elapsedTime)}`;
