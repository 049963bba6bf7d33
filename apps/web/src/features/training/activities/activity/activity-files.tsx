import type { Activity } from '@boathouse/contract/activities';
import { useState } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import styles from './activity-files.module.css';
import type { FileFormat } from './save-activity.ts';

const formats = [
  { format: 'fit', label: 'FIT' },
  { format: 'tcx', label: 'TCX' },
  { format: 'csv', label: 'CSV' },
] as const;

/** Saves the activity as a file for other apps. */
export function ActivityFiles({ activity }: { activity: Activity }) {
  const [saving, setSaving] = useState<string | null>(null);
  async function save(format: FileFormat) {
    setSaving(format);
    try {
      const { saveActivity } = await loadChunk(() => import('./save-activity.ts'));
      await saveActivity(activity._id, format);
    } catch (error) {
      showErrorToast(messageOf(error), { action: 'export activity' });
    } finally {
      setSaving(null);
    }
  }
  return (
    <Panel title="Export">
      <div className={styles.actions}>
        {formats.map(({ format, label }) => (
          <Button
            key={format}
            isBusy={saving === format}
            aria-label={`Export as ${label}`}
            onClick={() => void save(format)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className={styles.hint}>
        FIT has everything with force curves, TCX the strokes, CSV a line for each stroke.
      </p>
    </Panel>
  );
}
