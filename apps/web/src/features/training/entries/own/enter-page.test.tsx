// @vitest-environment happy-dom
import { ActivitySchema } from '@boathouse/contract/activities';
import { entries } from '@boathouse/contract/activities/entries';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stubReplies, type FakeApi, type Reply } from '../../../../../test/fake-api.ts';
import { nowMs } from '../../../../../test/now.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { sampleOf } from '../../../../../test/sample-of.ts';
import { cleanUp, openAs, openPage } from '../../../../../test/signed-in-page.tsx';
import { viewerTimeZone } from '../../../../lib/format.ts';
import { EnterPage } from './enter-page.tsx';

let api: FakeApi;
let reply: Reply;
beforeEach(() => {
  reply = { status: 503, body: { code: 'unavailable', message: 'The database is away.', errorId: 'e' } };
  api = stubReplies(({ method }) => (method === 'GET' ? { body: mara } : reply));
});
afterEach(cleanUp);

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const store = () => fireEvent.click(screen.getByRole('button', { name: 'Store result' }));

test('a workout makes typing its distance unnecessary, and the reading is shown', () => {
  openPage(<EnterPage />, '/training/enter');
  type('Workout, if it had one', '2000 m');
  type('Time', '7.05,3');
  expect(screen.getByText('2,000 m in 7:05.3, 1:46.3 /500 m')).toBeTruthy();
});

test('names each field that is missing or wrong, goes to the first, and sends nothing', () => {
  openPage(<EnterPage />, '/training/enter');
  store();
  expect(screen.getByText('Type the time.')).toBeTruthy();
  type('Time', '7.05');
  type('Date', '');
  store();
  expect(screen.getByText(/7\.05 can be 7:05 or seconds/)).toBeTruthy();
  expect(screen.getByText('Type the distance.')).toBeTruthy();
  expect(screen.getByText('Choose a date and a time.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Date'));
  expect(api.changes()).toEqual([]);
});

test('keeps typed text when storing fails, and sends it again with the same id', async () => {
  openPage(<EnterPage />, '/training/enter');
  type('Distance (m)', '2,000');
  type('Time', '705.3');
  store();
  store();
  await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
  store();
  await waitFor(() => expect(api.changes()).toHaveLength(2));
  const [first, second] = api.changes().map(({ body }) => body);
  expect(first).toMatchObject({
    user: mara._id,
    machine: 'rower',
    workout: '',
    distance: 2_000,
    elapsedTime: 425.3,
    note: '',
  });
  expect(second).toEqual(first);
});

test('a tag that was typed and not added is stored with the result', async () => {
  openPage(<EnterPage />, '/training/enter');
  type('Distance (m)', '2,000');
  type('Time', '705.3');
  await screen.findByLabelText('New tag');
  type('New tag', 'hard');
  store();
  await waitFor(() => expect(api.changes()).toHaveLength(1));
  expect(api.changes()[0]?.body).toMatchObject({ tags: ['hard'] });
});

test('has a start so early that it has just ended, until the user chooses another moment', async () => {
  openPage(<EnterPage />, '/training/enter');
  type('Workout, if it had one', '60:00');
  type('Distance (m)', '14000');
  store();
  await waitFor(() => expect(api.changes()).toHaveLength(1));
  type('Began at', '00:00');
  type('Date', '2026-03-01');
  store();
  await waitFor(() => expect(api.changes()).toHaveLength(2));
  const [just, chosen] = api
    .changes()
    .map(({ body }) => Date.parse(entries.enter.body.parse(body).createdAt));
  expect(nowMs() - (just ?? NaN)).toBeGreaterThanOrEqual(3_600_000);
  expect(nowMs() - (just ?? NaN)).toBeLessThan(3_600_000 + 120_000);
  expect(chosen).toBe(Temporal.ZonedDateTime.from(`2026-03-01T00:00[${viewerTimeZone()}]`).epochMilliseconds);
});

test('shows a refusal of the server at its field', async () => {
  reply = {
    status: 400,
    body: {
      code: 'bad_request',
      message: 'createdAt must be over by now',
      errorId: 'e',
      fields: [{ field: 'createdAt', message: 'must be after 1995, and the workout over by now' }],
    },
  };
  openPage(<EnterPage />, '/training/enter');
  type('Distance (m)', '2000');
  type('Time', '705.3');
  store();
  expect(await screen.findByText(/the workout over by now/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Date'));
});

describe('a stored result', () => {
  const stored = {
    ...ActivitySchema.parse(sampleOf(ActivitySchema)),
    _id: idOf(80),
    user: { _id: mara._id, displayName: 'Mara', iconURL: null },
    source: 'entered',
    enteredBy: { _id: mara._id, displayName: 'Mara', iconURL: null },
    session: null,
    machine: 'skierg',
    workout: '2000 m',
    createdAt: '2026-11-20T06:30:41.000Z',
    distance: 2_000,
    elapsedTime: 425.37,
    strokeRate: 28,
    heartRate: null,
  };
  const openCorrection = () =>
    openAs(
      mara,
      [
        { path: '/training/enter', element: <EnterPage /> },
        { path: '*', element: null },
      ],
      `/training/enter?correct=${idOf(80)}`,
    );

  test('is corrected: values that are not typed again stay exact to the hundredth and the second', async () => {
    reply = { body: stored };
    api.replies[`GET /api/activities/${idOf(80)}`] = () => ({ body: stored });
    const router = openCorrection();
    await screen.findByRole('heading', { name: 'Correct a result' });
    expect(screen.getByDisplayValue('7:05.4')).toBeTruthy();
    type('Stroke rate (per minute)', '30');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/activities/${idOf(80)}`));
    expect(api.changes()).toMatchObject([
      {
        path: `/api/activities/${idOf(80)}/entered`,
        body: {
          createdAt: stored.createdAt,
          machine: 'skierg',
          workout: '2000 m',
          distance: 2_000,
          elapsedTime: 425.37,
          strokeRate: 30,
          heartRate: null,
        },
      },
    ]);
  });

  test('a stored result of a monitor, or of another user, is not corrected, and the page shows this', async () => {
    api.replies[`GET /api/activities/${idOf(80)}`] = () => ({ body: { ...stored, source: 'monitor' } });
    openCorrection();
    expect(
      await screen.findByText(/^Only a result that you have entered yourself can be corrected\./),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
