// @vitest-environment happy-dom
import type { PublicRacePage as Shown, RaceResultRow } from '@boathouse/contract/races/results';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type Reply } from '../../../../../test/fake-api.ts';
import { idOf } from '../../../../../test/people.ts';
import { PublicRacePage } from './public-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (name: string, parts: Partial<RaceResultRow> = {}): RaceResultRow => ({
  place: 1,
  medal: null,
  bib: '7',
  name,
  club: 'Harbour',
  team: '',
  race: idOf(501),
  round: 'final',
  number: 1,
  lane: 3,
  outcome: 'finished',
  tenths: 4052,
  meters: 2000,
  penaltyTenths: 0,
  score: 4052,
  adjusted: null,
  records: [],
  gap: 0,
  averagePace: 101.3,
  strokeRate: 32,
  splits: [],
  source: 'monitor',
  note: '',
  isOfficial: true,
  ...parts,
});

const piece = { kind: 'distance', amount: 2000 } as const;
const category = (rows: RaceResultRow[]): Shown['categories'][number] => ({
  category: idOf(300),
  name: 'Women 2k',
  piece,
  scoring: 'single',
  handicap: null,
  state: 'official',
  officialAt: '2026-05-02T09:00:00.000Z',
  officialBy: 'Cleo Coach',
  rows,
  teams: [],
});

const page = (parts: Partial<Shown> = {}): Shown => ({
  title: 'Spring ergs',
  club: 'Harbour',
  day: '2026-05-02',
  timeZone: 'Europe/Berlin',
  categories: [],
  overall: [],
  byPercent: [],
  juniorNames: 'initials',
  races: [],
  ...parts,
});

