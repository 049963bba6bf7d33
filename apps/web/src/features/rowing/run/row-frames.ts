type Subscribe = (listener: () => void) => () => void;

/**
 * Passes changes on together in the next animation frame: a monitor sends the values of one moment in several records. A
 * hidden page has no frames, and passes them on at once.
 */
export function inFrames(subscribe: Subscribe): Subscribe {
  return (listener) => {
    let frame: number | null = null;
    const pass = () => {
      frame = null;
      listener();
    };
    const stop = subscribe(() => {
      if (document.hidden) listener();
      else frame ??= requestAnimationFrame(pass);
    });
    return () => {
      stop();
      if (frame !== null) cancelAnimationFrame(frame);
    };
  };
}
