// @vitest-environment happy-dom
import type { OwnUser, UserRef } from '@boathouse/contract/users';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal, stubReplies, type FakeApi, type Reply } from '../../../../test/fake-api.ts';
import { authSession, signedIn } from '../../../../test/logins.ts';
import { buildPerson, imagePath, mara } from '../../../../test/people.ts';
import { cleanUp, openAs, toasts } from '../../../../test/signed-in-page.tsx';
import { clockChoice } from '../../../lib/device-choices/clock.ts';
import { unitChoice } from '../../../lib/device-choices/intensity-unit.ts';
import { firstDayOfDevice } from '../../../lib/device-choices/week.ts';
import { setAppearance } from '../../../ui/appearance.ts';
import { dismissToast, getToasts, showKeptToast } from '../../../ui/toast-store.ts';
import { useCurrentUser } from '../../people/auth/index.ts';
import { useAppearanceOf, useFirstDayOfDevice } from './index.ts';
import type { SectionName } from './sections.ts';
import { SettingsPage } from './settings-page.tsx';

const [ben, cleo, dana] = [buildPerson(2, 'Ben'), buildPerson(3, 'Cleo'), buildPerson(4, 'Dana')];

const photoPath = imagePath('usericons', mara._id, 1);
const bannerPath = imagePath('userbanners', mara._id, 2);

/** The API that the page calls. */
let user: OwnUser;
let email: string;
let api: FakeApi;
const reload = vi.fn();

const follow = (follower: UserRef, followee: UserRef) => ({
  follower,
  followee,
  createdAt: '2025-02-01T00:00:00.000Z',
});

function usualReply(call: string, body: Record<string, unknown>): Reply {
  const patched = (change: Partial<OwnUser>) => ({ body: (user = { ...user, ...change }) });
  switch (call) {
    case 'GET /api/auth/get-session':
      return { body: authSession({ id: mara.uid, email, name: user.displayName }) };
    case 'GET /api/product':
      return {
        body: {
          name: 'Boathouse',
          contactEmail: 'hello@boathouse.example',
          simulatedErg: true,
          passwordSignIn: true,
          passwordMin: 6,
          popupSignIn: 'Google',
        },
      };
    case `GET /api/users/${mara._id}/blocked`:
      return { body: blocked };
    case `DELETE /api/users/${mara._id}/blocked/${cleo._id}`:
      blocked = [];
      return { body: blocked };
    case `PATCH /api/users/${mara._id}/firstDay`:
    case `PATCH /api/users/${mara._id}/visibility`:
      return patched(body);
    case 'GET /api/notifications/mail':
      return { body: { kinds: [], email: null } };
    case 'GET /api/auth/second-factor':
      return { body: { state: 'off', recoveryCodesLeft: 0 } };
    case 'GET /api/auth/list-sessions':
      return { body: [] };
    case 'GET /api/auth/list-accounts':
      return { body: [{ id: 'a', providerId: 'credential' }] };
    case 'POST /api/auth/change-email':
      email = String(body['newEmail']);
      return { body: { status: true } };
    case 'POST /api/auth/change-password':
      return { body: signedIn({ id: mara.uid, email, name: user.displayName }) };
    case `PATCH /api/users/${mara._id}/displayName`:
      return patched({ displayName: String(body['displayName']) });
    case `POST /api/files/usericons?key=${mara._id}`:
    case `POST /api/files/userbanners?key=${mara._id}`:
      return { body: { path: call.includes('usericons') ? photoPath : bannerPath } };
    case `PATCH /api/users/${mara._id}/iconURL`:
    case `PATCH /api/users/${mara._id}/bannerURL`:
      return patched(body);
    case `PATCH /api/users/${mara._id}/themeColor`:
      return patched({ themeColor: Number(body['themeColor']) });
    case `PATCH /api/users/${mara._id}/tintColor`:
      return patched({ tintColor: Number(body['tintColor']) });
    case `PATCH /api/users/${mara._id}/trainingPartner`: {
      const trainingPartner = [ben, cleo, dana].find(({ _id }) => _id === body['trainingPartner']) ?? null;
      user = { ...user, trainingPartner };
      const message = trainingPartner
        ? `${trainingPartner.displayName} rows with you now`
        : 'Removed training partner';
      return { body: { ...user, message } };
    }
    case `GET /api/follows/user/${mara._id}/followees`:
      return { body: [follow(mara, dana), follow(mara, ben)] };
    case `GET /api/follows/user/${mara._id}/followers`:
      return { body: [follow(ben, mara), follow(cleo, mara)] };
    default:
      throw new Error(`No reply for ${call}`);
  }
}

