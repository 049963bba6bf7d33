import { useState, type ReactNode } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import type { ReportTarget } from './report-dialog.tsx';

const ReportDialog = lazyPart({
  name: 'The form of the report',
  load: async () => (await loadChunk(() => import('./report-dialog.tsx'))).ReportDialog,
});

type ReportProps = { target: ReportTarget; renderButton: (open: () => void) => ReactNode };

/** The button that opens the form of a report. The viewer's own things do not have it. */
export function Report({ target, renderButton }: ReportProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {renderButton(() => setIsOpen(true))}
      {isOpen && <ReportDialog target={target} onClose={() => setIsOpen(false)} />}
    </>
  );
}
