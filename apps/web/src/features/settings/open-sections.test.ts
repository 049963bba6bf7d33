import { expect, test } from 'vitest';
import { hashWithToggled, openSectionsOf, sectionNames } from './open-sections.ts';

test.each([
  ['', ['membership', 'account', 'security', 'profile', 'privacy', 'notifications', 'preferences']],
  ['#profile', ['profile']],
  ['#profile,account', ['account', 'profile']],
  ['#none', []],
  ['#page', ['membership', 'account', 'security', 'profile', 'privacy', 'notifications', 'preferences']],
  ['#page,profile', ['profile']],
])('[SET-1] the address %j opens %j', (hash, open) => {
  expect(openSectionsOf(hash)).toEqual(open);
});

test('[SET-1] a section that is toggled twice leaves the others as they are', () => {
  for (const hash of ['', '#profile', '#account,preferences', '#none']) {
    for (const name of sectionNames) {
      const once = hashWithToggled(hash, name);
      const others = (given: string) => openSectionsOf(given).filter((each) => each !== name);
      expect(openSectionsOf(once).includes(name)).toBe(!openSectionsOf(hash).includes(name));
      expect(others(once)).toEqual(others(hash));
      expect(hashWithToggled(once, name)).toBe(hash);
    }
  }
});
