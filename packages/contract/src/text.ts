import * as z from 'zod/mini';

/** A letter, a digit, a sign or an emoji; not a blank, a control character or one without a shape of its own. */
const isVisible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A text in which a person sees something: one of zero-width characters alone is empty to them. */
export const visible = (error: string) => z.regex(isVisible, error);
