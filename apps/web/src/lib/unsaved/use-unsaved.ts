import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import { useUnloadWarning } from './unload-warning.ts';

type Unsaved = {
  /** Whether to ask, because the user is about to leave. */
  isAsking: boolean;
  leave: () => void;
  stay: () => void;
  /** Lets the next navigation pass, because everything is saved. */
  release: () => void;
  /** Runs `close`, which removes the form from the page, at once or after the user has agreed to leave. */
  askBefore: (close: () => void) => void;
};

/** Holds navigation to another page, and warns before the tab closes, while a form has unsaved input. One per page. */
export function useUnsaved(isUnsaved: boolean): Unsaved {
  const isReleased = useRef(false);
  const [asked, setAsked] = useState<{ close: () => void } | null>(null);
  useUnloadWarning(isUnsaved);
  const isHeld = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && !isReleased.current && currentLocation.pathname !== nextLocation.pathname,
    [isUnsaved],
  );
  const blocker = useBlocker(isHeld);
  function leave() {
    asked?.close();
    if (blocker.state === 'blocked') blocker.proceed();
  }
  const leaveSaved = useEffectEvent(leave);
  // The user left in the middle of a save, which has ended while the question was open.
  useEffect(() => {
    if (!isUnsaved) leaveSaved();
  }, [isUnsaved]);
  return {
    isAsking: isUnsaved && (blocker.state === 'blocked' || asked !== null),
    leave: () => {
      setAsked(null);
      leave();
    },
    stay: () => {
      setAsked(null);
      if (blocker.state === 'blocked') blocker.reset();
    },
    release: () => {
      isReleased.current = true;
    },
    askBefore: (close) => {
      if (isUnsaved) setAsked({ close });
      else close();
    },
  };
}
