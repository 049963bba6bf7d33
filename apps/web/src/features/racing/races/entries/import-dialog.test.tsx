// @vitest-environment happy-dom
import type { WholeRaceEvent } from '@boathouse/contract/races';
import type { StartListPreview } from '@boathouse/contract/races/start-lists';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeRaceServer } from '../../../../../test/races/fake-race-server.ts';
import { idOf } from '../../../../../test/people.ts';
import { refusal } from '../../../../../test/fake-api.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { getToasts } from '../../../../ui/toast-store.ts';
import { ImportDialog } from './import-dialog.tsx';

let server: FakeRaceServer;
let closed: ReturnType<typeof vi.fn<() => void>>;
const before = `/api/races/events/${idOf(200)}/start-list`;

const preview = (category: string | null, digest = 'one'): StartListPreview => ({
  columns: [
    { header: 'Rower', samples: ['Ann'] },
    { header: 'Bow', samples: ['3'] },
  ],
  mapping: { name: 0, lane: 1 },
  events: [{ text: 'W2k', category, count: 2 }],
  lines: [
    {
      name: 'Ann',
      bib: '',
      club: '',
      event: 'W2k',
      heat: 1,
      lane: 3,
      seedTenths: 4_253,
      member: idOf(7),
      category,
      change: category === null ? 'unknown' : 'new',
      entry: null,
      differences: [],
    },
    {
      name: 'Athlete 1',
      bib: '9',
      club: 'Lake',
      event: 'W2k',
      heat: 1,
      lane: 4,
      category,
      change: category === null ? 'unknown' : 'changed',
      entry: idOf(401),
      differences: [{ field: 'bib', from: '1', to: '9' }],
    },
  ],
  missing: [{ entry: idOf(402), name: 'Athlete 2', bib: '2' }],
  problems: [{ line: 7, message: 'This line has no name.' }],
  digest,
});

beforeEach(() => {
  server = new FakeRaceServer();
  closed = vi.fn<() => void>();
  server.replies[`POST ${before}/preview`] = ({ body }) => {
    const { categories } = body;
    const isChosen = typeof categories === 'object' && categories !== null && 'W2k' in categories;
    return { body: preview(isChosen ? idOf(300) : null) };
  };
  server.replies[`POST ${before}`] = () => ({ body: server.event });
  vi.stubGlobal('fetch', server.fetch);
  openPage(<ImportDialog event={server.event} onClose={closed} />, '/entries');
});
afterEach(cleanUp);

async function choose() {
  const file = new File(['Rower,Bow\nAnn,3'], 'list.csv');
  fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
  const category = await screen.findByLabelText('"W2k" (2)');
  expect(storeButton().disabled).toBe(true);
  fireEvent.change(category, { target: { value: idOf(300) } });
  await screen.findByText('1 new, 1 changed, 0 the same, 1 not in the file');
}

const storeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Store start list' });

