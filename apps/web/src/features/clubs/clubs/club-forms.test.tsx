// @vitest-environment happy-dom
import type { ClubRole } from '@boathouse/contract/clubs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, type Reply } from '../../../../test/fake-api.ts';
import { buildClub, imagePath, mara } from '../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { ClubCreatePage } from './club-create-page.tsx';
import { ClubEditPage } from './club-edit-page.tsx';
import { typingPauseMs } from './custom-url/use-settled.ts';
import { FakeClubServer } from '../../../../test/clubs/fake-club-server.ts';

const banner = imagePath('clubbanners', 'harbour', 7);
const harbour = buildClub(50, 'Harbour', {
  iconURL: imagePath('clubicons', 'harbour', 1),
  bannerURL: banner,
});
let server: FakeClubServer;

beforeEach(() => {
  server = new FakeClubServer();
  server.people = [mara];
  server.clubs = [harbour];
  vi.stubGlobal('fetch', server.fetch);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(
    (file) => `blob:${file instanceof File ? file.name : ''}`,
  );
});
afterEach(cleanUp);

/** Opens a page as Mara. */
function open(path: string) {
  return openAs(
    mara,
    [
      { path: '/club-create', Component: ClubCreatePage },
      { path: '/clubs/:clubURL/edit', Component: ClubEditPage },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    path,
  );
}

const png = (name: string, bytes = 1000) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const picker = (label: string) => screen.getByLabelText<HTMLInputElement>(`${label}: choose an image`);
const choose = (label: string, file: File) =>
  act(async () => void fireEvent.change(picker(label), { target: { files: [file] } }));
const shown = (label: string) =>
  screen.getByRole('group', { name: label }).querySelector('img')?.getAttribute('src') ?? null;
/** Responses to one call that the test resolves itself. */
function held() {
  const waiting: ((reply: Reply) => void)[] = [];
  return {
    reply: () => new Promise<Reply>((resolve) => waiting.push(resolve)),
    answer: (index: number, reply: Reply) => act(async () => waiting[index]?.(reply)),
    count: () => waiting.length,
  };
}

describe('the form for a new club', () => {
  const available = '/api/clubs/isavailable';
  const settle = async () => {
    await act(() => vi.advanceTimersByTimeAsync(typingPauseMs));
    await drawn();
  };
  const drawn = () => act(() => vi.advanceTimersByTimeAsync(1));
  const said = () => screen.getByRole('status').textContent;
  const submit = () => press('Create club');
  async function fill() {
    type('Name', 'Riverside Rowing Club');
    type('Custom URL', 'Riverside');
    await choose('Icon', png('icon.png'));
  }

  test('[CLUB-1] name, custom URL and icon are required; the description is marked but optional', async () => {
    open('/club-create');
    submit();
    expect(screen.getByText('A name is required')).toBeTruthy();
    expect(screen.getByText('A custom URL is required')).toBeTruthy();
    expect(screen.getByText('An icon is required')).toBeTruthy();
    expect(document.activeElement).toBe(field('Name'));
    type('Name', 'Riverside Rowing Club');
    type('Custom URL', 'riverside');
    submit();
    expect(document.activeElement).toBe(picker('Icon'));
    expect(screen.queryByText('A name is required')).toBeNull();
    const asterisk = screen.getByText('Description').textContent;
    expect(asterisk).toMatch(/\*$/);
    expect(field('Description').required).toBe(false);
    expect(server.asked('POST', '/api/clubs')).toEqual([]);
  });

  test('[CLUB-2] proposes an available custom URL from the name, until the user types one', async () => {
    vi.useFakeTimers();
    open('/club-create');
    type('Name', 'Harbour');
    await settle();
    await settle();
    expect(field('Custom URL').value).toBe('harbour-2');
    expect(said()).toBe('This club url is available');
    type('Name', 'Harbour Rowing');
    await settle();
    expect(field('Custom URL').value).toBe('harbour-rowing');
    type('Custom URL', 'own');
    type('Name', 'Harbour Eight');
    await settle();
    expect(field('Custom URL').value).toBe('own');
    type('Custom URL', '');
    await settle();
    expect(field('Custom URL').value).toBe('');
  });

  test('[CLUB-1] draws an icon from the initials, which is uploaded like a chosen one', async () => {
    const drawn: string[] = [];
    const context = {
      fillRect: () => {},
      measureText: () => ({ actualBoundingBoxAscent: 10, actualBoundingBoxDescent: 0 }),
      fillText: (text: string) => drawn.push(text),
    };
    const router = open('/club-create');
    press('Use initials');
    expect(screen.getByText('Type the name of the club first')).toBeTruthy();
    type('Name', 'Riverside Rowing');
    type('Custom URL', 'riverside');
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() =>
      Object.assign(Object.create(null), context),
    );
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
      done(new Blob(['png'], { type: 'image/png' })),
    );
    press('Use initials');
    await waitFor(() => expect(shown('Icon')).toBe('blob:initials.png'));
    expect(screen.queryByText('Type the name of the club first')).toBeNull();
    expect(drawn).toEqual(['RR']);
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/clubs/riverside/general'));
    expect(server.asked('POST', '/api/files/clubicons')).toHaveLength(1);
  });

  test('[CLUB-1] a browser that cannot draw asks for an image', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    open('/club-create');
    type('Name', 'Riverside');
    press('Use initials');
    expect(
      await screen.findByText("This browser can't draw the icon. Choose an image instead."),
    ).toBeTruthy();
  });

  test('[CLUB-1] creates the club with its images and opens its page', async () => {
    const router = open('/club-create');
    await fill();
    type('Description', 'We row on the river.');
    fireEvent.click(screen.getByRole('radio', { name: 'Invite-only' }));
    await choose('Banner', png('banner.png'));
    submit();
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/clubs/Riverside/general'));
    expect(toasts()).toEqual([{ title: 'Club created', isError: false }]);
    const uploads = server.calls.filter(({ path }) => path.startsWith('/api/files/'));
    expect(uploads.map(({ path, query }) => [path, query])).toEqual([
      ['/api/files/clubicons', { key: 'Riverside' }],
      ['/api/files/clubbanners', { key: 'Riverside' }],
    ]);
    expect(server.asked('POST', '/api/clubs').map(({ body }) => body)).toEqual([
      {
        name: 'Riverside Rowing Club',
        customURL: 'Riverside',
        description: 'We row on the river.',
        isPrivate: true,
        iconURL: expect.stringMatching(/^\/files\/clubicons\/riverside\//),
        bannerURL: expect.stringMatching(/^\/files\/clubbanners\/riverside\//),
      },
    ]);
  });

  test('asks before a half-filled form is left, and stays after Cancel', async () => {
    const router = open('/club-create');
    type('Name', 'Riverside');
    await act(() => router.navigate('/dashboard'));
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
    press('Cancel');
    expect(router.state.location.pathname).toBe('/club-create');
    expect(field('Name').value).toBe('Riverside');
    type('Name', '');
    await act(() => router.navigate('/dashboard'));
    expect(screen.getByText('Elsewhere')).toBeTruthy();
  });

  test('[CLUB-1] the banner is optional, and a chosen one can be reset to the default', async () => {
    const router = open('/club-create');
    await fill();
    await choose('Banner', png('banner.png'));
    expect(shown('Banner')).toBe('blob:banner.png');
    press('Use default banner');
    expect(shown('Banner')).toBeNull();
    expect(toasts()).toEqual([{ title: 'Set default banner', isError: false }]);
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/clubs/Riverside/general'));
    expect(server.asked('POST', '/api/files/clubbanners')).toEqual([]);
    expect(server.asked('POST', '/api/clubs')[0]?.body).toMatchObject({ bannerURL: null, isPrivate: false });
  });

  test('[CLUB-1] limits the description to 200 characters and counts them', () => {
    open('/club-create');
    expect(field('Description').maxLength).toBe(200);
    type('Description', 'Four by the river.');
    expect(screen.getByText('18').parentElement?.textContent).toMatch(/18 of 200$/);
  });

  test('[CLUB-2] checks after a pause in typing whether the custom URL is available, and shows it', async () => {
    vi.useFakeTimers();
    open('/club-create');
    for (const text of ['H', 'Ha', 'Harbour']) type('Custom URL', text);
    await settle();
    expect(said()).toBe('This club url is not available');
    type('Custom URL', 'Harbour-2');
    expect(said()).toBe('');
    await settle();
    expect(said()).toBe('This club url is available');
    expect(server.asked('GET', available).map(({ query }) => query['customURL'])).toEqual([
      'Harbour',
      'Harbour-2',
    ]);
  });

  test('[CLUB-2] ignores a late response for an earlier text', async () => {
    const slow = held();
    server.replies[`GET ${available}`] = slow.reply;
    vi.useFakeTimers();
    open('/club-create');
    type('Custom URL', 'first');
    await settle();
    type('Custom URL', 'second');
    await settle();
    expect(slow.count()).toBe(2);
    await slow.answer(1, { body: { isAvailable: true } });
    await drawn();
    expect(said()).toBe('This club url is available');
    await slow.answer(0, { body: { isAvailable: false } });
    await drawn();
    expect(said()).toBe('This club url is available');
  });

  test('[CLUB-2] accepts only letters, digits and hyphens, 20 at most, and sends no request for anything else', async () => {
    vi.useFakeTimers();
    open('/club-create');
    expect(field('Custom URL').maxLength).toBe(20);
    type('Custom URL', 'river side');
    await settle();
    expect(screen.getByText('Letters, digits and hyphens only')).toBeTruthy();
    expect(server.asked('GET', available)).toEqual([]);
  });

  test('[CLUB-2] a custom URL that is not available blocks the form and keeps its values', async () => {
    open('/club-create');
    await fill();
    type('Custom URL', 'HARBOUR');
    submit();
    await waitFor(() =>
      expect(toasts()).toEqual([
        { title: 'The club URL you have requested is not available. Try another.', isError: true },
      ]),
    );
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(field('Name').value).toBe('Riverside Rowing Club');
    expect(shown('Icon')).toBe('blob:icon.png');
  });

  test('[CLUB-2] shows the same error when another club takes the URL after the check', async () => {
    server.replies['POST /api/clubs'] = () => refusal(409, 'Taken.', 'already_exists');
    open('/club-create');
    await fill();
    submit();
    await waitFor(() =>
      expect(toasts()).toEqual([
        { title: 'The club URL you have requested is not available. Try another.', isError: true },
      ]),
    );
  });

  test('[CLUB-1] shows why an upload failed, keeps the values and allows a retry', async () => {
    server.replies['POST /api/files/clubicons'] = () => refusal(402, 'Full.', 'quota_exceeded');
    const router = open('/club-create');
    await fill();
    submit();
    await waitFor(() =>
      expect(toasts()).toEqual([
        {
          title:
            'Error creating club. Your storage quota is exceeded. Unused images are deleted after a day.',
          isError: true,
        },
      ]),
    );
    expect(server.asked('POST', '/api/clubs')).toEqual([]);
    expect([field('Name').value, field('Custom URL').value, shown('Icon')]).toEqual([
      'Riverside Rowing Club',
      'Riverside',
      'blob:icon.png',
    ]);
    server.replies = {};
    submit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/clubs/Riverside/general'));
  });

  test('[CLUB-1] shows the server’s reason of a refusal', async () => {
    server.replies['POST /api/clubs'] = () => refusal(400, 'No club today.');
    open('/club-create');
    await fill();
    submit();
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'Error creating club. No club today.', isError: true }]),
    );
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Create club' }).getAttribute('aria-busy')).toBeNull(),
    );
  });

  test('[CLUB-1] shows the progress of an upload, and creates no club when the user leaves the page', async () => {
    const slow = held();
    server.replies['POST /api/files/clubicons'] = slow.reply;
    const router = open('/club-create');
    await fill();
    submit();
    expect(await screen.findByRole('progressbar', { name: 'Uploading the icon' })).toBeTruthy();
    await act(() => router.navigate('/dashboard'));
    expect(router.state.location.pathname).toBe('/club-create');
    await act(async () => press('Yes'));
    await slow.answer(0, { body: { path: imagePath('clubicons', 'riverside', 1) } });
    await act(async () => {});
    expect(server.asked('POST', '/api/clubs')).toEqual([]);
    expect(router.state.location.pathname).toBe('/dashboard');
    expect(toasts()).toEqual([]);
  });
});

