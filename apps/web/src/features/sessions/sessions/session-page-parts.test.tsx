// @vitest-environment happy-dom
import type { WorkoutSummary } from '@boathouse/contract/activities';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, getToasts } from '../../../ui/toast-store.ts';
import { CompletedResultsTable } from './completed-results-table.tsx';
import { buildActivity, buildSession, buildUserRef } from '../../../../test/sessions/factory.ts';
import { nowMs } from '../../../../test/now.ts';
import { EndRow } from '../../rowing/rowing/cockpit/end-row.tsx';
import { SessionHead } from './head/session-head.tsx';
import type { ErgSetup } from './instructions/instructions.tsx';
import { WorkoutItemPanel } from './items/workout-item-panel.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of getToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

const show = (part: ReactNode) => render(<MemoryRouter>{part}</MemoryRouter>);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => getToasts().at(-1);

const from = (source: WorkoutSummary['source']) =>
  buildActivity({
    summary: {
      logEntryDate: null,
      logEntryTime: null,
      averageStrokeRate: null,
      averageHeartRate: null,
      recoveryHeartRate: null,
      splits: [],
      source,
    },
  });

describe('the panel of a workout item', () => {
  type Parts = Partial<ErgSetup> & Pick<Partial<ComponentProps<typeof WorkoutItemPanel>>, 'standing'>;
  function showPanel({ standing = 'notBegun', ...parts }: Parts = {}) {
    const onStart = vi.fn();
    const onPush = vi.fn();
    function Shown() {
      const [isBeginning, setIsBeginning] = useState(false);
      return (
        <WorkoutItemPanel
          workout="5000m"
          standing={standing}
          counts={{ active: 3, complete: 2 }}
          setup={{
            isErgConnected: true,
            push: { kind: 'none' },
            notice: null,
            onConnect: () => {},
            onPush,
            onStart,
            ...parts,
          }}
          instructions={{ isOpen: isBeginning, onOpen: setIsBeginning }}
        >
          <p>tables</p>
        </WorkoutItemPanel>
      );
    }
    show(<Shown />);
    return { onStart, onPush };
  }

  test('[SESS-6] expands and collapses', () => {
    showPanel();
    const toggle = screen.getByRole('button', { name: '5,000 m' });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText('tables').closest('[hidden]')).not.toBeNull();
    fireEvent.click(toggle);
    expect(screen.getByText('tables').closest('[hidden]')).toBeNull();
  });

  test('[SESS-6] Begin shows the instructions, Cancel hides them, and the focus moves with them', () => {
    showPanel();
    expect(screen.queryByRole('button', { name: 'Start Workout' })).toBeNull();
    press('Begin');
    const instructions = screen.getByRole('group', { name: 'Instructions' });
    expect(within(instructions).getByText('Set up 5,000 m on your monitor.')).toBeTruthy();
    expect(document.activeElement).toBe(instructions);
    press('Cancel');
    expect(screen.queryByText('Set up 5,000 m on your monitor.')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Begin' }));
  });

  test('[SESS-6] Start Workout needs a connected erg', () => {
    const { onStart } = showPanel({ isErgConnected: false });
    press('Begin');
    press('Start Workout');
    expect(onStart).not.toHaveBeenCalled();
    expect(lastToast()).toMatchObject({
      title: 'Connect your ergometer before starting a workout.',
      isError: true,
    });
  });

  const primaries = () =>
    screen
      .getAllByRole('button')
      .filter(({ className }) => /primary/.test(className))
      .map(({ textContent }) => textContent);

  test.each([
    ['bluetooth', ['Connect your erg'], null],
    ['phone', ['Continue on your phone'], /no Bluetooth.*on a phone instead/],
    ['simulated', ['Use simulated erg'], /no Bluetooth.*never ranked/],
    ['none', [], /no Bluetooth.*Open this page in Chrome or Edge/],
  ] as const)(
    'the first button before an erg is connected leads on in this browser: %s',
    (way, names, why) => {
      const onConnect = vi.fn();
      showPanel({ isErgConnected: false, way, onConnect });
      press('Begin');
      expect(primaries()).toEqual(names);
      if (why === null) expect(screen.queryByText(/no Bluetooth/)).toBeNull();
      else expect(screen.getByText(why)).toBeTruthy();
      for (const name of names) press(name);
      expect(onConnect).toHaveBeenCalledTimes(way === 'bluetooth' || way === 'simulated' ? 1 : 0);
    },
  );

  test('Start Workout starts with a connected erg, once', () => {
    const { onStart } = showPanel();
    press('Begin');
    press('Start Workout');
    expect(onStart).toHaveBeenCalledOnce();
    expect(getToasts()).toEqual([]);
  });

  test('[SESS-7] Push workout to my erg needs a connected erg', () => {
    const { onPush } = showPanel({ isErgConnected: false });
    press('Begin');
    press('Push workout to my erg');
    expect(onPush).not.toHaveBeenCalled();
    expect(lastToast()).toMatchObject({ title: 'Connect your ergometer before starting a workout.' });
  });

  test('a workout that is being sent to the monitor is neither sent again nor started', () => {
    const { onPush, onStart } = showPanel({ push: { kind: 'busy', words: 'Sending…' } });
    press('Begin');
    press('Push workout to my erg');
    press('Start Workout');
    expect(onPush).not.toHaveBeenCalled();
    expect(onStart).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('Sending…');
  });

  test('[SESS-10] a complete item is marked and cannot begin again', () => {
    showPanel({ standing: 'complete' });
    expect(screen.getAllByText('Complete')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull();
  });

  test('[SESS-10] another item cannot begin while one is in progress', () => {
    showPanel({ standing: 'busyElsewhere' });
    expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull();
    expect(screen.getByText('Finish the workout you have begun first.')).toBeTruthy();
  });

  test('shows which item is in progress', () => {
    showPanel({ standing: 'inProgress' });
    expect(screen.getByText('In progress')).toBeTruthy();
    expect(screen.queryByText('Begin')).toBeNull();
    expect(screen.getByText('Active').previousElementSibling?.textContent).toBe('3');
    expect(screen.getByText('Complete').previousElementSibling?.textContent).toBe('2');
  });

  const endRow = (isEmpty: boolean) => {
    const calls = { onFinish: vi.fn(), onDiscard: vi.fn() };
    render(<EndRow isEmpty={isEmpty} {...calls} />);
    return calls;
  };

  test('ends a row by hand only after a confirmation', () => {
    const { onFinish } = endRow(false);
    press('Finish');
    press('Cancel');
    expect(onFinish).not.toHaveBeenCalled();
    press('Finish');
    press('Yes');
    expect(onFinish).toHaveBeenCalledOnce();
  });

  test('discards a row only after a confirmation', () => {
    const { onFinish, onDiscard } = endRow(false);
    press('Finish');
    press('Discard');
    expect(onDiscard).not.toHaveBeenCalled();
    expect(screen.getByText('Discard this workout? It is not saved.')).toBeTruthy();
    press('Discard');
    expect(onDiscard).toHaveBeenCalledOnce();
    expect(onFinish).not.toHaveBeenCalled();
  });

  test('offers Discard instead of Finish when nothing was rowed', () => {
    const { onFinish, onDiscard } = endRow(true);
    press('Finish');
    expect(screen.getByText('Nothing rowed yet. Discard this workout?')).toBeTruthy();
    press('Discard');
    expect(onDiscard).toHaveBeenCalledOnce();
    expect(onFinish).not.toHaveBeenCalled();
  });

  test('the question before Finish takes the focus, and Cancel restores it', () => {
    endRow(false);
    screen.getByRole('button', { name: 'Finish' }).focus();
    press('Finish');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Finish this workout now?' }));
    press('Cancel');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Finish' }));
  });
});

describe('[SESS-2] the table of completed results', () => {
  const order = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('link')[0]?.textContent);
  const sortedBy = () =>
    screen
      .getAllByRole('columnheader')
      .filter((header) => header.getAttribute('aria-sort') !== 'none')
      .map((header) => [header.textContent, header.getAttribute('aria-sort')]);

  test('shows a dash for an unknown stroke rate, and sorts it last in both directions', () => {
    show(
      <CompletedResultsTable
        viewerId=""
        workout="5000m"
        results={[
          buildActivity({ name: 'Anna', strokeRate: null }),
          buildActivity({ name: 'Bea', strokeRate: 26 }),
        ]}
      />,
    );
    expect(within(screen.getByRole('row', { name: /Anna/ })).getByRole('cell', { name: '–' })).toBeTruthy();
    for (const _ of [1, 2]) {
      press('Stroke rate');
      expect(order()).toEqual(['Bea', 'Anna']);
    }
  });

  test('sorts by each column in both directions and sets aria-sort', () => {
    show(
      <CompletedResultsTable
        viewerId=""
        workout="5000m"
        results={[
          buildActivity({
            name: 'Anna',
            averagePace: 121,
            distance: 5000,
            strokeRate: 22,
            elapsedTime: 1210,
          }),
          buildActivity({ name: 'Bea', averagePace: 118, distance: 4800, strokeRate: 26, elapsedTime: 1133 }),
        ]}
      />,
    );
    for (const [column, first] of [
      ['Average pace', ['Bea', 'Anna']],
      ['Name', ['Anna', 'Bea']],
      ['Distance', ['Anna', 'Bea']],
      ['Stroke rate', ['Bea', 'Anna']],
      ['Elapsed time', ['Bea', 'Anna']],
    ] as const) {
      press(column);
      expect(sortedBy().map(([label]) => label)).toEqual([column]);
      expect(order()).toEqual(first);
      press(column);
      expect(order()).toEqual(first.toReversed());
    }
  });

  test.each([
    ['2000m', 'Elapsed time', 'ascending'],
    ['4 x 500m / 1:00 rest', 'Elapsed time', 'ascending'],
    ['30:00', 'Distance', 'descending'],
    ['500m + 1:00', 'Average pace', 'ascending'],
    ['steady state', 'Average pace', 'ascending'],
  ])('of %s are first sorted by %s', (workout, column, direction) => {
    show(<CompletedResultsTable viewerId="" workout={workout} results={[buildActivity()]} />);
    expect(sortedBy()).toEqual([[column, direction]]);
  });

  test('a partial result is marked and listed last in every order, before simulated ones only', () => {
    show(
      <CompletedResultsTable
        viewerId=""
        workout="5000m"
        results={[
          buildActivity({ name: 'Bot', elapsedTime: 900, isSimulated: true }),
          buildActivity({ name: 'Abe', distance: 39, elapsedTime: 12, averagePace: 90, isPartial: true }),
          buildActivity({ name: 'Anna' }),
        ]}
      />,
    );
    expect(order()).toEqual(['Anna', 'Abe', 'Bot']);
    expect(screen.getByText('Partial').closest('tr')?.textContent).toContain('Abe');
    for (const column of ['Name', 'Average pace', 'Distance', 'Stroke rate', 'Elapsed time']) {
      press(column);
      expect(order()).toEqual(['Anna', 'Abe', 'Bot']);
      press(column);
      expect(order()).toEqual(['Anna', 'Abe', 'Bot']);
    }
  });

  test.each([
    ['lastStatus', 'from the last values'],
    ['byHand', 'ended by hand'],
  ] as const)('shows the source %s in words', (source, words) => {
    show(<CompletedResultsTable viewerId="" workout="5000m" results={[from(source)]} />);
    expect(screen.getByText(words)).toBeTruthy();
  });

  test("shows no mark for the monitor's own result, which is the usual case", () => {
    show(<CompletedResultsTable viewerId="" workout="5000m" results={[from('summary')]} />);
    expect(screen.queryByText(/from the|by hand/)).toBeNull();
  });

  test('has the rank before the name and the gap below the deciding figure, in every order', () => {
    const [bea, anna] = [
      buildActivity({ name: 'Bea', distance: 5000, elapsedTime: 1200 }),
      buildActivity({ name: 'Anna', distance: 5000, elapsedTime: 1212.5 }),
    ];
    show(<CompletedResultsTable viewerId={anna.user._id} workout="5000m" results={[bea, anna]} />);
    const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
    for (const column of ['Name', 'Elapsed time']) {
      press(column);
      expect(within(rowOf('Anna')).getByRole('rowheader').textContent).toMatch(/^2/);
      expect(within(rowOf('Anna')).getByText('+12.5 s')).toBeTruthy();
      expect(within(rowOf('Bea')).getByRole('rowheader').textContent).toMatch(/^1/);
      expect(within(rowOf('Bea')).queryByText(/^\+/)).toBeNull();
    }
    expect([rowOf('Anna'), rowOf('Bea')].map(({ dataset }) => dataset['self'])).toEqual(['true', 'false']);
  });

  test.each([
    ['5000m', '20:00.0'],
    ['20:00', '5,000 m'],
    ['500m + 1:00', '2:00.0'],
  ])('for %s one figure of each result is emphasized: the deciding one', (workout, value) => {
    const result = { workout, distance: 5000, elapsedTime: 1200, averagePace: 120 };
    const results = [
      buildActivity({ name: 'Anna', ...result }),
      buildActivity({ name: 'Bea', isSimulated: true, ...result }),
    ];
    show(<CompletedResultsTable viewerId="" workout={workout} results={results} />);
    const standingOut = screen.getAllByRole('cell').filter(({ dataset }) => dataset['decides'] === 'true');
    expect(standingOut.map(({ textContent }) => textContent)).toEqual([value, value]);
  });

  test('links each result to its athlete', () => {
    const result = buildActivity({ name: 'Anna' });
    show(<CompletedResultsTable viewerId="" workout="5000m" results={[result]} />);
    expect(screen.getByRole('link', { name: 'Anna' }).getAttribute('href')).toBe(
      `/athletes/${result.user._id}`,
    );
  });

  test('a simulated result is marked and listed last', () => {
    show(
      <CompletedResultsTable
        viewerId=""
        workout="5000m"
        results={[
          buildActivity({ name: 'Bot', averagePace: 80, isSimulated: true }),
          buildActivity({ name: 'Anna', averagePace: 121 }),
        ]}
      />,
    );
    const last = screen.getAllByRole('row').at(-1);
    expect(last?.textContent).toContain('Bot');
    expect(last?.textContent).toContain('Simulated');
  });
});