function show(body: Shown | null, replay: () => Reply = () => refusal(404, 'No such race', 'not_found')) {
  const api = stubReplies(({ path }) => {
    if (path.includes('/replays/')) return replay();
    return body === null ? refusal(404, 'No such page', 'not_found') : { body };
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/race-pages/${'k'.repeat(43)}`]}>
        <Routes>
          <Route path="/race-pages/:key" element={<PublicRacePage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return api;
}

const pageRace = (number: number, parts: Partial<Shown['races'][number]> = {}): Shown['races'][number] => ({
  _id: idOf(500 + number),
  category: 'Women 2k',
  round: 'heat',
  number,
  startsAt: `2026-05-02T0${5 + number}:00:00.000Z`,
  state: 'published',
  lanes: [{ lane: 1, bib: '7', name: `A. ${number}.`, club: 'Harbour' }],
  hasReplay: false,
  ...parts,
});

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('the public page of a race day', () => {
  test('shows places with ties, medals, and athletes who did not finish, with the reason', async () => {
    show(
      page({
        categories: [
          category([
            row('Ann', { medal: 1 }),
            row('Bea', { place: 2, medal: 2, score: 4060, gap: 8 }),
            row('Cleo', { place: 2, medal: 2, score: 4060, gap: 8, source: 'hand' }),
            row('Dana', { place: null, score: null, outcome: 'dnf', meters: 812, note: 'cramp' }),
          ]),
        ],
      }),
    );
    const table = await screen.findByRole('table', { name: 'Women 2k' });
    const lines = within(table).getAllByRole('row').slice(1);
    expect(lines.map((line) => within(line).getAllByRole('cell')[0]?.textContent)).toEqual([
      '1',
      '2',
      '2',
      'DNF',
    ]);
    expect(lines[0]?.textContent).toContain('Gold');
    expect(lines[0]?.textContent).toContain('6:45.2');
    expect(lines[1]?.textContent).toContain('+0.8');
    expect(lines[2]?.textContent).toContain('entered by hand');
    expect(lines[3]?.textContent).toMatch(/812 m|cramp/);
    expect(screen.getByText(/^Official .*, Cleo Coach$/)).toBeTruthy();
  });

  test('marks a result that may still change, and shows all results of one piece together on request', async () => {
    const provisional = { ...category([row('Ann', { isOfficial: false })]), state: 'provisional' as const };
    const other = { ...category([row('Bob')]), category: idOf(301), name: 'Men 2k' };
    show(
      page({
        categories: [provisional, other],
        overall: [{ piece, rows: [{ ...row('Bob'), category: 'Men 2k' }] }],
      }),
    );
    expect(await screen.findByText('Provisional')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Overall' }));
    expect(screen.getByRole('table', { name: '2,000 m, overall' }).textContent).toContain('Men 2k');
  });

  test('marks records, and shows the score of a handicap beside the raw time with its formula', async () => {
    const club = { of: 'club', isOverall: false, isEqual: true } as const;
    const day = { of: 'event', isOverall: true, isEqual: false } as const;
    const old = row('Ann', { score: 4300, adjusted: 4030, records: [club, day] });
    const young = row('Bea', { place: 2, score: 4100, adjusted: null, gap: 70 });
    show(page({ categories: [{ ...category([old, young]), handicap: { kind: 'mastersAge' } }] }));
    const table = await screen.findByRole('table', { name: 'Women 2k' });
    const [first, second] = within(table).getAllByRole('row').slice(1);
    expect(first?.textContent).toContain('Club record of the category, equaled');
    expect(first?.textContent).toContain('Event record');
    expect(first?.textContent).toMatch(/7:10\.0.*6:43\.0/);
    expect(second?.textContent).toMatch(/6:50\.0.*6:50\.0/);
    expect(screen.getByText(/T − D \/ 1000 × 0.0216/)).toBeTruthy();
  });

  test('compares categories with their records on request', async () => {
    const handicap = { kind: 'percentOfRecord', recordTenths: 3824, source: 'World record, 2024' } as const;
    const rows = [row('Ann', { score: 4300, adjusted: 1245 })];
    show(
      page({
        categories: [{ ...category(rows), handicap }],
        byPercent: rows.map((each) => ({ ...each, category: 'Women 2k' })),
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'By percent of record' }));
    const table = screen.getByRole('table', { name: 'By percent of record' });
    expect(table.textContent).toMatch(/7:10\.0.*12\.45 %/);
    expect(screen.getByText('Women 2k: 6:22.4, World record, 2024')).toBeTruthy();
  });

  test('has the start lists before the results, and shows when it is closed', async () => {
    show(page({ races: [pageRace(1)] }));
    const list = await screen.findByRole('region', { name: 'Women 2k, heat 1' });
    expect(within(list).getByText('A. 1.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull();
    cleanup();
    show(null);
    expect(await screen.findByRole('heading', { name: /^This page is closed/ })).toBeTruthy();
  });

  test('leads with the race under way and a link to watch it, then the results, then the start lists', async () => {
    const races = [
      pageRace(1, { state: 'official' }),
      pageRace(2, { state: 'running' }),
      pageRace(3, { state: 'called' }),
      pageRace(4),
    ];
    show(page({ races, categories: [category([row('Ann')])] }));
    const now = within(await screen.findByRole('region', { name: 'Now' }));
    expect(now.getByRole('region').getAttribute('aria-label')).toBe('Women 2k, heat 2');
    expect(now.getByText('Under way')).toBeTruthy();
    const watch = now.getByRole('link', { name: 'Watch live' });
    expect(watch.getAttribute('href')).toBe(`/race-pages/${'k'.repeat(43)}/screen`);
    expect(headings()).toEqual(['Now', 'Results', 'Start lists']);
    const later = within(screen.getByRole('region', { name: 'Start lists' }));
    expect(later.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Women 2k, heat 3',
      'Women 2k, heat 4',
    ]);
  });

  test('leads with the next race between two races, and with the results after the last one', async () => {
    show(
      page({
        races: [pageRace(1, { state: 'official' }), pageRace(2)],
        categories: [category([row('Ann')])],
      }),
    );
    expect(await screen.findByRole('region', { name: 'Next race' })).toBeTruthy();
    expect(headings()).toEqual(['Next race', 'Results']);
    expect(screen.queryByRole('link', { name: 'Watch live' })).toBeNull();
    cleanup();
    show(page({ races: [pageRace(1, { state: 'official' })], categories: [category([row('Ann')])] }));
    await screen.findByRole('table', { name: 'Women 2k' });
    expect(headings()).toEqual(['Results']);
    expect(screen.queryByRole('link', { name: 'Row in this race' })).toBeNull();
  });

  test('replays a race whose rows are stored, with the names of the page', async () => {
    const moments = [100, 200, 400].map((elapsedTime) => ({
      elapsedTime,
      distance: elapsedTime * 5,
      pace: 100,
      strokeRate: 30,
    }));
    const lane = {
      name: 'A. B.',
      machine: 'rower' as const,
      elapsedTime: 400,
      distance: 2_000,
      isPartial: false,
      isSimulated: false,
      moments,
    };
    const rows = [
      { ...lane, lane: 1 },
      { ...lane, lane: 2, name: 'C. D.', elapsedTime: 440 },
      { ...lane, lane: 3, name: 'Without strokes', moments: [] },
    ];
    const ranked = [
      row('A. B.', { round: 'heat' }),
      row('E. F.', { round: 'heat', number: 2, race: idOf(502) }),
    ];
    const races = [pageRace(1, { state: 'official', hasReplay: true }), pageRace(2, { state: 'official' })];
    const api = show(page({ races, categories: [category(ranked)] }), () => ({
      body: { workout: '2000m', rows },
    }));
    const button = await screen.findByRole('button', { name: 'Replay heat 1' });
    expect(screen.queryByRole('button', { name: 'Replay heat 2' })).toBeNull();
    fireEvent.click(button);
    const replay = within(await screen.findByRole('region', { name: 'Replay' }));
    fireEvent.change(replay.getByRole('slider', { name: 'Time of the replay' }), {
      target: { value: '440' },
    });
    await expect
      .poll(() => replay.getAllByRole('listitem').map((one) => one.textContent))
      .toEqual(['1A. B.6:40.0', '2C. D.+40 s behind A. B.7:20.0']);
    expect(replay.getByRole('button', { name: '16×' })).toBeTruthy();
    expect(api.calls.filter(({ path }) => path.endsWith(`/replays/${idOf(501)}`))).toHaveLength(1);
    fireEvent.click(button);
    expect(screen.queryByRole('region', { name: 'Replay' })).toBeNull();
  });

  test('shows that a race has lost its published result since the page was loaded', async () => {
    const races = [pageRace(1, { state: 'official', hasReplay: true })];
    show(page({ races, categories: [category([row('Ann', { round: 'heat' })])] }));
    fireEvent.click(await screen.findByRole('button', { name: 'Replay heat 1' }));
    expect(await screen.findByText('This race has no published result at the moment.')).toBeTruthy();
  });
});
