// @vitest-environment happy-dom
import { reportDecisions, type ReportCase } from '@boathouse/contract/administration/reports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../test/fake-api.ts';
import { buildPerson, idOf } from '../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../test/signed-in-page.tsx';
import { Reports } from './reports.tsx';

const at = '2026-05-04T10:00:00.000Z';
const ann = buildPerson(3, 'Ann');
const ofBen: ReportCase = {
  _id: idOf(50),
  kind: 'comment',
  createdAt: at,
  reported: { name: 'Ben', text: 'You row like a cow' },
  now: {
    name: 'Ben',
    text: 'You row like a cow',
    iconURL: null,
    bannerURL: null,
    isHidden: false,
    page: idOf(60),
  },
  reportCount: 22,
  reports: [{ user: ann, reason: 'offensive', text: 'Not funny', createdAt: at }],
  decided: null,
};

let cases: ReportCase[];
let isDown: boolean;
let refused: string | null;
let api: FakeApi;
beforeEach(() => {
  cases = [ofBen];
  isDown = false;
  refused = null;
  api = stubReplies(({ method, path, query, body }) => {
    if (isDown) return refusal(503, 'The database is away', 'unavailable');
    if (method === 'GET' && path === '/api/administration/reports') {
      const listed = cases.filter(({ decided }) => (decided === null) === (query['state'] === 'open'));
      return { body: { count: listed.length, cases: listed } };
    }
    if (refused !== null) return refusal(409, refused, 'already_decided');
    if (method === 'DELETE') {
      cases = cases.map((each) => ({ ...each, decided: null }));
      return { body: { message: 'The reports about the comment of Ben are open again' } };
    }
    const decision = reportDecisions.find((each) => each === body['decision']) ?? 'dismissed';
    cases = cases.map((each) =>
      path.endsWith(each._id)
        ? { ...each, decided: { decision, by: 'Mara', at }, now: decision === 'deleted' ? null : each.now }
        : each,
    );
    return { body: { ...cases[0], message: 'Done' } };
  });
});
afterEach(cleanUp);

const open = () => openPage(<Reports />, '/administration');
const theCase = async () => {
  const heading = await screen.findByRole('heading', { level: 3 });
  const item = heading.closest('li');
  if (item === null) throw new Error('A case is an entry of a list');
  return within(item);
};

describe('a decision', () => {
  const decided = { decision: 'hidden', by: 'Mara', at } as const;
  const openDecided = async () => {
    open();
    fireEvent.click(await screen.findByRole('tab', { name: 'Decided' }));
  };

  test('is undone, and the page shows it', async () => {
    cases = [{ ...ofBen, decided }];
    await openDecided();
    fireEvent.click(await screen.findByRole('button', { name: 'Take back: Comment of Ben' }));
    await waitFor(() =>
      expect(toasts()).toEqual([
        { title: 'The reports about the comment of Ben are open again', isError: false },
      ]),
    );
    expect(await screen.findByText(/^Nothing was decided/)).toBeTruthy();
  });

  test('a decision that can no longer be undone shows the reason', async () => {
    refused = 'It was reported again meanwhile. Decide those reports.';
    cases = [{ ...ofBen, decided }];
    await openDecided();
    fireEvent.click(await screen.findByRole('button', { name: 'Take back: Comment of Ben' }));
    await waitFor(() => expect(toasts()).toEqual([{ title: refused, isError: true }]));
  });

  test("can't be undone for deleted things", async () => {
    cases = [{ ...ofBen, now: null, decided: { ...decided, decision: 'deleted' } }];
    await openDecided();
    expect(await screen.findByText(/^Deleted by Mara/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
  });
});

describe('the reports', () => {
  test('show what was reported, by whom and why, and link to it', async () => {
    open();
    const shown = await theCase();
    expect(shown.getByRole('link', { name: 'Comment of Ben' }).getAttribute('href')).toBe(
      `/activities/${idOf(60)}`,
    );
    expect(shown.getByText('You row like a cow')).toBeTruthy();
    expect(shown.getByText('Offensive')).toBeTruthy();
    expect(shown.getByText(': Not funny')).toBeTruthy();
    expect(shown.getByRole('link', { name: 'Ann' })).toBeTruthy();
    expect(shown.getByText('And 21 more')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('1 open');
  });

  test('show the changes since, and do not link to things that may not be opened', async () => {
    const changed = { name: 'Angel', iconURL: null, bannerURL: null, isHidden: false, page: null };
    cases = [{ ...ofBen, kind: 'club', now: { ...changed, text: 'Row with us' } }];
    open();
    const shown = await theCase();
    expect(shown.getByRole('heading', { name: 'Club Angel' })).toBeTruthy();
    expect(shown.queryByRole('link', { name: 'Club Angel' })).toBeNull();
    expect(shown.getByText('Reported as Ben, now called Angel')).toBeTruthy();
    expect(shown.getByText('Now: Row with us')).toBeTruthy();
  });

  test.each([
    ['Hide', 'hidden', 'Hide the comment of Ben?'],
    ['Delete', 'deleted', 'Delete the comment of Ben?'],
    ['Dismiss', 'dismissed', 'Dismiss the reports about the comment of Ben?'],
  ])('%s asks first, and then moves the case to the decided ones', async (action, decision, question) => {
    open();
    fireEvent.click((await theCase()).getByRole('button', { name: `${action}: Comment of Ben` }));
    const dialog = within(await screen.findByRole('alertdialog', { name: question }));
    expect(api.changes()).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: action }));
    expect(await screen.findByText(/^Nothing is reported/)).toBeTruthy();
    expect(api.changes().map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', `/api/administration/reports/${ofBen._id}`, { decision }],
    ]);
    expect(toasts()).toEqual([{ title: 'Done', isError: false }]);
    fireEvent.click(screen.getByRole('tab', { name: 'Decided' }));
    expect((await theCase()).getByText(/by Mara/)).toBeTruthy();
    const left = screen
      .queryAllByRole('button', { name: /Comment of Ben/ })
      .map(({ textContent }) => textContent);
    expect(left).toEqual(decision === 'deleted' ? [] : ['Take back']);
  });

  test('the page names a decision that another administrator made in the meantime, and reads the list again', async () => {
    open();
    refused = 'Ines has already dismissed it.';
    fireEvent.click((await theCase()).getByRole('button', { name: 'Hide: Comment of Ben' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Hide' }));
    cases = [];
    await waitFor(() => expect(toasts()).toEqual([{ title: refused, isError: true }]));
    expect(await screen.findByText(/^Nothing is reported/)).toBeTruthy();
  });

  test('the page shows an empty list, and a list that could not be loaded', async () => {
    isDown = true;
    open();
    expect(await screen.findByText("The reports couldn't be loaded.")).toBeTruthy();
    isDown = false;
    cases = [];
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^Nothing is reported/)).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Decided' }));
    expect(await screen.findByText('Nothing was decided in the last 90 days.')).toBeTruthy();
  });

  test('a decided case whose reporters are deleted still shows the decision', async () => {
    const decided = { decision: 'deleted', by: 'Ines', at } as const;
    cases = [{ ...ofBen, now: null, reportCount: 0, reports: [], decided }];
    open();
    fireEvent.click(await screen.findByRole('tab', { name: 'Decided' }));
    const shown = await theCase();
    expect(shown.getByText('It does not exist any more')).toBeTruthy();
    expect(shown.getByText('Those who reported it have deleted their accounts')).toBeTruthy();
    expect(shown.getByText(/^Deleted by Ines/)).toBeTruthy();
  });
});
