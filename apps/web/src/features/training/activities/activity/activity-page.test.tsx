// @vitest-environment happy-dom
import type { Activity } from '@boathouse/contract/activities';
import type { Standing } from '@boathouse/contract/activities/results';
import type { PersonalBest } from '@boathouse/contract/statistics';
import type { Stroke } from '@boathouse/contract/strokes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
import { lookAgain } from '../../../../../test/look-again.ts';
import { fakeCanvas } from '../../../../../test/fake-canvas.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openAs } from '../../../../../test/signed-in-page.tsx';
import { buildActivity } from '../../../../../test/sessions/factory.ts';
import { makeStroke } from '../../../../../test/activities/stroke-factory.ts';
import { ActivityPage } from '../../../../app/activity-page.tsx';

const session = { _id: idOf(70), title: 'Thursday pieces', workoutItems: ['2000m'] };
const id = idOf(80);
const ben = { _id: idOf(2), displayName: 'Ben Scull', iconURL: null };

const split = (splitNumber: number, averagePace: number, restTime = 0) => ({
  splitNumber,
  time: averagePace * 2,
  distance: 1_000,
  averagePace,
  restTime,
  strokeRate: 27,
  heartRate: 160 + splitNumber,
});

const rowed = (parts: Partial<Activity> = {}) =>
  buildActivity({
    _id: id,
    user: mara,
    session,
    isCompleted: true,
    distance: 2_000,
    elapsedTime: 440.3,
    averagePace: 110.1,
    averagePower: 262,
    strokeRate: 28,
    dragFactor: 118,
    totalCalories: 122,
    summary: {
      logEntryDate: null,
      logEntryTime: null,
      averageStrokeRate: 28,
      averageHeartRate: 168,
      recoveryHeartRate: 130,
      splits: [split(1, 111), split(2, 109.2)],
      source: 'summary',
    },
    ...parts,
  });

const strokesAt = (secondsPerStroke: number, parts: Partial<Stroke> = {}) =>
  Array.from({ length: 20 }, (_, index) =>
    makeStroke({
      number: index + 1,
      distance: (index + 1) * 100,
      elapsedTime: (index + 1) * secondsPerStroke,
      forceCurve: [0, 500 + index, 300, 0],
      ...parts,
    }),
  );

const bestOf = (activity: string, elapsedTime: number): PersonalBest => ({
  piece: '2k',
  activity,
  createdAt: '2026-03-02T12:00:00.000Z',
  distance: 2_000,
  elapsedTime,
  averagePace: elapsedTime / 4,
});

const notCompared: Standing = { decides: null, last: null, best: null };

const server = {
  activity: rowed(),
  isDeleted: false,
  strokes: new Map<string, Stroke[]>(),
  bests: [bestOf(id, 440.3)],
  results: [rowed()],
  standing: notCompared,
};

// The first import of a lazy module compiles it; no test waits for that.
beforeAll(
  () =>
    Promise.all([
      import('./stroke-plots.tsx'),
      import('./force-curve-panel.tsx'),
      import('./activity-tools.tsx'),
    ]),
  60_000,
);
beforeEach(() => {
  fakeCanvas();
  server.activity = rowed();
  server.isDeleted = false;
  server.strokes = new Map([[id, strokesAt(22)]]);
  server.bests = [bestOf(id, 440.3)];
  server.results = [rowed()];
  server.standing = notCompared;
  stubReplies(({ method, path }) => {
    if (method === 'DELETE') {
      server.isDeleted = true;
      return { body: { _id: id } };
    }
    if (path === `/api/activities/${id}` && !server.isDeleted) return { body: server.activity };
    if (path === `/api/activities/${id}/standing`) return { body: server.standing };
    if (path === `/api/activities/${id}/note`) return { body: { note: '' } };
    if (path === `/api/users/${mara._id}/personal-bests`) return { body: server.bests };
    if (path === `/api/sessions/${session._id}/activities`) {
      // Without splits, like every list.
      return { body: [server.results.map((result) => ({ ...result, summary: null }))] };
    }
    const [, activity] = /^\/api\/activities\/([^/]+)\/strokes$/.exec(path) ?? [];
    if (activity) return { body: { isComplete: true, strokes: server.strokes.get(activity) ?? [] } };
    if (path.startsWith('/api/likes')) return { body: { count: 0, didLike: false } };
    return path.startsWith('/api/activities/') ? refusal(404, 'No such activity', 'not_found') : { body: [] };
  });
});
afterEach(cleanUp);