let blocked: UserRef[] = [];

beforeEach(() => {
  blocked = [cleo];
  user = mara;
  email = 'mara@example.com';
  reload.mockReset();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  api = stubReplies(({ method, path, query, body }) => {
    const search = query['key'] === undefined ? '' : `?key=${query['key']}`;
    return usualReply(`${method} ${path}${search}`, body);
  });
});
afterEach(() => {
  cleanUp();
  setAppearance({ mode: 'light', tint: 'blue' });
});

/** The part of the header in the page. */
function Look() {
  useAppearanceOf(useCurrentUser());
  useFirstDayOfDevice(useCurrentUser());
  return null;
}

function open(path = '/settings') {
  const page = (
    <>
      <Look />
      <SettingsPage />
    </>
  );
  return openAs(
    user,
    [
      { path: '/settings', element: page },
      { path: '/dashboard', element: null },
    ],
    path,
  );
}

/** Opens the page at a section, and resolves when it has loaded. */
async function openSection(name: SectionName) {
  const router = open(`/settings#${name}`);
  const section = document.getElementById(name);
  await waitFor(() => expect(section?.textContent).not.toMatch(/^(Loading the settings)?$/));
  return router;
}

const header = (name: string) => screen.getByRole('button', { name });
const summaryOf = (name: string) =>
  document.getElementById(header(name).getAttribute('aria-describedby') ?? '')?.textContent;
const region = (name: string) => within(screen.getByRole('region', { name }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const sent = (method: string, path: string) => api.asked(method, path).map(({ body }) => body);

function toastsAfterReload() {
  for (const { id } of getToasts()) dismissToast(id);
  showKeptToast();
  return toasts();
}

const partnerPath = `/api/users/${mara._id}/trainingPartner`;

describe('[SET-1] the sections', () => {
  const names = [
    'Profile',
    'Account',
    'Security',
    'Connected services',
    'Preferences',
    'Sounds and voice',
    'This device',
    'Notifications',
    'Privacy',
    'Your data',
    'Membership',
  ];
  const expanded = () =>
    names.filter((name) => header(name).getAttribute('aria-expanded') === 'true' && hasContent(name));
  const hasContent = (name: string) =>
    document.getElementById(header(name).getAttribute('aria-controls') ?? '')?.hidden === false;

  test('are Membership with date and subscription, Account, Profile, Preferences and more', async () => {
    open('/settings#membership');
    for (const name of names) expect(screen.getByRole('heading', { level: 2, name })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(names.length);
    const facts = region('Membership');
    expect((await facts.findByText('Member since')).nextSibling?.textContent).toBe('January 15, 2025');
    expect(facts.getByText('Subscription').nextSibling?.textContent).toBe('None');
  });

  test('expand and collapse, one at a time, each with its address', () => {
    const router = open();
    expect(expanded()).toEqual(['Profile']);
    fireEvent.click(header('Account'));
    expect([expanded(), router.state.location.hash]).toEqual([['Account'], '#account']);
    fireEvent.click(header('Account'));
    expect([expanded(), router.state.location.hash]).toEqual([[], '#none']);
  });

  test('are a list on a phone, to which Back returns from a section', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: false,
        onchange: null,
        addListener() {},
        removeListener() {},
      }),
    );
    const router = open();
    expect(expanded()).toEqual([]);
    expect(header('Profile').getAttribute('aria-describedby')).not.toBeNull();
    fireEvent.click(header('Privacy'));
    expect(expanded()).toEqual(['Privacy']);
    await act(() => router.navigate(-1));
    expect(expanded()).toEqual([]);
  });

  test('a link opens the section that it names', () => {
    open('/settings#preferences');
    expect(expanded()).toEqual(['Preferences']);
  });

  test('entered text stays after a section is closed and opened', () => {
    open();
    type('Display name', 'Mara Ashore');
    press('Profile');
    press('Profile');
    expect(screen.getByDisplayValue('Mara Ashore')).toBeTruthy();
  });

  test('closed, each has a summary', () => {
    open('/settings#none');
    expect([summaryOf('Profile'), summaryOf('Privacy'), summaryOf('Preferences')]).toEqual([
      mara.displayName,
      'Everyone here',
      'Light, Default Blue',
    ]);
  });
});

