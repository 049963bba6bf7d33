import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offsetAt, withExchange, type ClockExchange, type ClockOffset } from './clock-offset.ts';

/** The page's clock runs at this rate of the server's, from another origin. */
type Clocks = { originMs: number; rate: number };

const delayMs = fc.integer({ min: 20, max: 800 });
const exchange = fc.record({ pauseMs: fc.integer({ min: 0, max: 60_000 }), upMs: delayMs, downMs: delayMs });
const clocks: fc.Arbitrary<Clocks> = fc.record({
  originMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  // Half of the drift that is allowed for.
  rate: fc.double({ min: 1 - 100e-6, max: 1 + 100e-6, noNaN: true }),
});

/** Runs the exchanges one after another from a server's time, and returns the page's knowledge after each. */
function run(
  { originMs, rate }: Clocks,
  steps: Array<{ pauseMs: number; upMs: number; downMs: number }>,
): Array<{ known: ClockOffset; pageMs: number; trueMs: number; rttMs: number }> {
  let trueMs = 1_777_777_777_777;
  const pageAt = (timeMs: number) => (timeMs - 1_777_777_777_777) * rate + originMs;
  let known: ClockOffset | null = null;
  return steps.map(({ pauseMs, upMs, downMs }) => {
    trueMs += pauseMs;
    const sentMs = pageAt(trueMs);
    trueMs += upMs;
    const serverMs = Math.floor(trueMs);
    trueMs += downMs;
    const given: ClockExchange = { sentMs, receivedMs: pageAt(trueMs), serverMs };
    known = withExchange(known, given);
    return { known, pageMs: given.receivedMs, trueMs, rttMs: given.receivedMs - sentMs };
  });
}

describe("the offset to the server's clock", () => {
  test('is half of a symmetric round trip old', () => {
    const known = withExchange(null, { sentMs: 1_000, receivedMs: 1_100, serverMs: 50_050 });
    const { offsetMs, errorMs } = offsetAt(known, 1_100);
    expect(offsetMs).toBeCloseTo(49_000.5, 5);
    expect(errorMs).toBeCloseTo(50.5, 5);
  });

  test('is wrong by at most its error, for all delays, asymmetries, skews and drifts', () => {
    fc.assert(
      fc.property(
        clocks,
        fc.array(exchange, { minLength: 1, maxLength: 20 }),
        delayMs,
        (pair, steps, later) => {
          for (const { known, pageMs, trueMs } of run(pair, steps)) {
            const { offsetMs, errorMs } = offsetAt(known, pageMs + later * pair.rate);
            const wrongMs = Math.abs(pageMs + later * pair.rate + offsetMs - (trueMs + later));
            expect(wrongMs).toBeLessThanOrEqual(errorMs + 1e-3);
          }
        },
      ),
    );
  });

  test('has an error of at most half of the shortest round trip, and of the possible drift since', () => {
    fc.assert(
      fc.property(clocks, fc.array(exchange, { minLength: 1, maxLength: 20 }), (pair, steps) => {
        let best = Infinity;
        let bestAtMs = 0;
        for (const { known, pageMs, rttMs } of run(pair, steps)) {
          const driftedMs = best + 2 * (pageMs - bestAtMs) * 200e-6;
          if (rttMs + 1 <= driftedMs) [best, bestAtMs] = [rttMs + 1, pageMs];
          const boundMs = best + 2 * (pageMs - bestAtMs) * 200e-6;
          expect(offsetAt(known, pageMs).errorMs).toBeLessThanOrEqual(boundMs / 2 + 1e-3);
        }
      }),
    );
  });

  test('starts again when a clock was set, or the page slept', () => {
    const before = withExchange(null, { sentMs: 0, receivedMs: 40, serverMs: 10_020 });
    const after = withExchange(before, { sentMs: 1_000, receivedMs: 1_800, serverMs: 3_611_400 });
    expect(offsetAt(after, 1_800).offsetMs).toBeCloseTo(3_610_000.5, 5);
  });
});
