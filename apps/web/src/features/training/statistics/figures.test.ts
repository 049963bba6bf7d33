import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caloriesFigure, inWords, metersFigure, paceAxis, paceOnAxis, timeFigure } from './figures.ts';

describe('[STAT-1] figures of a period', () => {
  test('meters and calories are whole numbers grouped by thousands', () => {
    expect(inWords(metersFigure(1_852_667.6))).toBe('1,852,668 m');
    expect(inWords(caloriesFigure(760))).toBe('760 cal');
  });

  test('rounds down to minutes, and formats hours and minutes', () => {
    const words = (elapsedSec: number) => inWords(timeFigure(elapsedSec));
    expect(words(0)).toBe('0 min');
    expect(words(59)).toBe('0 min');
    expect(words(59.96)).toBe('1 min');
    expect(words(59 * 60)).toBe('59 min');
    expect(words(3_600)).toBe('1 h 00 min');
    expect(words(1_234 * 3_600 + 5 * 60)).toBe('1,234 h 05 min');
  });
});

describe('[STAT-3] the axis of paces', () => {
  test('has ticks in minutes and seconds', () => {
    expect([125, 119.6, 60].map(paceOnAxis)).toEqual(['2:05', '2:00', '1:00']);
  });

  test('has whole steps around all values', () => {
    expect(paceAxis([117.3, 127.4])).toEqual({ lowSec: 115, highSec: 130, ticksSec: [115, 120, 125, 130] });
  });

  test('has a tick on both sides of a single pace', () => {
    const { lowSec, highSec } = paceAxis([120]);
    expect(lowSec).toBeLessThan(120);
    expect(highSec).toBeGreaterThan(120);
  });

  test('contains every pace, with few and evenly spaced ticks', () => {
    const pace = fc.double({ min: 60, max: 65_535, noNaN: true });
    fc.assert(
      fc.property(fc.array(pace, { minLength: 1, maxLength: 30 }), (paces) => {
        const { lowSec, highSec, ticksSec } = paceAxis(paces);
        expect(Math.min(...paces)).toBeGreaterThanOrEqual(lowSec);
        expect(Math.max(...paces)).toBeLessThanOrEqual(highSec);
        expect(ticksSec.length).toBeGreaterThanOrEqual(3);
        expect(ticksSec.length).toBeLessThanOrEqual(7);
        const gaps = ticksSec.slice(1).map((tick, index) => tick - (ticksSec[index] ?? 0));
        expect(new Set(gaps).size).toBe(1);
        expect([ticksSec[0], ticksSec.at(-1)]).toEqual([lowSec, highSec]);
      }),
    );
  });
});
