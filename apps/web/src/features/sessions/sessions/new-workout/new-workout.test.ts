import { NewSessionSchema, type Session, type SessionChange } from '@boathouse/contract/sessions';
import { describe, expect, test } from 'vitest';
import {
  emptyWorkout,
  errorsOf,
  filledItems,
  toNewSession,
  toSessionChange,
  withKeptItems,
  workoutOf,
  type NewWorkout,
} from './new-workout.ts';

const host = '018f0000-0000-7000-8000-000000000001';
const club = '018f0000-0000-7000-8000-000000000050';
const evening: NewWorkout = {
  title: ' Evening steady state ',
  items: ['5000m', '', ''],
  date: '2025-11-21',
  time: { hour: 6, minute: 40, period: 'PM' },
  visibility: 'onlyMe',
  squad: null,
};

describe('[WORK-1] the required fields of a new workout', () => {
  test('it starts with two activities and no title', () => {
    const empty = emptyWorkout(Temporal.ZonedDateTime.from('2025-11-21T23:55[Europe/Berlin]'));
    expect(empty.items).toEqual(['', '']);
    expect(empty.date).toBe('2025-11-22');
    expect(empty.time).toEqual({ hour: 12, minute: 0, period: 'AM' });
  });

  test.each([
    ['2025-11-28', '18:30', '2025-11-28', { hour: 6, minute: 30, period: 'PM' }],
    ['2025-11-28', null, '2025-11-28', { hour: 12, minute: 10, period: 'PM' }],
    ['2025-11-21', '18:30', '2025-11-21', { hour: 6, minute: 30, period: 'PM' }],
    // Has passed.
    ['2025-11-21', '06:30', '2025-11-21', { hour: 12, minute: 10, period: 'PM' }],
  ])('a preset of %s and %s at noon begins on %s at %o', (day, time, date, expected) => {
    const empty = emptyWorkout(Temporal.ZonedDateTime.from('2025-11-21T12:04[Europe/Berlin]'), {
      day: Temporal.PlainDate.from(day),
      time: time === null ? null : Temporal.PlainTime.from(time),
    });
    expect([empty.date, empty.time]).toEqual([date, expected]);
  });

  test('a title and the first activity are required', () => {
    expect(errorsOf({ ...evening, title: '  ', items: [' ', ''] })).toEqual({
      title: 'A title is required',
      'items.0': 'The first workout item is required',
    });
    expect(errorsOf(evening)).toEqual({});
  });

  test('empty activities at the end are not sent; one in between is an error', () => {
    expect(filledItems([' 2000m ', '10:00', ' ', ''])).toEqual(['2000m', '10:00']);
    expect(Object.keys(errorsOf({ ...evening, items: ['2000m', '', '10:00'] }))).toEqual(['items.1']);
    expect(toNewSession({ ...evening, items: ['2000m', '', '10:00'] }, host, 'UTC')).toBeNull();
  });

  test('a cleared date is an error, not a crash', () => {
    expect(Object.keys(errorsOf({ ...evening, date: '' }))).toEqual(['date']);
    expect(toNewSession({ ...evening, date: '' }, host, 'UTC')).toBeNull();
  });
});

describe('the sent values', () => {
  test('[WORK-2] the start is the instant at which the chosen clock shows that time', () => {
    expect(toNewSession(evening, host, 'Europe/Berlin')).toEqual({
      title: 'Evening steady state',
      hostUser: host,
      startAt: '2025-11-21T17:40:00.000Z',
      isAccessibleByLink: false,
      workoutItems: ['5000m'],
    });
  });

  test('a squad is sent only with its club', () => {
    const sent = (part: Partial<NewWorkout>) => toNewSession({ ...evening, ...part }, host, 'UTC');
    expect(sent({ visibility: { club }, squad: host })).toMatchObject({ club, squad: host });
    expect(sent({ visibility: 'link', squad: host })).not.toHaveProperty('squad');
    expect(sent({ visibility: { club } })).not.toHaveProperty('squad');
  });

  test("[WORK-3] Only Me and Anyone with link name no club, and a club's visibility names only the club", () => {
    const sent = (visibility: NewWorkout['visibility']) =>
      toNewSession({ ...evening, visibility }, host, 'UTC');
    expect(sent('onlyMe')).toMatchObject({ isAccessibleByLink: false });
    expect(sent('onlyMe')).not.toHaveProperty('club');
    expect(sent('link')).toMatchObject({ isAccessibleByLink: true });
    expect(sent('link')).not.toHaveProperty('club');
    expect(sent({ club })).toMatchObject({ isAccessibleByLink: false, club });
    expect(NewSessionSchema.safeParse(sent({ club })).success).toBe(true);
  });
});

