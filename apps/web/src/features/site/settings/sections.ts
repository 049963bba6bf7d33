/** They are in the order of the page. */
export const sectionNames = [
  'profile',
  'account',
  'security',
  'preferences',
  'voice',
  'device',
  'notifications',
  'privacy',
  'services',
  'data',
  'membership',
] as const;
export type SectionName = (typeof sectionNames)[number];

const noneHash = '#none';

/**
 * Returns the section that the URL's hash opens: `#account` opens that one, `#none` none. Without a known name, a wide
 * page opens the first one beside the list, and a narrow page shows only the list.
 */
export function openSectionOf(hash: string, isWide: boolean): SectionName | null {
  const named = sectionNames.find((name) => hash === `#${name}`);
  if (named !== undefined) return named;
  return isWide && hash !== noneHash ? sectionNames[0] : null;
}

export function hashOf(open: SectionName | null): string {
  return open === null ? noneHash : `#${open}`;
}
