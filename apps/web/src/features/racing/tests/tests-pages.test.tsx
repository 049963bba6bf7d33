// @vitest-environment happy-dom
import type { TestBoard } from '@boathouse/contract/racing/tests';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stubReplies } from '../../../../test/fake-api.ts';
import { buildClub, buildUser, idOf, mara } from '../../../../test/people.ts';
import { buildSession } from '../../../../test/sessions/factory.ts';
import { cleanUp, openAs } from '../../../../test/signed-in-page.tsx';
import { ClubLayout } from '../../clubs/clubs/club-layout.tsx';
import { SquadsPage } from '../../clubs/squads/squads-page.tsx';
import { BoardPage } from './board-page.tsx';
import { RecordsPage } from './records-page.tsx';
import { TestsLayout } from './tests-layout.tsx';
import { TestsPage } from './tests-page.tsx';
import { TurnoutPage } from './turnout-page.tsx';

afterEach(cleanUp);

const ben = buildUser(2, 'Ben Scull');
const cleo = buildUser(3, 'Cleo Cox');
const club = buildClub(50, 'Harbour');
const winter: TestBoard['test'] = {
  _id: idOf(60),
  title: 'Winter 2k',
  piece: { kind: 'distance', amount: 2_000 },
  machine: 'rower',
  opensAt: '2026-11-01T00:00:00.000Z',
  closesAt: '2026-11-20T00:00:00.000Z',
  counts: 'best',
  rateMax: 30,
  squad: null,
  session: null,
};
const seniors = {
  _id: idOf(75),
  name: 'Seniors',
  members: [ben],
  sessions: [{ _id: idOf(80), title: 'Thursday test', startAt: '2099-11-26T18:00:00.000Z' }],
};
const evening = buildSession({
  _id: idOf(80),
  title: 'Thursday test',
  startAt: '2026-11-26T18:00:00.000Z',
  club,
  squad: { _id: seniors._id, name: seniors.name },
  workoutItems: ['2000m', '30:00 r20'],
});
const result = {
  activity: idOf(70),
  rowedAt: '2026-11-10T12:00:00.000Z',
  score: 4_300,
  pace: 107.5,
  watts: 282,
  strokeRate: 28,
  isEntered: false,
  isLate: false,
  attempt: 1,
  dragFactor: null,
  splits: [],
};
const row = {
  category: { sex: null, ageGroup: null },
  place: null,
  result: null,
  unranked: null,
  others: [],
  lastScore: null,
  bestScore: null,
  wattsPerKg: null,
  adjustedScore: null,
};
let board: TestBoard;
let role: number;
let tests: TestBoard['test'][];
let sent: unknown[];
let turnout: unknown[];

beforeEach(() => {
  role = 0;
  tests = [winter];
  sent = [];
  turnout = [];
  board = {
    test: winter,
    rows: [
      {
        ...row,
        user: mara,
        place: 1,
        result: { ...result, isEntered: true, attempt: 2, dragFactor: 118, splits: [107, 108.04] },
        others: [{ ...result, score: 4_350 }],
        lastScore: 4_316,
        bestScore: 4_290,
        wattsPerKg: 4.03,
        adjustedScore: 3_798,
      },
      { ...row, user: ben, result: { ...result, score: 4_200, strokeRate: 33 }, unranked: 'rateTooHigh' },
      { ...row, user: cleo },
    ],
    own: { weightKg: 70, sex: 'female', birthYear: null },
  };
});

function open(path: string) {
  stubReplies(({ method, path: called, body }) => {
    if (called === `/api/clubs/customURL/${club.customURL}`) return { body: club };
    if (called === '/api/clubmemberships/ismember') return { body: { isMember: role >= 0, role } };
    if (called === `/api/clubs/${club._id}/tests`) return { body: tests };
    if (called === `/api/sessions/${idOf(80)}`) return { body: evening };
    if (called.endsWith('/squads')) return { body: [seniors] };
    if (called.endsWith('/board')) return { body: board };
    if (called.endsWith('/turnout')) return { body: turnout };
    if (called.endsWith('/own')) {
      sent.push(body);
      return { body: board.own };
    }
    if (method === 'PUT') {
      sent.push(body);
      return { body: winter };
    }
    return { body: [] };
  });
  const pages = [
    { path: '/clubs/:clubURL/tests', Component: TestsPage },
    { path: '/clubs/:clubURL/tests/:testID', Component: BoardPage },
    { path: '/clubs/:clubURL/records', Component: RecordsPage },
    { path: '/clubs/:clubURL/squads', Component: SquadsPage },
    { path: '/clubs/:clubURL/attendance', Component: TurnoutPage },
  ];
  return openAs(
    mara,
    [{ Component: ClubLayout, children: [{ Component: TestsLayout, children: pages }] }],
    `/clubs/${club.customURL}/${path}`,
  );
}