describe('editing a session', () => {
  const session: Session = {
    _id: '018f0000-0000-7000-8000-000000000009',
    title: 'Evening row',
    hostUser: { _id: host, displayName: 'Anna', iconURL: null },
    startAt: '2025-11-21T17:43:12.000Z',
    isAccessibleByLink: true,
    club: null,
    workoutItems: ['5000m', '500m'],
  };
  const form = workoutOf(session, 'Europe/Berlin');
  const changed = (part: Partial<NewWorkout>) =>
    toSessionChange({ ...form, ...part }, session, 'Europe/Berlin');

  test('starts from the scheduled values, in the time zone of the viewer', () => {
    expect(form).toEqual({
      title: 'Evening row',
      items: ['5000m', '500m'],
      date: '2025-11-21',
      time: { hour: 6, minute: 43, period: 'PM' },
      visibility: 'link',
      squad: null,
    });
    expect(workoutOf({ ...session, isAccessibleByLink: false }, 'UTC').visibility).toBe('onlyMe');
  });

  test.each<[string, Partial<NewWorkout>, SessionChange]>([
    ['nothing', {}, {}],
    ['the title', { title: ' Late row ' }, { title: 'Late row' }],
    ['the day', { date: '2025-11-22' }, { startAt: '2025-11-22T17:43:00.000Z' }],
    ['the visibility', { visibility: 'onlyMe' }, { isAccessibleByLink: false }],
    ['a club', { visibility: { club: session._id } }, { isAccessibleByLink: false, club: session._id }],
    ['an item', { items: ['5000m', '1000m'] }, { workoutItems: ['5000m', '1000m'] }],
    ['the number of items', { items: ['5000m', ''] }, { workoutItems: ['5000m'] }],
  ])('sends %s when only that was changed', (_, part, change) => {
    expect(changed(part)).toEqual(change);
  });

  test("sends a squad of its club, and withdraws the previous club's squad by moving to another club", () => {
    const squad = { _id: host, name: 'Seniors' };
    const own = { _id: club, name: 'Weser', customURL: 'weser', iconURL: null };
    const ofClub = { ...session, isAccessibleByLink: false, club: own, squad };
    const opened = workoutOf(ofClub, 'UTC');
    const send = (part: Partial<NewWorkout>, from: Session = ofClub) =>
      toSessionChange({ ...workoutOf(from, 'UTC'), ...part }, from, 'UTC');
    expect(opened.squad).toBe(host);
    expect(send({})).toEqual({});
    expect(send({ squad: null })).toEqual({ squad: null });
    expect(send({ squad: session._id })).toEqual({ squad: session._id });
    expect(send({ squad: host }, { ...ofClub, squad: null })).toEqual({ squad: host });
    const moved = { club: session._id };
    expect(send({ visibility: moved, squad: null })).toEqual(moved);
    expect(send({ visibility: moved, squad: club })).toEqual({ ...moved, squad: club });
  });

  test.each<[string, readonly string[], number, readonly string[]]>([
    ['what was typed without one', ['2000m'], 0, ['2000m']],
    ['what was typed in its row', ['2000m', '1000m'], 2, ['2000m', '1000m']],
    ['its row, and those before it', ['2000m'], 2, ['2000m', '500m']],
  ])('an item begun in the meantime: keeps %s', (_, typed, kept, items) => {
    expect(withKeptItems(typed, session.workoutItems, kept)).toEqual(items);
  });

  test('sends nothing while a field is wrong', () => {
    expect(changed({ title: '  ' })).toBeNull();
  });
});
