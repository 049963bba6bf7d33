// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import type { RowSplit } from '@boathouse/row/reduce/splits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlanReading } from './cockpit-plan.ts';
import type { CockpitReading } from './cockpit-reading.ts';
import { Cockpit } from './cockpit.tsx';

beforeEach(() => {
  localStorage.clear();
});
afterEach(cleanup);

const reading: CockpitReading = {
  phase: 'rowing',
  elapsedSec: 754.3,
  distanceM: 3127.4,
  left: { kind: 'distance', distanceM: 1872.6 },
  machine: 'rower',
  paceSec: 118.4,
  averagePaceSec: 120.6,
  strokeRateSpm: 24,
  heartRateBpm: null,
  powerW: 211.2,
  calories: 88,
  dragFactor: 112,
  projection: null,
  splits: [],
};
const plan: PlanReading = {
  position: null,
  next: null,
  targets: [],
  metronomeSpm: null,
  plannedRestSec: null,
  share: 0.625,
  places: { targets: [], position: false, end: true },
};
const splitOf = (splitNumber: number, averagePaceSec: number): RowSplit => ({
  splitNumber,
  timeSec: averagePaceSec,
  distanceM: 500,
  averagePaceSec,
  restTimeSec: 0,
  restDistanceM: 0,
  averageStrokeRateSpm: 26,
  averageHeartRateBpm: null,
  averagePowerW: null,
  calories: null,
});

type Props = ComponentProps<typeof Cockpit>;

const row: Props['row'] = {
  workout: '5000m',
  isSimulated: false,
  stage: 'rowing',
  saving: { unsentStrokes: 0, refusedStrokes: 0, awayForSec: null, remedy: null, refusal: null },
};
const erg: Props['erg'] = {
  connection: 'connected',
  silentForSec: null,
  isReconnecting: false,
  isLent: false,
};

function showCockpit(parts: Partial<Props> = {}) {
  render(<Cockpit row={row} erg={erg} reading={reading} plan={plan} {...parts} />);
}
const figures = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((each) => [
      each.querySelector('dt')?.textContent,
      each.querySelector('dd')?.firstElementChild?.textContent,
    ]),
  );
const large = () =>
  [...(document.querySelector('dl')?.children ?? [])].map((each) => [
    each.querySelector('dt')?.textContent,
    each.querySelector('dd')?.firstElementChild?.textContent,
  ]);
const isStale = () => screen.getByRole('region', { name: 'Your erg' }).dataset['stale'];

