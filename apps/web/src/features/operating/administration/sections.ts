/** In the order of the page. */
const sectionNames = ['state', 'users', 'clubs', 'reports', 'outgoing', 'settings', 'log'] as const;
export type SectionName = (typeof sectionNames)[number];

const noneHash = '#none';

/** Returns the section that the URL's hash opens; without one, a wide page opens the first beside the list. */
export function openSectionOf(hash: string, isWide: boolean): SectionName | null {
  const named = sectionNames.find((name) => hash === `#${name}`);
  if (named !== undefined) return named;
  return isWide && hash !== noneHash ? sectionNames[0] : null;
}

export function hashOf(open: SectionName | null): string {
  return open === null ? noneHash : `#${open}`;
}
