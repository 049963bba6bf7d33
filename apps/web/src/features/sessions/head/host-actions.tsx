import type { Session } from '@boathouse/contract/sessions';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu/menu.tsx';
import type { HostAction } from '../session-phase.ts';
import { headPart } from './head-part.ts';

const HostDialog = headPart('The dialog', (parts) => parts.HostDialog);
const HostMenuItems = headPart('The menu', (parts) => parts.HostMenuItems);

type HostActionsProps = {
  session: Session;
  /** Items with activities: an edit keeps them. */
  begunItems: readonly number[];
  /** What the phase asks for: a button of its own. */
  next: HostAction;
};

/**
 * What those who manage a session do with it: edit, move, repeat, hand over and delete it, open its board and export its
 * results. What comes next is a button, the others are in a menu.
 */
export function HostActions({ session, begunItems, next }: HostActionsProps) {
  const [open, setOpen] = useState<HostAction | null>(null);
  return (
    <>
      <Button onClick={() => setOpen(next)}>{next}</Button>
      <Menu renderButton={(props) => <Button {...props}>More</Button>}>
        <HostMenuItems isOfClub={session.club !== null} without={next} onSelect={setOpen} />
      </Menu>
      {open !== null && (
        <HostDialog action={open} session={session} begunItems={begunItems} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
