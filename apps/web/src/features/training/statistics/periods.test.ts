import { statisticsPeriods } from '@boathouse/contract/statistics';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeMeters, makeProgress, stepsUntil } from '../../../../test/statistics/factory.ts';
import { labeledSteps, labelOfStep, metersSteps, nameOfStep, paceSteps, rollingNames } from './periods.ts';

const today = '2026-11-21';
const steps = stepsUntil(today);

describe('labels of chart steps', () => {
  test('[STAT-2] labels every step of a week, every fifth of a month and every second of a year', () => {
    const labelsOf = (period: (typeof statisticsPeriods)[number]) =>
      labeledSteps(steps[period], rollingNames[period]).map((step) =>
        labelOfStep(step, rollingNames[period]),
      );
    expect(labelsOf('week')).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(labelsOf('month')).toEqual(['Oct 27', 'Nov 1', 'Nov 6', 'Nov 11', 'Nov 16', 'Nov 21']);
    expect(labelsOf('year')).toEqual(['Jan', 'Mar', 'May', 'Jul', 'Sep', 'Nov']);
  });

  test('[STAT-2] no label of any day is longer than ten characters, for readers anywhere', () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const language = vi.spyOn(navigator, 'language', 'get');
    const languages = [
      'en-US',
      'en-GB',
      'en-CA',
      'de',
      'fr-CH',
      'sv',
      'fi',
      'pt-BR',
      'hi',
      'zh-TW',
      'ja',
      'ar',
      'th',
    ];
    const anyDay = fc
      .integer({ min: 0, max: 200 * 366 })
      .map((days) => Temporal.PlainDate.from('1900-01-01').add({ days }).toString());
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        anyDay,
        fc.constantFrom(...statisticsPeriods),
        (at, day, period) => {
          language.mockReturnValue(at);
          const { length } = labelOfStep(day, rollingNames[period]);
          expect(length).toBeGreaterThan(0);
          expect(length).toBeLessThanOrEqual(10);
        },
      ),
    );
  });

  test('formats the full name of a step for tooltips and screen readers', () => {
    expect(nameOfStep(today, rollingNames.week)).toBe('Saturday, November 21');
    expect(nameOfStep('2026-11-01', rollingNames.year)).toBe('November 2026');
  });
});

test("[STAT-2] matches a partner's meters by date, even when their list starts on another day", () => {
  // The server is in a zone that is a day ahead.
  const partner = makeMeters('2026-11-22', [900, 800, 700]);
  expect(metersSteps(makeMeters(today, [100, 200]), 'week', partner).slice(-3)).toEqual([
    { step: '2026-11-19', meters: 0, partnerMeters: 0 },
    { step: '2026-11-20', meters: 200, partnerMeters: 700 },
    { step: '2026-11-21', meters: 100, partnerMeters: 800 },
  ]);
});

test('[STAT-3] a step without a row has null as pace, not zero', () => {
  expect(paceSteps(makeProgress(today, [125, null, 130]), 'week').slice(-3)).toEqual([
    { step: '2026-11-19', paceSec: 130 },
    { step: '2026-11-20', paceSec: null },
    { step: '2026-11-21', paceSec: 125 },
  ]);
});
