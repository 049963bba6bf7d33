import type { Page } from '@playwright/test';

/** The costs of a press until the frame that shows it, in ms. */
export type PressCost = {
  /** The longest event of the interaction by the clock, as INP counts it. Other programs lengthen it. */
  clock: number;
  /** Processor time of the page's main thread in that time. */
  main: number;
  /** Parts of `main`. */
  script: number;
  style: number;
  layout: number;
  paint: number;
};

type Part = Exclude<keyof PressCost, 'clock' | 'main'>;

const partOf = new Map<string, Part>([
  ...['EvaluateScript', 'FunctionCall', 'EventDispatch', 'FireAnimationFrame', 'TimerFire'].map(
    (name): [string, Part] => [name, 'script'],
  ),
  ['UpdateLayoutTree', 'style'],
  ['Layout', 'layout'],
  ...['PrePaint', 'Paint', 'Layerize', 'Commit'].map((name): [string, Part] => [name, 'paint']),
]);

/** Chromium's trace event format; times are in microseconds. */
type TraceEvent = {
  name: string;
  ph: string;
  tid: number;
  pid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { type?: string; interactionId?: number; duration?: number } };
};

/**
 * Traces the page while `press` runs; all its frames are drawn `settledMs` later. Null if the press did not count as an
 * interaction.
 */
export async function costOfPress(
  page: Page,
  press: () => Promise<void>,
  settledMs: number,
): Promise<PressCost | null> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('A trace needs a page of a launched browser');
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  let recorded: Buffer;
  try {
    await press();
    await page.waitForTimeout(settledMs);
  } finally {
    recorded = await browser.stopTracing();
  }
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(recorded.toString());
  return costIn(traceEvents);
}

function costIn(events: readonly TraceEvent[]): PressCost | null {
  const longest = events
    .filter(
      ({ name, ph, args }) => name === 'EventTiming' && ph === 'b' && (args?.data?.interactionId ?? 0) > 0,
    )
    .toSorted((one, other) => durationOf(other) - durationOf(one))[0];
  if (longest === undefined) return null;
  const from = longest.ts;
  const to = from + durationOf(longest) * 1000;
  const ofThread = events
    .filter(
      ({ ph, pid, tid, dur = 0, ts }) =>
        ph === 'X' && pid === longest.pid && tid === longest.tid && ts < to && ts + dur > from,
    )
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const cost = { clock: durationOf(longest), main: 0, script: 0, style: 0, layout: 0, paint: 0 };
  /** The events that enclose the present one, outermost first. */
  const around: Array<{ endsAt: number; part: Part | undefined }> = [];
  for (const event of ofThread) {
    const { name, ts, dur = 0, tdur = dur } = event;
    while (around.length > 0 && (around.at(-1)?.endsAt ?? 0) <= ts) around.pop();
    // A task that began before the press or ends after the frame counts only between them.
    const share = dur === 0 ? 0 : (Math.min(ts + dur, to) - Math.max(ts, from)) / dur;
    const ms = (tdur * share) / 1000;
    if (name === 'RunTask') cost.main += ms;
    const outer = around.at(-1)?.part;
    const part = partOf.get(name) ?? outer;
    if (part !== undefined && part !== outer) {
      cost[part] += ms;
      if (outer !== undefined) cost[outer] -= ms;
    }
    around.push({ endsAt: ts + dur, part });
  }
  return cost;
}

const durationOf = ({ args }: TraceEvent) => args?.data?.duration ?? 0;

/** The median of each figure. */
export function medianCost(costs: readonly PressCost[]): PressCost {
  const median = (of: keyof PressCost) =>
    costs.map((cost) => cost[of]).toSorted((one, other) => one - other)[Math.floor(costs.length / 2)] ?? NaN;
  return {
    clock: median('clock'),
    main: median('main'),
    script: median('script'),
    style: median('style'),
    layout: median('layout'),
    paint: median('paint'),
  };
}
