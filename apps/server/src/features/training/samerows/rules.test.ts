import { describe, expect, test } from 'vitest';
import { monitorEndMs } from './rules.ts';

describe('the clock of a monitor', () => {
  const dated = (year: number, month: number, day: number, hour: number, minute: number) => ({
    logEntryDate: { year, month, day },
    logEntryTime: { hour, minute },
  });

  test('is a moment by the zone of the athlete', () => {
    const ended = monitorEndMs(dated(2026, 11, 24, 6, 30), 'Europe/Amsterdam');
    expect(ended).toBe(Date.parse('2026-11-24T05:30:00Z'));
  });

  test.each([
    ['was never set', dated(2000, 0, 0, 255, 255)],
    ['has an hour of 255', dated(2026, 11, 24, 255, 0)],
    ['has the date 0/0/0', dated(2000, 0, 0, 6, 30)],
    ['has the day 31 February', dated(2026, 2, 31, 6, 30)],
    ['has a minute of 60', dated(2026, 11, 24, 6, 60)],
  ])('the clock of a monitor that %s is ignored, and does not refuse anything', (_, summary) => {
    expect(monitorEndMs(summary, 'Europe/Amsterdam')).toBeNull();
  });
});