const open = (query = '', of = id) =>
  openAs(mara, [{ path: '/activities/:activityID', element: <ActivityPage /> }], `/activities/${of}${query}`);
const figures = async () => {
  const result = await screen.findByRole('region', { name: 'Result' });
  return [...result.querySelectorAll('dl > div')].map((each) => [
    each.querySelector('dt')?.textContent,
    each.querySelector('dd')?.textContent,
  ]);
};
const plots = () => screen.findByRole('application', { name: /by (distance|time)/ });
const reading = async () => {
  const region = within(await screen.findByRole('region', { name: 'Strokes' }));
  return region.getAllByRole('status').at(-1)?.textContent;
};

const openTools = async () => fireEvent.click(await screen.findByRole('button', { name: 'Tools' }));

describe('the figures of a result', () => {
  const other = (activity: string, elapsedTime: number, createdAt: string) => ({
    activity,
    createdAt,
    distance: 2_000,
    elapsedTime,
    averagePace: elapsedTime / 4,
  });
  const says = async (words: string | RegExp) =>
    within(await screen.findByRole('region', { name: 'Result' })).findByText(words);

  test('is better or not than last time and than the best, with the day', async () => {
    server.activity = rowed({ createdAt: '2026-05-01T12:00:00.000Z' });
    server.bests = [];
    server.standing = {
      decides: 'elapsedTime',
      last: other(idOf(82), 443.5, '2026-04-02T12:00:00.000Z'),
      best: other(idOf(83), 438.2, '2026-03-02T12:00:00.000Z'),
    };
    open();
    expect(await says('3.2 s faster')).toBeTruthy();
    expect(await says('2.1 s slower')).toBeTruthy();
    const link = await says('7:18.2 on March 2, 2026');
    expect(link.getAttribute('href')).toBe(`/activities/${idOf(83)}`);
    expect(screen.queryByText(/Your best 2k/)).toBeNull();
  });

  test('celebrates a best', async () => {
    const before = other(idOf(82), 443.5, '2025-01-02T12:00:00.000Z');
    server.standing = { decides: 'elapsedTime', last: before, best: before };
    open();
    expect((await says('Your best 2k')).parentElement?.textContent).toBe(
      'Your best 2k, 3.2 s faster than before',
    );
  });

  test("has the place, the gap, and the others with the viewer's row marked", async () => {
    server.results = [
      rowed(),
      rowed({ _id: idOf(90), user: ben, elapsedTime: 430.1 }),
      rowed({ _id: idOf(91), user: ben, elapsedTime: 400, isPartial: true }),
    ];
    open();
    expect(await says('2 of 2')).toBeTruthy();
    expect(await says('+10.2 s to the first')).toBeTruthy();
    const others = within(screen.getByRole('region', { name: 'The others' })).getAllByRole('listitem');
    expect(others.map(({ textContent, dataset }) => [textContent, dataset['self']])).toEqual([
      [expect.stringContaining('Ben Scull'), 'false'],
      [expect.stringContaining('Mara'), 'true'],
    ]);
  });

  test('is the only one without others, and a part is marked as one', async () => {
    server.activity = rowed({ isPartial: true });
    open();
    expect(await says(/^This is a part of the workout/)).toBeTruthy();
    expect(screen.queryByText('Place')).toBeNull();
    expect(screen.queryByRole('region', { name: 'The others' })).toBeNull();
  });

  test('describes the splits', async () => {
    open();
    expect(await says(/^Getting faster: the second half was 1.8 s/)).toBeTruthy();
  });

  test.each([
    [undefined, /^Only you can open the link\./],
    [true, /^Only you and the hosts of the session on whose page you rowed can open the link\./],
  ])(
    'without a session shows who can open its link, on a session’s page: %s',
    async (isOpenToHosts, words) => {
      const own = rowed({ session: null, workoutItemIndex: null, visibility: 'me' });
      server.activity = isOpenToHosts === undefined ? own : Object.assign(own, { isOpenToHosts });
      open();
      await openTools();
      expect(await screen.findByText(words)).toBeTruthy();
    },
  );

  test('has neither note nor sharing for others', async () => {
    server.activity = rowed({ user: ben });
    open();
    await openTools();
    await screen.findByRole('region', { name: 'Export' });
    expect(screen.queryByRole('region', { name: 'Your note' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Share' })).toBeNull();
  });

  test('has likes and comments directly below the figures, and its tools behind one button', async () => {
    server.activity = Object.assign(rowed(), { tags: ['winter', 'test'] });
    open();
    await plots();
    const parts = () =>
      screen
        .getAllByRole('region')
        .map((region) => region.getAttribute('aria-label') ?? region.querySelector('h2')?.textContent);
    expect(parts().slice(0, 3)).toEqual(['Result', 'Likes and comments', 'Strokes']);
    expect(screen.getByText('winter, test')).toBeTruthy();
    await openTools();
    await screen.findByRole('region', { name: 'Your note' });
    expect(parts().slice(0, 5)).toEqual(['Your note', 'Your tags', 'Share', 'Export', 'Connected services']);
  });
});

describe('the result', () => {
  test('has dashes for unknown figures of a row with a missing part', async () => {
    const { summary } = rowed();
    if (summary === null) throw new Error('The activity has a summary');
    const unheard = { ...summary, averageStrokeRate: null, averageHeartRate: null };
    server.activity = rowed({ strokeRate: null, heartRate: null, totalCalories: null, summary: unheard });
    open();
    expect(await figures()).toEqual(
      expect.arrayContaining([
        ['Stroke rate', '–spm'],
        ['Calories', '–cal'],
      ]),
    );
    expect((await figures()).map(([name]) => name)).not.toContain('Heart rate');
  });

  test('shows how many strokes kept the targets', async () => {
    const { summary } = server.activity;
    const targets = { strokeRate: { strokes: 200, kept: 190 }, pace: null };
    server.activity = rowed({ summary: summary && { ...summary, targets } });
    open();
    expect(await screen.findByText('Target rate kept in 190 of 200 strokes.')).toBeTruthy();
  });

  test('has title, athlete, session and the figures of the monitor', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: '2,000 m' })).toBeTruthy();
    expect(screen.getByRole('link', { name: mara.displayName }).getAttribute('href')).toBe(
      `/athletes/${mara._id}`,
    );
    expect(screen.getByRole('link', { name: 'Thursday pieces' }).getAttribute('href')).toBe(
      `/sessions/${session._id}`,
    );
    expect(await figures()).toEqual([
      ['Time', '7:20.3'],
      ['Distance', '2,000m'],
      ['Average pace', '1:50.1/500 m'],
      ['Stroke rate', '28spm'],
      ['Average power', '262W'],
      ['Calories', '122cal'],
      ['Average heart rate', '168bpm'],
      ['Heart rate 1 min after', '130bpm'],
      ['Drag factor', '118'],
    ]);
    expect(screen.queryByText(/The monitor's own result/)).toBeNull();
    expect(screen.queryByText(/ kept in /)).toBeNull();
    expect(await screen.findByText('Personal best 2k')).toBeTruthy();
  });

  test('shows how it ended, that it is partial and that it is simulated', async () => {
    const { summary } = rowed();
    server.activity = rowed({
      isPartial: true,
      isSimulated: true,
      summary: summary && { ...summary, source: 'byHand' },
    });
    open();
    expect(await screen.findByText('Partial')).toBeTruthy();
    expect(screen.getByText('Simulated')).toBeTruthy();
    expect(screen.getByText(/^Ended by hand\. Rowed on a simulated erg/)).toBeTruthy();
  });

  test.each([
    [
      'a file that it came from',
      { source: 'file', origin: { fileName: '3x250m.fit', app: null, logbookId: null } },
      'From 3x250m.fit.',
    ],
    ['no file that is not known', { source: 'file', origin: null }, 'Imported from a file.'],
    [
      'the files that completed it',
      { completedFrom: ['3x250m.fit', 'row.tcx'] },
      'Completed from 3x250m.fit, row.tcx.',
    ],
  ] as const)('names %s', async (_, parts, words) => {
    server.activity = Object.assign(rowed(), parts);
    open();
    expect(await screen.findByText(words)).toBeTruthy();
  });

  const rowsOf = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));

  test('the splits end with the total', async () => {
    open();
    expect(await rowsOf('Splits')).toEqual([
      ['#Split', 'Distance', 'Time', 'Pace', 'Rate', 'HR'],
      ['1', '1,000 m', '3:42.0', '1:51.0', '27', '161'],
      ['2', '1,000 m', '3:38.4', '1:49.2 fastest', '27', '162'],
      ['All', '2,000 m', '7:20.3', '1:50.1', '28', '168'],
    ]);
  });

  test('intervals have their rests', async () => {
    const { summary } = rowed();
    server.activity = rowed({
      summary: summary && { ...summary, splits: [split(1, 111, 60), split(2, 109)] },
    });
    open();
    expect((await rowsOf('Intervals')).map((row) => row.at(-1))).toEqual(['Rest', '1:00.0', '–', '1:00.0']);
  });

  test('an activity in progress is marked and has no plots', async () => {
    server.activity = rowed({ isCompleted: false, completedAt: null, summary: null });
    open();
    expect(await screen.findByText(/^This activity is still in progress/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'So far' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Strokes' })).toBeNull();
  });

  test('shows that a link has no activity', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open('', idOf(99));
    expect(
      await screen.findByRole('heading', { name: "We couldn't find an activity at that link" }),
    ).toBeTruthy();
  });
});