describe('the head of a session', () => {
  const club = {
    _id: buildUserRef()._id,
    name: 'Riverside Rowing Club',
    customURL: 'riverside',
    iconURL: null,
  };
  const head = {
    mayManage: false,
    nextAction: 'Board',
    rowing: 0,
    noSignal: 0,
    begunItems: [],
    present: 2,
  } as const;
  const facts = () => within(screen.getByRole('list', { name: 'Session facts' }));

  test('[SESS-1] shows title, state, host, club and how many are here', () => {
    const session = buildSession({ club, startAt: new Date(nowMs() - 24 * 3_600_000).toISOString() });
    show(<SessionHead session={session} {...head} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Evening steady state');
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Anna Oduya', `/athletes/${session.hostUser._id}`],
      ['Riverside Rowing Club', '/clubs/riverside/general'],
    ]);
    expect(facts().getByText(/^Ended/)).toBeTruthy();
    expect(facts().getByText('2 here now')).toBeTruthy();
    for (const name of ['Board', 'More']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('shows that a session is live while an athlete rows', () => {
    show(<SessionHead session={buildSession()} {...head} rowing={3} noSignal={1} />);
    expect(facts().getByText('Live, 3 rowing, 1 without signal')).toBeTruthy();
  });

  test('shares the link of a session that others may open, as text and as a QR code', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    const session = buildSession();
    show(<SessionHead session={session} {...head} />);
    press('Share');
    const dialog = within(await screen.findByRole('dialog', { name: `Share ${session.title}` }));
    expect(dialog.getByTitle("QR code of the session's link")).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Copy link' }));
    await vi.waitFor(() => expect(lastToast()).toMatchObject({ title: 'Link copied', isError: false }));
    expect(writeText).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(new RegExp(`/sessions/${session._id}$`)),
    );
  });

  test('does not share a session that only its host may open', () => {
    show(<SessionHead session={buildSession({ isAccessibleByLink: false })} {...head} />);
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    expect(facts().getByText('Only Me')).toBeTruthy();
  });
});
