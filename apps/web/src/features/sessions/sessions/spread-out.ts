/** All pages of a room may fetch for the same reason; they spread these requests over this time. */
const spreadMs = 1_000;

/** Runs `work` once, a random part of a second after the last call of `soon`. */
export function spreadOut(work: () => void): { soon: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  const soon = () => {
    cancel();
    timer = setTimeout(work, Math.random() * spreadMs);
  };
  return { soon, cancel };
}