describe('the strokes', () => {
  test('the arrow keys read every value of a stroke', async () => {
    open();
    fireEvent.focus(await plots());
    expect(await reading()).toBe('Stroke 1100.0 m0:22.02:05.0 /500 m24 spm150 bpm180 W');
    fireEvent.keyDown(await plots(), { key: 'End' });
    expect(await reading()).toMatch(/^Stroke 202,000\.0 m7:20\.0/);
    fireEvent.keyDown(await plots(), { key: 'PageDown' });
    expect(await reading()).toMatch(/^Stroke 18/);
  });

  test('are plotted over distance or time, which the address stores', async () => {
    const router = open();
    expect((await plots()).getAttribute('aria-label')).toBe(
      'pace, stroke rate, heart rate, power by distance. Use the arrow keys to move by stroke.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Time' }));
    expect((await plots()).getAttribute('aria-label')).toContain('by time');
    expect(router.state.location.search).toBe('?over=time');
  });

  test('without a belt there is no plot of the heart rate', async () => {
    server.strokes.set(id, strokesAt(22, { heartRate: null }));
    open();
    expect((await plots()).getAttribute('aria-label')).toContain('pace, stroke rate, power by');
    fireEvent.focus(await plots());
    expect(await reading()).not.toContain('bpm');
  });

  test('have a table', async () => {
    open();
    const details = (await screen.findByText('Table, every stroke')).closest('details');
    if (details) details.open = true;
    fireEvent(details ?? window, new Event('toggle'));
    const table = await screen.findByRole('table', { name: 'Values of the strokes' });
    expect(within(table).getAllByRole('row')).toHaveLength(21);
  });

  test('strokes that were not stored leave the summary', async () => {
    server.strokes.clear();
    open();
    expect(
      await screen.findByText('The strokes of this activity were not stored, only its summary.'),
    ).toBeTruthy();
    expect(await figures()).toHaveLength(9);
    expect(screen.queryByRole('region', { name: 'Force curve' })).toBeNull();
  });
});

