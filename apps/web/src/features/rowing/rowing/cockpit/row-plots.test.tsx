// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { stubApi } from '../../../../../test/fake-api.ts';
import { idOf } from '../../../../../test/people.ts';
import { joined, RowPlots, useEarlierPaces, usePaceSoFar } from './row-plots.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Moment = Parameters<typeof usePaceSoFar>[0];
const at = (elapsedSec: number, paceSec: number | null, phase: Moment['phase'] = 'rowing'): Moment => ({
  phase,
  elapsedSec,
  paceSec,
});

function Paces({ reading }: { reading: Moment }) {
  return (
    <p>
      {usePaceSoFar(reading)
        .map(({ atSec, paceSec }) => `${atSec}: ${paceSec}`)
        .join()}
    </p>
  );
}

describe('the paces of a row so far', () => {
  test('have a point about once a stroke, only while the athlete rows, and start over with another row', () => {
    const { rerender } = render(<Paces reading={at(0.5, null)} />);
    const shown = (reading: Moment) => {
      rerender(<Paces reading={reading} />);
      return document.body.textContent;
    };
    expect(shown(at(1, 130))).toBe('1: 130');
    expect(shown(at(2, 125))).toBe('1: 130');
    expect(shown(at(3.5, 120))).toBe('1: 130,3.5: 120');
    expect(shown(at(9, 118, 'resting'))).toBe('1: 130,3.5: 120');
    expect(shown(at(0.8, 119))).toBe('0.8: 119');
  });
});

describe('the paces before a reload', () => {
  const shown = () => document.body.textContent;
  function Earlier(row: Parameters<typeof useEarlierPaces>[0]) {
    return useEarlierPaces(row)
      .map(({ atSec, paceSec }) => `${atSec}: ${paceSec}`)
      .join();
  }
  const show = (row: Parameters<typeof useEarlierPaces>[0]) =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Earlier {...row} />
      </QueryClientProvider>,
    );
  const activityId = idOf(1);

  test('are those of the stored strokes for a row that was in progress before the page', async () => {
    const strokes = [makeStroke({ elapsedTime: 3, pace: 128 }), makeStroke({ elapsedTime: 5.5, pace: 124 })];
    const calls = stubApi(() => ({ strokes, isComplete: false }));
    show({ activityId, isStored: true, elapsedSec: 90 });
    await waitFor(() => expect(shown()).toBe('3: 128,5.5: 124'));
    expect(calls).toHaveLength(1);
  });

  test('are not requested at the first stroke, and not before the server has the row', () => {
    const calls = stubApi(() => ({ strokes: [], isComplete: false }));
    show({ activityId, isStored: true, elapsedSec: 1 });
    show({ activityId, isStored: false, elapsedSec: 90 });
    expect(calls).toHaveLength(0);
  });

  test("end where the page's own strokes begin", () => {
    const at = (atSec: number) => ({ atSec, paceSec: 120 });
    expect(joined([at(2), at(5), at(9)], [at(8), at(10)])).toEqual([at(2), at(5), at(8), at(10)]);
  });
});

describe('the plots of a row', () => {
  const figures = () => screen.getAllByRole('figure').map((each) => each.getAttribute('aria-label'));
  const paces = [
    { atSec: 2, paceSec: 120 },
    { atSec: 5, paceSec: 116 },
  ];

  test('have the pace, faster above, and the force of the last drive', () => {
    render(<RowPlots machine="rower" paces={paces} curve={[0, 300, 710, 200]} />);
    expect(figures()).toEqual(['Pace over the workout, now 1:56.0', 'Force of the last drive, peak 710 N']);
    const [first, second] = (document.querySelector('polyline')?.getAttribute('points') ?? '')
      .split(' ')
      .map((point) => Number(point.split(',')[1]));
    expect(second).toBeLessThan(first ?? 0);
  });

  test('keep their places before the first stroke', () => {
    render(<RowPlots machine="rower" paces={[]} curve={null} />);
    expect(figures()).toEqual(['Pace over the workout, now –', 'Force of the last drive']);
  });

  test('have no force on a machine that measures none', () => {
    render(<RowPlots machine="bike" paces={paces} curve={null} />);
    expect(figures()).toEqual(['Pace over the workout, now 3:52.0']);
  });
});
