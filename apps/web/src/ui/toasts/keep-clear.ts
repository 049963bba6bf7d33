/** Elements that a user may press; toasts keep clear of them. */
const pressed =
  'a[href], button:not(:disabled, [aria-disabled="true"]), input:not(:disabled), select:not(:disabled), ' +
  'textarea:not(:disabled), summary, [tabindex="0"]';
/** The figures of a row, which toasts avoid if there is another place. */
const figures = ':root[data-rowing] dd';

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
type Place = { left: number; top: number };
type Obstacle = { box: Box; weight: number };

const gapPx = 4;
const marginPx = 16;
const stepPx = 8;
const lookEveryMs = 250;
/** The style sheet's width, and smaller ones for pages full of fields, as on a phone. */
const widths = ['', '15rem', '12rem'];

/**
 * Keeps the toasts off interactive elements while they are shown; returns a function that stops. They stay at the place
 * of their style sheet if it is free, otherwise they move to the nearest free place, even when the page below them
 * changes.
 */
export function keepClear(stack: HTMLElement): () => void {
  let scrolledTo = scrollY;
  /** A toast that has appeared below a resting pointer may move; one that the user points at may not. */
  let isPointedAt = false;
  const point = ({ movementX, movementY }: PointerEvent) => {
    if (movementX !== 0 || movementY !== 0) isPointedAt = true;
  };
  const leave = () => (isPointedAt = false);
  stack.addEventListener('pointermove', point);
  stack.addEventListener('pointerleave', leave);
  function look() {
    // A page that is being scrolled moves away from below them.
    const isScrolling = scrollY !== scrolledTo;
    scrolledTo = scrollY;
    if (isScrolling || isPointedAt || stack.matches(':focus-within')) return;
    const box = stack.getBoundingClientRect();
    if (box.height === 0 || costOf(box, obstaclesOf(stack, pressed, 1)) === 0) return;
    const obstacles = [...obstaclesOf(stack, pressed, 1_000), ...obstaclesOf(stack, figures, 1)];
    const screen = { width: innerWidth, height: innerHeight };
    let best: { place: Place | null; width: string } = { place: null, width: '' };
    let bestCost = Infinity;
    for (const width of widths) {
      move(stack, null, width);
      const home = stack.getBoundingClientRect();
      const { cost, ...place } = bestPlace(home, screen, obstacles);
      if (cost >= bestCost) continue;
      bestCost = cost;
      best = { place: place.left === home.left && place.top === home.top ? null : place, width };
      if (cost === 0) break;
    }
    move(stack, best.place, best.width);
  }
  look();
  const timer = setInterval(look, lookEveryMs);
  return () => {
    clearInterval(timer);
    // The next toast begins at the place of the style sheet again.
    if (stack.textContent === '') move(stack, null, '');
    stack.removeEventListener('pointermove', point);
    stack.removeEventListener('pointerleave', leave);
  };
}

/** Moves the toasts; null and '' are the place and width of their style sheet. */
function move(stack: HTMLElement, place: Place | null, width: string): void {
  const { style } = stack;
  style.width = width;
  style.left = place === null ? '' : `${place.left}px`;
  style.top = place === null ? '' : `${place.top}px`;
  style.right = place === null ? '' : 'auto';
  style.bottom = place === null ? '' : 'auto';
}

/** In a dialog, only its content can be pressed. */
function obstaclesOf(stack: HTMLElement, selector: string, weight: number): Obstacle[] {
  const around = stack.closest('dialog') ?? document;
  return [...around.querySelectorAll(selector)]
    .filter((each) => !stack.contains(each) && each.checkVisibility({ visibilityProperty: true }))
    .map((each) => ({ box: each.getBoundingClientRect(), weight }))
    .filter(({ box }) => box.bottom > 0 && box.top < innerHeight && box.right > box.left);
}

/** Returns the place nearest to `home` that covers as little as possible, and its cost: 0 if it covers nothing. */
export function bestPlace(
  home: Box,
  screen: { width: number; height: number },
  obstacles: readonly Obstacle[],
): Place & { cost: number } {
  const [width, height] = [home.right - home.left, home.bottom - home.top];
  const lefts = new Set([home.left, marginPx, (screen.width - width) / 2, screen.width - width - marginPx]);
  let best = { left: home.left, top: home.top, cost: costOf(home, obstacles), distance: 0 };
  for (const left of lefts) {
    if (left < 0) continue;
    for (let top = screen.height - height - marginPx; top >= marginPx / 2; top -= stepPx) {
      const cost = costOf({ left, top, right: left + width, bottom: top + height }, obstacles);
      const distance = Math.abs(left - home.left) + Math.abs(top - home.top);
      if (cost < best.cost || (cost === best.cost && distance < best.distance)) {
        best = { left, top, cost, distance };
      }
    }
  }
  return { left: best.left, top: best.top, cost: best.cost };
}

/** Returns the weighted area that a box would cover. */
function costOf(at: Box, obstacles: readonly Obstacle[]): number {
  let cost = 0;
  for (const { box, weight } of obstacles) {
    const width = Math.min(at.right, box.right + gapPx) - Math.max(at.left, box.left - gapPx);
    const height = Math.min(at.bottom, box.bottom + gapPx) - Math.max(at.top, box.top - gapPx);
    if (width > 0 && height > 0) cost += width * height * weight;
  }
  return cost;
}