describe('editing a club', () => {
  const role = (mine: ClubRole) => server.memberships.push({ user: mara._id, club: harbour._id, role: mine });
  const changes = () => screen.queryByRole('group', { name: 'Unsaved changes' });
  const saved = () => server.asked('PATCH', '/api/clubs').map(({ body }) => body);
  async function openForm() {
    role(1);
    const router = open('/clubs/harbour/edit');
    await screen.findByRole('heading', { name: 'Edit club' });
    return router;
  }

  test.each([null, -1, 0] as const)(
    '[CLUB-7] role %s is sent to the dashboard with an error',
    async (mine) => {
      if (mine !== null) role(mine);
      const router = open('/clubs/harbour/edit');
      await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
      expect(toasts()).toEqual([{ title: 'You do not have permission to edit this club', isError: true }]);
    },
  );

  test.each([1, 2] as const)('[CLUB-7] role %s may edit', async (mine) => {
    role(mine);
    open('/clubs/harbour/edit');
    expect(await screen.findByRole('heading', { name: 'Edit club' })).toBeTruthy();
    expect(toasts()).toEqual([]);
  });

  test('[CLUB-8] shows the not-found message when the club does not exist', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open('/clubs/nowhere/edit');
    expect((await screen.findByRole('heading')).textContent).toBe("We couldn't find a club at that link");
  });

  test('requests nothing about the webhook before it is opened', async () => {
    await openForm();
    expect(screen.getByRole('button', { name: 'Send results to another program' })).toBeTruthy();
    expect(server.asked('GET', `/api/clubs/${harbour._id}/webhook`)).toEqual([]);
  });

  test('[CLUB-6] shows the current values with nothing to save', async () => {
    await openForm();
    expect([field('Name').value, field('Description').value]).toEqual(['Harbour', 'We row at Harbour.']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Public' }).checked).toBe(true);
    expect([shown('Icon'), shown('Banner')]).toEqual([harbour.iconURL, banner]);
    expect(changes()).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Custom URL' })).toBeNull();
  });

  test('[CLUB-6] sends only the modified fields', async () => {
    await openForm();
    type('Description', 'Rowing since 1899.');
    type('Name', 'Harbour RC');
    type('Name', 'Harbour');
    expect(
      within(screen.getByRole('group', { name: 'Unsaved changes' })).getByText('description'),
    ).toBeTruthy();
    press('Save Changes');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Club changes saved', isError: false }]));
    expect(server.asked('PATCH', '/api/clubs')).toMatchObject([
      {
        query: { club: harbour._id, requestingUser: mara._id },
        body: { description: 'Rowing since 1899.' },
      },
    ]);
    expect(Object.keys(saved()[0] ?? {})).toEqual(['description']);
    await waitFor(() => expect(changes()).toBeNull());
    expect(field('Description').value).toBe('Rowing since 1899.');
  });

  test('[CLUB-6] every field can be modified, and images are stored first', async () => {
    await openForm();
    type('Name', 'Harbour RC');
    fireEvent.click(screen.getByRole('radio', { name: 'Invite-only' }));
    await choose('Icon', png('icon.png'));
    await choose('Banner', png('banner.png'));
    expect(changes()?.textContent).toContain('name, privacy, icon, banner');
    press('Save Changes');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Club changes saved', isError: false }]));
    expect(saved()).toEqual([
      {
        name: 'Harbour RC',
        isPrivate: true,
        iconURL: expect.stringMatching(/^\/files\/clubicons\/harbour\//),
        bannerURL: expect.stringMatching(/^\/files\/clubbanners\/harbour\//),
      },
    ]);
    await waitFor(() => expect(changes()).toBeNull());
    expect(shown('Icon')).toMatch(/^\/files\//);
  });

  test('[CLUB-6] a modified banner offers Cancel, which restores it, and Save Changes', async () => {
    await openForm();
    press('Use default banner');
    expect(toasts()).toEqual([{ title: 'Set default banner', isError: false }]);
    expect(shown('Banner')).toBeNull();
    press('Cancel');
    expect(toasts().at(-1)).toEqual({ title: 'Restored current club information', isError: false });
    expect([shown('Banner'), changes()]).toEqual([banner, null]);
    press('Use default banner');
    press('Save Changes');
    await waitFor(() => expect(saved()).toEqual([{ bannerURL: null }]));
  });

  test('[CLUB-6] Cancel restores everything', async () => {
    await openForm();
    type('Name', 'Something else');
    fireEvent.click(screen.getByRole('radio', { name: 'Invite-only' }));
    await choose('Icon', png('icon.png'));
    press('Cancel');
    expect([field('Name').value, shown('Icon')]).toEqual(['Harbour', harbour.iconURL]);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Public' }).checked).toBe(true);
    expect(saved()).toEqual([]);
  });

  test('[CLUB-6] shows the server’s reason of a refusal and keeps the changes', async () => {
    await openForm();
    server.replies['PATCH /api/clubs'] = () => refusal(400, 'Not today.');
    type('Name', 'Harbour RC');
    press('Save Changes');
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'Error saving changes. Not today.', isError: true }]),
    );
    expect(field('Name').value).toBe('Harbour RC');
    expect(changes()).toBeTruthy();
  });

  test('[CLUB-6] keeps text typed during a save', async () => {
    await openForm();
    const slow = held();
    server.replies['PATCH /api/clubs'] = slow.reply;
    type('Name', 'Harbour RC');
    press('Save Changes');
    await waitFor(() => expect(slow.count()).toBe(1));
    type('Description', 'Still typing');
    server.clubs = [{ ...harbour, name: 'Harbour RC' }];
    await slow.answer(0, { body: { ...harbour, name: 'Harbour RC' } });
    await waitFor(() => expect(changes()?.textContent).toContain('Not saved yet: description'));
    expect([field('Name').value, field('Description').value]).toEqual(['Harbour RC', 'Still typing']);
  });

  test('asks before changes are left, and not once they are saved', async () => {
    const router = await openForm();
    type('Name', 'Harbour RC');
    await act(() => router.navigate('/dashboard'));
    const asked = within(screen.getByRole('alertdialog', { name: 'Leave without saving?' }));
    fireEvent.click(asked.getByRole('button', { name: 'Cancel' }));
    press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
    await act(() => router.navigate('/dashboard'));
    expect(screen.getByText('Elsewhere')).toBeTruthy();
  });

  test('[CLUB-6] does not send an empty name', async () => {
    await openForm();
    type('Name', '  ');
    press('Save Changes');
    expect(screen.getByText('A name is required')).toBeTruthy();
    expect(document.activeElement).toBe(field('Name'));
    expect(saved()).toEqual([]);
  });
});
