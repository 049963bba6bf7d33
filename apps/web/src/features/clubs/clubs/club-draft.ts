import { CustomURLSchema, type Club } from '@boathouse/contract/clubs';

/** The values of a club form. Images are files until the form is sent; a null banner is the default banner. */
export type ClubDraft = {
  name: string;
  description: string;
  isPrivate: boolean;
  ranksEntered: boolean;
  icon: File;
  banner: File | null;
};

export const draftFields = [
  'name',
  'description',
  'isPrivate',
  'ranksEntered',
  'icon',
  'banner',
] as const satisfies readonly (keyof ClubDraft)[];

/**
 * Returns the fields of a draft that differ from the club. Ignores leading and trailing blanks.
 */
export function modifiedOf(club: Club, draft: Partial<ClubDraft>): Partial<ClubDraft> {
  const modified: Partial<ClubDraft> = {};
  const name = draft.name?.trim();
  if (name !== undefined && name !== club.name) modified.name = name;
  const description = draft.description?.trim();
  if (description !== undefined && description !== club.description) modified.description = description;
  if (draft.isPrivate !== undefined && draft.isPrivate !== club.isPrivate) {
    modified.isPrivate = draft.isPrivate;
  }
  if (draft.ranksEntered !== undefined && draft.ranksEntered !== (club.ranksEntered ?? false)) {
    modified.ranksEntered = draft.ranksEntered;
  }
  if (draft.icon !== undefined) modified.icon = draft.icon;
  if (draft.banner !== undefined && (draft.banner !== null || club.bannerURL !== null)) {
    modified.banner = draft.banner;
  }
  return modified;
}

/** Removes the saved fields from a draft, and keeps fields changed during the save. */
export function withoutSaved(draft: Partial<ClubDraft>, saved: Partial<ClubDraft>): Partial<ClubDraft> {
  const left = { ...draft };
  for (const field of draftFields) if (left[field] === saved[field]) delete left[field];
  return left;
}

/** Returns why a custom URL is invalid, for the user; null for a valid one. */
export function problemOfCustomUrl(customURL: string): string | null {
  const parsed = CustomURLSchema.safeParse(customURL);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'This is not a valid custom URL');
}
