import { NewSessionSchema } from '@boathouse/contract/sessions';
import { describe, expect, test } from 'vitest';
import { emptyWorkout, errorsOf, filledItems, toNewSession, type NewWorkout } from './new-workout.ts';

const host = '018f0000-0000-7000-8000-000000000001';
const club = '018f0000-0000-7000-8000-000000000050';
const evening: NewWorkout = {
  title: ' Evening steady state ',
  items: ['5000m', '', ''],
  date: '2025-11-21',
  time: { hour: 6, minute: 40, period: 'PM' },
  visibility: 'onlyMe',
};

describe('[WORK-1] what a new workout needs', () => {
  test('it starts with two activities and no title', () => {
    const empty = emptyWorkout(Temporal.ZonedDateTime.from('2025-11-21T23:55[Europe/Berlin]'));
    expect(empty.items).toEqual(['', '']);
    expect(empty.date).toBe('2025-11-22');
    expect(empty.time).toEqual({ hour: 12, minute: 0, period: 'AM' });
  });

  test('a title and the first activity are required', () => {
    expect(errorsOf({ ...evening, title: '  ', items: [' ', ''] })).toEqual({
      title: 'A title is required',
      'items.0': 'The first activity is required',
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

describe('what is sent', () => {
  test('[WORK-2] the start is the instant at which the chosen clock shows that time', () => {
    expect(toNewSession(evening, host, 'Europe/Berlin')).toEqual({
      title: 'Evening steady state',
      hostUser: host,
      startAt: '2025-11-21T17:40:00.000Z',
      isAccessibleByLink: false,
      workoutItems: ['5000m'],
    });
  });

  test('[WORK-3] Only Me and Anyone with link name no club, a club names itself alone', () => {
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
