import { expect, test } from 'vitest';
import { CustomURLSchema } from '@boathouse/contract/clubs';
import { customUrlOf } from './custom-url-proposal.ts';

test.each([
  ['Riverside Rowing', 'riverside-rowing'],
  ['Riverside Rowing Club', 'riverside-rowing'],
  ['  Ruder-Club “Möwe” 1904 e.V. ', 'ruder-club-mowe-1904'],
  ["St. John's Boat Club", 'st-johns-boat-club'],
  ['Skøyter & Årer', 'skoyter-arer'],
  ['Straßenruderer', 'strassenruderer'],
  ['Łódź Wiosła', 'lodz-wiosla'],
  ['Donaudampfschifffahrtsgesellschaft', 'donaudampfschifffahr'],
  ['漕艇部 Kyoto', 'kyoto'],
])('[CLUB-2] the custom URL of %s is %s', (name, expected) => {
  expect(customUrlOf(name)).toBe(expected);
  expect(CustomURLSchema.safeParse(expected).success).toBe(true);
});

test.each(['', '   ', '漕艇部', 'نادي التجديف'])('a name without Latin letters gives none: “%s”', (name) => {
  expect(customUrlOf(name)).toBe('');
});
