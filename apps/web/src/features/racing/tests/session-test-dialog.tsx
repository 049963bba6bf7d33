import type { Test } from '@boathouse/contract/racing/tests';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loading, Unavailable } from '../../../ui/states.tsx';
import { sessionById } from '../../sessions/sessions/index.ts';
import { TestDialog } from './test-dialog.tsx';

type SessionTestDialogProps = {
  sessionId: string;
  item: number;
  onSaved: (test: Test) => void;
  onClose: () => void;
};

/** Defines a test for a workout item of a session; a link on the session's page leads here. */
export function SessionTestDialog({ sessionId, item, onSaved, onClose }: SessionTestDialogProps) {
  const { data: session, isError, refetch } = useQuery(sessionById(sessionId));
  if (session !== undefined) {
    return <TestDialog test={null} item={{ session, index: item }} onSaved={onSaved} onClose={onClose} />;
  }
  return (
    <Dialog title="New test" onClose={onClose}>
      {isError ? (
        <Unavailable onRetry={() => void refetch()}>The session couldn't be loaded.</Unavailable>
      ) : (
        <Loading label="Loading the session" />
      )}
      <Button onClick={onClose}>Cancel</Button>
    </Dialog>
  );
}
