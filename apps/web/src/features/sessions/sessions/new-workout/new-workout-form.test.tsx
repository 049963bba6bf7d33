// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openPage, toasts } from '../../../../../test/signed-in-page.tsx';
import { NewWorkoutForm } from './new-workout-form.tsx';

const club = { _id: idOf(50), name: 'Riverside Rowing Club', customURL: 'riverside', iconURL: null };
const membership = (number: number, role: number, name: string) => ({
  _id: idOf(60 + number),
  user: mara,
  club: { ...club, _id: idOf(50 + number), name },
  role,
  createdAt: '2025-01-01T00:00:00.000Z',
});

let whyNot: string | null = null;
let squads: { body: unknown } | ReturnType<typeof refusal>;
let api: FakeApi;

beforeEach(() => {
  whyNot = null;
  squads = { body: [] };
  api = stubReplies(({ method, path, body }) => {
    if (method === 'POST') {
      return whyNot === null
        ? { body: { ...body, _id: idOf(900), hostUser: mara, club: null, squad: null } }
        : refusal(400, whyNot);
    }
    if (path.startsWith('/api/clubmemberships/')) {
      return { body: [membership(0, 0, 'Riverside Rowing Club'), membership(1, -1, 'Still asking RC')] };
    }
    return path.endsWith('/squads') ? squads : { body: [] };
  });
});
afterEach(() => {
  cleanUp();
  localStorage.clear();
});

const posted = () => api.changes().map(({ body }) => body);

