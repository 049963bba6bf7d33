import { useId, type ReactNode } from 'react';
import styles from './menu.module.css';

/** For elements with the role menuitem or menuitemradio and `tabIndex={-1}`, such as links. */
export const menuItemClass = styles.item ?? '';

type MenuItemProps = { onSelect: () => void; children: ReactNode };

export function MenuItem({ onSelect, children }: MenuItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles.item} onClick={onSelect}>
      {children}
    </button>
  );
}

/** A titled group of items. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={styles.label}>
        {label}
      </div>
      {children}
    </div>
  );
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A titled group of items; one is chosen. */
export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <MenuGroup label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          className={styles.item}
          onClick={() => onChange(option.value)}
        >
          <svg viewBox="0 0 12 12" className={styles.check} aria-hidden="true">
            <path d="m2 6.5 2.5 2.5L10 3.5" fill="none" stroke="currentColor" strokeWidth="1.75" />
          </svg>
          {option.label}
        </button>
      ))}
    </MenuGroup>
  );
}

export function MenuSeparator() {
  return <hr className={styles.separator} />;
}
