import { useRef } from 'react';
import { newId } from './call-or-keep.ts';

type IdFor = {
  /** Returns the same id while the content is the same. */
  idFor(content: unknown): Promise<string>;
  /** After a success, in a form that stays open: the same content is then a new thing. */
  forget(): void;
};

/** The id of what a form sends, so that a press repeated after a lost response stores it once. */
export function useIdFor(): IdFor {
  const last = useRef<{ content: string; id: Promise<string> } | null>(null);
  return {
    idFor(content) {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) last.current = { content: text, id: newId() };
      return last.current.id;
    },
    forget() {
      last.current = null;
    },
  };
}
