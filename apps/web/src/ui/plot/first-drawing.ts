/** Due drawings: each has a separate task, because drawing takes tens of ms on a slow phone. */
const due: Array<() => void> = [];

function drawNext(): void {
  const draw = due.shift();
  if (due.length > 0) setTimeout(drawNext);
  draw?.();
}

function drawInTurn(draw: () => void): void {
  due.push(draw);
  if (due.length === 1) setTimeout(drawNext);
}

/**
 * Calls `draw` once, when `place` is on the screen or less than `margin` from it, or is printed. Returns a function
 * that cancels it.
 * @param margin a length, or a share of the screen
 */
export function whenFirstSeen(place: Element, draw: () => void, margin = '50%'): () => void {
  const drawOnce = () => {
    cancel();
    draw();
  };
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
    seen.disconnect();
    removeEventListener('beforeprint', drawOnce);
  };
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      drawInTurn(() => isCancelled || drawOnce());
    },
    { rootMargin: margin },
  );
  seen.observe(place);
  addEventListener('beforeprint', drawOnce);
  return cancel;
}
