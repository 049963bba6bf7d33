import { Button } from '../button.tsx';
import { MenuItem } from './menu-items.tsx';
import { Menu } from './menu.tsx';

type RowMenuProps = {
  label: string;
  isBusy: boolean;
  items: ReadonlyArray<{ key: string; words: string; onSelect: () => void }>;
};

/** The actions on a row of a list, behind three dots. */
export function RowMenu({ label, isBusy, items }: RowMenuProps) {
  return (
    <Menu
      renderButton={(props) => (
        <Button look="quiet" aria-label={label} isBusy={isBusy} {...props}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="currentColor">
            <circle cx="4" cy="10" r="1.75" />
            <circle cx="10" cy="10" r="1.75" />
            <circle cx="16" cy="10" r="1.75" />
          </svg>
        </Button>
      )}
    >
      {items.map(({ key, words, onSelect }) => (
        <MenuItem key={key} onSelect={onSelect}>
          {words}
        </MenuItem>
      ))}
    </Menu>
  );
}
