export const sectionNames = [
  'membership',
  'account',
  'security',
  'profile',
  'privacy',
  'notifications',
  'preferences',
] as const;
export type SectionName = (typeof sectionNames)[number];

const noneHash = '#none';

/**
 * Returns the sections that the URL opens: `#profile` that one, `#account,profile` those two, `#none` none. A URL without
 * a hash, or with an unknown one, opens all.
 */
export function openSectionsOf(hash: string): SectionName[] {
  if (hash === noneHash) return [];
  const names = hash.slice(1).split(',');
  const known = sectionNames.filter((name) => names.includes(name));
  return known.length === 0 ? [...sectionNames] : known;
}

/** Returns the URL's hash with one section opened or closed. */
export function hashWithToggled(hash: string, name: SectionName): string {
  const open = openSectionsOf(hash);
  const next = sectionNames.filter((each) => open.includes(each) !== (each === name));
  if (next.length === 0) return noneHash;
  return next.length === sectionNames.length ? '' : `#${next.join(',')}`;
}