describe('the New Workout form', () => {
  let router: ReturnType<typeof openPage>;
  beforeEach(() => {
    router = openPage(<NewWorkoutForm userId={mara._id} />, '/dashboard');
  });

  const rows = () => screen.getAllByLabelText(/^Workout item \d/);
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create session' }));

  test('[WORK-1] has one to four activities, two at first, and only the last can be removed', () => {
    expect(rows()).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Add workout item' }));
    fireEvent.click(screen.getByRole('button', { name: 'Add workout item' }));
    expect(rows()).toHaveLength(4);
    expect(screen.queryByRole('button', { name: 'Add workout item' })).toBeNull();
    for (const row of [4, 3, 2]) {
      const removers = screen.getAllByRole('button', { name: /^Remove/ });
      expect(removers.map((button) => button.getAttribute('aria-label'))).toEqual([
        `Remove workout item ${row}`,
      ]);
      fireEvent.click(screen.getByRole('button', { name: /^Remove/ }));
    }
    expect(rows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  test('[WORK-1] sends nothing without title and first activity, and shows why', () => {
    submit();
    expect(screen.getByText('A title is required')).toBeTruthy();
    expect(screen.getByText('The first workout item is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Title/));
    expect(posted()).toEqual([]);
  });

  test('[WORK-2] the time picker has twelve hours, minutes in steps of ten, AM and PM', () => {
    const optionsOf = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(optionsOf('Hour')).toEqual(['12', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
    expect(optionsOf('Minute')).toEqual(['00', '10', '20', '30', '40', '50']);
    expect(optionsOf('AM or PM')).toEqual(['AM', 'PM']);
  });

  test('[WORK-3] offers Only Me, Anyone with link and the user’s clubs, without pending requests', async () => {
    await screen.findByRole('option', { name: 'Riverside Rowing Club' });
    const options = within(screen.getByRole('combobox', { name: 'Visibility' })).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Only Me',
      'Anyone with link',
      'Riverside Rowing Club',
    ]);
  });

  test('[WORK-4] shows that the session was created, links to it and resets the form', async () => {
    type(/^Title/, 'Evening steady state');
    type(/^Workout item 1/, '5000m');
    fireEvent.change(screen.getByRole('combobox', { name: 'Visibility' }), { target: { value: 'link' } });
    submit();
    submit();
    const link = await screen.findByRole('link', { name: 'Evening steady state' });
    expect(link.getAttribute('href')).toBe(`/sessions/${idOf(900)}`);
    expect(toasts()).toEqual([{ title: 'Created session', isError: false }]);
    expect(posted()).toHaveLength(1);
    expect(posted()[0]).toMatchObject({
      hostUser: mara._id,
      isAccessibleByLink: true,
      workoutItems: ['5000m'],
    });
    expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('');
  });

  test('[WORK-3] shows beside Create who will see the session, and begins the next one like the last', async () => {
    const audience = () => {
      const id = screen.getByRole('button', { name: 'Create session' }).getAttribute('aria-describedby');
      return document.getElementById(id ?? '')?.textContent;
    };
    const visibility = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Visibility' });
    const choose = (value: string) => fireEvent.change(visibility(), { target: { value } });
    await screen.findByRole('option', { name: 'Riverside Rowing Club' });
    expect(audience()).toBe('Only you will see it');
    choose(club._id);
    expect(audience()).toBe('Members of Riverside Rowing Club will see it');
    choose('link');
    expect(audience()).toBe('Anyone with the link will see it');
    type(/^Title/, 'Evening steady state');
    type(/^Workout item 1/, '5000m');
    submit();
    await screen.findByRole('link', { name: 'Evening steady state' });
    expect(visibility().value).toBe('link');
  });

  test("asks which squad of a club it is for, and sends that with the club's session", async () => {
    squads = { body: [{ _id: idOf(70), name: 'Seniors', members: [] }] };
    await screen.findByRole('option', { name: 'Riverside Rowing Club' });
    expect(screen.queryByRole('combobox', { name: 'For' })).toBeNull();
    const visibility = screen.getByRole('combobox', { name: 'Visibility' });
    fireEvent.change(visibility, { target: { value: club._id } });
    expect(screen.queryByRole('combobox', { name: 'For' })).toBeNull();
    type(/^Title/, 'Evening steady state');
    const forWhom = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'For' });
    expect(forWhom.value).toBe('');
    fireEvent.change(forWhom, { target: { value: idOf(70) } });
    fireEvent.change(visibility, { target: { value: 'link' } });
    fireEvent.change(visibility, { target: { value: club._id } });
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'For' })).value).toBe('');
    fireEvent.change(screen.getByRole('combobox', { name: 'For' }), { target: { value: idOf(70) } });
    type(/^Workout item 1/, '5000m');
    submit();
    await screen.findByRole('link', { name: 'Evening steady state' });
    expect(posted()[0]).toMatchObject({ club: club._id, squad: idOf(70) });
  });

  test("shows that a club's squads were not loaded", async () => {
    squads = refusal(500, 'No.', 'internal');
    await screen.findByRole('option', { name: 'Riverside Rowing Club' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Visibility' }), { target: { value: club._id } });
    type(/^Workout item 1/, '5000m');
    expect(await screen.findByText("The club's squads couldn't be loaded.")).toBeTruthy();
    squads = { body: [{ _id: idOf(70), name: 'Seniors', members: [] }] };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox', { name: 'For' })).toBeTruthy();
  });

  test('keeps the typed text and the chosen visibility while the session is created', async () => {
    await screen.findByRole('option', { name: 'Riverside Rowing Club' });
    const answer = Promise.withResolvers<undefined>();
    api.replies['POST /api/sessions'] = () => answer.promise;
    type(/^Title/, 'Evening steady state');
    type(/^Workout item 1/, '5000m');
    fireEvent.change(screen.getByRole('combobox', { name: 'Visibility' }), { target: { value: 'link' } });
    submit();
    await waitFor(() => expect(posted()).toHaveLength(1));
    type(/^Title/, 'Morning row');
    fireEvent.change(screen.getByRole('combobox', { name: 'Visibility' }), { target: { value: club._id } });
    answer.resolve(undefined);
    await screen.findByRole('link', { name: 'Evening steady state' });
    expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Morning row');
    const visibility = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Visibility' });
    expect(visibility.value).toBe(club._id);
  });

  test('asks before a half-written workout is left', async () => {
    await act(() => router.navigate('/explore'));
    expect(router.state.location.pathname).toBe('/explore');
    await act(() => router.navigate(-1));
    type(/^Workout item 1/, '5000m');
    await act(() => router.navigate('/explore'));
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/dashboard');
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/explore'));
  });

  test('[WORK-4] shows why a session was not created, and keeps the form', async () => {
    whyNot = 'The club has no room.';
    type(/^Title/, 'Evening steady state');
    type(/^Workout item 1/, '5000m');
    submit();
    await waitFor(() =>
      expect(toasts()).toEqual([{ title: 'Error creating session. The club has no room.', isError: true }]),
    );
    expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Evening steady state');
  });
});
