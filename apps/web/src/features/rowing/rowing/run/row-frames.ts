type Subscribe = (listener: () => void) => () => void;

/**
 * Passes changes of `get` on together in the next animation frame, because a monitor sends the values of one moment in
 * several records. A hidden page has no frames, and passes them on immediately.
 */
export function inFrames(subscribe: Subscribe, get: () => unknown): Subscribe {
  return (listener) => {
    let frame: number | null = null;
    let passed = get();
    const pass = () => {
      frame = null;
      passed = get();
      listener();
    };
    const stop = subscribe(() => {
      if (get() === passed) return;
      if (document.hidden) pass();
      else frame ??= requestAnimationFrame(pass);
    });
    return () => {
      stop();
      if (frame !== null) cancelAnimationFrame(frame);
    };
  };
}
