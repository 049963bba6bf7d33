import type { Session } from '@boathouse/contract/sessions';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Menu } from '../../../../ui/menu/menu.tsx';
import type { HostAction } from '../session-phase.ts';
import { headPart } from './head-part.ts';

const HostDialog = headPart('The dialog', (parts) => parts.HostDialog);
const HostMenuItems = headPart('The menu', (parts) => parts.HostMenuItems);

type HostActionsProps = {
  session: Session;
  /** Items with activities: an edit keeps them. */
  begunItems: readonly number[];
  /** How many athletes row each item now, by its index. */
  rowedItems: readonly number[];
  /** The phase's action, as a separate button. */
  next: HostAction;
};

/**
 * The actions of users who manage a session: edit, move, repeat, hand over and delete it, open its board and export its
 * results. The next action is a button, the others are in a menu.
 */
export function HostActions({ session, begunItems, rowedItems, next }: HostActionsProps) {
  const [open, setOpen] = useState<HostAction | null>(null);
  return (
    <>
      <Button onClick={() => setOpen(next)}>{next}</Button>
      <Menu renderButton={(props) => <Button {...props}>More</Button>}>
        <HostMenuItems isOfClub={session.club !== null} without={next} onSelect={setOpen} />
      </Menu>
      {open !== null && (
        <HostDialog action={open} {...{ session, begunItems, rowedItems }} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
