import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import styles from './menu.module.css';

type TriggerProps = {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type MenuProps = {
  /** Renders the button that opens the menu. */
  renderButton: (props: TriggerProps) => ReactNode;
  /** Items, separators and groups (`menu-items.tsx`), or a part that loads them. A click on an item closes the menu, on a choice it does not. */
  children: ReactNode;
};

/**
 * A button with a menu below it, which handles the arrow keys, Home, End, the first letters of items, Escape and Tab:
 * https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
export function Menu({ renderButton, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const rootRef = useRef<HTMLSpanElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const menuRef = useRef<HTMLDivElement>(null);
  const menuId = useId();
  /** Index of the item that gets the focus when the menu opens; -1 is the last. */
  const firstFocus = useRef(0);

  function close() {
    setIsOpen(false);
    buttonRef.current?.focus();
  }

  useEffect(() => {
    const menu = menuRef.current;
    if (!isOpen || menu === null) return;
    const focusFirst = () => {
      const item = itemsOf(menu).at(firstFocus.current);
      (item ?? menu).focus();
      if (item) loading.disconnect();
    };
    // Items whose code loads appear later.
    const loading = new MutationObserver(focusFirst);
    loading.observe(menu, { childList: true, subtree: true });
    focusFirst();
    const closeFromOutside = ({ target }: PointerEvent) => {
      // The press target is the root itself if it dims the rest of a phone's screen.
      if (target === rootRef.current || !(target instanceof Node) || !rootRef.current?.contains(target))
        setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => {
      loading.disconnect();
      document.removeEventListener('pointerdown', closeFromOutside);
    };
  }, [isOpen]);

  function move(event: KeyboardEvent) {
    // A shortcut of the browser, such as Ctrl+L, is not a first letter of an item.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = itemsOf(menuRef.current);
    const at = all.findIndex((item) => item === document.activeElement);
    const to = nextIndexOf(event.key, all, at);
    // After Tab the browser continues from the button. Without items the focus moves to the button that loads them
    // again.
    if (event.key === 'Escape' || (event.key === 'Tab' && all[0])) close();
    if (event.key === 'Escape' || to !== null) event.preventDefault();
    if (to !== null) all[to]?.focus();
  }

  return (
    <span ref={rootRef} className={styles.root}>
      {renderButton({
        ref: buttonRef,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? menuId : undefined,
        onClick: () => {
          firstFocus.current = 0;
          setIsOpen(!isOpen);
        },
        onKeyDown: (event) => {
          if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || isOpen) return;
          event.preventDefault();
          firstFocus.current = event.key === 'ArrowDown' ? 0 : -1;
          setIsOpen(true);
        },
      })}
      {isOpen && (
        <div
          ref={menuRef}
          id={menuId}
          role="menu"
          tabIndex={-1}
          className={styles.menu}
          onKeyDown={move}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('[role="menuitem"]')) close();
          }}
        >
          {children}
        </div>
      )}
    </span>
  );
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

/** Returns the index of the item that a key moves the focus to, or null. */
function nextIndexOf(key: string, items: readonly HTMLElement[], at: number): number | null {
  const count = items.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const starts = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  const after = items.findIndex((item, index) => index > at && starts(item));
  const found = after < 0 ? items.findIndex(starts) : after;
  return found < 0 ? null : found;
}
