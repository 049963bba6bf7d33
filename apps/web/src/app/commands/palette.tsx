import { limits } from '@boathouse/contract/limits';
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useNavigate } from 'react-router';
import { namesInWords } from '../../lib/names-in-words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Keys } from './keys.tsx';
import styles from './palette.module.css';
import { useResults, type Group, type Result } from './use-results.ts';

type PaletteProps = { onClose: () => void; onShortcuts: () => void };

/**
 * Searches pages, actions, sessions, clubs and athletes, and opens one. The focus stays in the field, which handles
 * arrow keys, Home, End, Enter and Escape: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // The letter is shown first, then its results.
  const searched = useDeferredValue(text);
  /** The text for which Enter was pressed before its results were there. */
  const enteredRef = useRef<string | null>(null);
  const { groups, isSearching, missing, tryAgain } = useResults(searched);
  const results = groups.flatMap((group) => group.results);
  const at = Math.max(
    0,
    results.findIndex(({ id }) => id === chosen),
  );
  const active = results[at];
  const listId = useId();
  const fieldRef = useRef<HTMLInputElement>(null);
  useCloseFromOutside(fieldRef, onClose);
  useEffect(() => fieldRef.current?.focus(), []);
  const openEntered = useEffectEvent(() => {
    if (active !== undefined) open(active);
  });
  useEffect(() => {
    if (enteredRef.current !== searched) return;
    enteredRef.current = null;
    openEntered();
  }, [searched]);

  function open(result: Result) {
    onClose();
    if (result.to === null) onShortcuts();
    else void navigate(result.to);
  }

  function press(event: KeyboardEvent) {
    // Enter ends a word that an input method composes.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (searched !== text) enteredRef.current = text;
      else if (active !== undefined) open(active);
      return;
    }
    const to = nextIndexOf(event.key, at, results.length);
    if (to === null) return;
    event.preventDefault();
    setChosen(results[to]?.id ?? null);
  }

  return (
    <Dialog title="Search" width="palette" onClose={onClose}>
      <div className={styles.head}>
        <input
          ref={fieldRef}
          className={styles.field}
          role="combobox"
          aria-label="Page, athlete, club or session"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(listId, active)}
          placeholder="Page, athlete, club or session"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={limits.searchTextMax}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setChosen(null);
            enteredRef.current = null;
          }}
          onKeyDown={press}
        />
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <Options id={listId} groups={groups} active={active} onChoose={setChosen} onOpen={open} />
      <p role="status" className={results.length === 0 || isSearching ? styles.state : 'visually-hidden'}>
        {stateInWords(searched.trim(), results.length, isSearching)}
      </p>
      <div role="status" className={styles.missing}>
        {missing.length > 0 && (
          <>
            <p>{capitalized(namesInWords(missing, missing.length))} couldn't be loaded.</p>
            <Button
              onClick={() => {
                fieldRef.current?.focus();
                tryAgain();
              }}
            >
              Try again
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

type OptionsProps = {
  id: string;
  groups: readonly Group[];
  active: Result | undefined;
  onChoose: (id: string) => void;
  onOpen: (result: Result) => void;
};

function Options({ id, groups, active, onChoose, onOpen }: OptionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className={styles.list}>
      {groups.map(({ title, results }, index) => (
        <div key={title} role="group" aria-labelledby={`${id}-${index}`}>
          <div id={`${id}-${index}`} role="presentation" className={styles.title}>
            {title}
          </div>
          {results.map((result) => (
            // The field has the keys of the options, and the focus.
            <button
              key={result.id}
              type="button"
              ref={result === active ? showInList : undefined}
              id={optionId(id, result)}
              role="option"
              tabIndex={-1}
              aria-selected={result === active}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => onChoose(result.id)}
              onClick={() => onOpen(result)}
            >
              {result.iconURL !== undefined && <Avatar name={result.label} imageURL={result.iconURL} />}
              <span className={styles.label} dir="auto">
                {result.label}
              </span>
              {result.detail !== undefined && <span className={styles.detail}>{result.detail}</span>}
              {result.keys && (
                <span className={styles.keys} aria-hidden="true">
                  <Keys keys={result.keys} />
                </span>
              )}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

const showInList = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

const optionId = (listId: string, { id }: Result) => `${listId}-${id}`;

/** Returns the index of the option that a key moves to, or null. */
function nextIndexOf(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function stateInWords(text: string, count: number, isSearching: boolean): string {
  if (isSearching) return 'Searching athletes and clubs…';
  if (text === '') return '';
  if (count === 0) return `Nothing is called ${text}.`;
  return count === 1 ? '1 result' : `${count} results`;
}

const capitalized = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Closes the dialog when the user presses outside it. */
function useCloseFromOutside(field: { current: HTMLInputElement | null }, onClose: () => void): void {
  const onCloseRef = useRef(onClose);
  useEffect(() => {
    onCloseRef.current = onClose;
  });
  useEffect(() => {
    const dialog = field.current?.closest('dialog');
    const close = ({ target }: PointerEvent) => target === dialog && onCloseRef.current();
    dialog?.addEventListener('pointerdown', close);
    return () => dialog?.removeEventListener('pointerdown', close);
  }, [field]);
}
