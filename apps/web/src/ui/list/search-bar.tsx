import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { TextInput } from '../field/field.tsx';
import styles from './search-bar.module.css';

/** Waits after the last key, so that quick typing makes one search. */
const typingPauseMs = 250;

/** `replaces`: the previous search was typed as well, so both are one entry of the history. */
type SearchEvent = { isTyping: boolean; replaces: boolean };

type SearchBarProps = {
  name: string;
  label: string;
  maxLength: number;
  /** The text that is searched. */
  text: string;
  /** Waits with the typed text, as while another page is loading. */
  isPaused: boolean;
  onSearch: (text: string, event: SearchEvent) => void;
  /** Enter, for a text that is already searched. */
  onRepeat?: () => void;
  /** Beside the field. */
  children?: ReactNode;
};

/** A field that searches typed text, a moment after the last key or at Enter. */
export function SearchBar(props: SearchBarProps) {
  const { name, label, maxLength, text, isPaused, onSearch, onRepeat, children } = props;
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  /** The text of the last search by typing; null after Enter. */
  const [fromTyping, setFromTyping] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const wanted = typed.trim();
  if (text !== searched) {
    setSearched(text);
    // Back and Forward also change the text. A result of typing is older than the text typed since.
    if (text !== fromTyping) {
      setTyped(text);
      setFromTyping(null);
    }
  }

  function search(isTyping: boolean) {
    setFromTyping(isTyping ? wanted : null);
    onSearch(wanted, { isTyping, replaces: fromTyping === text });
  }
  const searchTyped = useEffectEvent(() => search(true));
  useEffect(() => {
    if (wanted === text || isPaused) return;
    const timer = setTimeout(searchTyped, typingPauseMs);
    return () => clearTimeout(timer);
  }, [wanted, text, isPaused]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (wanted === '' && text === '') return inputRef.current?.focus();
    if (wanted !== text) return search(false);
    setFromTyping(null);
    onRepeat?.();
  }

  return (
    <form role="search" className={styles.bar} onSubmit={submit}>
      <TextInput
        ref={inputRef}
        type="search"
        name={name}
        label={label}
        autoComplete="off"
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {children}
    </form>
  );
}