describe('a row with a missing part', () => {
  const strokesPanel = () => screen.findByRole('region', { name: 'Strokes' });
  const shades = async () =>
    [...(await plots()).querySelectorAll<HTMLElement>('[class*="shade"]')].map(({ style }) => [
      style.left,
      style.width,
    ]);
  const without = (from: number, to: number) =>
    strokesAt(22).filter(({ number }) => number < from || number > to);

  test('reports the gap, shades it in every plot, and has it in the table', async () => {
    server.strokes.set(id, without(6, 10));
    open();
    expect((await strokesPanel()).textContent).toContain('Bluetooth was away from 500 to 1,100 m.');
    expect(await shades()).toEqual(Array.from({ length: 4 }, () => ['25%', '30%']));
    const details = (await screen.findByText('Table, every stroke that was heard')).closest('details');
    if (details) details.open = true;
    fireEvent(details ?? window, new Event('toggle'));
    const rows = within(await screen.findByRole('table', { name: 'Values of the strokes' })).getAllByRole(
      'row',
    );
    expect(rows).toHaveLength(17);
    expect(rows[6]?.textContent).toBe('–Not heard from 500 to 1,100 m');
  });

  test('shades it at its place over time', async () => {
    server.strokes.set(id, without(6, 10));
    open('?over=time');
    expect((await shades())[0]).toEqual(['25%', '30%']);
  });

  test('reports the missing strokes before the first one, and the missing part at the end', async () => {
    server.strokes.set(
      id,
      strokesAt(22).filter(({ number }) => number > 2 && number < 15),
    );
    open();
    const panel = await strokesPanel();
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Strokes before 300 m were not heard.', 'Bluetooth was away from 1,400 to 2,000 m.']);
    // The plots continue to the end of the row.
    expect((await shades()).slice(0, 2)).toEqual([
      ['0%', '15%'],
      ['70%', '30%'],
    ]);
  });

  test('names no rest', async () => {
    const intervals = [1, 2].flatMap((interval) =>
      Array.from({ length: 10 }, (_, index) =>
        makeStroke({
          interval,
          number: index + 1,
          distance: (interval - 1) * 1_000 + (index + 1) * 100 - 20,
          elapsedTime: (interval - 1) * 220 + (index + 1) * 22 - 4.4,
        }),
      ),
    );
    const { summary } = rowed();
    const splits = [split(1, 110, 60), split(2, 110)];
    server.activity = rowed({ workoutType: 7, elapsedTime: 440, summary: summary && { ...summary, splits } });
    server.strokes.set(id, intervals);
    open();
    await plots();
    expect(within(await strokesPanel()).queryAllByRole('listitem')).toEqual([]);
  });

  test('names the interval of a gap', async () => {
    const { summary } = rowed();
    const splits = [split(1, 110, 60), split(2, 110)];
    server.activity = rowed({ workoutType: 7, summary: summary && { ...summary, splits } });
    server.strokes.set(id, without(3, 5));
    open();
    expect((await strokesPanel()).textContent).toContain(
      'Bluetooth was away from 200 to 600 m, in interval 1.',
    );
  });

  test('names the strokes of the average force', async () => {
    server.strokes.set(id, without(6, 10));
    open();
    const panel = within(await screen.findByRole('region', { name: 'Force curve' }));
    expect(panel.getByText('Average of the strokes heard')).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Next stroke' }));
    expect(await panel.findByText('Stroke 1 of 15 heard')).toBeTruthy();
  });

  test('is not compared in a part that the other row lacks, and shows this', async () => {
    server.results = [rowed(), rowed({ _id: idOf(82), user: ben })];
    server.strokes.set(idOf(82), without(6, 10));
    open(`?with=${idOf(82)}`);
    expect(await screen.findByText(/Bluetooth was away from 500 to 1,100 m\./)).toBeTruthy();
    expect(await shades()).toEqual([]);
    await waitFor(async () => expect((await plots()).getAttribute('aria-label')).toContain('ahead by'));
    fireEvent.focus(await plots());
    for (const [stroke, isCompared] of [
      [1, true],
      [2, true],
      [8, false],
    ] as const) {
      fireEvent.keyDown(await plots(), { key: 'Home' });
      for (let step = 1; step < stroke; step += 1) fireEvent.keyDown(await plots(), { key: 'ArrowRight' });
      expect((await reading())?.includes('Ben Scull')).toBe(isCompared);
    }
  });
});