describe('a start list from a file', () => {
  test('stores nothing before its differences were shown and its categories chosen', async () => {
    await choose();
    expect(server.asked('POST', before)).toEqual([]);
    expect(screen.getByText('Line 7: This line has no name.')).toBeTruthy();
    expect(screen.getByText('bib: 1 → 9')).toBeTruthy();
    expect(screen.getByText('member, seed 7:05.3, heat 1, lane 3')).toBeTruthy();
    fireEvent.click(storeButton());
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
    expect(server.asked('POST', before)[0]?.body).toMatchObject({
      fileName: 'list.csv',
      file: btoa('Rower,Bow\nAnn,3'),
      categories: { W2k: idOf(300) },
      digest: 'one',
      seats: true,
    });
  });

  test('says for each line whose entry can no longer change why it stays', async () => {
    const line = { bib: '', club: '', event: 'W2k', heat: null, lane: null, category: idOf(300) };
    const refused = { ...line, change: 'refused' as const };
    const bib = { field: 'bib' as const, from: '1', to: '9' };
    const category = { field: 'category' as const, from: 'Women 2k', to: 'Men 2k' };
    server.replies[`POST ${before}/preview`] = () => ({
      body: {
        ...preview(idOf(300)),
        lines: [
          { ...refused, name: 'Ann', entry: idOf(401), differences: [bib], refusal: 'official' as const },
          { ...refused, name: 'Bea', entry: idOf(402), differences: [category], refusal: 'seated' as const },
        ],
      },
    });
    const file = new File(['Rower,Bow\nAnn,3'], 'list.csv');
    fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
    await screen.findByText("0 new, 0 changed, 0 the same, 1 not in the file, 2 can't change");
    const [ann, bea] = screen.getAllByText(/^(Ann|Bea)/);
    expect(ann?.textContent).toContain(
      'bib: 1 → 9A race of this entry is official. Reopen the result first.',
    );
    expect(bea?.textContent).toContain('The entry sits in a race. Empty its lane in the draw');
  });

  test('is compared again when another column is chosen', async () => {
    await choose();
    fireEvent.change(screen.getByLabelText('Lane'), { target: { value: '' } });
    await waitFor(() =>
      expect(server.asked('POST', `${before}/preview`).at(-1)?.body).toMatchObject({
        mapping: { lane: null },
      }),
    );
  });

  test('is compared again, and not stored, if the entries have changed since', async () => {
    await choose();
    server.replies[`POST ${before}`] = () => refusal(409, 'Changed', 'race_changed');
    const compared = server.asked('POST', `${before}/preview`).length;
    fireEvent.click(storeButton());
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The entries have changed meanwhile/);
    await waitFor(() => expect(server.asked('POST', `${before}/preview`)).toHaveLength(compared + 1));
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('a server that does not respond as it should', () => {
  afterEach(() => vi.useRealTimers());

  const hang = () => new Promise<undefined>(() => {});
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const lost = "The server can't be reached. Check your connection and try again.";
  const give = () => {
    const file = new File(['Rower,Bow\nAnn,3'], 'list.csv');
    fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
  };

  test('a comparison that never comes ends with a sentence, and is asked for again by a button', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const usual = server.replies[`POST ${before}/preview`];
    server.replies[`POST ${before}/preview`] = hang;
    give();
    expect(await screen.findByText('Reading the file…')).toBeTruthy();
    await pass(30_000);
    expect((await screen.findByRole('alert')).textContent).toBe(lost);
    expect(screen.queryByText('Reading the file…')).toBeNull();
    if (usual !== undefined) server.replies[`POST ${before}/preview`] = usual;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('"W2k" (2)')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(server.asked('POST', before)).toEqual([]);
  });

  test('a comparison that comes after that of a later choice is not shown', async () => {
    await choose();
    const late = Promise.withResolvers<{ body: StartListPreview }>();
    server.replies[`POST ${before}/preview`] = ({ body }) =>
      JSON.stringify(body['mapping']) === '{"lane":null}'
        ? late.promise
        : { body: { ...preview(idOf(300), 'newest'), missing: [] } };
    fireEvent.change(screen.getByLabelText('Lane'), { target: { value: '' } });
    await waitFor(() => expect(server.calls.at(-1)?.body).toMatchObject({ mapping: { lane: null } }));
    give();
    await screen.findByText('1 new, 1 changed, 0 the same, 0 not in the file');
    late.resolve({ body: preview(idOf(300), 'old') });
    await act(async () => {});
    expect(screen.getByText('1 new, 1 changed, 0 the same, 0 not in the file')).toBeTruthy();
    fireEvent.click(storeButton());
    await waitFor(() => expect(server.asked('POST', before)[0]?.body).toMatchObject({ digest: 'newest' }));
  });

  test('a list whose storing gets no response can be stored again, and a press while it waits sends nothing', async () => {
    await choose();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.replies[`POST ${before}`] = hang;
    fireEvent.click(storeButton());
    await waitFor(() => expect(storeButton().getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(storeButton());
    expect(server.asked('POST', before)).toHaveLength(1);
    await pass(30_000);
    expect((await screen.findByRole('alert')).textContent).toBe(lost);
    expect(closed).not.toHaveBeenCalled();
    // The server had stored it: it refuses the same digest, and the page compares again.
    server.replies[`POST ${before}`] = () => refusal(409, 'Changed', 'race_changed');
    server.replies[`POST ${before}/preview`] = () => {
      const { lines, ...stored } = preview(idOf(300), 'two');
      return {
        body: { ...stored, lines: lines.map((line) => ({ ...line, change: 'same', differences: [] })) },
      };
    };
    fireEvent.click(storeButton());
    expect(await screen.findByText('0 new, 0 changed, 2 the same, 1 not in the file')).toBeTruthy();
    expect(server.asked('POST', before).map(({ body }) => body['digest'])).toEqual(['one', 'one']);
  });

  test('a response that comes after the dialog was closed closes no other dialog', async () => {
    await choose();
    const late = Promise.withResolvers<{ body: WholeRaceEvent }>();
    server.replies[`POST ${before}`] = () => late.promise;
    fireEvent.click(storeButton());
    await waitFor(() => expect(server.asked('POST', before)).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(closed).toHaveBeenCalledTimes(1);
    cleanup();
    late.resolve({ body: server.event });
    await vi.waitFor(() => expect(getToasts().map(({ title }) => title)).toContain('Start list stored'));
    expect(closed).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['another version', { lines: 'none' }],
    ['the login page of a network', '<html>Log in</html>'],
    ['nothing', null],
  ])('a comparison that is %s changes nothing, and can be asked for again', async (_, body) => {
    server.replies[`POST ${before}/preview`] = () => ({ body });
    give();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The server sent an unexpected response. Reload the page.',
    );
    expect(screen.queryByRole('button', { name: 'Store start list' })).toBeNull();
    server.replies[`POST ${before}/preview`] = () => ({ body: preview(idOf(300)) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('1 new, 1 changed, 0 the same, 1 not in the file');
    expect(storeButton().disabled).toBe(false);
  });

  test('a stored list whose response is rubbish closes nothing, and the day is loaded again', async () => {
    await choose();
    server.replies[`POST ${before}`] = () => ({ body: '<html>Log in</html>' });
    fireEvent.click(storeButton());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The server sent an unexpected response. Reload the page.',
    );
    expect(closed).not.toHaveBeenCalled();
    expect(storeButton().disabled).toBe(false);
  });
});
