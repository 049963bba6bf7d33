import { MenuItem, MenuSeparator } from '../../../../ui/menu/menu-items.tsx';
import type { HostAction } from '../session-phase.ts';

type HostMenuItemsProps = {
  /** Only members of its club can take a session over. */
  isOfClub: boolean;
  /** Has a separate button. */
  without: HostAction;
  onSelect: (action: HostAction) => void;
};

/** The host's actions that are in the menu. Deleting is last, and apart. */
export function HostMenuItems({ isOfClub, without, onSelect }: HostMenuItemsProps) {
  const item = (action: HostAction) =>
    action !== without && <MenuItem onSelect={() => onSelect(action)}>{action}</MenuItem>;
  return (
    <>
      {item('Edit')}
      {item('Repeat')}
      {item('Board')}
      {item('Export')}
      {isOfClub && item('Hand over')}
      <MenuSeparator />
      {item('Delete')}
    </>
  );
}