describe('the cockpit', () => {
  test('shows the remainder, pace, rate and the other values', () => {
    showCockpit();
    expect(large()).toEqual([
      ['distance left', '1,872'],
      ['pace per 500 m', '1:58.4'],
      ['stroke rate', '24'],
    ]);
    expect(figures()).toMatchObject({
      'average pace': '2:00.6',
      calories: '88',
      'elapsed time': '12:34.3',
      distance: '3,127',
    });
    expect(screen.getByText('connected')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('63');
    expect(isStale()).toBe('false');
  });

  test('shows the figures of a BikeErg as its monitor does', () => {
    showCockpit({
      reading: { ...reading, machine: 'bike', paceSec: 50, averagePaceSec: 51, strokeRateSpm: 84 },
    });
    expect(large()).toEqual([
      ['distance left', '1,872'],
      ['pace per 1000 m', '1:40.0'],
      ['cadence, rpm', '84'],
    ]);
    expect(figures()).toMatchObject({ 'average pace': '1:42.0' });
    fireEvent.click(screen.getByRole('button', { name: 'Show Watts' }));
    expect(large()[1]).toEqual(['watts', '350']);
    fireEvent.click(screen.getByRole('button', { name: 'Show cal/h' }));
    fireEvent.click(screen.getByRole('button', { name: 'Show Pace' }));
  });

  test('takes the focus that Start Workout and Finish leave behind, and no other', () => {
    const all = { row, erg, reading, plan };
    const heading = () => screen.getByRole('heading', { name: '5,000 m' });
    const { rerender } = render(<Cockpit {...all} actions={<button>Yes</button>} />);
    expect(document.activeElement).toBe(heading());
    screen.getByRole('button', { name: 'Yes' }).focus();
    rerender(
      <Cockpit {...all} erg={{ ...erg, connection: 'disconnected' }} actions={<button>Yes</button>} />,
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Yes' }));
    rerender(<Cockpit {...all} row={{ ...row, stage: 'completed' }} />);
    expect(document.activeElement).toBe(heading());
  });

  test('counts a timed piece down in whole seconds, calories down, and a free row up in meters', () => {
    showCockpit({ reading: { ...reading, left: { kind: 'time', durationSec: 445.2 } } });
    expect(large()[0]).toEqual(['time left', '7:26']);
    cleanup();
    showCockpit({ reading: { ...reading, left: { kind: 'calories', calories: 12 } } });
    expect(large()[0]).toEqual(['calories left', '12']);
    cleanup();
    showCockpit({
      reading: { ...reading, left: null },
      plan: { ...plan, places: { targets: [], position: false, end: false } },
    });
    expect(large()[0]).toEqual(['distance', '3,127']);
    expect(screen.getAllByText('distance')).toHaveLength(1);
  });

  test('shows the current piece, the next one and the projected end', () => {
    showCockpit({
      reading: { ...reading, projection: { kind: 'time', elapsedSec: 118 } },
      plan: {
        ...plan,
        position: { number: 2, count: 4 },
        next: 'then 1:00 rest',
        places: { ...plan.places, position: true },
      },
    });
    expect(figures()).toMatchObject({ 'then 1:00 rest': '2 of 4', 'projected finish': '1:58' });
    cleanup();
    showCockpit({ reading: { ...reading, projection: { kind: 'distance', distanceM: 8_123 } } });
    expect(figures()).toMatchObject({ 'projected distance': '8,123' });
  });

  const resting: CockpitReading = {
    ...reading,
    phase: 'resting',
    left: { kind: 'rest', timeSec: 41.2 },
    paceSec: null,
    strokeRateSpm: null,
    splits: [splitOf(1, 118.2), splitOf(2, 117)],
  };

  test('counts a rest down, and shows the last piece beside it, without a dash', () => {
    showCockpit({ reading: resting });
    expect(large()).toEqual([
      ['rest', '0:42'],
      ['piece 2, pace', '1:57.0'],
      ['stroke rate', '26'],
    ]);
    expect(figures()).toMatchObject({ 'drag factor': '112' });
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('keeps every figure in its place from the first stroke to the last, with a dash for a missing value', () => {
    const places = {
      targets: [{ kind: 'strokeRate' as const, label: 'target rate 24' }],
      position: true,
      end: true,
    };
    const target = {
      kind: 'strokeRate',
      side: 'in',
      words: 'on target',
      from: 0,
      to: 1,
      marker: 0.5,
    } as const;
    const with24 = { ...target, label: 'target rate 24' };
    const nothing: CockpitReading = {
      ...reading,
      elapsedSec: 0,
      distanceM: 0,
      paceSec: null,
      averagePaceSec: null,
      strokeRateSpm: null,
      calories: null,
      dragFactor: null,
    };
    const moments: [CockpitReading, PlanReading][] = [
      [nothing, { ...plan, places }],
      [reading, { ...plan, places, targets: [with24], position: { number: 1, count: 4 } }],
      [resting, { ...plan, places, position: { number: 2, count: 4 }, next: 'next 500 m' }],
      [
        {
          ...reading,
          heartRateBpm: 151,
          projection: { kind: 'time', elapsedSec: 1200 },
          splits: resting.splits,
        },
        { ...plan, places, targets: [with24], position: { number: 4, count: 4 }, next: 'last piece' },
      ],
      [
        { ...reading, phase: 'ending', left: null },
        { ...plan, places },
      ],
    ];
    const order = moments.map(([at, planned]) => {
      showCockpit({ reading: at, plan: planned });
      const names = [...document.querySelectorAll('[class*=body] dl > div')].map((each) => [
        each.querySelector('dt')?.textContent ?? '',
        each.querySelector('dd')?.textContent ?? '',
      ]);
      cleanup();
      return names;
    });
    const named = (name = '') =>
      name.replace(/^(next 500 m|last piece|piece)$/, 'piece').replace(/^(last split|split \d)$/, 'split');
    expect(order.map((figures) => figures.map(([name]) => named(name)))).toEqual(
      order.map(() => [
        'target rate 24',
        'piece',
        'average pace',
        'projected finish',
        'split',
        'heart rate',
        'elapsed time',
        'calories',
        'distance',
        'drag factor',
      ]),
    );
    expect(order[0]?.map(([, value]) => value)).toEqual([
      '–',
      '–',
      '–',
      '–',
      '–',
      '–',
      '0:00.0',
      '–',
      '0m',
      '–',
    ]);
    expect(order[3]?.map(([, value]) => value)).toEqual([
      'on target',
      '4 of 4',
      '2:00.6',
      '20:00',
      '1:57.0',
      '151',
      '12:34.3',
      '88',
      '3,127m',
      '112',
    ]);
  });

  test('replaces the smaller figures and the part below them by a second view', () => {
    showCockpit({ second: <p>Force</p>, children: <p>Crew</p> });
    expect(screen.getByText('Force')).toBeTruthy();
    expect(screen.queryByText('Crew')).toBeNull();
    expect(large()).toHaveLength(3);
    expect(figures()).not.toHaveProperty('elapsed time');
    cleanup();
    showCockpit({ second: <p>Force</p>, row: { ...row, stage: 'completed' } });
    expect(screen.queryByText('Force')).toBeNull();
  });

  test('begins a rest with its planned length, before the monitor has sent it', () => {
    const left = { kind: 'rest' as const, timeSec: null };
    showCockpit({ reading: { ...resting, left }, plan: { ...plan, plannedRestSec: 60 } });
    expect(large()[0]).toEqual(['rest', '1:00']);
    cleanup();
    showCockpit({ reading: { ...resting, left: { kind: 'rest', timeSec: 0 } } });
    expect(large()[0]).toEqual(['rest, row when you are ready', 'Rest']);
  });

  test("the cockpit before the start shows the monitor's setting and the drag factor", () => {
    showCockpit({
      reading: { ...reading, phase: 'waiting', distanceM: 0, heartRateBpm: 71, averagePaceSec: null },
    });
    expect(large()).toEqual([
      ['distance left', '1,872'],
      ['drag factor', '112'],
      ['heart rate', '71'],
    ]);
  });

  test('shows a target as words, not only as a color', () => {
    const target = { kind: 'strokeRate', side: 'above', from: 0.3, to: 0.6, marker: 0.8 } as const;
    showCockpit({
      plan: {
        ...plan,
        targets: [{ ...target, label: 'target rate 18 to 20', words: '2 above' }],
        places: { ...plan.places, targets: [{ kind: 'strokeRate', label: 'target rate 18 to 20' }] },
      },
    });
    expect(figures()).toMatchObject({ 'target rate 18 to 20': '2 above' });
  });

  test('changes the unit of the intensity with one touch, and keeps it on this device', () => {
    showCockpit();
    fireEvent.click(screen.getByRole('button', { name: 'Show Watts' }));
    expect(figures()).toMatchObject({ watts: '211', 'average watts': '200' });
    fireEvent.click(screen.getByRole('button', { name: 'Show cal/h' }));
    // 210.9 W x 4 x 0.8604 + 300
    expect(figures()).toMatchObject({ 'calories per hour': '1026' });
    cleanup();
    showCockpit();
    expect(figures()).toHaveProperty('calories per hour');
    cleanup();
    localStorage.setItem('boathouse.intensityUnit', 'horses');
    showCockpit();
    expect(figures()).toHaveProperty('pace per 500 m');
  });

  test('shows gray values and the time since the last record of a silent monitor', () => {
    showCockpit({ erg: { ...erg, silentForSec: 7.9 } });
    expect(screen.getByText('Monitor silent for 7 s')).toBeTruthy();
    expect(isStale()).toBe('true');
    expect(screen.getByText('The monitor has stopped sending. These are its last values.')).toBeTruthy();
  });

  test('shows that the erg is lent to another device, not that its connection was lost', () => {
    showCockpit({ erg: { ...erg, connection: 'disconnected', isReconnecting: true, isLent: true } });
    expect(
      screen.getByText('The erg is free for your other device. These are its last values.'),
    ).toBeTruthy();
    expect(isStale()).toBe('true');
  });

  test.each(['disconnected', 'connecting'] as const)('shows gray values of a %s erg', (connection) => {
    showCockpit({ erg: { ...erg, connection } });
    expect(screen.getByText(connection)).toBeTruthy();
    expect(isStale()).toBe('true');
  });

  test.each([
    [{ unsentStrokes: 0, refusedStrokes: 0, awayForSec: null, remedy: null, refusal: null }, 'saved'],
    [
      { unsentStrokes: 1, refusedStrokes: 0, awayForSec: null, remedy: null, refusal: null },
      '1 stroke not sent',
    ],
    [
      { unsentStrokes: 12, refusedStrokes: 0, awayForSec: null, remedy: null, refusal: null },
      '12 strokes not sent',
    ],
    [
      { unsentStrokes: 0, refusedStrokes: 0, awayForSec: 34.2, remedy: null, refusal: null },
      'server away for 34 s',
    ],
    [{ unsentStrokes: 0, refusedStrokes: 0, awayForSec: 0.4, remedy: null, refusal: null }, 'server away'],
    [
      { unsentStrokes: 7, refusedStrokes: 0, awayForSec: 34.2, remedy: null, refusal: null },
      'server away for 34 s, 7 strokes not sent',
    ],
    [
      {
        unsentStrokes: 0,
        refusedStrokes: 0,
        awayForSec: null,
        remedy: 'log in after this workout',
        refusal: null,
      },
      'log in after this workout',
    ],
    [
      {
        unsentStrokes: 7,
        refusedStrokes: 0,
        awayForSec: 34.2,
        remedy: 'log in after this workout',
        refusal: null,
      },
      'log in after this workout, 7 strokes not sent',
    ],
    [
      { unsentStrokes: 7, refusedStrokes: 0, awayForSec: null, remedy: null, refusal: 'must be a number' },
      'not saved: must be a number',
    ],
  ])("shows the server's values of the row: %o", (saving, words) => {
    showCockpit({ row: { ...row, saving } });
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('the cockpit after the end shows the result with all its splits', () => {
    showCockpit({
      row: { ...row, stage: 'completed' },
      reading: { ...resting, phase: 'finished', strokeRateSpm: 26 },
    });
    expect(large()).toEqual([
      ['time', '12:34.3'],
      ['average pace per 500 m', '2:00.6'],
      ['stroke rate', '26'],
    ]);
    const list = within(screen.getByRole('table', { name: 'Splits' }));
    expect(list.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['1', '2']);
    expect(list.getByText('500 m in 1:57.0')).toBeTruthy();
  });

  test('marks a simulated erg', () => {
    showCockpit({ row: { ...row, isSimulated: true } });
    expect(screen.getByText('Simulated')).toBeTruthy();
    cleanup();
    showCockpit();
    expect(screen.queryByText('Simulated')).toBeNull();
  });

  test('shows the row of another device without a connection and its saving', () => {
    showCockpit({
      row: { ...row, saving: null },
      erg: { ...erg, connection: 'elsewhere' },
      notice: { text: 'You are rowing this on another device' },
    });
    expect(screen.getByText('You are rowing this on another device')).toBeTruthy();
    expect(screen.queryByText('saved')).toBeNull();
    expect(isStale()).toBe('false');
  });

  test('draws the boat with its bow at the true share, from 0 on', () => {
    showCockpit({ plan: { ...plan, share: 0 } });
    const run = screen.getByRole('progressbar').querySelector<HTMLElement>('[style]');
    expect(run?.style.transform).toBe('translateX(-100.00%)');
    showCockpit({ plan: { ...plan, share: 0.25 } });
    const later = screen.getAllByRole('progressbar').at(-1)?.querySelector<HTMLElement>('[style]');
    expect(later?.style.transform).toBe('translateX(-75.00%)');
  });
});
