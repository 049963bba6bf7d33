// @vitest-environment happy-dom
import type { PublicRacePage as Shown, RaceResultRow } from '@boathouse/contract/races/results';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
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

function show(body: Shown | null) {
  stubReplies(() => (body === null ? refusal(404, 'No such page', 'not_found') : { body }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/race-pages/${'k'.repeat(43)}`]}>
        <Routes>
          <Route path="/race-pages/:key" element={<PublicRacePage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

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
    const lanes = [{ lane: 1, bib: '7', name: 'A. B.', club: 'Harbour' }];
    show(
      page({
        races: [
          {
            _id: idOf(501),
            category: 'Women 2k',
            round: 'heat',
            number: 1,
            startsAt: '2026-05-02T08:00:00.000Z',
            state: 'published',
            lanes,
          },
        ],
      }),
    );
    const list = await screen.findByRole('region', { name: 'Women 2k, heat 1' });
    expect(within(list).getByText('A. B.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull();
    cleanup();
    show(null);
    expect(await screen.findByRole('heading', { name: /^This page is closed/ })).toBeTruthy();
  });
});
