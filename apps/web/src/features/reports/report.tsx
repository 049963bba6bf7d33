import type { ReportKind } from '@boathouse/contract/administration/reports';
import { useState, type ReactNode } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

export type ReportTarget = {
  kind: ReportKind;
  id: string;
  /** Of the author, the athlete or the club. */
  name: string;
};

const ReportDialog = lazyPart({
  name: 'The form of the report',
  load: async () => (await loadChunk(() => import('./report-dialog.tsx'))).ReportDialog,
});

type ReportProps = { target: ReportTarget; renderButton: (open: () => void) => ReactNode };

/** The button that opens the form of a report. Not for what is the viewer's own. */
export function Report({ target, renderButton }: ReportProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {renderButton(() => setIsOpen(true))}
      {isOpen && <ReportDialog target={target} onClose={() => setIsOpen(false)} />}
    </>
  );
}