describe('units, the clock and the first day of the week', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });

  test('figure and clock are chosen in Preferences, and stored on this device', async () => {
    await openSection('preferences');
    choose('Large figure while rowing', 'watts');
    choose('Clock', 'h23');
    expect(toasts()).toContainEqual({ title: 'Changes saved', isError: false });
    expect([unitChoice.get(), clockChoice.get()]).toEqual(['watts', 'h23']);
    choose('Clock', '');
    expect(clockChoice.get()).toBeNull();
    expect(api.changes()).toEqual([]);
  });

  test('a browser that stores nothing shows this', async () => {
    await openSection('preferences');
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('disabled');
      },
    });
    choose('Clock', 'h23');
    expect(toasts()).toEqual([{ title: "This browser can't store the choice.", isError: true }]);
  });

  const firstDay = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'First day of the week' });
  const path = `/api/users/${mara._id}/firstDay`;

  test('[SET-6] the first day of the week is stored with the account', async () => {
    await openSection('preferences');
    expect(firstDay().value).toBe('Sunday');
    choose('First day of the week', 'Monday');
    await waitFor(() => expect(firstDay().value).toBe('Monday'));
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
    expect(sent('PATCH', path)).toEqual([{ firstDay: 'Monday' }]);
    expect(firstDay().value).toBe('Monday');
    expect(localStorage.getItem('boathouse.firstDay') ?? '').toBe('');
  });

  test('a first day that was not stored returns to the previous one, and the error is shown', async () => {
    await openSection('preferences');
    api.replies[`PATCH ${path}`] = () => refusal(503, 'The server is away.');
    choose('First day of the week', 'Saturday');
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'Error saving changes. The server is away.', isError: true }]),
    );
    expect(firstDay().value).toBe('Sunday');
  });

  test('the choice that this device had before is stored with an account without one, once', async () => {
    firstDayOfDevice.set('Monday');
    await openSection('preferences');
    expect(firstDay().value).toBe('Monday');
    await waitFor(() => expect(sent('PATCH', path)).toEqual([{ firstDay: 'Monday' }]));
    await waitFor(() => expect(firstDayOfDevice.get()).toBeNull());
    expect(firstDay().value).toBe('Monday');
  });

  test('the choice of an account replaces that of the device', async () => {
    firstDayOfDevice.set('Monday');
    user = { ...mara, firstDay: 'Saturday' };
    await openSection('preferences');
    expect(firstDay().value).toBe('Saturday');
    expect(firstDayOfDevice.get()).toBeNull();
    expect(sent('PATCH', path)).toEqual([]);
  });
});

