import { describe, expect, test } from 'vitest';
import { rules } from '../../../../test/races/factory.ts';
import { formatGap, formatScore, pieceWords, raceWords, rulesWords, zoneWords } from './race-words.ts';

const distance = { kind: 'distance', amount: 2000 } as const;
const time = { kind: 'time', amount: 240 } as const;

describe('the words of a race', () => {
  test.each([
    ['Europe/Berlin', 'Berlin time'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
    ['UTC', 'UTC'],
  ])('the clock of %s is called %s', (zone, words) => {
    expect(zoneWords(zone)).toBe(words);
  });

  test('a distance is ranked by time, a time by meters, and a missing result is a dash', () => {
    expect([formatScore(distance, 4253), formatScore(time, 1034), formatScore(time, null)]).toEqual([
      '7:05.3',
      '1,034 m',
      '–',
    ]);
  });

  test('a gap is the distance to the first, who has none', () => {
    expect([
      formatGap(distance, 12),
      formatGap(distance, 712),
      formatGap(time, 8),
      formatGap(time, 0),
    ]).toEqual(['+1.2', '+1:11.2', '−8 m', '']);
  });

  test('names the piece and the race', () => {
    expect([pieceWords(distance), pieceWords(time)]).toEqual(['2,000 m', '4:00']);
    expect(raceWords('Women 2k', { round: 'heat', number: 3 })).toBe('Women 2k, heat 3');
    expect(raceWords('Women 2k', { round: 'final', number: 1 })).toBe('Women 2k, final');
  });

  test('lists the rules of a category in one line', () => {
    expect(rulesWords(rules)).toBe('Women, 2,000 m, one ranking over all flights');
    const heats = { kind: 'heats', heats: 3, byPlace: 1, fastest: 3 } as const;
    expect(rulesWords({ ...rules, ageFrom: 30, ageTo: 39, maxWeight: 615, progression: heats })).toBe(
      'Women, 30 to 39 years, up to 61.5 kg, 2,000 m, 3 heats, the first 1 of each and the 3 fastest to the final',
    );
  });
});
