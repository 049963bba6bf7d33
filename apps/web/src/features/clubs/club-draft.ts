import { CustomURLSchema, type Club } from '@boathouse/contract/clubs';

/** A club on a form. Images are files until the form is sent; a banner of null is the default one. */
export type ClubDraft = {
  name: string;
  description: string;
  isPrivate: boolean;
  icon: File;
  banner: File | null;
};

export const draftFields = [
  'name',
  'description',
  'isPrivate',
  'icon',
  'banner',
] as const satisfies readonly (keyof ClubDraft)[];

/**
 * What of a club has been changed on the form: a field that was typed back to what it was has not, and neither has one
 * that differs in the blanks around it.
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
  if (draft.icon !== undefined) modified.icon = draft.icon;
  if (draft.banner !== undefined && (draft.banner !== null || club.bannerURL !== null)) {
    modified.banner = draft.banner;
  }
  return modified;
}

/** What is still to save of a form after `saved` was: fields may have been changed while it was under way. */
export function withoutSaved(draft: Partial<ClubDraft>, saved: Partial<ClubDraft>): Partial<ClubDraft> {
  const left = { ...draft };
  for (const field of draftFields) if (left[field] === saved[field]) delete left[field];
  return left;
}

/** Why this can be no custom URL, in words; null when it could be one. */
export function problemOfCustomUrl(customURL: string): string | null {
  const parsed = CustomURLSchema.safeParse(customURL);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'This is no custom URL');
}