describe('[SET-2] display name and email', () => {
  test('text typed while a name is saved stays in its field, to be saved next', async () => {
    await openSection('profile');
    const answer = Promise.withResolvers<undefined>();
    api.replies[`PATCH /api/users/${mara._id}/displayName`] = () => answer.promise;
    type('Display name', 'Mara Ashore');
    press('Save display name');
    type('Display name', 'Mara Ashore II');
    answer.resolve(undefined);
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
    expect(screen.getByDisplayValue('Mara Ashore II')).toBeTruthy();
    press('Save display name');
    await waitFor(() => expect(user.displayName).toBe('Mara Ashore II'));
  });

  test('[SET-6] a new name takes one call, and the page shows it at once', async () => {
    open();
    type('Display name', '  Mara Ashore ');
    press('Save display name');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
    expect(sent('PATCH', `/api/users/${mara._id}/displayName`)).toEqual([{ displayName: 'Mara Ashore' }]);
    expect(api.changes()).toHaveLength(1);
    expect(summaryOf('Profile')).toBe('Mara Ashore');
    expect(screen.getByDisplayValue('Mara Ashore')).toBeTruthy();
  });

  test.each([
    ['profile', 'Display name', 'Save display name', '   ', 'Display name is required'],
    ['account', 'Email', 'Save email', '', 'Email is required'],
    ['account', 'Email', 'Save email', 'mara', 'Enter a valid email address, such as name@example.com'],
  ] as const)(
    'display name and email in %s, %s: %s with %j shows an error beside the field and sends nothing',
    async (section, label, button, value, problem) => {
      await openSection(section);
      type(label, value);
      press(button);
      const field = screen.getByRole('textbox', { name: label });
      const describedBy = field.getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(describedBy.split(' ').at(-1) ?? '')?.textContent).toBe(problem);
      expect(document.activeElement).toBe(field);
      expect(api.changes()).toEqual([]);
    },
  );

  test('the email field has the type email, and both fields are required', async () => {
    await openSection('profile');
    press('Account');
    await screen.findByRole('textbox', { name: 'Email' });
    const field = (label: string) => screen.getByRole('textbox', { name: label });
    expect(field('Email').getAttribute('type')).toBe('email');
    expect(field('Email').hasAttribute('required')).toBe(true);
    press('Profile');
    expect(field('Display name').hasAttribute('required')).toBe(true);
  });

  test('[SET-6] shows that a new email that applies at once is saved', async () => {
    await openSection('account');
    type('Email', 'mara@harbour.example');
    press('Save email');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
    expect(sent('POST', '/api/auth/change-email')).toMatchObject([{ newEmail: 'mara@harbour.example' }]);
    expect(summaryOf('Account')).toBe('mara@harbour.example');
  });

  test('does not show a new email as saved while it must be confirmed', async () => {
    api.replies['POST /api/auth/change-email'] = () => ({ body: { status: true } });
    await openSection('account');
    type('Email', 'mara@harbour.example');
    press('Save email');
    await waitFor(() =>
      expect(toasts()).toEqual([
        { title: 'Check your email for a link that confirms mara@harbour.example.', isError: false },
      ]),
    );
    expect(screen.getByDisplayValue('mara@example.com')).toBeTruthy();
  });

  test("[SET-6] shows the provider's message as an error toast, and the entered text stays", async () => {
    api.replies['POST /api/auth/change-email'] = () =>
      refusal(422, 'User already exists. Use another email.');
    api.replies[`PATCH /api/users/${mara._id}/displayName`] = () => ({
      status: 400,
      body: {
        code: 'bad_request',
        message: 'displayName: No luck.',
        errorId: 'x',
        fields: [{ field: 'displayName', message: 'No luck.' }],
      },
    });
    await openSection('account');
    type('Email', 'ben@example.com');
    press('Save email');
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'User already exists. Use another email.', isError: true }]),
    );
    expect(screen.getByDisplayValue('ben@example.com')).toBeTruthy();
    press('Profile');
    type('Display name', 'Benny');
    press('Save display name');
    await waitFor(() => expect(toasts()).toContainEqual({ title: 'No luck.', isError: true }));
    expect(screen.getByDisplayValue('Benny')).toBeTruthy();
  });

  test('[SET-6] shows the reason for a failed link to confirm an email once, and removes it from the URL', async () => {
    const router = open('/settings?error=EMAIL_TAKEN');
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'This email address belongs to another account.', isError: true }]),
    );
    expect(router.state.location.search).toBe('');
  });

  test('offers no change of an email that a hosted provider manages', async () => {
    api.replies['GET /api/product'] = () => ({
      body: {
        name: 'Boathouse',
        contactEmail: 'hello@boathouse.example',
        simulatedErg: true,
        passwordSignIn: false,
        passwordMin: 6,
        popupSignIn: 'Harbour ID',
      },
    });
    await openSection('account');
    await screen.findByText('You can change it at Harbour ID.');
    expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull();
    press('Profile');
    type('Display name', 'Mara Ashore');
    press('Save display name');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
    expect(user.displayName).toBe('Mara Ashore');
  });

  test('saving twice quickly saves once', async () => {
    open();
    type('Display name', 'Mara Ashore');
    press('Save display name');
    press('Save display name');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(sent('PATCH', `/api/users/${mara._id}/displayName`)).toHaveLength(1);
  });
});