const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('a board has the place, the changes, the figures adjusted for weight, and its marks as texts', async () => {
  open(`tests/${winter._id}`);
  await screen.findByRole('table');
  expect(cellsOf(new RegExp(mara.displayName))).toEqual([
    '1',
    '7:10.0',
    '1:47.5',
    '282',
    '28',
    '−1.6 s',
    '+1.0 s',
    '4.03',
    '6:19.8',
    '118',
    '1:47.0  1:48.0',
    '282 W, 28 spm, +1.0 s to the best, 4.03 W/kg, 6:19.8 adjusted, entered, try 2, also 7:15.0',
  ]);
  expect(cellsOf(/Ben Scull/).at(0)).toBe('–');
  expect(cellsOf(/Ben Scull/).at(-1)).toMatch(/, Not ranked: over the stroke rate$/);
  expect(screen.getByText('Not rowed yet: Cleo Cox')).toBeTruthy();
  expect(screen.getByText(/^Weight-adjusted by Concept2's formula/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});

test('the dialog for the weight explains who sees the adjusted figures, and deletes an emptied one', async () => {
  open(`tests/${winter._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Your weight and category' }));
  const weight = screen.getByLabelText('Weight for this test, in kg');
  expect(screen.getByText(/from which your weight can be worked out/)).toBeTruthy();
  fireEvent.change(weight, { target: { value: 'heavy' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Kilograms with one decimal at most')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.change(weight, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toEqual([{ weightKg: null, sex: 'female', birthYear: null }]);
});

test('an admin defines a test, and the form names what is missing', async () => {
  role = 1;
  open('tests');
  fireEvent.click(await screen.findByRole('button', { name: 'New test' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Title is required')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: 'Spring 2k' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toMatchObject([{ title: 'Spring 2k', counts: 'best', rateMax: null }]);
});

test("the link of a session's item opens its test with title, piece, day and squad", async () => {
  role = 1;
  open(`tests?session=${evening._id}&item=1`);
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
  expect(title.value).toBe('Thursday test');
  expect(screen.getByText(/The test is “30:00 r20” of Thursday test/)).toBeTruthy();
  await screen.findByRole('option', { name: 'Seniors' });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        title: 'Thursday test',
        piece: { kind: 'time', amount: 1_800 },
        squad: seniors._id,
        session: { _id: evening._id, item: 1 },
      },
    ]);
});

test('a squad has its next sessions and its open tests', async () => {
  tests = [
    { ...winter, title: 'Long closed', squad: seniors, closesAt: '2020-01-01T00:00:00.000Z' },
    { ...winter, _id: idOf(61), squad: seniors, closesAt: '2099-12-01T00:00:00.000Z' },
    { ...winter, _id: idOf(62), title: 'Of all', closesAt: '2099-12-01T00:00:00.000Z' },
  ];
  open('squads');
  const link = await screen.findByRole('link', { name: 'Thursday test' });
  expect(link.getAttribute('href')).toBe(`/sessions/${evening._id}`);
  const test = await screen.findByRole('link', { name: 'Winter 2k' });
  expect(test.getAttribute('href')).toBe(`/clubs/${club.customURL}/tests/${idOf(61)}`);
  expect(screen.queryByText('Long closed')).toBeNull();
  expect(screen.queryByText('Of all')).toBeNull();
});

test('a visitor who is not a member reads that only members see the tests', async () => {
  role = -1;
  open('tests');
  expect(await screen.findByText(/^Only the members of Harbour see its tests/)).toBeTruthy();
});

test('a piece without records shows a message', async () => {
  open('records');
  expect(await screen.findByText(/^No record over 2k yet/)).toBeTruthy();
});

test('a board names those who stopped before the end with their meters, apart from those who have not rowed', async () => {
  board.rows = [
    { ...row, user: ben, stoppedAtM: 1_240 },
    { ...row, user: cleo, stoppedAtM: null },
  ];
  open(`tests/${winter._id}`);
  expect(await screen.findByText('Not finished: Ben Scull stopped at 1,240 m')).toBeTruthy();
  expect(screen.getByText('Not rowed yet: Cleo Cox')).toBeTruthy();
});

test('the attendance has a share for each month, and the answers where there are any', async () => {
  const { year, month } = Temporal.Now.plainDateISO();
  const thisMonth = Temporal.PlainYearMonth.from({ year, month }).toString();
  turnout = [{ user: ben, months: [{ month: thisMonth, expected: 12, rowed: 9, said: 10 }] }];
  open('attendance');
  await screen.findByRole('table');
  expect(cellsOf(/Ben Scull/)).toEqual(['–', '–', '75%9 of 12said yes 10']);
});

test('the choice of a board is in its address, and a choice without results leads back to all', async () => {
  const all = board.rows;
  const router = open(`tests/${winter._id}?sex=female&ageGroup=nonsense`);
  const category = await screen.findByLabelText('Category');
  expect(category).toHaveProperty('value', 'female');
  expect(screen.getByLabelText('Age group')).toHaveProperty('value', '');
  board = { ...board, rows: [] };
  fireEvent.change(category, { target: { value: 'male' } });
  expect(router.state.location.search).toBe('?sex=male');
  expect(await screen.findByText('No results for this choice.')).toBeTruthy();
  board = { ...board, rows: all };
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(router.state.location.search).toBe('');
  expect(await screen.findByRole('table', { name: 'Board of Winter 2k' })).toBeTruthy();
});