describe('the force curve', () => {
  test('shows the average, then the stroke that is chosen here or in the plots', async () => {
    open();
    const panel = within(await screen.findByRole('region', { name: 'Force curve' }));
    expect(panel.getByText('No stroke chosen')).toBeTruthy();
    expect(panel.getByRole('columnheader', { name: 'Average' })).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Next stroke' }));
    expect(await panel.findByText('Stroke 1 of 20')).toBeTruthy();
    expect(panel.getByRole('columnheader', { name: 'Stroke 1' })).toBeTruthy();
    fireEvent.focus(await plots());
    fireEvent.keyDown(await plots(), { key: 'End' });
    expect(await panel.findByText('Stroke 20 of 20')).toBeTruthy();
    expect(panel.getByText('Peak at').closest('div')?.textContent).toContain('34% of the drive');
  });
});

describe('the comparison', () => {
  const choice = () => screen.findByLabelText('Compare with');

  test("offers the athlete's best and the other results, and shows the gap", async () => {
    server.bests = [bestOf(idOf(81), 430)];
    server.results = [rowed(), rowed({ _id: idOf(82), user: ben, elapsedTime: 450, averagePace: 112.5 })];
    server.strokes.set(idOf(82), strokesAt(22.5));
    const router = open();
    await waitFor(async () =>
      expect(
        within(await choice())
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['Nothing', 'Your best 2k (7:10.0)', 'Ben Scull (1:52.5 /500 m)']),
    );
    fireEvent.change(await choice(), { target: { value: idOf(82) } });
    expect(
      (await screen.findByText('Ben Scull', { selector: 'strong' })).parentElement?.textContent,
    ).toContain('7:30.0, 9.7 s more than this activity');
    expect(router.state.location.search).toBe(`?with=${idOf(82)}`);
    await waitFor(async () => expect((await plots()).getAttribute('aria-label')).toContain('ahead by'));
    fireEvent.focus(await plots());
    fireEvent.keyDown(await plots(), { key: 'End' });
    expect(await reading()).toContain('10 s ahead of Ben Scull');
  });

  test.each([
    [{ ...ben, displayName: 'Youssef Adel' }, mara, 'ahead of Youssef Adel'],
    [mara, ben, 'ahead of you'],
  ])('names athletes by their names, and the viewer you', async (user, athlete, words) => {
    server.activity = rowed({ user: athlete });
    server.results = [rowed(), rowed({ _id: idOf(82), user, elapsedTime: 450, averagePace: 112.5 })];
    server.strokes.set(idOf(82), strokesAt(22.5));
    open(`?with=${idOf(82)}`);
    await waitFor(async () => expect((await plots()).getAttribute('aria-label')).toContain('ahead by'));
    fireEvent.focus(await plots());
    fireEvent.keyDown(await plots(), { key: 'End' });
    expect(await reading()).toContain(words);
  });

  test('without strokes of the other row it compares only the results', async () => {
    server.bests = [bestOf(idOf(81), 430)];
    open(`?with=${idOf(81)}`);
    expect(await screen.findByText(/The strokes of the other activity were not stored\./)).toBeTruthy();
    expect((await plots()).getAttribute('aria-label')).not.toContain('ahead by');
  });
});

describe('an activity that is deleted', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  const notFound = () => screen.findByText("We couldn't find an activity at that link");

  test('is no longer found on its page', async () => {
    open();
    await screen.findByRole('region', { name: 'Result' });
    server.isDeleted = true;
    await lookAgain();
    await notFound();
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
  });

  test.each([
    ['by its athlete', { session: null }],
    ['as a result that was entered', { source: 'entered' as const, enteredBy: mara }],
  ])('is not shown when the browser goes back to it: %s', async (_, parts) => {
    server.activity = rowed(parts);
    const router = openAs(
      mara,
      [
        { path: '/activities/:activityID', element: <ActivityPage /> },
        { path: '/training/activity', element: <p>History</p> },
      ],
      `/activities/${id}`,
    );
    await openTools();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await screen.findByText('History');
    await act(() => router.navigate(-1));
    await notFound();
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
  });
});