describe('[SET-2] photo and banner', () => {
  const choose = (label: string, file: File) =>
    fireEvent.change(screen.getByLabelText(`${label}: choose an image`), { target: { files: [file] } });
  const png = new File([new Uint8Array(10)], 'me.png', { type: 'image/png' });
  const shownIn = (label: string) =>
    screen.getByRole('group', { name: label }).querySelector('img')?.getAttribute('src') ?? null;

  test.each([
    ['Photo', 'iconURL', photoPath],
    ['Banner', 'bannerURL', bannerPath],
  ])(
    '[SET-6] a chosen %s is uploaded, saved with the user, and can be removed',
    async (label, field, path) => {
      open();
      choose(label, png);
      await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
      expect(sent('PATCH', `/api/users/${mara._id}/${field}`)).toEqual([{ [field]: path }]);
      expect(shownIn(label)).toBe(path);
      press(`Remove ${label.toLowerCase()}`);
      await waitFor(() => expect(shownIn(label)).toBeNull());
      expect(sent('PATCH', `/api/users/${mara._id}/${field}`)).toEqual([
        { [field]: path },
        { [field]: null },
      ]);
    },
  );

  test('a file that is not an image shows an error beside the field, and nothing is sent', () => {
    open();
    choose('Photo', new File(['text'], 'me.txt', { type: 'text/plain' }));
    const photo = within(screen.getByRole('group', { name: 'Photo' }));
    expect(photo.getByRole('alert').textContent).toMatch(/Choose an image/);
    expect(api.changes()).toEqual([]);
  });

  test('[SET-6] an error shows as a toast, and the old photo stays', async () => {
    user = { ...mara, iconURL: photoPath };
    api.replies[`PATCH /api/users/${mara._id}/iconURL`] = () => refusal(400, 'No.');
    open();
    choose('Photo', png);
    await waitFor(() => expect(toasts()).toEqual([{ title: 'No.', isError: true }]));
    await waitFor(() => expect(shownIn('Photo')).toBe(photoPath));
  });
});

