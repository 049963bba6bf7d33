import { startTransition, useEffect, useState } from 'react';

/** Does not wait for a frame if none comes, because a hidden page has none. */
const pictureWithinMs = 500;

let shown: Promise<void> | null = null;

/** Informs `pressShown` of presses and keys from now on. Returns a function that ends it. */
export function watchPresses(): () => void {
  const note = () => {
    shown ??= nextPicture().then(() => void (shown = null));
  };
  const types = ['click', 'keydown'] as const;
  for (const type of types) document.addEventListener(type, note, { capture: true });
  return () => {
    for (const type of types) document.removeEventListener(type, note, { capture: true });
  };
}

/** Settles after the next frame: code in its callback is still part of it, and code in a later task is not. */
function nextPicture(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pictureWithinMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/**
 * Settles once the screen shows the current press; null without one. Work that can wait for a frame (calls, their
 * responses, code, large layouts) waits for it, so that the press is shown first.
 */
export function pressShown(): Promise<void> | null {
  return shown;
}

/** Returns the value from before a press until the screen shows the press, then the new one. */
export function useAfterPress<T extends string | number | boolean>(value: T): T {
  const [after, setAfter] = useState<T>(value);
  const isBehind = after !== value;
  if (isBehind && pressShown() === null) setAfter(value);
  useEffect(() => {
    if (!isBehind) return;
    let isWanted = true;
    void Promise.resolve(pressShown()).then(() => {
      if (isWanted) startTransition(() => setAfter(value));
    });
    return () => {
      isWanted = false;
    };
  }, [isBehind, value]);
  return after;
}
