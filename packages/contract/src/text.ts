import * as z from 'zod/mini';

/** Matches a visible character: a letter, digit, sign or emoji, but not a blank, control or zero-width character. */
const isVisible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Requires at least one visible character: a text of zero-width characters looks empty. */
export const visible = (error: string) => z.regex(isVisible, error);