describe('the password', () => {
  const typePassword = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  test('changes with the current password, and the fields are empty afterwards', async () => {
    await openSection('account');
    await screen.findByLabelText(/^New password/);
    typePassword(/^Current password/, 'secret-oar');
    typePassword(/^New password/, 'better-oar');
    press('Change password');
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
    expect(sent('POST', '/api/auth/change-password')).toMatchObject([
      { currentPassword: 'secret-oar', newPassword: 'better-oar' },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>(/^Current password/).value).toBe('');
  });

  test('the password that is too short shows an error, and nothing is sent', async () => {
    await openSection('account');
    await screen.findByLabelText(/^New password/);
    typePassword(/^Current password/, 'secret-oar');
    typePassword(/^New password/, 'oar');
    press('Change password');
    expect(screen.getByText('New password must have at least 6 characters')).toBeTruthy();
    expect(sent('POST', '/api/auth/change-password')).toEqual([]);
  });

  test('is not shown if the login has none', async () => {
    api.replies['GET /api/auth/list-accounts'] = () => ({ body: [{ id: 'a', providerId: 'google' }] });
    await openSection('account');
    await waitFor(() => expect(sent('GET', '/api/auth/list-accounts')).toHaveLength(1));
    await act(async () => {});
    expect(screen.queryByLabelText(/^New password/)).toBeNull();
  });
});

describe('[SET-3] color mode and tint', () => {
  test('offer all options, apply at once and are stored with the account', async () => {
    await openSection('preferences');
    const names = (group: string) =>
      within(screen.getByRole('group', { name: group }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent);
    expect(names('Color Mode').map((name) => name?.replace('1:58/500 m', ''))).toEqual([
      'Light',
      'Dark',
      'Blue',
    ]);
    expect(names('Tint Color')).toEqual(['Default Blue', 'Green', 'Purple', 'Mint']);
    fireEvent.click(screen.getByRole('radio', { name: 'Blue' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Mint' }));
    expect({ ...document.documentElement.dataset }).toMatchObject({ mode: 'blue', tint: 'mint' });
    await waitFor(() => expect(user).toMatchObject({ themeColor: 2, tintColor: 3 }));
  });

  test('two quick choices are stored in order, and the first response does not undo the second', async () => {
    const path = `/api/users/${mara._id}/themeColor`;
    const answers: Array<(reply: Reply) => void> = [];
    api.replies[`PATCH ${path}`] = () => new Promise((resolve) => answers.push(resolve));
    await openSection('preferences');
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Blue' }));
    await waitFor(() => expect(sent('PATCH', path)).toEqual([{ themeColor: 1 }]));
    answers[0]?.({ body: { ...user, themeColor: 1 } });
    await waitFor(() => expect(sent('PATCH', path)).toEqual([{ themeColor: 1 }, { themeColor: 2 }]));
    await act(async () => {});
    expect(document.documentElement.dataset['mode']).toBe('blue');
    answers[1]?.({ body: { ...user, themeColor: 2 } });
    await waitFor(() => expect(summaryOf('Preferences')).toBe('Blue, Default Blue'));
    expect(document.documentElement.dataset['mode']).toBe('blue');
  });

  test('an error shows as a toast', async () => {
    api.replies[`PATCH /api/users/${mara._id}/tintColor`] = () => refusal(400, 'No.');
    await openSection('preferences');
    fireEvent.click(screen.getByRole('radio', { name: 'Green' }));
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Error saving changes. No.', isError: true }]));
  });
});

describe('[SET-4] the training partner', () => {
  const select = () => screen.getByRole('combobox', { name: 'Training partner' });

  /** Switches to fake timers. */
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('is chosen from followees and followers, each once, by name', async () => {
    await openSection('preferences');
    await screen.findByRole('option', { name: 'Ben' });
    const options = within(select()).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Choose an athlete',
      'Ben',
      'Cleo',
      'Dana',
    ]);
  });

  test('requires a choice', async () => {
    await openSection('preferences');
    press('Set training partner');
    expect(toasts()).toEqual([{ title: 'Please select a training partner first', isError: true }]);
    expect(document.activeElement).toBe(select());
    expect(sent('PATCH', partnerPath)).toEqual([]);
  });

  test("is set a second later, then the page reloads and shows the server's words", async () => {
    await openSection('preferences');
    await screen.findByRole('option', { name: 'Cleo' });
    vi.useFakeTimers();
    fireEvent.change(select(), { target: { value: cleo._id } });
    press('Set training partner');
    await advance(999);
    expect([sent('PATCH', partnerPath), reload.mock.calls.length]).toEqual([[], 0]);
    await advance(1);
    expect(sent('PATCH', partnerPath)).toEqual([{ trainingPartner: cleo._id }]);
    await advance(0);
    expect(reload).toHaveBeenCalledOnce();
    expect(toastsAfterReload()).toEqual([{ title: 'Cleo rows with you now', isError: false }]);
  });

  test('is set while the user is already on another page, which then shows it without a reload', async () => {
    const router = await openSection('preferences');
    await screen.findByRole('option', { name: 'Cleo' });
    vi.useFakeTimers();
    fireEvent.change(select(), { target: { value: cleo._id } });
    press('Set training partner');
    act(() => void router.navigate('/dashboard'));
    await advance(1_000);
    await advance(0);
    expect(sent('PATCH', partnerPath)).toEqual([{ trainingPartner: cleo._id }]);
    expect(toasts()).toEqual([{ title: 'Cleo rows with you now', isError: false }]);
    expect(reload).not.toHaveBeenCalled();
  });

  test('is removed a second later, then the page reloads', async () => {
    user = { ...mara, trainingPartner: ben };
    await openSection('preferences');
    await screen.findByRole('option', { name: 'Cleo' });
    vi.useFakeTimers();
    press('Remove training partner');
    await advance(999);
    expect(sent('PATCH', partnerPath)).toEqual([]);
    await advance(1);
    expect(sent('PATCH', partnerPath)).toEqual([{ trainingPartner: null }]);
    await advance(0);
    expect(reload).toHaveBeenCalledOnce();
    expect(toastsAfterReload()).toEqual([{ title: 'Removed training partner', isError: false }]);
  });

  test.each([
    ['Set training partner', 'Error setting training partner. They left.'],
    ['Remove training partner', 'Error removing training partner. They left.'],
  ])('%s: an error shows as a toast, without a reload, and the choice stays', async (button, title) => {
    user = { ...mara, trainingPartner: ben };
    api.replies[`PATCH ${partnerPath}`] = () => refusal(400, 'They left.');
    await openSection('preferences');
    await screen.findByRole('option', { name: 'Cleo' });
    vi.useFakeTimers();
    fireEvent.change(select(), { target: { value: cleo._id } });
    press(button);
    await advance(1_000);
    await advance(0);
    expect(toasts()).toEqual([{ title, isError: true }]);
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Training partner' }).value).toBe(
      cleo._id,
    );
  });

  test('[UI-4] a failure to load the athletes shows in their place, without a toast', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.replies[`GET /api/follows/user/${mara._id}/followers`] = () => refusal(400, 'No.');
    await openSection('preferences');
    await screen.findByText("The athletes to choose from couldn't be loaded.");
    expect(toasts()).toEqual([]);
    expect(warn).toHaveBeenCalled();
  });
});

test('[SET-5] the subscription is in development', async () => {
  await openSection('membership');
  press('Change subscription');
  expect(toasts()).toEqual([
    { title: 'We apologize, but this feature is currently in development', isError: false },
  ]);
  expect(api.changes()).toEqual([]);
});

describe('privacy', () => {
  test('stores who sees the user, and shows it on the closed section', async () => {
    await openSection('privacy');
    const choices = within(screen.getByRole('group', { name: 'Who sees my profile and activities' }));
    const chosen = () =>
      choices
        .getAllByRole<HTMLInputElement>('radio')
        .filter(({ checked }) => checked)
        .map(({ value }) => value);
    expect(chosen()).toEqual(['everyone']);
    fireEvent.click(choices.getByRole('radio', { name: /Members of my clubs/ }));
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Changes saved', isError: false }]));
    expect(sent('PATCH', `/api/users/${mara._id}/visibility`)).toEqual([{ visibility: 'clubs' }]);
    expect(chosen()).toEqual(['clubs']);
  });

  test('stores quick choices in order', async () => {
    const path = `/api/users/${mara._id}/visibility`;
    const answers: Array<(reply: Reply) => void> = [];
    api.replies[`PATCH ${path}`] = () => new Promise((resolve) => answers.push(resolve));
    await openSection('privacy');
    fireEvent.click(screen.getByRole('radio', { name: /Followers and people/ }));
    fireEvent.click(screen.getByRole('radio', { name: /Only me/ }));
    await waitFor(() => expect(sent('PATCH', path)).toEqual([{ visibility: 'connections' }]));
    answers[0]?.({ body: { ...user, visibility: 'connections' } });
    await waitFor(() =>
      expect(sent('PATCH', path)).toEqual([{ visibility: 'connections' }, { visibility: 'me' }]),
    );
    answers[1]?.({ body: { ...user, visibility: 'me' } });
    await waitFor(() => expect(toasts()).toHaveLength(2));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Only me/ }).checked).toBe(true);
  });

  test('keeps the setting when it cannot be stored', async () => {
    await openSection('privacy');
    const path = `/api/users/${mara._id}/visibility`;
    api.replies[`PATCH ${path}`] = () => refusal(400, 'Not now');
    fireEvent.click(screen.getByRole('radio', { name: /Only me/ }));
    await waitFor(() => expect(toasts()).toEqual([{ title: 'Not now', isError: true }]));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Everyone here/ }).checked).toBe(true);
  });

  test('lists blocked users, and unblocks them', async () => {
    await openSection('privacy');
    const unblock = await screen.findByRole('button', { name: 'Unblock Cleo' });
    unblock.focus();
    fireEvent.click(unblock);
    expect(await screen.findByText(/You haven't blocked anyone/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Blocked athletes' }));
    expect(toasts()).toEqual([{ title: 'You unblocked Cleo', isError: false }]);
  });
});
