export const sectionNames = ['membership', 'account', 'profile', 'preferences'] as const;
export type SectionName = (typeof sectionNames)[number];

const noneHash = '#none';

/**
 * The sections that the address opens: `#profile` that one, `#account,profile` those two, `#none` none. An address
 * without a word about them, or with a word that means something else, opens all.
 */
export function openSectionsOf(hash: string): SectionName[] {
  if (hash === noneHash) return [];
  const names = hash.slice(1).split(',');
  const known = sectionNames.filter((name) => names.includes(name));
  return known.length === 0 ? [...sectionNames] : known;
}

/** The address with one section opened or closed. */
export function hashWithToggled(hash: string, name: SectionName): string {
  const open = openSectionsOf(hash);
  const next = sectionNames.filter((each) => open.includes(each) !== (each === name));
  if (next.length === 0) return noneHash;
  return next.length === sectionNames.length ? '' : `#${next.join(',')}`;
}
